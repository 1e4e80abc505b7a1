import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct PlanRenderingTests {
  private let onTime = Fixtures.option(
    Fixtures.venue("Blue Bottle", address: "66 Mint Street"), toStop: 200, toDestination: 370)
  private let late = Fixtures.option(
    Fixtures.venue("咖啡 Café", address: "1 Far Lane"), toStop: 1200, toDestination: 1100)

  @Test func showsOptionsOnTimeAndLate() {
    let plan = Fixtures.plan(
      [onTime, late], counts: Fixtures.counts(146, unreachable: 2, onTime: 1))
    #expect(
      PlanRendering.render(plan, style: .plain) == """
        From   37.785834,-122.406417
        To     Coit Tower (venue Coit Tower)
        Leave  08:00:00 on 2026-11-21, UTC-08:00
        Be there by 08:45:00

        Direct drive 6 min 10 s, 2.3 km via Market Street and Columbus Avenue: arrival \
        08:06:10, 38 min 50 s to spare

        Yes: 1 coffee stop is on time.

           Shop               Detour  At the stop   Arrival        Slack           Leave by  \
        ID          Address
        1  Blue Bottle   +3 min 20 s       10 min  08:19:30  25 min 30 s  on time  08:25:30  \
        osm/node/1  66 Mint Street
        2  咖啡 Café    +32 min 10 s       10 min  08:48:20  -3 min 20 s  late     07:56:40  \
        osm/node/1  1 Far Lane

        146 shops checked exactly, 1 on time, 2 not reachable by road; 0 left out. \
        Answered in 84 ms.
        Next: quickbrew open 1 shows the way on a map, quickbrew venue osm/node/1 the shop.

        """)
  }

  @Test func showsWaitingOnlyWhereThereIsSome() {
    let waits = Fixtures.option(
      Fixtures.venue("Early Bird"), toStop: 200, toDestination: 370, wait: 300)
    let plan = Fixtures.plan([onTime, waits], counts: Fixtures.counts(2, onTime: 2))
    let lines = PlanRendering.render(plan, style: .plain).split(separator: "\n")
    #expect(
      lines.contains(
        "2  Early Bird   +3 min 20 s  5 min       10 min  08:24:30  20 min 30 s  on time  "
          + "08:25:30  osm/node/1"))
  }

  @Test func showsHours() {
    let (eight, four) = (Fixtures.departure, Fixtures.departure.adding(seconds: 8 * 3600))
    func option(_ name: String, wait: Int = 0, _ hours: VisitHours) -> PlanOption {
      Fixtures.option(
        Fixtures.venue(name, address: "1 Lane"), toStop: 200, toDestination: 370, wait: wait,
        hours: hours)
    }
    let options = [
      option("Always", VisitHours(state: .open)),
      option("Short", VisitHours(state: .open, closes: four)),
      option(
        "Early", wait: 390,
        VisitHours(
          state: .opensLater, opens: eight.adding(seconds: 600),
          closes: eight.adding(seconds: 86_400))),
      option("Nobody", VisitHours(state: .unknown, comment: "ask")),
    ]
    let plan = Fixtures.plan(
      options, counts: Fixtures.counts(9, closed: 3, unknown: 1, onTime: 4))
    let text = PlanRendering.render(plan, style: .plain)
    for row in [
      "Leave by  Hours                                 ID          Address",
      "08:25:30                                        osm/node/1  1 Lane",
      "08:25:30  closes 16:00                          osm/node/1  1 Lane",
      "  6 min 30 s       10 min  08:26:00       19 min  on time  08:25:30  "
        + "opens 08:10, closes 2026-11-22 08:00  osm/node/1  1 Lane",
      "08:25:30  unknown (ask)                         osm/node/1  1 Lane",
    ] { #expect(text.contains(row + "\n")) }
    #expect(text.contains("9 shops checked exactly, 4 on time, 3 closed, 1 of unknown hours; 0"))
  }

  @Test func saysWhereNoShopIsOpen() {
    let plan = Fixtures.plan([], counts: Fixtures.counts(5, closed: 5, onTime: 0))
    #expect(
      PlanRendering.render(plan, style: .plain)
        .contains("No: no coffee stop is known to be open then.\n"))
  }

  @Test func saysHowLateTheSoonestIs() {
    let plan = Fixtures.plan([late], counts: Fixtures.counts(1, onTime: 0))
    #expect(
      PlanRendering.render(plan, style: .plain)
        .contains("No: no coffee stop is on time; the soonest is 3 min 20 s late.\n"))
  }

  @Test(arguments: [
    ("cofee", "Did you mean --category coffee?\n"), ("zebra", "Categories are coffee, tea, "),
    ("bakery", "No: there is no bakery stop to be reached.\n\n0 shops"),
  ])
  func suggestsCategories(_ category: String, _ expected: String) {
    let plan = Fixtures.plan(
      [], counts: Fixtures.counts(0, onTime: 0), category: VenueCategory(rawValue: category))
    #expect(PlanRendering.render(plan, style: .plain).contains(expected))
  }

  @Test func saysWhereThereIsNoShopAtAll() {
    let text = PlanRendering.render(
      Fixtures.plan([], counts: Fixtures.counts(0, onTime: 0)), style: .plain)
    #expect(text.contains("38 min 50 s to spare\n"))
    #expect(text.contains("No: there is no coffee stop to be reached.\n\n0 shops checked"))
  }

  @Test func saysWhereEvenTheDirectDriveIsLate() {
    let plan = Fixtures.plan(
      [late], counts: Fixtures.counts(1, onTime: 0),
      deadline: Fixtures.departure.adding(seconds: 300))
    let text = PlanRendering.render(plan, style: .plain)
    #expect(text.contains("arrival 08:06:10, 1 min 10 s late\n"))
    #expect(text.contains("No: even without a stop you are late.\n"))
  }

  @Test func saysWhereNotAllOnTimeAreListed() {
    let plan = Fixtures.plan([onTime], counts: Fixtures.counts(146, onTime: 120))
    #expect(
      PlanRendering.render(plan, style: .plain)
        .contains("Yes: 120 coffee stops are on time; showing the soonest 1.\n"))
  }

  @Test func datesTimesOfAnotherDay() {
    let deadline = Fixtures.departure.adding(seconds: 86_400)
    let plan = Fixtures.plan([], counts: Fixtures.counts(0, onTime: 0), deadline: deadline)
    #expect(
      PlanRendering.render(plan, style: .plain).contains("Be there by 2026-11-22 08:00:00\n"))
  }

  @Test func listsSteps() {
    let option = Fixtures.option(
      Fixtures.venue("Blue Bottle"), toStop: 200, toDestination: 370, steps: Fixtures.steps)
    let plan = Fixtures.plan(
      [option], counts: Fixtures.counts(1, onTime: 1), steps: Fixtures.steps)
    #expect(
      PlanRendering.render(plan, style: .plain).hasSuffix(
        """

        Blue Bottle
          1.  Head north on 4th Street  420 m  1 min 10 s
          2.  Arrive at Coit Tower
          Stop for 10 min
          1.  Head north on 4th Street  420 m  1 min 10 s
          2.  Arrive at Coit Tower

        """))
  }

  @Test func colorsTheVerdict() {
    let plan = Fixtures.plan([onTime], counts: Fixtures.counts(1, onTime: 1))
    let text = PlanRendering.render(plan, style: Style(hasColor: true, width: nil))
    #expect(text.contains("\u{1B}[32mYes: 1 coffee stop is on time.\u{1B}[0m"))
    #expect(text.contains("\u{1B}[32mon time\u{1B}[0m  08:25:30"))
  }

  @Test func namesCannotMoveTheCursor() {
    let option = Fixtures.option(
      Fixtures.venue("Evil\u{1B}[2J\nShop"), toStop: 1, toDestination: 1)
    let plan = Fixtures.plan([option], counts: Fixtures.counts(1, onTime: 1))
    #expect(PlanRendering.render(plan, style: .plain).contains("\n1  Evil [2J Shop  "))
  }
}
