import MessageBus
import Messages

/// Makes a plan and prints what becomes known meanwhile.
struct PlanFollower: Sendable {
  let bus: any ServiceBus
  let call: Call

  /// How long to wait for the subscription before asking: without it progress may be missed, the
  /// plan itself never is.
  private static let subscriptionWait = Duration.seconds(1)
  /// How long to wait, after the reply, for progress that is still on its way.
  private static let progressWait = Duration.milliseconds(250)

  private enum Signal: Sendable {
    case progress(StreamItem<PlanProgress>)
    case reply(Result<Plan, ServiceError>)
    case subscriptionTimedOut
    case progressTimedOut
  }

  /// The plan, after its progress has been printed.
  ///
  /// - Throws: `ServiceError`, `OutputClosed`.
  func plan(_ request: PlanRequest) async throws -> Plan {
    let id = request.id ?? Self.newID()
    let (signals, feed) = AsyncStream<Signal>.makeStream()
    let events = bus.events(PlanProgress.self)
    let listening = Task { for await item in events { feed.yield(.progress(item)) } }
    defer { listening.cancel() }
    Self.send(.subscriptionTimedOut, to: feed, after: Self.subscriptionWait)

    var isAsked = false
    var shown = 0
    var plan: Plan?
    for await signal in signals {
      switch signal {
      case .progress(.live), .subscriptionTimedOut:
        if !isAsked { ask(request.named(id), feed) }
        isAsked = true
      case .progress(.event(let progress, _)) where progress.planID == id:
        try show(progress)
        shown += progress.stage == .option ? 1 : 0
      case .progress: break
      case .reply(let reply):
        plan = try reply.get()
        Self.send(.progressTimedOut, to: feed, after: Self.progressWait)
      case .progressTimedOut: shown = .max
      }
      if let plan, shown >= plan.options.count { return plan }
    }
    throw ServiceError(.internal, "The progress of the plan ended before its reply.")
  }

  private func ask(_ request: PlanRequest, _ feed: AsyncStream<Signal>.Continuation) {
    Task {
      do throws(ServiceError) {
        feed.yield(.reply(.success(try await bus.send(request, timeout: call.timeout))))
      } catch {
        feed.yield(.reply(.failure(error)))
      }
    }
  }

  private func show(_ progress: PlanProgress) throws {
    if call.wantsJSONLines {
      try call.output.jsonLine(progress)
    } else {
      try call.output.text(PlanRendering.render(progress, style: call.style))
    }
  }

  private static func send(
    _ signal: Signal, to feed: AsyncStream<Signal>.Continuation, after wait: Duration
  ) {
    Task {
      // A time limit: the signal comes unless what it limits has come before.
      try? await Task.sleep(for: wait)
      feed.yield(signal)
    }
  }

  /// A name that no other plan has.
  private static func newID() -> PlanID {
    PlanID(rawValue: "cli-" + String(UInt64.random(in: .min ... .max), radix: 36))
  }
}
