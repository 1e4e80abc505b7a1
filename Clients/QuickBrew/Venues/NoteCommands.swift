import CommandLineKit
import Messages

/// `quickbrew note set`.
enum NoteSetCommand: Subcommand {
  static let name = "note set"
  static let summary = "Write down something about a venue, for yourself."
  static let help = CommandHelp(
    examples: [#"note set osm/node/422 "Key for the toilet: ask at the bar.""#],
    usage: "ID TEXT [flags]", flags: [UserFlag.flag],
    notes: """
      There is one note of each user and venue: another takes its place. Nobody who asks for
      another user's sees it.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["ID", "TEXT"])
    let id = try VenueID(argument: words[0])
    let note = try await context.send(
      NotePutRequest(user: UserFlag.name(context), venueID: id, text: words[1]))
    try context.show(note) { note, _ in "Kept your note of \(note.venueName.printable).\n" }
    return .success
  }
}

/// `quickbrew note show`.
enum NoteShowCommand: Subcommand {
  static let name = "note show"
  static let summary = "Read your note of a venue, or all of them, the newest first."
  static let help = CommandHelp(
    examples: ["note show osm/node/422", "note show"], usage: "[ID] [flags]",
    flags: [UserFlag.flag, Flag("limit", "N", "how many at most (50)")],
    notes: "Exit status: 0 fine, 3 there is no note of the venue.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["ID"], optional: 1)
    let user = try UserFlag.name(context)
    let bus = try context.connect()
    if let word = words.first {
      let id = try VenueID(argument: word)
      let remarks = try await bus.send(
        VenueRemarksRequest(id: id, user: user, limit: 1), timeout: context.timeout)
      guard let note = remarks.note else {
        throw ServiceError(.notFound, "“\(user)” has no note of “\(id)”.")
      }
      try context.show(note) { ContributionRendering.render($0, style: $1) }
      return .success
    }
    let found = try await pages(context) { before, limit in
      let request = NoteListRequest(user: user, before: before, limit: limit)
      let page = try await bus.send(request, timeout: context.timeout)
      return (page.notes, page.next)
    }
    let list = NoteListReply(notes: found.items, next: found.next)
    if list.notes.isEmpty, !context.wantsJSON {
      context.output.message("No notes yet: quickbrew note set ID TEXT makes one.")
    } else {
      try context.show(list) { list, style in
        list.notes.map { ContributionRendering.render($0, style: style) }.joined()
      }
    }
    return .success
  }
}

/// `quickbrew note remove`.
enum NoteRemoveCommand: Subcommand {
  static let name = "note remove"
  static let summary = "Take your note of a venue away."
  static let help = CommandHelp(
    examples: ["note remove osm/node/422"], usage: "ID [flags]",
    flags: [UserFlag.flag, Confirmation.flag],
    notes: "Exit status: 0 removed, 3 there was none.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try VenueID(argument: context.arguments.positionals(["ID"])[0])
    guard context.confirms("Remove your note?") else { return .failure }
    let note = try await context.send(NoteRemoveRequest(user: UserFlag.name(context), venueID: id))
    try context.show(note) { note, _ in
      "Took your note of \(note.venueName.printable) away.\n"
    }
    return .success
  }
}
