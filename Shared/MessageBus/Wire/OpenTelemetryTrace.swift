import FoundationEssentials
import Messages

/// Spans as OpenTelemetry has them, for Jaeger, Grafana Tempo and every collector.
///
/// Source: OTLP 1.x, "JSON Protobuf Encoding" of `ExportTraceServiceRequest`: identifiers as
/// hexadecimal digits, 64-bit numbers as texts, enumerations as numbers.
@Memberwise(positional: 1) package struct OpenTelemetryTrace: Encodable, Sendable, Hashable {
  package let resourceSpans: [ResourceSpans]

  package struct ResourceSpans: Encodable, Sendable, Hashable {
    let resource: [String: [Attribute]]
    let scopeSpans: [ScopeSpans]

    /// The spans of an instance of a service of that version.
    package init(service: String, instance: String, version: String, _ spans: [Span]) {
      resource = [
        "attributes": [
          Attribute("service.name", service), Attribute("service.instance.id", instance),
          Attribute("service.version", version),
        ]
      ]
      scopeSpans = [ScopeSpans(scope: ["name": "quickbrew", "version": version], spans: spans)]
    }
  }

  struct ScopeSpans: Encodable, Sendable, Hashable {
    let scope: [String: String]
    let spans: [Span]
  }

  @Memberwise package struct Span: Encodable, Sendable, Hashable {
    /// 32 hexadecimal digits.
    package let traceId: String
    /// 16 hexadecimal digits.
    package let spanId: String
    package let parentSpanId: String?
    package let name: String
    /// 2 is a server's, 3 a client's.
    package let kind: Int
    package let startTimeUnixNano: String
    package let endTimeUnixNano: String
    package let attributes: [Attribute]
    /// The code: 1 is fine, 2 an error.
    package let status: [String: Int]
  }

  package struct Attribute: Encodable, Sendable, Hashable {
    let key: String
    let value: [String: String]

    package init(_ key: String, _ text: String) {
      self.key = key
      value = ["stringValue": text]
    }

    package init(_ key: String, _ number: Int) {
      self.key = key
      value = ["intValue": "\(number)"]
    }
  }
}

extension OpenTelemetryTrace.Span {
  /// What a server did for a request, which took `duration` since `start`. Called soon after: the
  /// time of day is computed from now.
  ///
  /// - Parameters:
  ///   - trace: that of what the span itself asked for; without a span there is nothing to export.
  ///   - parent: the span that asked.
  package init?(
    _ trace: TraceContext, parent: String?, name: String, start: ContinuousClock.Instant,
    duration: Duration, isFault: Bool, _ attributes: [OpenTelemetryTrace.Attribute]
  ) {
    guard let id = trace.spanID, trace.isSampled else { return nil }
    let begin = Date.now.timeIntervalSince1970 - start.duration(to: .now) / .seconds(1)
    let first = Int((begin * 1e6).rounded())
    let last = first + Int((duration / .microseconds(1)).rounded())
    self.init(
      traceId: trace.traceID, spanId: id, parentSpanId: parent, name: name, kind: 2,
      startTimeUnixNano: "\(first)000", endTimeUnixNano: "\(last)000", attributes: attributes,
      status: ["code": isFault ? 2 : 1])
  }
}
