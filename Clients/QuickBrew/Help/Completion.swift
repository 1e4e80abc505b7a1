import CommandLineKit

/// What the completions of all shells are made of: each command with what may follow.
struct CompletedCommand: Sendable {
  /// The words after `quickbrew`; empty for none yet.
  let name: String
  let flags: [Flag]
  /// The words that may follow: commands of a group, or what the usage line begins with.
  let words: [(word: String, summary: String)]
  /// Whether the path of a file may follow.
  let takesFiles: Bool

  /// Every command and every group, `quickbrew` itself first.
  static var all: [CompletedCommand] {
    let entries = QuickBrewCommand.entries
    let names = entries.map { (word: $0.name, summary: $0.command.summary) }
    let root = CompletedCommand(
      name: "", flags: CommandHelp.commonFlags + [HelpCommand.version], words: names,
      takesFiles: false)
    return [root] + entries.flatMap { of($0.command, named: $0.name, allNames: names) }
  }

  private static func of(
    _ entry: CommandEntry, named name: String, allNames: [(word: String, summary: String)]
  ) -> [CompletedCommand] {
    switch entry {
    case .command(let command):
      return [CompletedCommand(command, words: name == HelpCommand.name ? allNames : [])]
    case .group(let group):
      let words = group.table.names.map { word in
        (word: word, summary: group.commands.first { $0.name == "\(name) \(word)" }?.summary ?? "")
      }
      let first =
        group.main.map { CompletedCommand($0, words: words) }
        ?? CompletedCommand(
          name: name, flags: CommandHelp.commonFlags, words: words, takesFiles: false)
      return [first] + group.commands.map { CompletedCommand($0, words: []) }
    }
  }

  private init(
    name: String, flags: [Flag], words: [(word: String, summary: String)], takesFiles: Bool
  ) {
    self.name = name
    self.flags = flags
    self.words = words
    self.takesFiles = takesFiles
  }

  private init(_ command: any Subcommand.Type, words: [(word: String, summary: String)]) {
    let usage = command.help.usage
    // `[run|home|map]` and `city-run|bicycle-ride|FILE.gpx`: what is typed as it stands is written
    // in small letters.
    let alternatives = usage.prefix { $0 != " " }.filter { !"[]".contains($0) }.split(
      separator: "|"
    )
    .filter { $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.hasPrefix("-") }
    self.init(
      name: command.name, flags: command.help.flags + CommandHelp.commonFlags,
      words: words + alternatives.map { (word: String($0), summary: "") },
      takesFiles: Self.positionals(usage).contains { $0.contains("FILE") || $0 == "TRACK" })
  }

  /// The words of a usage line that are neither flags nor values of flags.
  private static func positionals(_ usage: String) -> [Substring] {
    let words = usage.split(separator: " ")
    return zip([""] + words, words).filter { before, word in
      !word.contains("--") && !before.contains("--")
    }.map(\.1)
  }
}

/// What may be typed as the value of a flag.
enum CompletedValue: Sendable, Hashable {
  case words([String])
  case file
  case directory
  /// Something that only the user knows.
  case anything

  /// `nil` for a switch.
  init?(_ flag: Flag) {
    guard let value = flag.value else { return nil }
    if !flag.choices.isEmpty {
      self = .words(flag.choices)
    } else if value == "FILE" {
      self = .file
    } else if value == "DIR" {
      self = .directory
    } else {
      self = .anything
    }
  }
}
