import CCurl
import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages

/// Sends spans to a collector of OpenTelemetry, as OTLP over HTTP in JSON, on one thread.
///
/// A batch that the collector does not accept within `timeout` is dropped: requests never wait.
///
/// Source: OpenTelemetry, "OpenTelemetry Protocol Exporter", for the environment's variables.
struct SpanExporter: Sendable {
  /// The address before `/v1/traces`.
  static let endpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT"
  /// Further headers, `name=value` with commas between them, percent-encoded.
  static let headersVariable = "OTEL_EXPORTER_OTLP_HEADERS"
  static let timeout = Duration.seconds(10)

  let url: String
  let headers: [String]
  let resource: @Sendable ([OpenTelemetryTrace.Span]) -> OpenTelemetryTrace.ResourceSpans
  let log: Log

  /// Starts the thread where the environment names a collector.
  ///
  /// - Returns: the queue that it exports; `nil` where no collector is named.
  static func start(
    service: ServiceName, instance: String, log: Log,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> SpanQueue? {
    guard let base = environment[endpointVariable], !base.isEmpty else { return nil }
    let pairs = environment[headersVariable]?.split(separator: ",") ?? []
    let headers = pairs.compactMap { pair -> String? in
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? "\(parts[0]): \(unescaped(parts[1]))" : nil
    }
    let exporter = SpanExporter(
      url: base + (base.hasSuffix("/") ? "" : "/") + "v1/traces", headers: headers,
      resource: {
        .init(service: service.rawValue, instance: instance, version: Release.version, $0)
      }, log: log)
    let queue = SpanQueue()
    NamedThread.detached("span-export") { exporter.run(queue) }
    return queue
  }

  private static func unescaped(_ text: String) -> String {
    guard let plain = curl_easy_unescape(nil, text, 0, nil) else { return text }
    defer { curl_free(plain) }
    return String(cString: plain)
  }

  private func run(_ queue: SpanQueue) {
    let curl = curl_easy_init()
    // Without "Expect" a batch is one exchange.
    let lines = (["Content-Type: application/json", "Expect:"] + headers)
      .reduce(nil) { curl_slist_append($0, $1) }
    defer {
      curl_slist_free_all(lines)
      curl_easy_cleanup(curl)
    }
    // What the collector answers is of no use.
    quickbrew_curl_set_callbacks(curl, nil, nil, { _, size, count, _ in size * count }, nil, nil)
    _ = quickbrew_curl_set_number(curl, CURLOPT_NOPROGRESS, 1)
    _ = quickbrew_curl_set_number(curl, CURLOPT_NOSIGNAL, 1)
    _ = quickbrew_curl_set_number(curl, CURLOPT_TIMEOUT_MS, Int(Self.timeout / .milliseconds(1)))
    _ = quickbrew_curl_set_text(curl, CURLOPT_URL, url)
    _ = quickbrew_curl_set_text(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    _ = quickbrew_curl_set_list(curl, CURLOPT_HTTPHEADER, lines)
    var isAccepted = true
    queue.export { spans in
      let failure = send(spans, curl)
      if (failure == nil) != isAccepted {
        isAccepted.toggle()
        log.write(
          isAccepted ? .info : .warning,
          failure.map { "spans are dropped: \(url): \($0)" } ?? "spans are exported again")
      }
      return isAccepted
    }
  }

  /// - Returns: what failed; `nil` for nothing.
  private func send(_ spans: [OpenTelemetryTrace.Span], _ curl: UnsafeMutableRawPointer?) -> String?
  {
    // Strings and numbers always encode.
    let body = (try? MessageCoder.encode(OpenTelemetryTrace([resource(spans)]))) ?? Data()
    let outcome = body.withUnsafeBytes { bytes in
      _ = quickbrew_curl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, bytes.count)
      _ = quickbrew_curl_set_text(
        curl, CURLOPT_POSTFIELDS, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
      return curl_easy_perform(curl)
    }
    guard outcome == CURLE_OK else { return String(cString: curl_easy_strerror(outcome)) }
    let status = quickbrew_curl_status(curl)
    return (200..<300).contains(status) ? nil : "status \(status)"
  }
}
