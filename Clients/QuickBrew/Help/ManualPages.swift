import Time

/// The manual pages: `quickbrew(1)`, and one for each first word, such as `quickbrew-plan(1)`. They
/// have what `--help` has, from the same tables, in the language of man(7).
struct ManualPages: Sendable {
  /// As the pages show it.
  let version: String
  /// The day that the pages show.
  let date: CivilTime

  /// Every page, by the name of its file.
  var files: [(name: String, text: String)] {
    [("quickbrew.1", overview)]
      + QuickBrewCommand.entries.map { ("quickbrew-\($0.name).1", page($0)) }
  }

  private var overview: String {
    var page = begin("quickbrew", HelpCommand.question)
    page.section("SYNOPSIS")
    page.paragraph("\\fBquickbrew\\fR \\fICOMMAND\\fR [\\fIargument\\fR ...] [\\fIflags\\fR]")
    page.section("EXAMPLE")
    page.literal([HelpCommand.example])
    page.section("COMMANDS")
    for entry in QuickBrewCommand.entries {
      page.term("\\fBquickbrew\\-\(RoffText.literal(entry.name))\\fR(1)", entry.summary)
    }
    page.flags("FLAGS OF EVERY COMMAND", Flag.common + [Flag.version])
    page.section("EXIT STATUS")
    for (status, meaning) in HelpCommand.exitStatuses { page.term("\(status.rawValue)", meaning) }
    page.section("ENVIRONMENT")
    for (name, meaning) in Self.variables {
      page.term("\\fB\(RoffText.literal(name))\\fR", meaning)
    }
    page.section("FILES")
    for (path, meaning) in Self.files {
      page.term("\\fI\(RoffText.literal(path))\\fR", meaning)
    }
    for key in Configuration.Key.allCases {
      page.term("    \\fB\(key.rawValue)\\fR = \\fIVALUE\\fR", key.meaning)
    }
    return page.text
  }

  private static let variables = [
    ("QUICKBREW_HOME", "The stack's directory."),
    ("QUICKBREW_CONFIG", "The file of settings, instead of those below."),
    ("BROWSER", "Programs that open links, with colons between them; %s stands for the link."),
    ("USER", "Who you are, where --user is not given."),
    ("NO_COLOR", "If set, nothing is colored. FORCE_COLOR colors what goes to no terminal, too."),
  ]

  private static let files = [
    ("~/.config/quickbrew.conf", "Settings, one on each line: KEY = VALUE. The keys are below."),
    ("/etc/quickbrew/quickbrew.conf", "The settings of the machine, for users who have none."),
  ]

  private func page(_ group: CommandGroup) -> String {
    var page = begin("quickbrew-\(group.name)", group.summary)
    page.section("SYNOPSIS")
    for command in group.all { page.paragraph(Self.synopsis(command)) }
    if let main = group.main { Self.describe(main, in: &page) }
    if !group.commands.isEmpty { page.section("COMMANDS") }
    for command in group.commands { Self.describePart(command, in: &page) }
    page.flags("FLAGS OF EVERY COMMAND", Flag.common)
    page.section("SEE ALSO")
    page.paragraph("\\fBquickbrew\\fR(1)")
    return page.text
  }

  private func begin(_ name: String, _ summary: String) -> RoffText {
    var page = RoffText()
    page.title(name, date: String(date.description.prefix(10)), source: "quickbrew \(version)")
    page.section("NAME")
    page.paragraph("\(RoffText.literal(name)) \\- \(RoffText.prose(summary))")
    return page
  }

  private static func synopsis(_ command: Command) -> String {
    "\\fBquickbrew \(RoffText.literal(command.name))\\fR \(RoffText.literal(command.usage))"
  }

  /// A command that has the page to itself.
  private static func describe(_ command: Command, in page: inout RoffText) {
    page.section("DESCRIPTION")
    page.paragraph(RoffText.prose(command.summary))
    if let notes = command.notes { page.paragraphs(notes) }
    page.section("EXAMPLES")
    page.literal(command.examples.map { "quickbrew \($0)" })
    page.flags("FLAGS", command.flags)
  }

  /// A command that shares its page.
  private static func describePart(_ command: Command, in page: inout RoffText) {
    page.subsection(command.name)
    page.paragraph(RoffText.prose(command.summary))
    page.literal(command.examples.map { "quickbrew \($0)" })
    page.flags(nil, command.flags)
    if let notes = command.notes { page.paragraphs(notes) }
  }
}
