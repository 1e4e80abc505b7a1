import Dispatch
import FoundationEssentials
import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// Where a command's data and messages go: data to standard output, messages to standard error.
package struct Output: Sendable {
  /// How text for standard output is dressed.
  package let style: Style
  /// Whether a person reads standard output as it comes.
  package let isTerminal: Bool
  private let writeData: @Sendable (String) throws(OutputClosed) -> Void
  private let writeMessage: @Sendable (String) -> Void
  private let writeLive: @Sendable (String?) -> Void
  private let waitForClose: @Sendable () async -> Void

  /// - Parameters:
  ///   - data: takes text for standard output; throws where nobody reads it any more.
  ///   - message: takes text for standard error.
  ///   - live: shows a line in place of the last, for a person who waits; `nil` takes it away.
  ///   - close: returns when nobody reads standard output any more, or when its task is cancelled.
  package init(
    style: Style, isTerminal: Bool,
    data: @escaping @Sendable (String) throws(OutputClosed) -> Void,
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

  /// Prints text that brings its own line breaks.
  ///
  /// - Throws: `OutputClosed` where the reader is gone, as in `quickbrew … | head`.
  func text(_ text: String) throws(OutputClosed) { try writeData(text) }

  /// Prints one line.
  ///
  /// - Throws: `OutputClosed`.
  func line(_ line: String) throws(OutputClosed) { try writeData(line + "\n") }

  /// Shows text in place of all that a terminal shows: only what changes is seen to change.
  ///
  /// Source: ECMA-48, cursor position (CUP), erase in line (EL) and in page (ED).
  ///
  /// - Throws: `OutputClosed`.
  func screen(_ text: String) throws(OutputClosed) {
    try writeData("\u{1B}[H" + text.replacing("\n", with: "\u{1B}[K\n") + "\u{1B}[J")
  }

  /// Tells the person something that is not part of the data.
  func message(_ line: String) { writeMessage(line + "\n") }

  /// Shows how long work goes, on a terminal only: a line in place of the last; `nil` takes it
  /// away.
  func live(_ line: String?) { writeLive(line) }

  /// Does work that may print nothing for long, such as following events, until it ends or nobody
  /// reads the output any more.
  ///
  /// - Throws: what the work throws.
  func whileRead(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let working = Task { try await work() }
    let waiting = Task {
      await waitForClose()
      working.cancel()
    }
    defer { waiting.cancel() }
    try await working.value
  }

  /// Prints a message as JSON: indented on a terminal, one line elsewhere.
  ///
  /// - Throws: `OutputClosed`; `EncodingError` where a number is not finite.
  func json(_ value: some Encodable) throws {
    try line(
      isTerminal
        ? String(decoding: MessageCoder.encodePretty(value), as: UTF8.self)
        : JSONLine.text(value))
  }

  /// Prints a message as one line of JSON, wherever it goes.
  ///
  /// - Throws: as `json(_:)`.
  func jsonLine(_ value: some Encodable) throws {
    try line(JSONLine.text(value))
  }
}

/// A message as one line of JSON, its keys in alphabetical order, so that equal replies are equal
/// lines.
enum JSONLine {
  /// - Throws: `EncodingError` where a number is not finite.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// Nobody reads standard output any more.
package struct OutputClosed: Error {
  package init() {}
}

extension Output {
  /// The process's own streams.
  ///
  /// Also makes a closed pipe an error of the write, where it would end the process.
  package static func standard(environment: [String: String]) -> Output {
    signal(SIGPIPE, SIG_IGN)
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let isWatched = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
    let width = environment["COLUMNS"].flatMap { Int($0) } ?? terminalWidth()
    return Output(
      style: Style(isTerminal: isTerminal, width: width, environment: environment),
      isTerminal: isTerminal,
      data: { text throws(OutputClosed) in
        guard writeAll(text, to: STDOUT_FILENO) else { throw OutputClosed() }
      },
      message: { text in _ = writeAll(text, to: STDERR_FILENO) },
      live: { line in
        if isWatched { _ = writeAll("\r\(line?.printable ?? "")\u{1B}[K", to: STDERR_FILENO) }
      },
      close: { await waitUntilClosed(STDOUT_FILENO) })
  }

  /// Waits, on a thread that has nothing else to do, until the reader of a pipe or terminal is
  /// gone. Not ended by cancelling: the end of the process does that.
  private static func waitUntilClosed(_ descriptor: Int32) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "quickbrew.output").async {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        // The kernel fills in the one entry that the pointer names, and keeps no pointer.
        while poll(&entry, 1, -1) < 0 && errno == EINTR {}
        continuation.resume()
      }
    }
  }

  private static func terminalWidth() -> Int? {
    var size = winsize()
    // The kernel fills in the struct that the pointer names, and keeps no pointer.
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of it, at once and unbuffered; `false` where the stream is closed or fails.
  private static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // The pointer names the bytes of `rest`, alive inside this closure; write(2) only reads
        // them.
        let written = write(
          descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 && errno == EINTR { continue }
        if written < 0 { return false }
        rest = rest.dropFirst(written)
      }
      return true
    }
  }
}
