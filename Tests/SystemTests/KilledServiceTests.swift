import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// `kill -9` at any time: the stack recovers, and nothing acknowledged is lost.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct KilledServiceTests {
  private let union = Coordinate(latitude: 37.785834, longitude: -122.406417)

  @Test("plans succeed again after each service was killed and restarted")
  func plans() async throws {
    try await RealStack.run { stack in
      for service in RealStack.services {
        let plans = Task { await plansUntilKilled(on: stack) }
        await stack.kill(service)
        let outcomes = await plans.value
        // A plan either succeeds or names the missing service; none hangs.
        for failure in outcomes.compactMap({ $0 }) {
          #expect([.unavailable, .shuttingDown].contains(failure.code), "\(service): \(failure)")
        }
        try stack.start(service)
        try await stack.waitUntilReady()
        let after = await plan(on: stack)
        #expect(after == nil, "\(service): \(after?.message ?? "")")
      }
    }
  }

  @Test func missingServiceIsNamedAtOnce() async throws {
    try await RealStack.run { stack in
      await stack.kill(.router)
      let outcome = try await stack.quickbrew(
        "plan", "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart", "08:00",
        "--arrive-by", "08:45", "--timeout", "600s")
      #expect(outcome.status == 5)
      #expect((outcome.output + outcome.errors).contains("router"), "\(outcome)")
    }
  }

  @Test func acknowledgedFavouritesSurvive() async throws {
    try await RealStack.run { stack in
      let venues = try await stack.bus.client.send(VenueListRequest(limit: 60)).venues
      var acknowledged: Set<VenueID> = []
      for (index, venue) in venues.enumerated() {
        // Killed while the next write is in flight.
        if index % 10 == 5 { Task.detached { await stack.kill(.venueStore) } }
        let request = FavouriteAddRequest(user: "ann", venueID: venue.id)
        if await failure({ try await stack.bus.client.send(request) }) == nil {
          acknowledged.insert(venue.id)
        } else {
          await stack.kill(.venueStore)
          try stack.start(.venueStore)
          try await stack.waitUntilReady()
        }
      }
      await stack.kill(.venueStore)
      try stack.start(.venueStore)
      try await stack.waitUntilReady()
      let kept = try await stack.bus.client.send(FavouriteListRequest(user: "ann")).favourites
      let ids = kept.map(\.venue.id)
      #expect(acknowledged.count > 30)
      #expect(acknowledged.isSubset(of: ids))
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func acknowledgedFencesAndEventsSurvive() async throws {
    try await RealStack.run { stack in
      let fence = try await stack.bus.client.send(
        FenceAddRequest(
          center: union, radiusMeters: 300, label: "square", confirmation: .immediate))
      var acknowledged: [GeofenceEvent] = []
      for step in 0..<20 {
        let away = union.moved(by: step % 2 == 0 ? 0 : 1000, bearing: 90)
        if step % 5 == 3 {
          await stack.kill(.geofenceMonitor)
          try stack.start(.geofenceMonitor)
          try await stack.waitUntilReady()
        }
        let reply = try await stack.bus.client.send(
          PositionReportRequest(
            device: "phone", coordinate: away,
            time: Timestamp(secondsSince1970: 1_700_000_000 + Int64(step) * 60)))
        acknowledged += reply.events
      }
      let kept = try await stack.bus.client.send(GeofenceEventsRequest(since: 0, limit: 100))
      let kinds = (0..<20).map { $0 % 2 == 0 ? GeofenceEvent.Kind.enter : .exit }
      #expect(acknowledged.map(\.kind) == kinds)
      #expect(kept.events == acknowledged)
      #expect(kept.events.map(\.number) == Array(1...20))
      #expect(try await stack.bus.client.send(FenceListRequest()).fences == [fence])
    }
  }

  /// The outcomes of plans, up to the first failure; at most 40.
  private func plansUntilKilled(on stack: RealStack) async -> [ServiceError?] {
    var outcomes: [ServiceError?] = []
    for _ in 0..<40 {
      outcomes.append(await plan(on: stack))
      if outcomes.last != .some(nil) { break }
    }
    return outcomes
  }

  private func plan(on stack: RealStack) async -> ServiceError? {
    await failure {
      try await stack.bus.client.send(
        PlanRequest(
          origin: .coordinate(union), destination: .text("Coit Tower"),
          departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 8, minute: 45)))
    }
  }

  private func failure<Reply>(_ body: () async throws -> Reply) async -> ServiceError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? ServiceError ?? ServiceError(.internal, "\(error)")
    }
  }
}
