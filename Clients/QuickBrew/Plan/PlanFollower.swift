import MessageBus
import Messages

/// Requests a plan and prints its progress. The plan is cancelled with the task.
struct PlanFollower: Sendable {
  let context: CommandContext
  /// How long a plan may take before it counts as slow.
  var patience = Duration.seconds(1)

  /// How long to wait for the subscription before requesting the plan. Without it progress events
  /// may be missed, but never the plan.
  private static let subscriptionWait = Duration.seconds(1)
  /// How long to wait after the reply for progress events that are still in flight.
  private static let progressWait = Duration.milliseconds(250)

  private enum Signal: Sendable {
    case progress(StreamItem<PlanProgress>)
    case reply(Result<Plan, any Error>)
    case subscriptionTimedOut
    case progressTimedOut
  }

  /// Returns the plan. One that takes long says so on a terminal, and how to cancel it, and shows
  /// its options as messages as they come.
  ///
  /// - Throws: `ServiceError`, `OutputFailure`.
  func slowPlan(_ request: PlanRequest) async throws -> Plan {
    var request = request
    let id = request.id ?? Self.newID()
    if context.output.isTerminal { request.id = id }
    return try await context.send(request, slow: "plan.slow", patience: patience) {
      for await case .event(let progress, _) in try context.events(PlanProgress.self)
      where progress.planID == id && progress.stage == .option {
        context.output.message(String(PlanRendering.render(progress, style: .plain).dropLast()))
      }
    }
  }

  /// Returns the plan after its progress has been printed.
  ///
  /// - Throws: `ServiceError`, `OutputFailure`.
  func plan(_ request: PlanRequest) async throws -> Plan {
    var request = request
    let id = request.id ?? Self.newID()
    request.id = id
    let (signals, continuation) = AsyncStream<Signal>.makeStream()
    let events = try context.events(PlanProgress.self)
    let listening = Task { for await item in events { continuation.yield(.progress(item)) } }
    defer { listening.cancel() }
    Self.send(.subscriptionTimedOut, to: continuation, after: Self.subscriptionWait)

    var asking: Task<Void, Never>?
    defer { asking?.cancel() }
    var shown = 0
    var plan: Plan?
    for await signal in signals {
      switch signal {
      case .progress(.live), .subscriptionTimedOut:
        asking = asking ?? ask(request, continuation)
      case .progress(.event(let progress, _)) where progress.planID == id:
        try context.showEvent(progress) { PlanRendering.render($0, style: $1) }
        shown += progress.stage == .option ? 1 : 0
      case .progress: break
      case .reply(let reply):
        plan = try reply.get()
        Self.send(.progressTimedOut, to: continuation, after: Self.progressWait)
      case .progressTimedOut: shown = .max
      }
      if let plan, shown >= plan.options.count { return plan }
    }
    try Task.checkCancellation()
    throw ServiceError(.internal, "The progress of the plan ended before its reply.")
  }

  private func ask(
    _ request: PlanRequest, _ continuation: AsyncStream<Signal>.Continuation
  ) -> Task<Void, Never> {
    Task {
      do {
        continuation.yield(.reply(.success(try await context.send(request))))
      } catch {
        continuation.yield(.reply(.failure(error)))
      }
    }
  }

  private static func send(
    _ signal: Signal, to continuation: AsyncStream<Signal>.Continuation, after wait: Duration
  ) {
    Task {
      // This is the time limit itself; the signal is ignored where the event came before.
      try? await Task.sleep(for: wait)
      continuation.yield(signal)
    }
  }

  /// A random ID, unique in practice.
  private static func newID() -> PlanID {
    PlanID(rawValue: "cli-" + String(UInt64.random(in: .min ... .max), radix: 36))
  }
}
