import FoundationEssentials
import Glibc
import ServiceRuntime

/// A file that a command reads whole.
enum InputFile {
  /// - Throws: `UsageError` where the file cannot be read.
  static func text(_ path: String) throws(UsageError) -> String {
    do {
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    } catch {
      let cause = (error as? CocoaError)?.underlying as? POSIXError
      let reason = cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
      throw UsageError("Cannot read \(path): \(reason).")
    }
  }
}
