package import CommandLineKit
import Dispatch

#if canImport(Glibc)
  import Glibc
#endif

/// A line of input.
package enum InputLine: Sendable, Hashable {
  /// Without its line break.
  case text(String)
  /// A line longer than `InputLimits.maximumLineBytes`, whose text is dropped.
  case tooLong
}

/// Input that is read line by line, on demand.
package protocol LineSource: Sendable {
  /// The next line; `nil` at the end. For one caller at a time.
  func next() async -> InputLine?
}

/// The limits of the client's input.
package enum InputLimits {
  package static let maximumLineBytes = 65_536
  /// How much is read at a time.
  static let chunkBytes = 65_536
  /// Lines of a batch that are being processed or wait to be printed in order.
  package static let linesInFlight = 32
}

/// The lines of a file or pipe.
///
/// A separate dispatch queue blocks in read(2), so replies are processed while the input is idle.
/// It reads ahead by at most one chunk, so endless input needs bounded memory.
package actor DescriptorLines: LineSource {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "quickbrew.input")
  private var splitter = LineSplitter()
  private var atEnd = false

  /// Opens a file; `-` means standard input.
  ///
  /// - Throws: `UsageError` where the file cannot be read.
  package init(path: String) throws(UsageError) {
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 {
      throw UsageError("Cannot read \(path): \(String(cString: strerror(errno))).")
    }
  }

  /// Opens a file that holds a secret.
  ///
  /// - Throws: `UsageError` where the file cannot be read, or others may read or write it.
  package init(secret path: String) throws(UsageError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw UsageError("Cannot read \(path): \(String(cString: strerror(errno))).")
    }
    if let fault = Self.fault(status, path) {
      close(descriptor)
      throw fault
    }
    self.descriptor = descriptor
  }

  /// Why a file is unfit for a secret; `nil` where it is fit. A pipe is readable by its owner only.
  private static func fault(_ status: stat, _ path: String) -> UsageError? {
    if status.st_mode & S_IFMT == S_IFDIR {
      return UsageError("Cannot read \(path): \(String(cString: strerror(EISDIR))).")
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return nil }
    return UsageError(
      """
      Other users may read or write \(path), which holds a secret. Close it to them with \
      `chmod 600 \(path)`, or hand its contents over on standard input, with - for the file.
      """)
  }

  package func next() async -> InputLine? {
    while true {
      if let line = splitter.next() { return line }
      if atEnd { return splitter.last() }
      let chunk = await read()
      if chunk.isEmpty { atEnd = true } else { splitter.append(chunk) }
    }
  }

  private func read() async -> [UInt8] {
    let descriptor = descriptor
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Self.read(from: descriptor)) }
    }
  }

  /// Waits for at least a byte and returns what is available; empty at the end and on errors.
  private nonisolated static func read(from descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: InputLimits.chunkBytes) { buffer, count in
      var result: Int
      repeat {
        // The kernel fills at most the buffer's own size and keeps no pointer.
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      } while result < 0 && errno == EINTR
      count = max(0, result)
    }
  }
}

/// Splits bytes into lines.
struct LineSplitter {
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0
  /// Inside a line that is too long and already returned as `tooLong`.
  private var isSkipping = false

  mutating func append(_ chunk: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += chunk
  }

  /// The next complete line, or `tooLong` as soon as a line is; `nil` where more bytes are needed.
  mutating func next() -> InputLine? {
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[start..<end]
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
        continue
      }
      return Self.line(line)
    }
    searched = bytes.count
    if isSkipping {
      start = bytes.count
    } else if bytes.count - start > InputLimits.maximumLineBytes {
      isSkipping = true
      start = bytes.count
      return .tooLong
    }
    return nil
  }

  /// The text after the last line break, or `nil`.
  mutating func last() -> InputLine? {
    defer { start = bytes.count }
    return start == bytes.count || isSkipping ? nil : Self.line(bytes[start...])
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> InputLine {
    if bytes.count > InputLimits.maximumLineBytes { return .tooLong }
    let hasReturn = bytes.last == UInt8(ascii: "\r")
    return .text(String(decoding: hasReturn ? bytes.dropLast() : bytes, as: UTF8.self))
  }
}
