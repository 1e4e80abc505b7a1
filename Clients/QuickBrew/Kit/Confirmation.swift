import CommandLineKit

#if canImport(Glibc)
  import Glibc
#endif

/// Asks before something that cannot be undone.
enum Confirmation {
  static let flag = Flag("yes", short: "y", "do not ask first on a terminal")

  /// Asks on the terminal and waits for a line; `nil` where standard input or standard error is
  /// not a terminal, as in a script.
  static func ask(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
    let prompt = "\(question) [y/N] "
    _ = prompt.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    return ["y", "yes"].contains((readLine() ?? "").lowercased())
  }
}

extension CommandContext {
  /// Whether to go on with what cannot be undone: with `--yes`, in a script, and where the person
  /// at the terminal agrees.
  func confirms(_ question: String) -> Bool {
    if arguments.has("yes") || environment.ask(question) != false { return true }
    output.message("Nothing was changed.")
    return false
  }
}
