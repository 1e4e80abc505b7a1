/// A flag of a command: how it is parsed, and its line in the help.
struct Flag: Sendable {
  let name: String
  /// The placeholder for the value, such as `LAT,LON`; `nil` for a switch.
  let value: String?
  let short: Character?
  let isRepeatable: Bool
  /// The accepted values, as far as they are a few; else empty.
  let choices: [String]
  /// The value of the bare flag where its value is optional; `nil` for other flags.
  let impliedValue: String?
  /// One line of help, with the default in parentheses.
  let help: String

  /// A switch.
  init(_ name: String, short: Character? = nil, _ help: String) {
    self.name = name
    self.value = nil
    self.short = short
    self.isRepeatable = false
    self.choices = []
    self.impliedValue = nil
    self.help = help
  }

  /// A flag with a value.
  init(_ name: String, _ value: String, repeatable: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.short = nil
    self.isRepeatable = repeatable
    self.choices = []
    self.impliedValue = nil
    self.help = help
  }

  /// A flag with a value out of an enumeration.
  init<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ value: String, of type: Choice.Type, _ help: String
  ) where Choice.RawValue == String {
    self.name = name
    self.value = value
    self.short = nil
    self.isRepeatable = false
    self.choices = type.allCases.map(\.rawValue)
    self.impliedValue = nil
    self.help = help
  }

  /// A flag with an optional value out of a few; the bare flag means the first.
  init(_ name: String, choices: [String], _ help: String) {
    self.name = name
    self.value = "[\(choices.joined(separator: "|"))]"
    self.short = nil
    self.isRepeatable = false
    self.choices = choices
    self.impliedValue = choices.first
    self.help = help
  }

  /// A flag with an optional value that must not begin with a hyphen; the bare flag means
  /// `impliedValue`.
  init(_ name: String, _ value: String, implied impliedValue: String, _ help: String) {
    self.name = name
    self.value = "[\(value)]"
    self.short = nil
    self.isRepeatable = false
    self.choices = []
    self.impliedValue = impliedValue
    self.help = help
  }

  /// The words of a command line, with the implied value written out after each bare flag.
  static func completing(_ words: [String], _ flags: [Flag]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words.enumerated().map { index, word in
      guard index < end, let flag = flags.first(where: { "--\($0.name)" == word }),
        let impliedValue = flag.impliedValue
      else { return word }
      let isFollowed = index + 1 < end && flag.accepts(words[index + 1])
      return isFollowed ? word : "\(word)=\(impliedValue)"
    }
  }

  private func accepts(_ next: String) -> Bool {
    choices.isEmpty ? !next.hasPrefix("-") : choices.contains(next)
  }
}

/// The help of a command. Its examples are printed first.
struct CommandHelp: Sendable {
  let examples: [String]
  /// The usage line after the command's name.
  let usage: String
  let flags: [Flag]
  /// What does not fit on a line: formats, exit status.
  let notes: String?

  init(examples: [String], usage: String, flags: [Flag] = [], notes: String? = nil) {
    self.examples = examples
    self.usage = usage
    self.flags = flags
    self.notes = notes
  }

  /// The flags that every command has.
  static let commonFlags = [
    Flag("json", "print the reply as JSON: indented on a terminal, else one line"),
    Flag("timeout", "TIME", "give up waiting for a reply after this long (10s)"),
    Flag("home", "DIR", "the stack's directory ($QUICKBREW_HOME, else .quickbrew)"),
    Flag(
      "region", "NAME", "of several maps this one, wherever the question lies (info lists them)"),
    Flag("help", short: "h", "print this help"),
  ]

  /// The help text of the command `name`.
  func render(name: String, summary: String, style: Style) -> String {
    var text = "\(summary)\n\n" + style.paint("Examples", .bold) + "\n"
    text += examples.map { "  quickbrew \($0)\n" }.joined()
    text += "\n" + style.paint("Usage", .bold) + "\n  quickbrew \(name)"
    text += (usage.isEmpty ? "" : " ") + usage + "\n"
    text += Self.section("Flags", flags, style)
    text += Self.section("Flags of every command", Self.commonFlags, style)
    if let notes { text += "\n\(notes)\n" }
    return text
  }

  static func section(_ title: String, _ flags: [Flag], _ style: Style) -> String {
    if flags.isEmpty { return "" }
    let rows = flags.map { flag in
      let short = flag.short.map { "-\($0), " } ?? "    "
      return (short + "--\(flag.name)" + (flag.value.map { " \($0)" } ?? ""), flag.help)
    }
    return "\n" + style.paint(title, .bold) + "\n" + list(rows, style)
  }

  /// Two indented columns; the second is wrapped in a terminal that is too narrow.
  static func list(_ rows: [(String, String)], _ style: Style = .plain) -> String {
    let width = rows.map(\.0.displayWidth).max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return rows.map { left, right in
      let blanks = String(repeating: " ", count: width - left.displayWidth + 2)
      let lines = style.width.map { right.wrapped(to: max(20, $0 - width - 4)) } ?? [right]
      return "  \(left)\(blanks)\(lines.joined(separator: "\n" + indent))\n"
    }.joined()
  }
}
