import FoundationEssentials
import Glibc
import Messages
package import Time

/// Writes one line per entry to standard error.
package struct Log: Sendable {
  /// How an entry is written.
  package enum Format: String, Sendable, CaseIterable {
    /// Time, name, level, text and fields: `2026-01-02T03:04:05Z router-1 info ready`.
    case text
    /// An object: `time`, `name`, `level`, `text`, and the fields.
    case json
    /// As systemd's journal wants it, which adds the time: the priority in front, `<6>router-1 …`.
    case journal

    /// The environment variable that names one.
    package static let variable = "QUICKBREW_LOG_FORMAT"

    /// As the environment says: what the variable names, else `journal` where standard error leads
    /// to the journal, else `text`.
    ///
    /// Source: systemd.exec(5), `JOURNAL_STREAM` is the device and inode of the journal's stream.
    package static func inEnvironment(_ environment: [String: String]) -> Format {
      if let named = environment[variable].flatMap(Format.init(rawValue:)) { return named }
      var status = stat()
      let stream = environment["JOURNAL_STREAM"]
      return fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
        ? .journal : .text
    }
  }

  package enum Level: String, Sendable {
    case info, warning, error

    /// Source: sd-daemon(3).
    fileprivate var priority: Int {
      switch self {
      case .info: 6
      case .warning: 4
      case .error: 3
      }
    }
  }

  private let name: String
  private let format: Format

  /// - Parameters:
  ///   - name: of the process, such as `router-1`.
  ///   - format: by default the environment's.
  package init(
    _ name: String,
    format: Format = .inEnvironment(ProcessInfo.processInfo.environment)
  ) {
    self.name = name
    self.format = format
  }

  package func info(_ text: String) { write(.info, text) }
  package func warning(_ text: String) { write(.warning, text) }
  package func error(_ text: String) { write(.error, text) }

  /// - Parameter fields: what programs look for, such as a request's trace; keys in camel case.
  package func write(_ level: Level, _ text: String, _ fields: KeyValuePairs<String, String> = [:])
  {
    writeToStandardError(line(level, text, fields, at: .now()) + "\n")
  }

  /// An entry as it is written, without the line's end.
  package func line(
    _ level: Level, _ text: String, _ fields: KeyValuePairs<String, String> = [:],
    at time: Timestamp
  ) -> String {
    if format == .json {
      var entry = ["time": "\(time)", "name": name, "level": level.rawValue, "text": text]
      for (key, value) in fields { entry[key] = value }
      // Strings always encode.
      return (try? MessageCoder.encode(entry)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let rest = ([text] + fields.map { "\($0)=\($1)" }).joined(separator: " ")
      .split(whereSeparator: \.isNewline).joined(separator: " | ")
    return format == .journal
      ? "<\(level.priority)>\(name) \(rest)" : "\(time) \(name) \(level.rawValue) \(rest)"
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
