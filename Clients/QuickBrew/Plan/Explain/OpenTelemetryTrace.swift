import CommandLineKit
import Messages

/// A plan's timeline as OpenTelemetry spans, for Jaeger, Grafana Tempo and every collector.
///
/// Source: OTLP 1.x, "JSON Protobuf Encoding" of `ExportTraceServiceRequest`: identifiers as
/// hexadecimal digits, 64-bit numbers as texts, enumerations as numbers.
struct OpenTelemetryTrace: Encodable, Sendable, Hashable {
  let resourceSpans: [ResourceSpans]

  struct ResourceSpans: Encodable, Sendable, Hashable {
    let resource: [String: [Attribute]]
    let scopeSpans: [ScopeSpans]
  }

  struct ScopeSpans: Encodable, Sendable, Hashable {
    let scope: [String: String]
    let spans: [Span]
  }

  struct Span: Encodable, Sendable, Hashable {
    /// 32 hexadecimal digits.
    let traceId: String
    /// 16 hexadecimal digits.
    let spanId: String
    let parentSpanId: String?
    let name: String
    /// 2 is a server's, 3 a client's.
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [Attribute]
    /// The code: 1 is fine, 2 an error.
    let status: [String: Int]
  }

  struct Attribute: Encodable, Sendable, Hashable {
    let key: String
    let value: [String: String]

    init(_ key: String, _ text: String) {
      self.key = key
      value = ["stringValue": text]
    }

    init(_ key: String, _ number: Int) {
      self.key = key
      value = ["intValue": "\(number)"]
    }
  }

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
    let scope = ["name": "quickbrew", "version": Release.version]
    resourceSpans = groups.map { group in
      let first = explanation.spans[group[0]]
      return ResourceSpans(
        resource: [
          "attributes": [
            Attribute("service.name", first.service),
            Attribute("service.instance.id", first.instance),
            Attribute("service.version", Release.version),
          ]
        ],
        scopeSpans: [ScopeSpans(scope: scope, spans: group.map { Span($0, of: explanation) })])
    }
  }
}

extension OpenTelemetryTrace.Span {
  fileprivate init(_ index: Int, of explanation: PlanExplanation) {
    let span = explanation.spans[index]
    traceId = explanation.traceID
    spanId = Self.identifier(index)
    parentSpanId = explanation.parent(of: index).map(Self.identifier)
    name = span.span.operation
    kind = index == 0 ? 3 : 2
    startTimeUnixNano = "\(span.start)000"
    endTimeUnixNano = "\(span.end)000"
    attributes = [
      .init("rpc.system", "quickbrew"), .init("rpc.method", span.span.operation),
      .init("quickbrew.queue_microseconds", span.span.queueMicroseconds),
      .init("quickbrew.decode_microseconds", span.span.decodeMicroseconds),
      .init("quickbrew.handler_microseconds", span.span.handlerMicroseconds),
      .init("quickbrew.encode_microseconds", span.span.encodeMicroseconds),
      .init("quickbrew.plan", explanation.plan.id.rawValue),
    ]
    status = ["code": span.span.isFailure ? 2 : 1]
  }

  /// Unique within a trace, and never zero, which would be no identifier.
  private static func identifier(_ index: Int) -> String {
    let digits = String(index + 1, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
