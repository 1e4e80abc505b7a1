import CommandLineKit
import FoundationEssentials
import Glibc

/// A file that a command reads as a whole.
enum InputFile {
  /// The text of a file, or of standard input for `-`.
  ///
  /// - Throws: `UsageError` where the file cannot be read.
  static func text(_ path: String) throws(UsageError) -> String {
    if path == "-" { return standardInput() }
    do {
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    } catch {
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
      throw UsageError("Cannot read \(path): \(reason).")
    }
  }

  private static func standardInput() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: InputLimits.chunkBytes)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
