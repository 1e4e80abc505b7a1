import Messages

/// What people say, as a person reads it.
enum PeopleRendering {
  /// Stars, who and when, then the text.
  ///
  /// - Parameter naming: whether the venue is told.
  static func render(_ review: Review, naming: Bool, style: Style) -> String {
    let who = naming ? "\(review.venueName) (\(review.venueID))" : review.user
    let head = "\(stars(review.stars))  \(who.printable)"
    let day = style.paint(Formats.day(review.changedAt), .faint)
    return "\(head)  \(day)\n" + (review.text.map(lines) ?? "")
  }

  static func render(_ note: Note, style: Style) -> String {
    let head = "\(note.venueName) (\(note.venueID))".printable
    let day = style.paint(Formats.day(note.changedAt), .faint)
    return "\(style.paint(head, .bold))  \(day)\n" + lines(note.text)
  }

  /// What the user and others said of a venue; "" where nobody said anything.
  static func render(_ remarks: VenueRemarks, style: Style) -> String {
    var facts: [(String, String)] = []
    if let since = remarks.favouriteSince { facts.append(("Favourite", Formats.day(since))) }
    if let note = remarks.note { facts.append(("Your note", note.text.printable)) }
    if let review = remarks.review {
      let text = review.text.map { "  \($0.printable)" } ?? ""
      facts.append(("Your review", stars(review.stars) + text))
    }
    var text = facts.isEmpty ? "" : "\n" + CommandHelp.list(facts)
    if !remarks.newest.isEmpty {
      text += "\n" + style.paint("Newest reviews", .bold) + "\n"
      text += remarks.newest.map { render($0, naming: false, style: style) }.joined()
    }
    return text
  }

  static func render(_ reply: DealListReply, style: Style) -> String {
    var table = TextTable([
      .init("Deal", .right), .init("From"), .init("To"), .init("Venue"), .init("ID"),
      .init("Offer"),
    ])
    for deal in reply.deals {
      table.add([
        .init(deal.id.rawValue), .init(Formats.minute(deal.starts, unlessOn: "")),
        .init(Formats.minute(deal.ends, unlessOn: Formats.day(deal.starts))),
        .init(deal.venueName), .init(deal.venueID.rawValue), .init(deal.text),
      ])
    }
    return table.render(style)
  }

  /// A deal as it begins.
  static func line(_ deal: Deal) -> String {
    "\(deal.venueName): \(deal.text), \(span(deal)) (\(deal.venueID))".printable + "\n"
  }

  /// "2026-11-21 07:00 to 09:00".
  static func span(_ deal: Deal) -> String {
    let end = Formats.minute(deal.ends, unlessOn: Formats.day(deal.starts))
    return "\(Formats.minute(deal.starts, unlessOn: "")) to \(end)"
  }

  static func render(_ reply: CategoriesReply, style: Style) -> String {
    var table = TextTable([.init("Category"), .init("Venues", .right)])
    func add(_ counts: [CategoryCount], depth: Int) {
      for count in counts {
        let indent = String(repeating: "  ", count: depth)
        table.add([.init(indent + count.category.rawValue), .init("\(count.total)")])
        add(reply.categories.filter { $0.parent == count.category }, depth: depth + 1)
      }
    }
    add(reply.categories.filter { $0.parent == nil }, depth: 0)
    return table.render(style)
  }

  static func stars(_ count: Int) -> String {
    let all = VenueRating.stars.upperBound
    let given = min(max(count, 0), all)
    return String(repeating: "★", count: given) + String(repeating: "☆", count: all - given)
  }

  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \(String($0).printable)\n" }.joined()
  }
}
