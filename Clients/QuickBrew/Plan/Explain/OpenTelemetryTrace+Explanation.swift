import CommandLineKit
import MessageBus
import Messages

/// A plan's timeline as OpenTelemetry spans.
extension OpenTelemetryTrace {
  init(_ explanation: PlanExplanation) {
    let indices = explanation.spans.indices
    var groups: [[Int]] = []
    for index in indices {
      let span = explanation.spans[index]
      let known = groups.firstIndex { group in
        let first = explanation.spans[group[0]]
        return first.service == span.service && first.instance == span.instance
      }
      if let known { groups[known].append(index) } else { groups.append([index]) }
    }
    self.init(
      groups.map { group in
        let first = explanation.spans[group[0]]
        return ResourceSpans(
          service: first.service, instance: first.instance, version: Release.version,
          group.map { Span($0, of: explanation) })
      })
  }
}

extension OpenTelemetryTrace.Span {
  fileprivate init(_ index: Int, of explanation: PlanExplanation) {
    let span = explanation.spans[index]
    self.init(
      traceId: explanation.traceID, spanId: Self.identifier(index),
      parentSpanId: explanation.parent(of: index).map(Self.identifier),
      name: span.span.operation, kind: index == 0 ? 3 : 2, startTimeUnixNano: "\(span.start)000",
      endTimeUnixNano: "\(span.end)000",
      attributes: [
        .init("rpc.system", "quickbrew"), .init("rpc.method", span.span.operation),
        .init("quickbrew.queue_microseconds", span.span.queueMicroseconds),
        .init("quickbrew.decode_microseconds", span.span.decodeMicroseconds),
        .init("quickbrew.handler_microseconds", span.span.handlerMicroseconds),
        .init("quickbrew.encode_microseconds", span.span.encodeMicroseconds),
        .init("quickbrew.plan", explanation.plan.id.rawValue),
      ], status: ["code": span.span.isFailure ? 2 : 1])
  }

  /// Unique within a trace, and never zero, which would be no identifier.
  private static func identifier(_ index: Int) -> String {
    let digits = String(index + 1, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
