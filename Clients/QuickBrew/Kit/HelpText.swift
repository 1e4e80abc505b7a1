/// The help of commands as text. Examples come first.
enum HelpText {
  static func command(_ command: Command, _ style: Style) -> String {
    var text = "\(command.summary)\n\n" + style.paint("Examples", .bold) + "\n"
    text += command.examples.map { "  quickbrew \($0)\n" }.joined()
    text += "\n" + style.paint("Usage", .bold) + "\n  quickbrew \(command.name)"
    text += (command.usage.isEmpty ? "" : " ") + command.usage + "\n"
    text += flags("Flags", command.flags, style)
    text += flags("Flags of every command", Flag.common, style)
    return text + (command.notes.map { "\n\($0)\n" } ?? "")
  }

  /// The help of the command that a group's name is by itself, and the list of the others; or an
  /// example of each command, and their list.
  static func group(_ group: CommandGroup, _ style: Style) -> String {
    let commands = list(group.commands.map { ($0.name, $0.summary) }, style)
    if let main = group.main {
      let others = "\n" + style.paint("More commands", .bold) + "\n" + commands
      return command(main, style) + (group.commands.isEmpty ? "" : others)
    }
    let examples = group.commands.compactMap { $0.examples.first }.map { "  quickbrew \($0)\n" }
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
