import Glibc

/// A file that a command reads as a whole.
package enum InputFile {
  /// The default limit of a file; its values take up to some twenty times as much memory.
  package static let maximumBytes = 32 << 20
  /// How much is read at a time.
  private static let chunkBytes = 65_536

  /// The text of a file, or of standard input for `-`.
  ///
  /// - Throws: `UsageError` if the file cannot be read, or has more than `limit` bytes.
  package static func text(
    _ path: String, limit: Int = maximumBytes
  ) throws(UsageError) -> String {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { if !isInput { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno != EINTR { throw unreadable(path) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<max(0, count)]
      guard bytes.count <= limit else {
        throw UsageError(
          "\(path) is larger than \(limit) bytes; use a smaller file.")
      }
    }
  }

  private static func unreadable(_ path: String) -> UsageError {
    UsageError("Cannot read \(path): \(String(cString: strerror(errno))).")
  }
}
