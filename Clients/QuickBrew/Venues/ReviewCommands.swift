import CommandLineKit
import Messages

/// The commands `quickbrew review …`.
enum ReviewCommands {
  static let group = CommandGroup(
    "review", "Write reviews of venues, and read those of others.", [add, list, remove])

  private static let add = Command(
    "review add", "Review a venue, for everybody to read.",
    examples: [#"review add osm/node/422 4 "Fine beans, few seats.""#],
    arguments: [VenueNames.argument, "STARS", "TEXT"], optional: 1, flags: [UserFlag.flag],
    notes: """
      \(VenueNames.note)
      STARS is 1 to 5. A user has one review of a venue: another replaces it.
      Exit status: 0 kept, 3 no such venue.
      """,
    .ask { context in
      let words = context.words
      guard let stars = Int(words[1]), VenueRating.stars.contains(stars) else {
        throw UsageError("STARS is a whole number, 1 to 5, not “\(words[1])”.")
      }
      return ReviewPutRequest(
        user: try UserFlag.name(context), venueID: try await VenueNames.id(words[0], context),
        stars: stars,
        text: words.count > 2 ? words[2] : nil)
    } text: { review, _ in
      let name = Formats.name(review.venueName, review.venueNames)
      return Formats.phrase("review.kept", count: review.stars, ["name": name]) + "\n"
    })

  private static let list = Command(
    "review list", "Read the reviews of a venue, or your own, newest first.",
    examples: ["review list osm/node/422", "review list --user ada"],
    arguments: [VenueNames.argument], optional: 1,
    flags: [
      Flag("user", "NAME", "only this user's; without VENUE $USER's"),
      Flag("limit", "N", "how many at most (50)"),
    ],
    .run { context in
      var id: VenueID?
      if let word = context.words.first { id = try await VenueNames.id(word, context) }
      let isOfUser = id == nil || context.arguments.has("user")
      let user = isOfUser ? try UserFlag.name(context) : nil
      let found = try await context.pages { [id] before, limit in
        let page = try await context.send(
          ReviewListRequest(venueID: id, user: user, before: before, limit: limit))
        return (page.reviews, page.next)
      }
      let list = ReviewListReply(reviews: found.items, next: found.next)
      let hint = Formats.phrase("hint.reviews")
      try context.show(list, isEmpty: list.reviews.isEmpty, hint: hint) { [id] list, style in
        list.reviews.map { ContributionRendering.render($0, naming: id == nil, style: style) }
          .joined()
      }
      return .success
    })

  private static let remove = Command(
    "review remove", "Remove your review of a venue.",
    examples: ["review remove osm/node/422"], arguments: [VenueNames.argument],
    flags: [UserFlag.flag],
    notes: "Exit status: 0 removed, 3 there was none.",
    confirming: { _ in Formats.phrase("confirm.review") },
    .ask {
      ReviewRemoveRequest(
        user: try UserFlag.name($0), venueID: try await VenueNames.id($0.words[0], $0))
    } text: { review, _ in
      let name = Formats.name(review.venueName, review.venueNames)
      return Formats.phrase("review.removed", ["name": name]) + "\n"
    })
}

extension CommandContext {
  /// Fetches pages until there are as many items as `--limit` allows.
  func pages<Item>(
    _ page: (_ before: Int64?, _ limit: Int) async throws -> ([Item], Int64?)
  ) async throws -> (items: [Item], next: Int64?) {
    let usual = 50
    let limit = try arguments.integer("limit", in: 1...VenueLimits.maximumReviews) ?? usual
    var items: [Item] = []
    var next: Int64?
    repeat {
      let (more, before) = try await page(next, min(limit - items.count, VenueLimits.maximumPage))
      items += more
      next = before
    } while next != nil && items.count < limit
    return (items, next)
  }
}
