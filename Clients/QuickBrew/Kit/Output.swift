import Dispatch
import FoundationEssentials
import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// The output of a command: data on standard output, messages on standard error.
package struct Output: Sendable {
  /// The style of text on standard output.
  package let style: Style
  /// Whether standard output is a terminal.
  package let isTerminal: Bool
  private let writeData: @Sendable (String) throws(OutputFailure) -> Void
  private let writeMessage: @Sendable (String) -> Void
  private let writeLive: @Sendable (String?) -> Void
  private let waitForClose: @Sendable () async -> Void

  /// - Parameters:
  ///   - data: writes to standard output; throws where its reader is gone.
  ///   - message: writes to standard error.
  ///   - live: replaces the progress line; `nil` removes it.
  ///   - close: returns when the reader of standard output is gone, or when the task is cancelled.
  package init(
    style: Style, isTerminal: Bool,
    data: @escaping @Sendable (String) throws(OutputFailure) -> Void,
    message: @escaping @Sendable (String) -> Void,
    live: @escaping @Sendable (String?) -> Void = { _ in },
    close: @escaping @Sendable () async -> Void
  ) {
    self.style = style
    self.isTerminal = isTerminal
    self.writeData = data
    self.writeMessage = message
    self.writeLive = live
    self.waitForClose = close
  }

  /// Prints text that includes its line breaks.
  ///
  /// - Throws: `OutputFailure`: `closed` where the reader is gone, as in `quickbrew … | head`.
  func text(_ text: String) throws(OutputFailure) { try writeData(text) }

  /// Prints one line.
  ///
  /// - Throws: `OutputFailure`.
  func line(_ line: String) throws(OutputFailure) { try writeData(line + "\n") }

  /// Redraws a terminal's screen with the text, without flicker.
  ///
  /// Source: ECMA-48, cursor position (CUP), erase in line (EL) and in page (ED).
  ///
  /// - Throws: `OutputFailure`.
  func screen(_ text: String) throws(OutputFailure) {
    try writeData("\u{1B}[H" + text.replacing("\n", with: "\u{1B}[K\n") + "\u{1B}[J")
  }

  /// Prints a message that is not part of the data.
  func message(_ line: String) { writeMessage(style.wrapped(line) + "\n") }

  /// Replaces the progress line, on a terminal only; `nil` removes it.
  func live(_ line: String?) { writeLive(line) }

  /// Runs work that may print nothing for long, such as following events, until it ends or the
  /// reader of the output is gone.
  ///
  /// - Throws: what the work throws; `OutputFailure` with `closed` once the reader is gone.
  func runUntilClosed(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let working = Task { try await work() }
    let waiting = Task {
      await waitForClose()
      working.cancel()
    }
    defer { waiting.cancel() }
    do {
      try await working.value
    } catch {
      // What was cancelled did not fail.
      throw working.isCancelled ? OutputFailure.closed : error
    }
  }

  /// Prints a value as JSON: indented on a terminal, one line elsewhere.
  ///
  /// - Throws: `OutputFailure`; `EncodingError` where a number is not finite.
  func json(_ value: some Encodable) throws {
    try line(
      isTerminal
        ? String(decoding: MessageCoder.encodePretty(value), as: UTF8.self)
        : JSONLine.text(value))
  }

  /// Prints a value as one line of JSON, also on a terminal.
  ///
  /// - Throws: as `json(_:)`.
  func jsonLine(_ value: some Encodable) throws {
    try line(JSONLine.text(value))
  }
}

/// Encodes a value as one line of JSON with sorted keys, so that equal values give equal lines.
enum JSONLine {
  /// - Throws: `EncodingError` where a number is not finite.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// Standard output cannot be written.
package enum OutputFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reader is gone; it has read all that it needs.
  case closed
  /// What has been printed is incomplete, for the reason, such as a full disk.
  case failed(String)

  package var description: String {
    switch self {
    case .closed: "The output is closed."
    case .failed(let reason): "The output is incomplete: \(reason)."
    }
  }
}

extension Output {
  /// The process's own streams.
  ///
  /// Ignores SIGPIPE, so that a closed pipe makes the write fail instead of ending the process.
  package static func standard(environment: [String: String]) -> Output {
    signal(SIGPIPE, SIG_IGN)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isWatched = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    let width = environment["COLUMNS"].flatMap { Int($0) } ?? terminalWidth()
    return Output(
      style: Style(isTerminal: isTerminal, width: width, environment: environment),
      isTerminal: isTerminal,
      data: { text throws(OutputFailure) in
        try writeAll(text, to: STDOUT_FILENO)
      },
      // Nothing is left to report to where standard error fails.
      message: { text in try? writeAll(text, to: STDERR_FILENO) },
      live: { line in
        if isWatched { try? writeAll("\r\(line?.printable ?? "")\u{1B}[K", to: STDERR_FILENO) }
      },
      close: { await waitUntilClosed(STDOUT_FILENO) })
  }

  /// Blocks a dedicated thread until the reader of a pipe or terminal is gone. Cannot be cancelled;
  /// the thread ends with the process.
  private static func waitUntilClosed(_ descriptor: Int32) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "quickbrew.output").async {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        // poll(2) fills in the one entry behind the pointer and keeps no pointer.
        while poll(&entry, 1, -1) < 0 && errno == EINTR {}
        continuation.resume()
      }
    }
  }

  private static func terminalWidth() -> Int? {
    var size = winsize()
    // ioctl(2) fills in the struct behind the pointer and keeps no pointer.
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of the text, unbuffered.
  private static func writeAll(_ text: String, to descriptor: Int32) throws(OutputFailure) {
    var text = text
    let failure = text.withUTF8 { bytes -> Int32? in
      var rest = bytes[...]
      while !rest.isEmpty {
        // The pointer is to the bytes of `rest`, which outlive this closure; write(2) only reads
        // them.
        let written = write(
          descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 && errno == EINTR { continue }
        if written < 0 { return errno }
        rest = rest.dropFirst(written)
      }
      return nil
    }
    guard let failure else { return }
    if failure == EPIPE { throw .closed }
    throw .failed(String(cString: strerror(failure)))
  }
}
