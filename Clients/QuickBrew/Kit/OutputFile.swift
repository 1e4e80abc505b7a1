import CommandLineKit
import Files
import FoundationEssentials

/// A file that a command writes in addition to its output.
enum OutputFile {
  /// Replaces the contents of a file, as `RewrittenFile` does.
  ///
  /// - Throws: `UsageError` where the file cannot be written.
  static func write(_ text: String, to path: String) throws(UsageError) {
    // Expands a tilde, which shells leave as it is in `--gpx=~/trip.gpx`.
    let expanded = path.hasPrefix("~/") ? URL(filePath: path).path : path
    do throws(FileError) {
      try RewrittenFile(expanded).write(Data(text.utf8))
    } catch {
      throw UsageError(error.description)
    }
  }
}
