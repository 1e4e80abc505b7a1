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
      ("standing", venue.standing.map { Formats.word("standing", $0.rawValue) }),
      ("category", Formats.word("kind", venue.category.rawValue)),
      ("rating", venue.rating.map(text)),
      ("distance", origin.map { Formats.distance(venue.coordinate.distance(to: $0)) }),
      ("address", venue.address), ("coordinate", Formats.coordinate(venue.coordinate)),
      ("now", hours?.text),
      ("hours", venue.openingHours.map { WeekWords.text($0) ?? $0 }), ("phone", venue.phone),
      ("dial", venue.phone.flatMap(dialLink)), ("website", venue.website), ("brand", venue.brand),
      ("cuisine", venue.cuisine.map(cuisine)),
      ("wheelchair", venue.wheelchair.map { Formats.word("offer", $0.rawValue) }),
      ("wifi", venue.wifi.map { Formats.word("offer", $0.rawValue) }),
    ]
    let others: [(String, String?)] = [
      ("Apple Maps", links.apple), ("Google Maps", links.google),
      (Formats.phrase("table.id"), venue.id.rawValue),
    ]
    let known = (texts.map { (Formats.phrase("table.\($0)"), $1) } + attributes + others)
      .compactMap { name, value in value.map { (name, $0.printable) } }
    return style.paint(venue.shownTitle, .bold) + "\n" + HelpText.list(known, style)
  }

  /// The value of the tag `cuisine` in words: "Kaffee, Kuchen".
  static func cuisine(_ value: String) -> String {
    let words = value.replacing("; ", with: ";").split(separator: ";").map(String.init)
    return Formats.list(
      words.map { Formats.word("cuisine", $0, or: $0.replacing("_", with: " ").printable) })
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
        .init(titled: "favourite") { $0.name },
        .init(titled: "category") {
          $0.venue.map { Formats.word("kind", $0.category.rawValue) }
            ?? Formats.phrase("favourite.unmerged")
        },
        .init(titled: "since") { $0.addedAt.map(Formats.dated) },
        .init(titled: "id", isDetail: true) { $0.venueID.rawValue },
        .init(titled: "address", .left, .faint) { $0.venue?.address },
      ]
    ).render(style)
  }
}
