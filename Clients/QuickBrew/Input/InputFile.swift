import Glibc
import ServiceRuntime

/// A file that a command reads whole.
enum InputFile {
  /// The text of a file; of standard input where the path is `-`.
  ///
  /// - Throws: `UsageError` where the file cannot be read, or has more than
  ///   `InputLimits.maximumFileBytes`.
  static func text(_ path: String) throws(UsageError) -> String {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { if !isInput { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: InputLimits.chunkBytes)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno != EINTR { throw unreadable(path) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<max(0, count)]
      guard bytes.count <= InputLimits.maximumFileBytes else {
        throw UsageError(
          "\(path) is larger than \(InputLimits.maximumFileBytes) bytes; use a smaller file.")
      }
    }
  }

  private static func unreadable(_ path: String) -> UsageError {
    UsageError("Cannot read \(path): \(String(cString: strerror(errno))).")
  }
}
