import CommandLineKit
import Regions

/// What may follow the words of a command line: the answer of the hidden command `__complete`,
/// which the completions of all shells ask.
struct CompletedLine: Sendable {
  /// The hidden command; its arguments are the words after `quickbrew`, the last of which is being
  /// typed and may be empty.
  static let command = "__complete"

  /// What else may be typed, which the shell itself offers.
  enum Kind: String, Sendable { case words, files, directories }

  private(set) var kind = Kind.words
  /// The words that begin as the typed one does.
  private(set) var offers: [(word: String, summary: String)] = []
  private let current: String
  /// The command that a venue is expected for, and the words before it.
  private var venues: (command: Command, words: [String])?

  init(_ typed: [String]) {
    // Bash has the equals sign of `--flag=value` as a word.
    let words = typed.enumerated().filter { $0.offset == typed.count - 1 || $0.element != "=" }
      .map { Self.unquoted($0.element) }
    current = words.last == "=" ? "" : words.last ?? ""
    let before = try? QuickBrewCommand.leadingFlagsMoved(words.dropLast())
    let (flags, rest) = before ?? ([], [])
    let names = QuickBrewCommand.entries.map { ($0.name, $0.summary) }
    guard let first = rest.first else {
      complete(after: flags.last, by: Flag.common + [Flag.version], words: names)
      return
    }
    guard let group = try? QuickBrewCommand.entry(first) else { return }
    let isFirst = rest.count == 1
    let seconds = isFirst ? Array(zip(group.table.names, group.commands.map(\.summary))) : []
    guard let choice = try? group.choose(rest.dropFirst()) else {
      complete(after: nil, by: Flag.common, words: seconds)
      return
    }
    let command = choice.command
    let parsed = try? Arguments(flags + choice.words, command.allFlags)
    let position = parsed?.positional.count ?? .max
    let expected = command.arguments ?? []
    if expected.indices.contains(position), expected[position] == VenueNames.argument {
      venues = (command, flags + choice.words)
    }
    complete(
      after: choice.words.last, by: command.allFlags,
      words: seconds + Self.literals(command).map { ($0, "") }
        + (isFirst && command.name == HelpCommand.command.name ? names : []),
      acceptsFiles: Self.acceptsFiles(command))
  }

  /// The kind, then each offer with its summary after a tab.
  var text: String {
    ([kind.rawValue] + offers.map { "\($0.word)\t\($0.summary)" }).map { $0 + "\n" }.joined()
  }

  /// Offers the names of venues where one is expected and the services answer soon.
  mutating func offerVenues(_ environment: CommandEnvironment) async {
    guard let venues, !current.hasPrefix("-") else { return }
    // The arguments need not be complete.
    let asking = Command(
      Self.command, "", examples: [], arguments: nil, flags: venues.command.flags,
      .run { _ in .success })
    guard
      let context = try? CommandContext(
        asking, words: venues.words + ["--timeout", "1s"], in: environment)
    else { return }
    let known = FavouriteCommands.knownVenues(venues.command, context)
    offers += await RegionalClient.$named.withValue(context.region) {
      await VenueNames.completions(of: current, among: known, context)
    }
  }

  /// A word as the shell will read it, without its quotes.
  private static func unquoted(_ word: String) -> String {
    let isQuoted = word.hasPrefix("\"") || word.hasPrefix("'")
    return word.dropFirst(isQuoted ? 1 : 0).filter { $0 != "\\" }
  }

  /// Completes a value of the flag before or within the current word, a flag, or another word.
  private mutating func complete(
    after previous: String?, by flags: [Flag], words: [(String, String)],
    acceptsFiles: Bool = false
  ) {
    if let sign = current.firstIndex(of: "="), current.hasPrefix("--") {
      guard let flag = flags.first(where: { "--\($0.name)" == current[..<sign] }) else { return }
      return offerValues(of: flag, prefix: String(current[...sign]))
    }
    if let flag = flags.first(where: { "--\($0.name)" == previous }), flag.value != nil {
      offerValues(of: flag, prefix: "")
      // After a bare flag with an optional value, anything may follow.
      if flag.impliedValue == nil { return }
    }
    guard current.hasPrefix("-") else {
      kind = acceptsFiles ? .files : kind
      return offer(words)
    }
    offer(flags.map { ("--\($0.name)", $0.help) })
    offer(flags.compactMap { flag in flag.short.map { ("-\($0)", flag.help) } })
  }

  private mutating func offerValues(of flag: Flag, prefix: String) {
    switch flag.value {
    case "FILE": kind = .files
    case "DIR": kind = .directories
    default: offer(flag.choices.map { (prefix + $0, "") })
    }
  }

  private mutating func offer(_ words: [(String, String)]) {
    offers += words.filter { $0.0.hasPrefix(current) }.map { (word: $0.0, summary: $0.1) }
  }

  /// Whether the path of a file may be an argument.
  private static func acceptsFiles(_ command: Command) -> Bool {
    (command.arguments ?? []).contains { $0.contains("FILE") || $0 == "TRACK" }
  }

  /// Of `run|home|map` and `city-run|FILE.gpx` what is typed as it stands, in small letters.
  private static func literals(_ command: Command) -> [String] {
    (command.arguments?.first ?? "").split(separator: "|").map(String.init)
      .filter { $0.allSatisfy { $0.isLowercase || $0 == "-" } }
  }
}
