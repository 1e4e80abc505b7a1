import Geography
import Messages

/// Formats venues and favourites as text.
enum VenueRendering {
  /// - Parameters:
  ///   - origin: where its distance is measured from; `nil` for no distance.
  ///   - hours: the state of its opening hours, where known.
  static func render(
    _ venue: Venue, from origin: Coordinate? = nil, _ hours: VenueHours? = nil, style: Style
  ) -> String {
    let links = MapLinks([venue.coordinate])
    let attributes: [(String, String?)] = VenueAttribute.allCases.compactMap { attribute in
      venue.attributes[attribute].map { attribute.detail($0) }
    }
    let texts: [(String, String?)] = [
      ("Standing", venue.standing?.rawValue), ("Category", venue.category.rawValue),
      ("Rating", venue.rating.map(text)),
      ("Distance", origin.map { Formats.distance(venue.coordinate.distance(to: $0)) }),
      ("Address", venue.address),
      ("Coordinate", Formats.coordinate(venue.coordinate)), ("Now", hours?.text),
      ("Hours", venue.openingHours),
      ("Phone", venue.phone), ("Dial", venue.phone.flatMap(dialLink)),
      ("Website", venue.website), ("Brand", venue.brand),
      ("Cuisine", venue.cuisine),
    ]
    let others: [(String, String?)] = [
      ("Wheelchair", venue.wheelchair?.rawValue), ("Wifi", venue.wifi?.rawValue),
      ("Apple Maps", links.apple), ("Google Maps", links.google),
      ("ID", venue.id.rawValue),
    ]
    let known = (texts + attributes + others).compactMap { name, value in
      value.map { (name, $0.printable) }
    }
    return style.paint(venue.shownTitle, .bold) + "\n" + HelpText.list(known, style)
  }

  /// "4.12 of 5, 17 reviews".
  static func text(_ rating: VenueRating) -> String {
    Formats.phrase(
      "rating", count: Int(rating.count), ["mean": Formats.decimal(rating.plainMean, places: 1)])
  }

  /// The name, and that its hours are unknown where they are.
  static func name(_ name: String, isCertain: Bool) -> String {
    isCertain ? name : Formats.phrase("hours.uncertain", ["name": name])
  }

  /// `tel:+14155550139`, for the first number, or `nil` (RFC 3966).
  static func dialLink(_ phone: String) -> String? {
    let first = phone.prefix { $0 != ";" && $0 != "," && $0 != "/" }
    let digits = first.filter { $0.isASCII && $0.isNumber }
    guard digits.count > 2 else { return nil }
    return "tel:" + (first.contains("+") ? "+" : "") + digits
  }

  static func render(_ list: FavouriteRecordList, style: Style) -> String {
    TextTable(
      list.favourites,
      [
        .init("Favourite") { $0.name },
        .init("Category") { $0.venue?.category.rawValue ?? "not merged yet" },
        .init("Since") { $0.addedAt.map(Formats.dated) },
        .init("ID", isDetail: true) { $0.venueID.rawValue },
        .init("Address", .left, .faint) { $0.venue?.address },
      ]
    ).render(style)
  }
}
