import Messages

/// The commands `quickbrew note …`.
enum NoteCommands {
  static let group = CommandGroup("note", "Keep private notes on venues.", [set, show, remove])

  private static let set = Command(
    "note set", "Keep a private note on a venue.",
    examples: [#"note set osm/node/422 "Key for the toilet: ask at the bar.""#],
    arguments: [VenueNames.argument, "TEXT"], flags: [UserFlag.flag],
    notes: """
      \(VenueNames.note)
      A user has one note on a venue: another replaces it. Requests for another user's notes do not
      show it.
      Exit status: 0 kept, 3 no such venue.
      """,
    .ask {
      NotePutRequest(
        user: try UserFlag.name($0), venueID: try await VenueNames.id($0.words[0], $0),
        text: $0.words[1])
    } text: { note, _ in
      Formats.phrase("note.kept", ["name": Formats.name(note.venueName, note.venueNames)]) + "\n"
    })

  private static let show = Command(
    "note show", "Read your note on a venue, or all of them, newest first.",
    examples: ["note show osm/node/422", "note show"], arguments: [VenueNames.argument],
    optional: 1,
    flags: [UserFlag.flag, Flag("limit", "N", "how many at most (50)")],
    notes: "Exit status: 0 fine, 3 there is no note of the venue.",
    .run { context in
      let user = try UserFlag.name(context)
      if let word = context.words.first {
        let id = try await VenueNames.id(word, context)
        let remarks = try await context.send(VenueRemarksRequest(id: id, user: user, limit: 1))
        guard let note = remarks.note else {
          throw ServiceError(.notFound, "“\(user)” has no note of “\(id)”.")
        }
        try context.show(note) { ContributionRendering.render($0, style: $1) }
        return .success
      }
      let found = try await context.pages { before, limit in
        let page = try await context.send(
          NoteListRequest(user: user, before: before, limit: limit))
        return (page.notes, page.next)
      }
      let list = NoteListReply(notes: found.items, next: found.next)
      let hint = Formats.phrase("hint.notes")
      try context.show(list, isEmpty: list.notes.isEmpty, hint: hint) { list, style in
        list.notes.map { ContributionRendering.render($0, style: style) }.joined()
      }
      return .success
    })

  private static let remove = Command(
    "note remove", "Remove your note on a venue.",
    examples: ["note remove osm/node/422"], arguments: [VenueNames.argument],
    flags: [UserFlag.flag],
    notes: "Exit status: 0 removed, 3 there was none.",
    confirming: { _ in Formats.phrase("confirm.note") },
    .ask {
      NoteRemoveRequest(
        user: try UserFlag.name($0), venueID: try await VenueNames.id($0.words[0], $0))
    } text: { note, _ in
      Formats.phrase("note.removed", ["name": Formats.name(note.venueName, note.venueNames)]) + "\n"
    })
}
