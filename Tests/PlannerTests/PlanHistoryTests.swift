import CommandLineKit
import Foundation
import Messages
import SQL
import Stores
import TestSupport
import Testing
import Time

@testable import Planner

/// Plans that are kept, listed, shown and made again.
@Suite(.bothBackends) struct PlanHistoryTests {
  private let evening = morning.adding(seconds: 36_000)
  private static let places = PlaceResolverTests.hit("Coit Tower", coitTower)

  private static func city() -> FakeCity {
    var city = FakeCity(
      direct: 600,
      shops: [
        (name: "Near", toStop: 300, toDestination: 400),
        (name: "Quick", toStop: 200, toDestination: 300),
      ])
    city.places["Coit Tower"] = GeocodeReply(hits: [places])
    city.devices["phone"] = unionSquare
    return city
  }

  /// Makes and keeps a plan, and makes it again in what the city has become.
  private static func replay(
    _ request: PlanRequest, in first: FakeCity = city(), then second: FakeCity = city()
  ) async throws -> PlanReplayReply {
    try await TemporaryDirectory.with { directory in
      let history = PlanHistory(try PlanStore(at: .store(directory.path("plans.sqlite"))))
      let (plan, inputs) = try await Bench(first).made(request)
      history.keep(plan, for: request, inputs, now: morning)
      return try await history.replay(PlanReplayRequest(id: plan.id)) { request in
        // A day later: clock times would mean another day, and the phone is elsewhere.
        try await Bench(second).made(request, now: morning.adding(seconds: 86_400))
      }
    }
  }

  @Test("a plan made again from the same inputs is the same, whenever that is")
  func same() async throws {
    var later = Self.city()
    later.devices["phone"] = coitTower
    let reply = try await Self.replay(
      request(from: .device("phone"), to: .text("Coit Tower"), depart: .now), then: later)
    #expect(reply.isSame && reply.differences.isEmpty, "\(reply.differences)")
    #expect(reply.kept.request.origin == .coordinate(unionSquare))
    #expect(reply.plan.departure == morning)
  }

  @Test("a plan with an open departure is the same when it is made again for the chosen one")
  func openDeparture() async throws {
    var open = request(by: .instant(morning.adding(seconds: 25 * 3600)))
    open.departure = nil
    // The quicker one closes, so the other can be left later and comes first.
    var city = Self.city()
    city.venues[1].openingHours = "Su 00:00-08:05"
    let reply = try await Self.replay(open, in: city, then: city)
    #expect(reply.kept.plan.openEnd == .departure)
    #expect(reply.kept.plan.options.map(\.venue.name) == ["Near", "Quick"])
    #expect(reply.isSame && reply.differences.isEmpty, "\(reply.differences)")
  }

  @Test("the first input that differs is named")
  func movedPlace() async throws {
    var moved = Self.city()
    moved.places["Coit Tower"] = GeocodeReply(hits: [PlaceResolverTests.hit("Coit", unionSquare)])
    let reply = try await Self.replay(request(to: .text("Coit Tower")), then: moved)
    #expect(!reply.isSame)
    #expect(reply.differences.first?.input == .destination)
  }

  @Test("versions of map, traffic and venues are read from the services' replies")
  func versions() async throws {
    let reply = try await Self.replay(request())
    let inputs = reply.kept.inputs
    #expect(inputs.software == Release.version)
    #expect(inputs.mapVersion != nil && inputs.venues != nil)
    let other = PlanInputs(
      software: inputs.software, mapVersion: "other", trafficVersion: 7,
      venues: StreamPosition(epoch: "e", sequence: 9))
    let differences = PlanInputDifference.between(reply.kept, reply.plan, other)
    #expect(differences.map(\.input) == [.map, .traffic, .venues])
    #expect(differences[1] == PlanInputDifference(input: .traffic, before: nil, now: "7"))
  }

