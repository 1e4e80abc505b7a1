import CommandLineKit
import Files
import FoundationEssentials

/// A file that a command writes in addition to its output.
enum OutputFile {
  /// Replaces the contents of a file, as `RewrittenFile` does.
  ///
  /// - Throws: `UsageError` where the file cannot be written.
  static func write(_ text: String, to path: String) throws(UsageError) {
    do throws(FileError) {
      try RewrittenFile(path).write(Data(text.utf8))
    } catch {
      throw UsageError(error.description)
    }
  }
}
