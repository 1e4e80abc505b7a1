import CommandLineKit
import Messages

/// `quickbrew suggest`: completions of a partly typed text.
enum SuggestCommand: Subcommand {
  static let name = "suggest"
  static let summary = "Complete a text as it is being typed."
  static let help = CommandHelp(
    examples: [#"suggest "1 tele""#, "suggest coi --near 37.785834,-122.406417 --limit 3"],
    usage: "TEXT [flags]",
    flags: SearchFlags.all,
    notes: """
      The last word may be cut short; a space after it says that it is whole.
      Exit status: 0 found, 3 nothing found.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let flags = try SearchFlags(context.arguments)
    let text = try context.arguments.positionals(["TEXT"])[0]
    let reply = try await context.send(
      SuggestRequest(
        text: text, near: flags.near, nearStrength: flags.nearStrength, within: flags.within,
        language: flags.language, limit: flags.limit))
    if !reply.completions.isEmpty || context.wantsJSON {
      try context.show(reply) { GeocoderRendering.render($0, style: $1) }
    }
    if !reply.completions.isEmpty { return .success }
    context.output.message("quickbrew: Nothing on the map begins with “\(text.printable)”.")
    return .nothingFound
  }
}
