import FoundationEssentials
import Hashing
import MessageBus
import Messages
import SQL
import Time

/// Keeps plans after they are answered, and makes them again.
final class PlanHistory: Sendable {
  private let store: PlanStore
  private let isShared: Bool
  private let waiting = Locked<[MadePlan]>([])
  private let calls: AsyncStream<Void>
  private let call: AsyncStream<Void>.Continuation

  /// A plan that was answered and is not written yet.
  private struct MadePlan: Sendable {
    let request: PlanRequest
    let plan: Plan
    let inputs: PlanInputs
    let time: Timestamp
    let user: String?
  }

  /// - Parameter isShared: whether other planners keep plans in the store.
  init(_ store: PlanStore, isShared: Bool = false) {
    self.store = store
    self.isShared = isShared
    (calls, call) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Under a flood, or while the store cannot be written, the newest are kept.
  private static let maximumWaiting = 64
  /// Plans are written together, so that the disk is waited for a few times a second at most.
  private static let pause = Duration.milliseconds(200)

  /// Keeps a plan soon. Returns at once.
  ///
  /// - Parameter user: whose plan it is; `nil` for the home's owner.
  func keep(
    _ plan: Plan, for request: PlanRequest, _ inputs: PlanInputs, now: Timestamp,
    of user: String? = nil
  ) {
    let made = MadePlan(
      request: request, plan: plan, inputs: inputs, time: now, user: user)
    waiting.withLock { waiting in
      if waiting.count >= Self.maximumWaiting { waiting.removeFirst() }
      waiting.append(made)
    }
    call.yield()
  }

  /// Writes plans until the task is cancelled.
  ///
  /// - Parameter onFailure: called where plans cannot be written, once until they can be again.
  func run(onFailure: @Sendable (any Error) -> Void) async {
    var isFailing = false
    for await _ in calls {
      do {
        try await write()
        isFailing = false
      } catch {
        if !isFailing { onFailure(error) }
        isFailing = true
        call.yield()
      }
      // Sleeping fails only if the task is cancelled, which ends the loop.
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Writes the plans that wait. Where the store cannot be written they wait on.
  ///
  /// - Throws: `SQLError`.
  func write() async throws { try await write(in: store) }

  /// Takes and writes in one turn of the store, so that a plan is never out of both: whoever
  /// writes and then reads finds it, also while the task of `run` is writing.
  private func write(in store: isolated PlanStore) throws {
    let plans = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    guard let last = plans.last else { return }
    do {
      try store.keep(plans.map { (Self.kept($0), $0.user) }, now: last.time)
    } catch let error as SQLError where error.isTransient {
      waiting.withLock { $0 = ((plans + $0).suffix(Self.maximumWaiting)) }
      throw error
    }
  }

  private static func kept(_ made: MadePlan) -> KeptPlan {
    KeptPlan(
      request: made.request.fixed(by: made.plan), plan: made.plan,
      inputs: made.inputs, made: made.time,
      // 128 bits.
      secret: Data.random(count: 16).hexadecimal)
  }
}

extension PlanHistory {
  /// - Parameter user: the only one whose plans the caller may see; `nil` for all.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func show(_ request: PlanShowRequest, for user: String? = nil) async throws -> KeptPlan {
    try await writeIfPossible()
    do {
      return try await store.plan(request, for: user)
    } catch let error as ServiceError where error.code == .notFound && isShared {
      // Another planner may have made it just now, and writes it after a pause.
      try await Task.sleep(for: Self.pause * 2)
      return try await store.plan(request, for: user)
    }
  }

  /// - Parameter user: the only one whose plans the caller may see; `nil` for all.
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  func list(_ request: PlanListRequest, for user: String? = nil) async throws -> PlanListReply {
    try await writeIfPossible()
    return try await store.list(request, for: user)
  }

  /// - Throws: `SQLError`.
  func export(_ subject: DataSubject) async throws -> [[String: String]] {
    try await writeIfPossible()
    return try await store.export(subject)
  }

  /// Erases the subject's plans, those that wait to be written included.
  ///
  /// - Returns: how many there were.
  /// - Throws: `ServiceError` with `unavailable`: repeat it; `SQLError`.
  func erase(_ subject: DataSubject) async throws -> Int {
    try await write()
    return try await store.erase(subject)
  }

  /// What is written can be read while nothing can be added.
  private func writeIfPossible() async throws {
    do { try await write() } catch let error as SQLError where error.isTransient {}
  }

  /// Makes a kept plan again and compares.
  ///
  /// - Parameters:
  ///   - user: the only one whose plans the caller may see; `nil` for all.
  ///   - plan: makes a plan.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`; what `plan` throws.
  func replay(
    _ request: PlanReplayRequest, for user: String? = nil,
    plan: (PlanRequest) async throws -> (plan: Plan, inputs: PlanInputs)
  ) async throws -> PlanReplayReply {
    let kept = try await show(PlanShowRequest(id: request.id), for: user)
    let (again, inputs) = try await plan(kept.request)
    return PlanReplayReply(
      isSame: kept.plan.isSame(as: again),
      differences: PlanInputDifference.between(kept, again, inputs), kept: kept, plan: again)
  }
}
