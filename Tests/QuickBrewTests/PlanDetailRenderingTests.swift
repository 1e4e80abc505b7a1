import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct PlanDetailRenderingTests {
  private static func plan(
    notShown: [PlanExclusion]? = nil, _ change: (inout PlanOption) -> Void = { _ in }
  ) -> Plan {
    var option = Fixtures.option(Fixtures.venue("Blue Bottle"), toStop: 200, toDestination: 370)
    change(&option)
    let plain = Fixtures.plan([option], counts: Fixtures.counts(3, onTime: 1))
    let last = DepartureChart.LastDeparture(
      venue: "osm/node/1", leaveBy: Fixtures.departure.adding(seconds: 660))
    return Plan(
      id: plain.id, origin: plain.origin, destination: plain.destination,
      category: plain.category, departure: plain.departure, deadline: plain.deadline,
      direct: plain.direct, options: plain.options, candidates: plain.candidates,
      timings: plain.timings,
      whyNot: WhyNot(
        shown: 1,
        counts: [
          WhyNot.ReasonCount(reason: .late, count: 1),
          WhyNot.ReasonCount(reason: .closed, count: 1),
        ],
        venues: notShown ?? [
          PlanExclusion(
            id: "osm/node/1", name: "Far", names: NamesByLanguage(["en": "Off"]), reason: .late,
            seconds: 180),
          PlanExclusion(
            id: "osm/node/2", name: "Early", reason: .closed,
            arrival: Fixtures.departure.adding(seconds: 840),
            closes: Fixtures.departure.adding(seconds: 600)),
        ]),
      departures: DepartureChart(
        stepSeconds: 300, counts: [4, 4, 1, 0], last: last, open: [4, 4, 1, 0], lastOpen: last),
      verdict: plain.verdict, highlights: [], groups: plain.groups)
  }

  private static func text(_ plan: Plan, ledgerOf number: Int? = nil) -> String {
    PlanDetailRendering(plan: plan, style: .plain).text(ledgerOf: number)
  }

  @Test("reasons have their numbers, and the counts add up")
  func whyNot() {
    let text = Self.text(Self.plan())
    #expect(text.contains("3 shops considered, 1 shown, 1 late, 1 closed.\n"))
    #expect(text.contains("\nOff · Far  late by 3 min\n"))
    #expect(text.contains("closes 08:10:00, you arrive 08:14:00\n"))
  }

  @Test(
    "a closing time is named if it belongs to the day of the visit, which ends late at night",
    arguments: [
      // Hours after midnight: closing, arrival.
      (0, 8, "you arrive 08:00:00, opens 09:00:00"),
      (2, 3, "closes 02:00:00, you arrive 03:00:00, opens 09:00:00"),
      (10, 15, "closes 10:00:00, you arrive 15:00:00, opens 09:00:00"),
      (24, 23, "closes 2026-11-22 00:00:00, you arrive 23:00:00, opens 09:00:00"),
      (24, 26, "closes 2026-11-22 00:00:00, you arrive 2026-11-22 02:00:00, opens 09:00:00"),
    ])
  func closing(closes: Int, arrival: Int, text: String) {
    let midnight = Fixtures.departure.adding(seconds: -8 * 3600)
    let late = PlanExclusion(
      id: "osm/node/2", name: "Late", reason: .closed,
      arrival: midnight.adding(seconds: arrival * 3600),
      closes: midnight.adding(seconds: closes * 3600),
      opens: midnight.adding(seconds: 9 * 3600))
    #expect(Self.text(Self.plan(notShown: [late])).contains("Late  \(text)\n"))
  }

  @Test("the departure chart has a bar where the number changes, and the last departure")
  func chart() {
    let text = Self.text(Self.plan())
    #expect(text.contains("08:00:00  \(String(repeating: "█", count: 40)) 4\n08:10:00  "))
    #expect(text.contains("08:15:00  0\n"))
    #expect(text.contains("The last one goes at 08:11:00: Blue Bottle.\n"))
    #expect(text.contains("Each 5 min later costs about 2 stops.\n"))
  }

  @Test("a chart says which of its stops are known to be open, and when the last of each goes")
  func openChart() {
    let plain = Self.plan()
    let last = { (seconds: Int) in
      DepartureChart.LastDeparture(
        venue: "osm/node/1", leaveBy: Fixtures.departure.adding(seconds: seconds))
    }
    let plan = Plan(
      id: plain.id, origin: plain.origin, destination: plain.destination,
      category: plain.category, departure: plain.departure, deadline: plain.deadline,
      direct: plain.direct, options: plain.options, candidates: plain.candidates,
      timings: plain.timings,
      departures: DepartureChart(
        stepSeconds: 300, counts: [4, 4, 1, 0], last: last(660), open: [2, 1, 0, 0],
        lastOpen: last(360)), verdict: plain.verdict, highlights: [], groups: plain.groups)
    let text = Self.text(plan)
    let bar = String(repeating: "█", count: 20) + String(repeating: "░", count: 20)
    #expect(text.contains("08:00:00  \(bar) 2 and 2 of unknown hours\n"))
    #expect(text.contains(" 1 and 3 of unknown hours\n08:10:00  ░"))
    #expect(text.contains("The last one goes at 08:06:00: Blue Bottle.\n"))
    #expect(text.contains("The last one of unknown hours goes at 08:11:00: Blue Bottle.\n"))
  }

  @Test("the ledger is that of the option asked for")
  func ledger() {
    let plan = Self.plan { option in
      option.ledger = [
        LedgerRow(
          kind: .departure, begins: Fixtures.departure, seconds: 0,
          sources: [LedgerSource(.request)]),
        LedgerRow(
          kind: .drive, begins: Fixtures.departure, seconds: 200,
          sources: [LedgerSource(.map, "b0a7c4"), LedgerSource(.traffic, "3")]),
      ]
    }
    let text = Self.text(plan, ledgerOf: 1)
    #expect(text.contains("08:00:00  3 min 20 s  drive  road map b0a7c4, live traffic version 3\n"))
    #expect(Self.text(plan, ledgerOf: 2).contains("There is no stop number 2.\n"))
    #expect(!Self.text(plan).contains("drive"))
  }

  @Test("without the router a stop is on time at best, and the parts say what they are based on")
  func uncertain() {
    let plain = Self.plan()
    let part = PlanCertainty.Part(kind: .bound, cause: "The router is away.")
    let plan = Plan(
      id: plain.id, origin: plain.origin, destination: plain.destination,
      category: plain.category, departure: plain.departure, deadline: plain.deadline,
      direct: plain.direct, options: plain.options, candidates: plain.candidates,
      timings: plain.timings, certainty: PlanCertainty(detours: part),
      verdict: PlanVerdict(.maybe, .bounds), highlights: [], groups: plain.groups)
    let text = PlanRendering.render(plan, style: .plain)
    #expect(text.contains("Maybe: 1 coffee stop may be on time, at best"))
    #expect(text.contains("late for certain. The router is away.\n"))
    #expect(!plan.isCertain)
  }
}
