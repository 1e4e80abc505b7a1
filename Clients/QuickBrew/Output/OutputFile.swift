import CommandLineKit
import FoundationEssentials
import Glibc

/// A file that a command writes besides what it prints.
enum OutputFile {
  /// Writes the text whole, in place of what was there.
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
