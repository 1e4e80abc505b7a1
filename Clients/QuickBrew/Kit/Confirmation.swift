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
    let prompt = "\(question) [\(Formats.phrase("confirm.choice"))] "
    _ = prompt.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    return isYes(readLine() ?? "")
  }

  /// Whether an answer agrees, in the reader's language or in English.
  static func isYes(_ answer: String) -> Bool {
    let own = Formats.phrase("confirm.yes").split(separator: " ").map(String.init)
    return (own + ["y", "yes"]).contains(answer.lowercased())
  }
}

extension CommandContext {
  /// Whether to go on with what cannot be undone: with `--yes`, in a script, and where the person
  /// at the terminal agrees.
  func confirms(_ question: String) -> Bool {
    if arguments.has("yes") || environment.ask(question) != false { return true }
    output.message(Formats.phrase("confirm.unchanged"))
    return false
  }
}
