import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

/// `kill -9` at any time: the stack recovers. That nothing acknowledged is lost is shown by
/// `SystemSimulationTests`, and with real processes by `KilledStoreTests` and `NothingLostTests`.
@Suite(.timeLimit(.minutes(10)))
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
        if service == .router { try await expectNamed("router", on: stack) }
        try stack.start(service)
        try await stack.waitUntilReady()
        let after = await plan(on: stack)
        #expect(after == nil, "\(service): \(after?.message ?? "")")
      }
    }
  }

  /// At once, whatever the time-out, the client says what is missing.
  private func expectNamed(_ service: String, on stack: RealStack) async throws {
    let outcome = try await stack.quickbrew(
      "plan", "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart", "08:00",
      "--arrive-by", "08:45", "--timeout", "600s")
    #expect(outcome.status == 5)
    #expect((outcome.output + outcome.errors).contains(service), "\(outcome)")
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
