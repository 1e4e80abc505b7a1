/// The help of commands as text. Examples come first.
enum HelpText {
  static func command(_ command: Command, _ style: Style) -> String {
    var text = "\(command.summary)\n\n" + style.paint("Examples", .bold) + "\n"
    text += command.examples.map { example($0, style) }.joined()
    text += "\n" + style.paint("Usage", .bold) + "\n"
    text += style.wrapped("  quickbrew \(command.name) \(command.usage)") + "\n"
    text += flags("Flags", command.flags, style)
    text += flags("Flags of every command", Flag.common, style)
    return text + (command.notes.map { "\n\(paragraphs($0, style))\n" } ?? "")
  }

  /// The help of the command that a group's name is by itself, and the list of the others; or an
  /// example of each command, and their list.
  static func group(_ group: CommandGroup, _ style: Style) -> String {
    let commands = list(group.commands.map { ($0.name, $0.summary) }, style)
    if let main = group.main {
      let others = "\n" + style.paint("More commands", .bold) + "\n" + commands
      return command(main, style) + (group.commands.isEmpty ? "" : others)
    }
    let examples = group.commands.compactMap { $0.examples.first }.map { example($0, style) }
    return "\(group.summary)\n\n" + style.paint("Examples", .bold) + "\n" + examples.joined()
      + "\n" + style.paint("Commands", .bold) + "\n" + commands
      + "\nquickbrew \(group.name) COMMAND --help shows more.\n"
  }

  static func flags(_ title: String, _ flags: [Flag], _ style: Style) -> String {
    if flags.isEmpty { return "" }
    let rows = flags.map { flag in
      let short = flag.short.map { "-\($0), " } ?? "    "
      return (short + "--\(flag.name)" + (flag.value.map { " \($0)" } ?? ""), flag.help)
    }
    return "\n" + style.paint(title, .bold) + "\n" + list(rows, style)
  }

  /// A command line, in a narrow terminal on several lines that a shell reads as one.
  private static func example(_ example: String, _ style: Style) -> String {
    var lines = ["  quickbrew"]
    for (index, part) in example.split(separator: " --").enumerated() {
      let text = (index == 0 ? "" : "--") + part
      let isFull = lines[lines.count - 1].displayWidth + text.displayWidth + 3 > style.width ?? .max
      if index > 0, isFull {
        lines.append("    \(text)")
      } else {
        lines[lines.count - 1] += " \(text)"
      }
    }
    return lines.joined(separator: " \\\n") + "\n"
  }

  /// Notes, of which a narrow terminal has each paragraph wrapped again: the lines that have no
  /// room for the next one's first word end one.
  static func paragraphs(_ notes: String, _ style: Style) -> String {
    guard style.width ?? .max < writtenWidth else { return notes }
    var room = 0
    let paragraphs = notes.split(separator: "\n").reduce("") { text, line in
      let word = line.prefix { $0 != " " }.count
      let isNext = text.isEmpty || room > word
      room = writtenWidth - line.count
      return text.isEmpty ? "\(line)" : text + (isNext ? "\n" : " ") + line
    }
    return style.wrapped(paragraphs)
  }

  /// The width to which the sources break notes.
  static let writtenWidth = 92

  /// Two indented columns; in a terminal the second is wrapped, and begins below a wide first one.
  static func list(_ rows: [(String, String)], _ style: Style = .plain) -> String {
    let most = style.width.map { $0 * 3 / 8 } ?? .max
    let width = rows.map(\.0.displayWidth).filter { $0 <= most }.max() ?? 0
    let indent = String(repeating: " ", count: width + 4)
    return rows.map { left, right in
      let blanks =
        left.displayWidth > width
        ? "\n" + indent : String(repeating: " ", count: width - left.displayWidth + 2)
      let lines = style.width.map { right.wrapped(to: max(20, $0 - width - 4)) } ?? [right]
      return "  \(left)\(blanks)\(lines.joined(separator: "\n" + indent))\n"
    }.joined()
  }
}
