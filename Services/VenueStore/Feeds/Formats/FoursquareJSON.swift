import JSON
import Messages

/// Foursquare Places: v2 `venues/search` and `venues/explore`, with the coordinate in `location`,
/// and v3 `places/search`, with the coordinate in `geocodes.main` or, in newer versions, at the top
/// level.
enum FoursquareJSON {
  static let reader = FeedReader(
    paths: [
      [], ["venues"], ["response", "venues"], ["response", "groups", "items"], ["results"],
    ]
  ) { value throws(RejectedRow) in
    // In `explore` each item contains a venue.
    try row(value["venue"] ?? value)
  }

  private static func row(_ venue: JSONValue) throws(RejectedRow) -> FeedRow {
    let categories = venue["categories"]?.asArray ?? []
    let primary = categories.first { $0["primary"] == .boolean(true) } ?? categories.first
    let label = primary?.text("name")
    var draft = RowDraft(
      category: CategoryKeywords.category(label) ?? CategoryKeywords.slug(label) ?? .coffee)
    draft.id = first(venue, ["fsq_place_id", "fsq_id", "id"])
    draft.name = venue.text("name")
    (draft.latitude, draft.longitude) = position(venue)
    draft.street = venue.text("location.address")
    draft.city = first(venue, ["location.city", "location.locality"])
    draft.postcode = first(venue, ["location.postalCode", "location.postcode"])
    // The one line is only used without parts, as the city cannot be found in it.
    draft.facts.address = draft.street == nil ? venue.text("location.formatted_address") : nil
    draft.facts.phone = first(venue, ["tel", "contact.formattedPhone", "contact.phone"])
    draft.facts.website = first(venue, ["website", "url"])
    draft.facts.openingHours = hours(venue.at("hours.regular")?.asArray ?? [])
    draft.facts.brand = venue["chains"]?.asArray.first?.text("name")
    draft.facts.amenities = VenueAmenities { entry in
      entry.foursquareKey.flatMap { attribute($0, of: venue) }
    }
    let isClosed =
      venue["closed"] == .boolean(true) || venue.text("date_closed") != nil
      || venue.text("closed_bucket") == "VeryLikelyClosed"
    draft.standing = isClosed ? .closed : nil
    return try draft.checked()
  }

  private static func first(_ venue: JSONValue, _ paths: [String]) -> String? {
    paths.lazy.compactMap { venue.text($0) }.first
  }

  /// v3 has attributes in groups of `features`; newer versions have them all in `attributes`.
  private static func attribute(_ name: String, of venue: JSONValue) -> String? {
    ["features.amenities", "features.services", "attributes"].lazy
      .compactMap { venue.at($0)?[name]?.asWord }.first
  }

  private static func position(_ venue: JSONValue) -> (JSONValue?, JSONValue?) {
    let candidates = [
      venue, venue.at("geocodes.main"), venue.at("geocodes.roof"), venue["location"],
    ]
    for case let object? in candidates {
      let keys = [("latitude", "longitude"), ("lat", "lng"), ("lat", "lon")]
      for (latitude, longitude) in keys where object[latitude] != nil {
        return (object[latitude], object[longitude])
      }
    }
    return (nil, nil)
  }

  private static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// Converts `[{"day": 1, "open": "0800", "close": "1700"}]` to OpenStreetMap's `opening_hours`;
  /// `nil` if a day or a time is invalid. "+0200" is two o'clock on the next day.
  private static func hours(_ regular: [JSONValue]) -> String? {
    var rules: [String] = []
    for span in regular {
      guard let day = span.text("day").flatMap({ Int($0) }), (1...7).contains(day),
        let open = clock(span.text("open")), let close = clock(span.text("close"))
      else { return nil }
      rules.append("\(days[day - 1]) \(open)-\(close)")
    }
    return rules.isEmpty ? nil : rules.joined(separator: ", ")
  }

  private static func clock(_ text: String?) -> String? {
    guard let digits = text.map({ $0.filter { $0 != "+" && $0 != ":" } }), digits.count == 4,
      let number = Int(digits), (0...24).contains(number / 100), (0...59).contains(number % 100)
    else { return nil }
    return "\(digits.prefix(2)):\(digits.suffix(2))"
  }
}
