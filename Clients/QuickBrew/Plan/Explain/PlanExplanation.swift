import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages

/// A plan with its timeline over the services.
struct PlanExplanation: Encodable, Sendable {
  /// A request of the trace: that of this process first, then those that services answered.
  struct Span: Encodable, Sendable, Hashable {
    let service: String
    let instance: String
    let span: TraceSpan

    var start: Int { span.startMicroseconds }
    var end: Int { span.startMicroseconds + span.durationMicroseconds }
  }

  let plan: Plan
  let traceID: String
  /// By start; the first is the client's own.
  let spans: [Span]

  /// How long to wait for an instance to report its spans.
  private static let spanTimeout = Duration.seconds(1)

  /// Makes the plan, then asks every instance for its part in it.
  ///
  /// - Throws: `ServiceError` of the plan. An instance that does not answer has no spans.
  static func make(
    _ request: PlanRequest, _ bus: any ClientBus, timeout: Duration
  ) async throws(ServiceError) -> PlanExplanation {
    let traceID = TraceContext().traceID
    let (start, clock) = (Date.now.timeIntervalSince1970, ContinuousClock.now)
    let plan = try await bus.send(request, traceID: traceID, timeout: timeout)
    let duration = Int(clock.duration(to: .now) / .microseconds(1))
    let own = TraceSpan(
      operation: PlanRequest.operation.name, startMicroseconds: Int(start * 1e6),
      durationMicroseconds: duration, queueMicroseconds: 0, decodeMicroseconds: 0,
      handlerMicroseconds: duration, encodeMicroseconds: 0, isFailure: false)
    let asked = ServiceName.allCases.flatMap { service in
      bus.instances(of: service).map { instance in
        Task {
          let reply = try? await bus.send(
            TraceRequest(traceID: traceID), to: service, instance: instance, timeout: spanTimeout)
          return (reply?.spans ?? []).map {
            Span(service: service.rawValue, instance: instance, span: $0)
          }
        }
      }
    }
    var spans: [Span] = []
    for task in asked { spans += await task.value }
    spans.sort { ($0.start, -$0.end) < ($1.start, -$1.end) }
    return PlanExplanation(
      plan: plan, traceID: traceID,
      spans: [Span(service: "quickbrew", instance: "cli", span: own)] + spans)
  }

  /// The index of the span that a span is part of: the shortest of another service that encloses
  /// it; a span with a clock a little off belongs to the first. `nil` for the first itself.
  func parent(of index: Int) -> Int? {
    if index == 0 { return nil }
    let span = spans[index]
    // One that encloses another is before it; of two equal ones the first encloses the second.
    let enclosing = (0..<index).filter { other in
      spans[other].service != span.service && spans[other].start <= span.start
        && spans[other].end >= span.end
    }
    return enclosing.min {
      spans[$0].span.durationMicroseconds < spans[$1].span.durationMicroseconds
    } ?? 0
  }
}
