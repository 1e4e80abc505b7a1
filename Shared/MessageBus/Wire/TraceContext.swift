/// Where a request belongs in the trace of what a user asked for.
///
/// Source: https://www.w3.org/TR/trace-context/, "traceparent".
package struct TraceContext: Sendable, Hashable {
  /// The same for all requests behind one of a user: 32 hexadecimal digits, or, of a caller that
  /// does not know the standard, any text.
  package let traceID: String
  /// The span that asks, 16 hexadecimal digits; `nil` where nobody has recorded one.
  package private(set) var spanID: String?
  /// Whether whoever began the trace wants it recorded.
  package private(set) var isSampled = true

  package init(traceID: String) { self.traceID = traceID }

  /// A new trace.
  package init() { traceID = Self.newSpanID() + Self.newSpanID() }

  /// `nil` for what the standard has receivers ignore.
  package init?(traceparent text: String) {
    let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, Self.isHexadecimal(parts[0], 2), parts[0] != "ff",
      // Later versions may have more parts.
      parts.count == 4 || parts[0] != "00",
      Self.isIdentifier(parts[1], 32), Self.isIdentifier(parts[2], 16),
      Self.isHexadecimal(parts[3], 2), let flags = UInt8(parts[3], radix: 16)
    else { return nil }
    (traceID, spanID, isSampled) = (String(parts[1]), String(parts[2]), flags & 1 == 1)
  }

  /// As a header of HTTP and of the bus has it; `nil` without a span.
  package var traceparent: String? {
    spanID.map { "00-\(traceID)-\($0)-\(isSampled ? "01" : "00")" }
  }

  /// That of what the span `id` asks for. Unchanged where the trace is not recorded.
  package func inSpan(_ id: String?) -> TraceContext {
    guard let id, isSampled, Self.isIdentifier(traceID[...], 32) else { return self }
    var context = self
    context.spanID = id
    return context
  }

  /// A random identifier of a span.
  package static func newSpanID() -> String {
    let digits = String(UInt64.random(in: 1 ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func isIdentifier(_ text: Substring, _ count: Int) -> Bool {
    isHexadecimal(text, count) && text.utf8.contains { $0 != UInt8(ascii: "0") }
  }
}
