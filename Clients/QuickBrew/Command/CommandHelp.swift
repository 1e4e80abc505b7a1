/// A flag as the help shows it and the command line takes it.
struct Flag: Sendable {
  let name: String
  /// What stands for the value, such as `LAT,LON`; `nil` for a switch.
  let value: String?
  let short: Character?
  let isRepeatable: Bool
  /// The words that may follow; empty where it takes no value, or any.
  let choices: [String]
  /// The value that is meant where none follows; `nil` where it takes none, or always one.
  let fallback: String?
  /// What it does, and its default in parentheses.
  let help: String

  /// A switch.
  init(_ name: String, short: Character? = nil, _ help: String) {
    self.name = name
    self.value = nil
    self.short = short
    self.isRepeatable = false
    self.choices = []
    self.fallback = nil
    self.help = help
  }

  /// A flag with a value.
  init(_ name: String, _ value: String, repeatable: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.short = nil
    self.isRepeatable = repeatable
    self.choices = []
    self.fallback = nil
    self.help = help
  }

  /// A flag with one of a few values, the first where none is given.
  init(_ name: String, choices: [String], _ help: String) {
    self.name = name
    self.value = "[\(choices.joined(separator: "|"))]"
    self.short = nil
    self.isRepeatable = false
    self.choices = choices
    self.fallback = choices.first
    self.help = help
  }

  /// A flag with any value that begins with no hyphen, or `fallback` where none is given.
  init(_ name: String, _ value: String, else fallback: String, _ help: String) {
    self.name = name
    self.value = "[\(value)]"
    self.short = nil
    self.isRepeatable = false
    self.choices = []
    self.fallback = fallback
    self.help = help
  }

  /// The words of a command line with the values that were left out.
  static func completing(_ words: [String], _ flags: [Flag]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words.enumerated().map { index, word in
      guard index < end, let flag = flags.first(where: { "--\($0.name)" == word }),
        let fallback = flag.fallback
      else { return word }
      let isFollowed = index + 1 < end && flag.takes(words[index + 1])
      return isFollowed ? word : "\(word)=\(fallback)"
    }
  }

  private func takes(_ next: String) -> Bool {
    choices.isEmpty ? !next.hasPrefix("-") : choices.contains(next)
  }
}

/// What `--help` says about a command, example first.
struct CommandHelp: Sendable {
  let examples: [String]
  /// The usage line after the command's name.
  let usage: String
  let flags: [Flag]
  /// What does not fit into a line: formats, exit status.
  let notes: String?

  init(examples: [String], usage: String, flags: [Flag] = [], notes: String? = nil) {
    self.examples = examples
    self.usage = usage
    self.flags = flags
    self.notes = notes
  }

  /// Flags of every command.
  static let everywhere = [
    Flag("json", "print the reply as JSON: indented on a terminal, else one line"),
    Flag("timeout", "TIME", "give up waiting for a reply after this long (10s)"),
    Flag("home", "DIR", "the stack's directory ($QUICKBREW_HOME, else .quickbrew)"),
    Flag("help", short: "h", "print this help"),
  ]

  /// The help text of the command `name`.
  func render(name: String, summary: String, style: Style) -> String {
    var text = "\(summary)\n\n" + style.paint("Examples", .bold) + "\n"
    text += examples.map { "  quickbrew \($0)\n" }.joined()
    text += "\n" + style.paint("Usage", .bold) + "\n  quickbrew \(name)"
    text += (usage.isEmpty ? "" : " ") + usage + "\n"
    text += Self.section("Flags", flags, style)
    text += Self.section("Flags of every command", Self.everywhere, style)
    if let notes { text += "\n\(notes)\n" }
    return text
  }

  static func section(_ title: String, _ flags: [Flag], _ style: Style) -> String {
    if flags.isEmpty { return "" }
    let rows = flags.map { flag in
      let short = flag.short.map { "-\($0), " } ?? "    "
      return (short + "--\(flag.name)" + (flag.value.map { " \($0)" } ?? ""), flag.help)
    }
    return "\n" + style.paint(title, .bold) + "\n" + list(rows)
  }

  /// Two columns, indented.
  static func list(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.displayWidth).max() ?? 0
    return rows.map { left, right in
      let blanks = String(repeating: " ", count: width - left.displayWidth + 2)
      return "  \(left)\(blanks)\(right)\n"
    }.joined()
  }
}
