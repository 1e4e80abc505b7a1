import CommandLineKit
import Messages

/// `quickbrew review add`.
enum ReviewAdd: Subcommand {
  static let name = "review add"
  static let summary = "Say what you think of a venue, for everybody."
  static let help = CommandHelp(
    examples: [#"review add osm/node/123 4 "Fine beans, few seats.""#],
    usage: "ID STARS [TEXT] [flags]", flags: [UserFlag.flag],
    notes: """
      STARS is 1 to 5. There is one review of each user and venue: another takes its place.
      Exit status: 0 kept, 3 no such venue.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let words = try call.arguments.positionals(["ID", "STARS", "TEXT"], optional: 1)
    let id = try VenueID(argument: words[0])
    guard let stars = Int(words[1]), VenueRating.stars.contains(stars) else {
      throw UsageError("STARS is a whole number, 1 to 5, not “\(words[1])”.")
    }
    let user = try UserFlag.name(call)
    let review = try await call.send(
      ReviewPutRequest(
        user: user, venueID: id, stars: stars, text: words.count > 2 ? words[2] : nil))
    try call.show(review) { review, _ in
      "Kept \(Formats.count(review.stars, "star", "stars")) for \(review.venueName.printable).\n"
    }
    return .fine
  }
}

/// `quickbrew review list`.
enum ReviewList: Subcommand {
  static let name = "review list"
  static let summary = "Read the reviews of a venue, or your own; the newest first."
  static let help = CommandHelp(
    examples: ["review list osm/node/123", "review list --user ada"], usage: "[ID] [flags]",
    flags: [
      Flag("user", "NAME", "only this user's; without ID $USER's"),
      Flag("limit", "N", "how many at most (50)"),
    ])

  static func run(_ call: Call) async throws -> CommandStatus {
    let words = try call.arguments.positionals(["ID"], optional: 1)
    var id: VenueID?
    if let word = words.first { id = try VenueID(argument: word) }
    let isOfUser = id == nil || call.arguments.has("user")
    let user = isOfUser ? try UserFlag.name(call) : nil
    let bus = try call.connect()
    let reply = try await pages(call) { before, limit in
      let request = ReviewListRequest(venueID: id, user: user, before: before, limit: limit)
      let page = try await bus.send(request, timeout: call.timeout)
      return (page.reviews, page.next)
    }
    let list = ReviewListReply(reviews: reply.items, next: reply.next)
    if list.reviews.isEmpty, !call.wantsJSON {
      call.output.message("No reviews yet: quickbrew review add ID STARS makes one.")
    } else {
      try call.show(list) { list, style in
        list.reviews.map { PeopleRendering.render($0, naming: id == nil, style: style) }.joined()
      }
    }
    return .fine
  }
}

/// `quickbrew review remove`.
enum ReviewRemove: Subcommand {
  static let name = "review remove"
  static let summary = "Take your review of a venue away."
  static let help = CommandHelp(
    examples: ["review remove osm/node/123"], usage: "ID [flags]", flags: [UserFlag.flag],
    notes: "Exit status: 0 removed, 3 there was none.")

  static func run(_ call: Call) async throws -> CommandStatus {
    let id = try VenueID(argument: call.arguments.positionals(["ID"])[0])
    let review = try await call.send(
      ReviewRemoveRequest(user: UserFlag.name(call), venueID: id))
    try call.show(review) { review, _ in
      "Took your review of \(review.venueName.printable) away.\n"
    }
    return .fine
  }
}

/// Reads pages until there are as many as `--limit` says.
func pages<Item>(
  _ call: Call, _ page: (_ before: Int64?, _ limit: Int) async throws -> ([Item], Int64?)
) async throws -> (items: [Item], next: Int64?) {
  let usual = 50
  let limit = try call.arguments.integer("limit", in: 1...VenueLimits.maximumReviews) ?? usual
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

/// Whose favourites, reviews and notes a command is about.
enum UserFlag {
  static let flag = Flag("user", "NAME", "who you are ($USER)")
  private static let fallback = "me"

  /// - Throws: `UsageError` for a name that is blank or too long.
  static func name(_ call: Call) throws(UsageError) -> String {
    let name = call.arguments["user"] ?? call.surroundings.environment["USER"] ?? fallback
    if name.allSatisfy(\.isWhitespace) { throw UsageError("--user is empty.") }
    if name.utf8.count > VenueLimits.maximumUserBytes {
      throw UsageError("--user is longer than \(VenueLimits.maximumUserBytes) bytes.")
    }
    return name
  }
}
