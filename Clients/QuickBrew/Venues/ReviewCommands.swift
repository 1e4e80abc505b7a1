import CommandLineKit
import Messages

/// `quickbrew review add`.
enum ReviewAddCommand: Subcommand {
  static let name = "review add"
  static let summary = "Say what you think of a venue, for everybody."
  static let help = CommandHelp(
    examples: [#"review add osm/node/422 4 "Fine beans, few seats.""#],
    usage: "ID STARS [TEXT] [flags]", flags: [UserFlag.flag],
    notes: """
      STARS is 1 to 5. There is one review of each user and venue: another takes its place.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["ID", "STARS", "TEXT"], optional: 1)
    let id = try VenueID(argument: words[0])
    guard let stars = Int(words[1]), VenueRating.stars.contains(stars) else {
      throw UsageError("STARS is a whole number, 1 to 5, not “\(words[1])”.")
    }
    let user = try UserFlag.name(context)
    let review = try await context.send(
      ReviewPutRequest(
        user: user, venueID: id, stars: stars, text: words.count > 2 ? words[2] : nil))
    try context.show(review) { review, _ in
      "Kept \(Formats.count(review.stars, "star", "stars")) for \(review.venueName.printable).\n"
    }
    return .success
  }
}

/// `quickbrew review list`.
enum ReviewListCommand: Subcommand {
  static let name = "review list"
  static let summary = "Read the reviews of a venue, or your own; the newest first."
  static let help = CommandHelp(
    examples: ["review list osm/node/422", "review list --user ada"], usage: "[ID] [flags]",
    flags: [
      Flag("user", "NAME", "only this user's; without ID $USER's"),
      Flag("limit", "N", "how many at most (50)"),
    ])

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let words = try context.arguments.positionals(["ID"], optional: 1)
    var id: VenueID?
    if let word = words.first { id = try VenueID(argument: word) }
    let isOfUser = id == nil || context.arguments.has("user")
    let user = isOfUser ? try UserFlag.name(context) : nil
    let bus = try context.connect()
    let reply = try await pages(context) { before, limit in
      let request = ReviewListRequest(venueID: id, user: user, before: before, limit: limit)
      let page = try await bus.send(request, timeout: context.timeout)
      return (page.reviews, page.next)
    }
    let list = ReviewListReply(reviews: reply.items, next: reply.next)
    if list.reviews.isEmpty, !context.wantsJSON {
      context.output.message("No reviews yet: quickbrew review add ID STARS makes one.")
    } else {
      try context.show(list) { list, style in
        list.reviews.map { ContributionRendering.render($0, naming: id == nil, style: style) }
          .joined()
      }
    }
    return .success
  }
}

/// `quickbrew review remove`.
enum ReviewRemoveCommand: Subcommand {
  static let name = "review remove"
  static let summary = "Take your review of a venue away."
  static let help = CommandHelp(
    examples: ["review remove osm/node/422"], usage: "ID [flags]",
    flags: [UserFlag.flag, Confirmation.flag],
    notes: "Exit status: 0 removed, 3 there was none.")

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let id = try VenueID(argument: context.arguments.positionals(["ID"])[0])
    guard context.confirms("Remove your review?") else { return .failure }
    let review = try await context.send(
      ReviewRemoveRequest(user: UserFlag.name(context), venueID: id))
    try context.show(review) { review, _ in
      "Took your review of \(review.venueName.printable) away.\n"
    }
    return .success
  }
}

/// Fetches pages until there are as many items as `--limit` allows.
func pages<Item>(
  _ context: CommandContext,
  _ page: (_ before: Int64?, _ limit: Int) async throws -> ([Item], Int64?)
) async throws -> (items: [Item], next: Int64?) {
  let usual = 50
  let limit = try context.arguments.integer("limit", in: 1...VenueLimits.maximumReviews) ?? usual
  var items: [Item] = []
  var next: Int64?
  repeat {
    let rest = min(limit - items.count, VenueLimits.maximumPage)
    let (more, before) = try await page(next, rest)
    items += more
    next = before
  } while next != nil && items.count < limit
  return (items, next)
}

/// `--user`: the user whose favourites, reviews and notes a command is about.
enum UserFlag {
  static let flag = Flag("user", "NAME", "who you are ($USER)")
  private static let fallback = "me"

  /// The user's name; by default `$USER`.
  ///
  /// - Throws: `UsageError` for a name that is blank or too long.
  static func name(_ context: CommandContext) throws(UsageError) -> String {
    let name = context.arguments["user"] ?? context.environment.variables["USER"] ?? fallback
    if name.allSatisfy(\.isWhitespace) { throw UsageError("--user is empty.") }
    if name.utf8.count > VenueLimits.maximumUserBytes {
      throw UsageError("--user is longer than \(VenueLimits.maximumUserBytes) bytes.")
    }
    return name
  }
}