  @Test("the newest plans are kept, up to the limit and for a week")
  func bounded() async throws {
    try await TemporaryDirectory.with { directory in
      let store = try PlanStore(at: .store(directory.path("plans.sqlite")))
      let plan = try await Bench(Self.city()).plan(request())
      let kept = (0...PlannerLimits.maximumKeptPlans).map { number in
        Self.kept(plan, "p\(number)", morning)
      }
      try await store.keep(kept.map { ($0, nil) }, now: morning)
      let list = try await store.list(
        PlanListRequest(limit: PlannerLimits.maximumKeptPlans), for: nil)
      #expect(list.plans.count == PlannerLimits.maximumKeptPlans)
      #expect(list.plans.first?.id.rawValue == "p\(PlannerLimits.maximumKeptPlans)")
      #expect(list.plans.last?.id == "p1")
      await #expect(throws: ServiceError.self) {
        _ = try await store.plan(PlanShowRequest(id: "p0"), for: nil)
      }
      let later = morning.adding(seconds: PlannerLimits.keptPlanSeconds + 1)
      try await store.keep([(Self.kept(plan, "new", later), nil)], now: later)
      #expect(try await store.list(PlanListRequest(), for: nil).plans.map(\.id) == ["new"])
    }
  }

  @Test("a user has so many plans, and pushes out nobody else's")
  func quota() async throws {
    try await TemporaryDirectory.with { directory in
      let store = try PlanStore(at: .store(directory.path("plans.sqlite")))
      let plan = try await Bench(Self.city()).plan(request())
      try await store.keep(
        [(Self.kept(plan, "bob's", morning), "bob"), (Self.kept(plan, "owner's", morning), nil)],
        now: morning)
      let flood = (0..<1_500).map { (Self.kept(plan, "p\($0)", morning), "ann" as String?) }
      for part in [flood.prefix(700), flood.dropFirst(700)] {
        try await store.keep(Array(part), now: morning)
      }
      let limit = PlannerLimits.maximumKeptPlans
      let anns = try await store.list(PlanListRequest(limit: limit), for: "ann").plans
      #expect(anns.count == PlanningLimits.keptPlansOfUser)
      #expect(anns.first?.id == "p1499" && anns.last?.id == "p1000")
      let guest = "guest-" + String(repeating: "0", count: 24)
      try await store.keep(flood.suffix(100).map { ($0.0, guest) }, now: morning)
      let guests = try await store.list(PlanListRequest(limit: limit), for: guest).plans
      #expect(guests.count == PlanningLimits.keptPlansOfUser / 50)
      #expect(try await store.list(PlanListRequest(limit: limit), for: "ann").plans == anns)
      #expect(try await store.list(PlanListRequest(), for: "bob").plans.map(\.id) == ["bob's"])
      #expect(try await store.plan(PlanShowRequest(id: "owner's"), for: nil).plan.id == "owner's")
    }
  }

  @Test(
    "a plan with another word, owner or secret on the disk is not shown",
    arguments: [
      "owner = 'bob'", "secret = 'b1'", "id = 'q'",
      "content = CAST(replace(CAST(content AS TEXT), 'Near', 'Near?') AS BLOB)",
      "summary = CAST(replace(CAST(summary AS TEXT), '\"onTime\":', '\"onTime\":1') AS BLOB)",
    ])
  func damaged(_ change: String) async throws {
    try await TemporaryDirectory.with { directory in
      let location = StoreLocation.store(directory.path("plans.sqlite"))
      let store = try PlanStore(at: location)
      let plan = try await Bench(Self.city()).plan(request())
      let kept = Self.kept(plan, "p", morning, secret: "a1")
      try await store.keep([(kept, "ann")], now: morning)
      #expect(try await store.plan(PlanShowRequest(id: "p"), for: nil).plan.id == "p")
      // A server's content is bytes, not text.
      let isServer = if case .server = location { true } else { false }
      if isServer, change.contains("CAST") { return }
      #expect(try await store.list(PlanListRequest(), for: nil).plans == [PlanSummary(kept)])
      #expect(try PlanStore.database(at: location).run("UPDATE plan SET \(change)") == 1)
      let id: PlanID = change == "id = 'q'" ? "q" : "p"
      let error = await #expect(throws: ServiceError.self) {
        _ = try await store.plan(PlanShowRequest(id: id), for: nil)
      }
      #expect(error?.code == .internal)
      await #expect(throws: ServiceError.self) {
        _ = try await store.list(PlanListRequest(), for: nil)
      }
    }
  }

  @Test("a plan of an earlier version, whose digest left out the summary, is shown")
  func earlier() async throws {
    try await TemporaryDirectory.with { directory in
      let location = StoreLocation.store(directory.path("plans.sqlite"))
      let store = try PlanStore(at: location)
      let plan = try await Bench(Self.city()).plan(request())
      let kept = Self.kept(plan, "p", morning, secret: "a1")
      try await store.keep([(kept, "ann")], now: morning)
      let digest = RowDigest.of("ann", "p", "a1", try MessageCoder.encode(kept))
      try PlanStore.database(at: location).run("UPDATE plan SET digest = ?", digest)
      #expect(try await store.plan(PlanShowRequest(id: "p"), for: nil) == kept)
      #expect(try await store.list(PlanListRequest(), for: nil).plans.map(\.id) == ["p"])
    }
  }

  @Test("a flood of plans leaves out the oldest, and waits for nobody")
  func flood() async throws {
    try await TemporaryDirectory.with { directory in
      let history = PlanHistory(try PlanStore(at: .store(directory.path("plans.sqlite"))))
      let (plan, inputs) = try await Bench(Self.city()).made(request())
      for number in 0..<200 {
        let kept = Self.kept(plan, "p\(number)", morning)
        history.keep(kept.plan, for: kept.request, inputs, now: morning)
      }
      let list = try await history.list(PlanListRequest(limit: 1000))
      #expect(list.plans.map(\.id.rawValue) == (136..<200).reversed().map { "p\($0)" })
    }
  }

  @Test("a plan is found by whoever asks while it is written")
  func shownWhileWritten() async throws {
    try await TemporaryDirectory.with { directory in
      let history = PlanHistory(try PlanStore(at: .store(directory.path("plans.sqlite"))))
      let (plan, inputs) = try await Bench(Self.city()).made(request())
      for number in 0..<500 {
        let kept = Self.kept(plan, "p\(number)", morning)
        history.keep(kept.plan, for: kept.request, inputs, now: morning)
        async let writing: Void = history.write()
        #expect(try await history.show(PlanShowRequest(id: kept.plan.id)).made == morning)
        try await writing
      }
    }
  }

  @Test("plans survive a restart of the planner")
  func restart() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("plans.sqlite")
      let plan = try await Bench(Self.city()).plan(request())
      let kept = Self.kept(plan, plan.id.rawValue, morning)
      try await PlanStore(at: .store(path)).keep([(kept, "ann")], now: morning)
      let store = try PlanStore(at: .store(path))
      #expect(try await store.plan(PlanShowRequest(id: plan.id), for: "ann") == kept)
    }
  }

  @Test("a user's plans are theirs: nobody else reads, lists or replaces them by their identifier")
  func owners() async throws {
    try await TemporaryDirectory.with { directory in
      let store = try PlanStore(at: .store(directory.path("plans.sqlite")))
      let plan = try await Bench(Self.city()).plan(request())
      let (anns, bobs) = (
        Self.kept(plan, "p", morning, secret: "a1"), Self.kept(plan, "p", evening, secret: "b1")
      )
      try await store.keep(
        [(anns, "ann"), (bobs, "bob"), (Self.kept(plan, "home", morning), nil)], now: evening)
      func shown(_ id: PlanID, _ secret: String? = nil, to user: String?) async -> KeptPlan? {
        try? await store.plan(PlanShowRequest(id: id, secret: secret), for: user)
      }
      #expect(await shown("p", to: "ann") == anns)
      #expect(await shown("p", to: "bob") == bobs)
      #expect(await shown("p", to: "eve") == nil)
      #expect(await shown("home", to: "ann") == nil)
      #expect(await shown("home", to: nil) != nil)
      // The secret is of one plan, and of nothing else.
      #expect(await shown("p", "a1", to: "eve") == anns)
      #expect(await shown("p", "a1", to: "bob") == anns)
      #expect(await shown("home", "a1", to: "eve") == nil)
      #expect(await shown("p", "", to: "eve") == nil)
      #expect(await shown("p", "wrong", to: "bob") == bobs)
      #expect(try await store.list(PlanListRequest(), for: "ann").plans.map(\.made) == [morning])
      #expect(try await store.list(PlanListRequest(), for: "eve").plans.isEmpty)
      #expect(try await store.list(PlanListRequest(), for: nil).plans.count == 3)

      // The answer to an unknown plan and to somebody else's is the same.
      var refusals: Set<ServiceError> = []
      for id in ["home", "none"] as [PlanID] {
        let error = await #expect(throws: ServiceError.self) {
          try await store.plan(PlanShowRequest(id: id), for: "ann")
        }
        let message = error?.message.replacing(id.rawValue, with: "ID")
        refusals.insert(ServiceError(try #require(error).code, try #require(message)))
      }
      #expect(refusals.count == 1 && refusals.first?.code == .notFound)

      let later = Self.kept(plan, "p", evening)
      try await store.keep([(later, "ann")], now: evening)
      #expect(await shown("p", to: "ann") == later)
      #expect(await shown("p", "a1", to: "eve") == nil)
      #expect(await shown("p", to: "bob") == bobs)
    }
  }

  @Test("a replay is for the plan's owner, and every plan has its own secret of 128 bits")
  func ownReplay() async throws {
    try await TemporaryDirectory.with { directory in
      let history = PlanHistory(try PlanStore(at: .store(directory.path("plans.sqlite"))))
      let (plan, inputs) = try await Bench(Self.city()).made(request())
      history.keep(plan, for: request(), inputs, now: morning, of: "ann")
      history.keep(plan, for: request(), inputs, now: morning, of: "bob")
      func replayed(_ user: String?) async throws -> KeptPlan {
        try await history.replay(PlanReplayRequest(id: plan.id), for: user) { _ in
          (plan, inputs)
        }.kept
      }
      let secrets = [try await replayed("ann").secret, try await replayed("bob").secret]
      #expect(Set(secrets).count == 2)
      for secret in secrets {
        #expect(try #require(secret).wholeMatch(of: /[0-9a-f]{32}/) != nil)
      }
      let error = await #expect(throws: ServiceError.self) { try await replayed("eve") }
      #expect(error?.code == .notFound)
    }
  }

  private static func kept(
    _ plan: Plan, _ name: String, _ made: Timestamp, secret: String? = nil
  ) -> KeptPlan {
    let renamed = Plan(
      id: PlanID(rawValue: name), origin: plan.origin, destination: plan.destination,
      category: plan.category, departure: plan.departure, deadline: plan.deadline,
      direct: plan.direct,
      options: plan.options, candidates: plan.candidates, timings: plan.timings,
      verdict: plan.verdict, highlights: plan.highlights, groups: plan.groups)
    return KeptPlan(
      request: request().fixed(by: renamed), plan: renamed, inputs: PlanInputs(software: "1"),
      made: made, secret: secret)
  }
}
