import CommandLineKit
import FoundationEssentials
import Glibc

/// A file that a command writes in addition to its output.
enum OutputFile {
  /// Replaces the contents of a file atomically.
  ///
  /// - Throws: `UsageError` where the file cannot be written.
  static func write(_ text: String, to path: String) throws(UsageError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
      throw UsageError("Cannot write \(path): \(reason).")
    }
  }
}
