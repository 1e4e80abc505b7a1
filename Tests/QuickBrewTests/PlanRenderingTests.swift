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
      [onTime, late],
      counts: Fixtures.counts(
        146, unreachable: 2, onTime: 1,
        outcomes: CandidateOutcomes(open: 1, late: 143, unreachable: 2)))
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

        146 shops checked exactly: 1 on time, 143 late, 2 not reachable by road; 0 left out. \
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
      options,
      counts: Fixtures.counts(
        9, closed: 3, unknown: 1, onTime: 4,
        outcomes: CandidateOutcomes(open: 3, perhaps: 1, late: 2, closed: 3)))
    let text = PlanRendering.render(plan, style: .plain)
    for row in [
      "Leave by  Hours                                 ID          Address",
      "08:25:30                                        osm/node/1  1 Lane",
      "08:25:30  closes 16:00                          osm/node/1  1 Lane",
      "  6 min 30 s       10 min  08:26:00       19 min  on time  08:25:30  "
        + "opens 08:10, closes 2026-11-22 08:00  osm/node/1  1 Lane",
      "08:25:30  hours unknown (ask)                   osm/node/1  1 Lane",
    ] { #expect(text.contains(row + "\n")) }
    let counts =
      "9 shops checked exactly: 3 on time, 1 on time of unknown hours, 2 late, 3 closed; 0"
    #expect(text.contains(counts))
  }

  @Test func saysWhereNoShopIsOpen() {
    let opens = Fixtures.departure.adding(seconds: 5400)
    let wayOut = WayOut(
      departure: Fixtures.departure.adding(seconds: 4800),
      deadline: Fixtures.deadline.adding(seconds: 4800), opens: opens, venue: "osm/node/1",
      name: "Рано", names: NamesByLanguage(["en": "Early Bird"]))
    let plan = Fixtures.plan(
      [], counts: Fixtures.counts(5, closed: 5, onTime: 0),
      verdict: PlanVerdict(.no, .closed, count: 5, wayOut: wayOut))
    #expect(
      PlanRendering.render(plan, style: .plain).contains(
        """
        No: all 5 coffee stops are closed then.
        It would work otherwise: Early Bird · Рано opens 09:30:00: leave at 09:20:00, be there by \
        10:05:00?

        """))
  }

  @Test func saysHowLateTheSoonestIs() {
    let plan = Fixtures.plan(
      [late], counts: Fixtures.counts(1, onTime: 0),
      verdict: PlanVerdict(
        .no, .late, count: 1,
        wayOut: WayOut(
          departure: late.leaveBy, deadline: Fixtures.deadline, venue: "osm/node/1", name: "Café")))
    #expect(
      PlanRendering.render(plan, style: .plain).contains(
        """
        No: no coffee stop is on time; the earliest is 3 min 20 s late.
        It would work otherwise: leave at 07:56:40 for Café?

        """))
  }

  @Test(arguments: [
    ("cofee", "Did you mean --category coffee?\n"), ("zebra", "Categories are coffee, tea, "),
    ("bakery", "No: the map has no bakery.\n\n0 shops"),
    ("atm", "No: the map has no cash machine.\n\n0 shops"),
  ])
  func suggestsCategories(_ category: String, _ expected: String) {
    let plan = Fixtures.plan(
      [], counts: Fixtures.counts(0, onTime: 0), category: VenueCategory(rawValue: category),
      verdict: PlanVerdict(.no, .nothing))
    #expect(PlanRendering.render(plan, style: .plain).contains(expected))
  }

  @Test func saysWhereThereIsNoShopAtAll() {
    let text = PlanRendering.render(
      Fixtures.plan(
        [], counts: Fixtures.counts(0, onTime: 0), verdict: PlanVerdict(.no, .nothing)),
      style: .plain)
    #expect(text.contains("38 min 50 s to spare\n"))
    #expect(text.contains("No: the map has no café.\n\n0 shops checked"))
  }

  @Test func saysWhereEvenTheDirectDriveIsLate() {
    let plan = Fixtures.plan(
      [late], counts: Fixtures.counts(1, onTime: 0),
      deadline: Fixtures.departure.adding(seconds: 300), verdict: PlanVerdict(.no, .direct))
    let text = PlanRendering.render(plan, style: .plain)
    #expect(text.contains("arrival 08:06:10, 1 min 10 s late\n"))
    #expect(text.contains("No: even without a stop you are late.\n"))
  }

  @Test func saysWhereNotAllOnTimeAreListed() {
    let plan = Fixtures.plan([onTime], counts: Fixtures.counts(146, onTime: 120))
    #expect(
      PlanRendering.render(plan, style: .plain)
        .contains("Yes: 120 coffee stops are on time; showing the earliest 1.\n"))
  }

  @Test("unknown hours are a maybe, or come behind a yes and may be sooner")
  func unknownHours() {
    let unknown = Fixtures.option(
      Fixtures.venue("Nobody"), toStop: 100, toDestination: 270,
      hours: VisitHours(state: .unknown))
    let known = Fixtures.option(
      Fixtures.venue("Known"), toStop: 200, toDestination: 370, hours: VisitHours(state: .open))
    let yes = Fixtures.plan(
      [known, unknown],
      counts: Fixtures.counts(
        2, unknown: 1, onTime: 2, outcomes: CandidateOutcomes(open: 1, perhaps: 1)),
      verdict: PlanVerdict(.yes, soonerPerhaps: 1))
    #expect(
      PlanRendering.render(yes, style: .plain)
        .contains("Yes: 1 coffee stop is on time; sooner perhaps Nobody.\n"))
    let maybe = Fixtures.plan(
      [unknown],
      counts: Fixtures.counts(1, unknown: 1, onTime: 1, outcomes: CandidateOutcomes(perhaps: 1)),
      verdict: PlanVerdict(.maybe, .hoursUnknown, count: 1))
    let text = PlanRendering.render(maybe, style: .plain)
    #expect(text.contains("Maybe: 1 coffee stop is on time, of unknown opening hours.\n"))
    #expect(!text.contains("Yes"))
  }

  @Test(
    "with an open departure the answer is when to leave, and each row the trip that leaves last")
  func openDeparture() {
    let last = Fixtures.deadline.adding(seconds: -1170)
    let venue = Fixtures.venue("Blue Bottle")
    let option = PlanOption(
      venue: venue, toStop: Fixtures.leg(200), toDestination: Fixtures.leg(370),
      detourSeconds: 200, waitSeconds: 0, dwellSeconds: 600, addedSeconds: 800,
      arrival: Fixtures.departure.adding(seconds: 1170), slackSeconds: 1530, onTime: true,
      leaveBy: last, hours: VisitHours(state: .open),
      schedule: Fixtures.schedule(200, wait: 0, 370, after: 1530))
    let plan = Fixtures.plan(
      [option], counts: Fixtures.counts(1, onTime: 1, outcomes: CandidateOutcomes(open: 1)),
      verdict: PlanVerdict(.yes), openEnd: .departure,
      leaveBetween: DepartureWindow(earliest: Fixtures.departure, latest: last))
    let text = PlanRendering.render(plan, style: .plain)
    #expect(text.contains("Leave  as late as possible, not before 08:00:00 on 2026-11-21"))
    #expect(text.contains("on time.\nLeave between 08:00:00 and 08:25:30.\n"))
    #expect(
      text.contains(
        """
           Shop              Detour  At the stop  Leave by  There from   Arrival           \
        ID
        1  Blue Bottle  +3 min 20 s       10 min  08:25:30    08:28:50  08:45:00  on time  \
        osm/node/1
        """), "\(text)")
    #expect(!text.contains("Slack"))
  }

  @Test("options that differ lead, and twins are one row unless each is wanted")
  func choices() {
    func option(_ name: String, _ seconds: Int) -> PlanOption {
      Fixtures.option(Fixtures.venue(name), toStop: seconds, toDestination: 370)
    }
    let plan = Fixtures.plan(
      [option("One", 200), option("Two", 210), option("", 220)],
      counts: Fixtures.counts(3, onTime: 3, outcomes: CandidateOutcomes(open: 3)),
      verdict: PlanVerdict(.yes),
      highlights: [
        OptionHighlight(option: 0, why: .quickest), OptionHighlight(option: 2, why: .otherWay),
      ],
      groups: [OptionGroup(options: [0, 1], by: .chain), OptionGroup(options: [2], by: nil)])
    let text = PlanRendering.render(plan, style: .plain)
    // A place without a name has its street, or where it is.
    #expect(
      text.contains(
        """
          Quickest   1 One
          Elsewhere  3 coffee at 37.785834,-122.406417, 3 min 40 s after you leave
        """), "\(text)")
    #expect(text.contains("1  One (+1 more of this chain: 2)"))
    #expect(!text.contains("\n2  Two"))
    #expect(PlanRendering.render(plan, isEveryListed: true, style: .plain).contains("\n2  Two"))
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
