import CommandLineKit
import FoundationEssentials
import Time

/// The manual pages and completions as files, laid out as `/usr/share` has them.
struct ManualFiles: Sendable {
  private let environment: CommandEnvironment

  init(_ environment: CommandEnvironment) { self.environment = environment }

  /// The contents of each file, by its path in the directory.
  func files() throws(UsageError) -> [(path: String, text: String)] {
    let pages = ManualPages(version: environment.version, date: try date())
    return pages.files.map { ("man/man1/\($0.name)", $0.text) } + [
      ("bash-completion/completions/quickbrew", CompletionScript.bash),
      ("zsh/site-functions/_quickbrew", CompletionScript.zsh),
      ("fish/vendor_completions.d/quickbrew.fish", CompletionScript.fish),
    ]
  }

  /// Writes all files, and prints their paths.
  ///
  /// - Throws: `UsageError` where one cannot be written.
  func write(to directory: String) throws -> CommandStatus {
    for (path, text) in try files() {
      let file = "\(directory)/\(path)"
      let folder = URL(filePath: file).deletingLastPathComponent()
      // Where this fails, so does the writing, with the reason.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try OutputFile.write(text, to: file)
      try environment.output.line(file)
    }
    return .success
  }

  /// Today, or the day that a reproducible build names.
  /// Source: reproducible-builds.org, SOURCE_DATE_EPOCH.
  private func date() throws(UsageError) -> CivilTime {
    let name = "SOURCE_DATE_EPOCH"
    guard let text = environment.variables[name] else {
      return CivilTime(secondsSince1970: Timestamp.now().secondsSince1970)
    }
    guard let seconds = Int64(text), (0..<253_402_300_800).contains(seconds) else {
      throw UsageError("\(name) is a number of seconds since 1970, not “\(text)”.")
    }
    return CivilTime(secondsSince1970: seconds)
  }
}
