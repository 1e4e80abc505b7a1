import Messages

/// Venues and favourites as a person reads them.
enum VenueRendering {
  static func render(_ reply: NearbyReply, style: Style) -> String {
    var table = TextTable([
      .init("Venue"), .init("Category"), .init("Distance", .right), .init("ID"), .init("Address"),
    ])
    for near in reply.venues {
      table.add([
        .init(near.venue.name), .init(near.venue.category.rawValue),
        .init(Formats.distance(near.distanceMeters)), .init(near.venue.id.rawValue),
        .init(near.venue.address ?? "", .faint),
      ])
    }
    let note =
      reply.replica.isCurrent
      ? "" : "The venues may be out of date: the venue store is away.\n"
    return table.render(style) + style.paint(note, .red)
  }

  static func render(_ venue: Venue, style: Style) -> String {
    let facts: [(String, String?)] = [
      ("Standing", venue.standing?.rawValue), ("Category", venue.category.rawValue),
      ("Address", venue.address),
      ("Coordinate", Formats.coordinate(venue.coordinate)), ("Hours", venue.openingHours),
      ("Phone", venue.phone), ("Website", venue.website), ("Brand", venue.brand),
      ("Cuisine", venue.cuisine), ("ID", venue.id.rawValue),
    ]
    let known = facts.compactMap { name, value in value.map { (name, $0.printable) } }
    return style.paint(venue.name.printable, .bold) + "\n" + CommandHelp.list(known)
  }

  static func render(_ reply: FavouriteListReply, style: Style) -> String {
    var table = TextTable([
      .init("Favourite"), .init("Category"), .init("Since"), .init("ID"), .init("Address"),
    ])
    for favourite in reply.favourites {
      table.add([
        .init(favourite.venue.name), .init(favourite.venue.category.rawValue),
        .init(Formats.day(favourite.addedAt)), .init(favourite.venue.id.rawValue),
        .init(favourite.venue.address ?? "", .faint),
      ])
    }
    return table.render(style)
  }
}
