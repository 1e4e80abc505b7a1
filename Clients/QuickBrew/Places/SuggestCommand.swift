import Messages

/// `quickbrew suggest`: completions of a partly typed text.
enum SuggestCommand {
  static let command = Command(
    "suggest", "Complete a text as it is being typed.",
    examples: [#"suggest "1 tele""#, "suggest coi --near 37.785834,-122.406417 --limit 3"],
    arguments: ["TEXT"], flags: SearchFlags.all,
    notes: """
      The last word may be cut short; a space after it marks it as complete.
      Exit status: 0 found, 3 nothing found.
      """,
    .run { context in
      let flags = try SearchFlags(context.arguments)
      let text = context.words[0]
      let reply = try await context.send(
        SuggestRequest(
          text: text, near: flags.near, nearStrength: flags.nearStrength, within: flags.within,
          language: flags.language, limit: flags.limit))
      if !reply.completions.isEmpty || context.wantsJSON {
        try context.show(reply) { GeocoderRendering.render($0, style: $1) }
      }
      if !reply.completions.isEmpty { return .success }
      context.report(Formats.phrase("suggest.nothing", ["text": text.printable]))
      return .nothingFound
    })
}
