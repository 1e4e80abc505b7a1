import Messages

/// Formats reviews, notes and favourites as text.
enum ContributionRendering {
  /// Stars, author and date, then the text.
  ///
  /// - Parameter naming: whether to name the venue instead of the author.
  static func render(_ review: Review, naming: Bool, style: Style) -> String {
    let name = Formats.name(review.venueName, review.venueNames)
    let who = naming ? "\(name) (\(review.venueID))" : review.user
    let head = "\(stars(review.stars))  \(who.printable)"
    let day = style.paint(Formats.dated(review.changedAt), .faint)
    return "\(head)  \(day)\n" + (review.text.map(lines) ?? "")
  }

  static func render(_ note: Note, style: Style) -> String {
    let name = Formats.name(note.venueName, note.venueNames)
    let head = "\(name) (\(note.venueID))".printable
    let day = style.paint(Formats.dated(note.changedAt), .faint)
    return "\(style.paint(head, .bold))  \(day)\n" + lines(note.text)
  }

  /// The user's and the newest contributions to a venue; empty where there are none.
  static func render(_ remarks: VenueRemarks, style: Style) -> String {
    var rows: [(String, String)] = []
    if let since = remarks.favouriteSince {
      rows.append((Formats.phrase("table.favourite"), Formats.dated(since)))
    }
    if let note = remarks.note { rows.append((Formats.phrase("table.note"), note.text.printable)) }
    if let review = remarks.review {
      let text = review.text.map { "  \($0.printable)" } ?? ""
      rows.append((Formats.phrase("table.review"), stars(review.stars) + text))
    }
    var text = rows.isEmpty ? "" : "\n" + HelpText.list(rows)
    if !remarks.newest.isEmpty {
      text += "\n" + style.paint(Formats.phrase("review.newest"), .bold) + "\n"
      text += remarks.newest.map { render($0, naming: false, style: style) }.joined()
    }
    return text
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
