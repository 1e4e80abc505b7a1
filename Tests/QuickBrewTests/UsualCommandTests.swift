import CommandLineKit
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

/// Home, work and the usual trip, which the planner keeps.
@Suite struct UsualCommandTests {
  private static let usual = Usual(
    home: "1 Market Street", work: "37.7959,-122.3937",
    trip: UsualTrip(
      words: "home → work by 08:45",
      parameters: [
        "from": "home", "to": "work", "arrive": "08:45", "dwell": "15", "sort": "detour",
      ]))

  /// A bus whose planner keeps `usual`, and notes the plans and changes that it is asked for.
  private static func bus(
    _ usual: Usual, _ plans: Locked<[PlanRequest]>, _ puts: Locked<[UsualPutRequest]> = Locked([])
  ) -> FakeClientBus {
    FakeClientBus()
      .answering(UsualRequest.self) { request in
        #expect(request.user == "ada")
        return usual
      }
      .answering(UsualPutRequest.self) { request in
        puts.withLock { $0.append(request) }
        return usual
      }
      .answering(PlanRequest.self) { request in
        plans.withLock { $0.append(request) }
        throw ServiceError(.notFound, "planned")
      }
  }

  @Test("home and work stand for what the planner keeps, where the settings have none")
  func ends() async throws {
    let plans = Locked<[PlanRequest]>([])
    let bus = Self.bus(Self.usual, plans)
    _ = await CommandRun(["plan", "Home", "work"], bus: bus)
    let settings = try Configuration("home = Coit Tower", from: "settings")
    _ = await CommandRun(["plan", "--from", "home", "--to", "work"], bus: bus, settings: settings)
    let asked = plans.withLock { $0 }
    try #require(asked.count == 2)
    #expect(asked[0].origin == .text("1 Market Street"))
    #expect(asked[0].destination == .coordinate(.init(text: "37.7959,-122.3937")!, label: "work"))
    #expect(asked[1].origin == .text("Coit Tower"))
    #expect(asked[1].destination == asked[0].destination)
  }

  @Test("an end that is kept nowhere is an error that says how to keep it")
  func unset() async {
    let plans = Locked<[PlanRequest]>([])
    let run = await CommandRun(["plan", "home", "Coit Tower"], bus: Self.bus(Usual(), plans))
    #expect(run.status == .usage && run.messages.contains("quickbrew usual set home"))
    #expect(plans.withLock { $0 }.isEmpty)
  }

  @Test("the usual trip is planned again, with what is typed besides") func trip() async throws {
    let plans = Locked<[PlanRequest]>([])
    let bus = Self.bus(Self.usual, plans)
    _ = await CommandRun(["plan", "--usual"], bus: bus)
    _ = await CommandRun(["plan", "--usual", "--dwell", "5m", "--to", "Coit Tower"], bus: bus)
    let asked = plans.withLock { $0 }
    try #require(asked.count == 2)
    #expect(asked[0].origin == .text("1 Market Street"))
    #expect(asked[0].deadline == .clock(hour: 8, minute: 45))
    #expect(asked.map(\.dwellSeconds) == [900, 300])
    #expect(asked[1].destination == .text("Coit Tower"))
    let none = await CommandRun(["plan", "--usual"], bus: Self.bus(Usual(), plans))
    #expect(none.status == .nothingFound && none.messages.contains("--keep"))
  }

  @Test("a trip is kept without its day") func keep() async throws {
    let puts = Locked<[UsualPutRequest]>([])
    let bus = Self.bus(Self.usual, Locked([]), puts).answering(PlanRequest.self) { _ in
      Fixtures.plan([], counts: Fixtures.counts(0, onTime: 0))
    }
    let words = [
      "plan", "home", "Coit Tower", "--depart", "tomorrow 8:00", "--arrive-by", "8:45", "--dwell",
      "90s", "--keep",
    ]
    let run = await CommandRun(words, bus: bus)
    #expect(run.messages.contains("kept as your usual trip: home → Coit Tower by 08:45"))
    let kept = UsualTrip(
      words: "home → Coit Tower by 08:45",
      parameters: [
        "from": "home", "to": "Coit Tower", "depart": "08:00", "arrive": "08:45", "dwell": "2",
      ])
    #expect(puts.withLock { $0 } == [UsualPutRequest(user: "ada", trip: kept)])
  }

  @Test("places are kept, shown and removed") func places() async {
    let puts = Locked<[UsualPutRequest]>([])
    let bus = Self.bus(Self.usual, Locked([]), puts)
    _ = await CommandRun(["usual", "set", "home", "1 Market Street"], bus: bus)
    _ = await CommandRun(["usual", "remove", "work"], bus: bus)
    _ = await CommandRun(["usual", "remove", "trip"], bus: bus)
    let wrong = await CommandRun(["usual", "set", "office", "1 Market Street"], bus: bus)
    #expect(wrong.status == .usage)
    #expect(
      puts.withLock { $0 } == [
        UsualPutRequest(user: "ada", home: "1 Market Street"),
        UsualPutRequest(user: "ada", work: ""),
        UsualPutRequest(user: "ada", trip: UsualTrip(words: "", parameters: [:])),
      ])
    let shown = await CommandRun(["usual", "show"], bus: bus)
    #expect(
      shown.output == "home  1 Market Street\nwork  37.7959,-122.3937\ntrip  home → work by 08:45\n"
    )
  }
}
