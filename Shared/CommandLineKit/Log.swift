import Glibc
import Time

/// Writes one line per entry to standard error: time, name, level, text.
package struct Log: Sendable {
  private let name: String

  /// - Parameter name: of the process, such as `router-1`.
  package init(_ name: String) { self.name = name }

  package func info(_ text: String) { write("info", text) }
  package func warning(_ text: String) { write("warning", text) }
  package func error(_ text: String) { write("error", text) }

  private func write(_ level: String, _ text: String) {
    let oneLine = text.split(whereSeparator: \.isNewline).joined(separator: " | ")
    writeToStandardError("\(Timestamp.now()) \(name) \(level) \(oneLine)\n")
  }
}

/// Writes text to standard error, in one write if the system allows.
package func writeToStandardError(_ text: String) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if written <= 0 { return }
    bytes = bytes.dropFirst(written)
  }
}
