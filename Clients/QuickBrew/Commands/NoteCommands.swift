import Messages

/// `quickbrew note set`.
enum NoteSet: Subcommand {
  static let name = "note set"
  static let summary = "Write down something about a venue, for yourself."
  static let help = CommandHelp(
    examples: [#"note set osm/node/123 "Key for the toilet: ask at the bar.""#],
    usage: "ID TEXT [flags]", flags: [UserFlag.flag],
    notes: """
      There is one note of each user and venue: another takes its place. Nobody who asks for
      another user's sees it.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let words = try call.arguments.positionals(["ID", "TEXT"])
    let id = try VenueID(argument: words[0])
    let note = try await call.send(
      NotePutRequest(user: UserFlag.name(call), venueID: id, text: words[1]))
    try call.show(note) { note, _ in "Kept your note of \(note.venueName.printable).\n" }
    return .fine
  }
}

/// `quickbrew note show`.
enum NoteShow: Subcommand {
  static let name = "note show"
  static let summary = "Read your note of a venue, or all of them, the newest first."
  static let help = CommandHelp(
    examples: ["note show osm/node/123", "note show"], usage: "[ID] [flags]",
    flags: [UserFlag.flag, Flag("limit", "N", "how many at most (50)")],
    notes: "Exit status: 0 fine, 3 there is no note of the venue.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let words = try call.arguments.positionals(["ID"], optional: 1)
    let user = try UserFlag.name(call)
    let bus = try call.connect()
    if let word = words.first {
      let id = try VenueID(argument: word)
      let remarks = try await bus.send(
        VenueRemarksRequest(id: id, user: user, limit: 1), timeout: call.timeout)
      guard let note = remarks.note else {
        throw ServiceError(.notFound, "“\(user)” has no note of “\(id)”.")
      }
      try call.show(note) { PeopleRendering.render($0, style: $1) }
      return .fine
    }
    let found = try await pages(call) { before, limit in
      let request = NoteListRequest(user: user, before: before, limit: limit)
      let page = try await bus.send(request, timeout: call.timeout)
      return (page.notes, page.next)
    }
    let list = NoteListReply(notes: found.items, next: found.next)
    if list.notes.isEmpty, !call.wantsJSON {
      call.output.message("No notes yet: quickbrew note set ID TEXT makes one.")
    } else {
      try call.show(list) { list, style in
        list.notes.map { PeopleRendering.render($0, style: style) }.joined()
      }
    }
    return .fine
  }
}

/// `quickbrew note remove`.
enum NoteRemove: Subcommand {
  static let name = "note remove"
  static let summary = "Take your note of a venue away."
  static let help = CommandHelp(
    examples: ["note remove osm/node/123"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: "Exit status: 0 removed, 3 there was none.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    let note = try await call.send(NoteRemoveRequest(user: UserFlag.name(call), venueID: id))
    try call.show(note) { note, _ in
      "Took your note of \(note.venueName.printable) away.\n"
    }
    return .fine
  }
}
