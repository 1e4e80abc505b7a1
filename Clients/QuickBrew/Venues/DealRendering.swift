import Messages

/// Formats deals as text.
enum DealRendering {
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

  /// The line printed for a deal when it begins.
  static func line(_ deal: Deal) -> String {
    "\(deal.venueName): \(deal.text), \(span(deal)) (\(deal.venueID))".printable + "\n"
  }

  /// "2026-11-21 07:00 to 09:00".
  static func span(_ deal: Deal) -> String {
    let end = Formats.minute(deal.ends, unlessOn: Formats.day(deal.starts))
    return "\(Formats.minute(deal.starts, unlessOn: "")) to \(end)"
  }
}
