import JSON
import Messages

/// Foursquare Places: v2 `venues/search` and `venues/explore`, where the place is in
/// `location.lat`, and v3 `places/search`, where it is in `geocodes.main` or, lately, at the top.
enum FoursquareJSON {
  static let reader = FeedReader(
    paths: [
      [], ["venues"], ["response", "venues"], ["response", "groups", "items"], ["results"],
    ]
  ) { value throws(WrongRow) in
    // An item of `explore` has its venue inside.
    try row(value["venue"] ?? value)
  }

  private static func row(_ place: JSONValue) throws(WrongRow) -> FeedRow {
    let categories = place["categories"]?.asArray ?? []
    let primary = categories.first { $0["primary"] == .truth(true) } ?? categories.first
    let word = primary?.text("name")
    var draft = RowDraft(
      category: CategoryWords.category(word) ?? CategoryWords.slug(word) ?? .coffee)
    draft.id = first(place, ["fsq_place_id", "fsq_id", "id"])
    draft.name = place.text("name")
    (draft.latitude, draft.longitude) = position(place)
    draft.street = place.text("location.address")
    draft.city = first(place, ["location.city", "location.locality"])
    draft.postcode = first(place, ["location.postalCode", "location.postcode"])
    // The parts tell the city apart; one line does not.
    draft.address = draft.street == nil ? place.text("location.formatted_address") : nil
    draft.phone = first(place, ["tel", "contact.formattedPhone", "contact.phone"])
    draft.website = first(place, ["website", "url"])
    draft.openingHours = hours(place.at("hours.regular")?.asArray ?? [])
    draft.brand = place["chains"]?.asArray.first?.text("name")
    draft.outdoorSeating = AttributeWords.outdoorSeating(attribute("outdoor_seating", of: place))
    draft.takeaway = AttributeWords.takeaway(attribute("takeout", of: place))
    draft.wheelchair = AttributeWords.wheelchair(attribute("wheelchair_accessible", of: place))
    draft.wifi = AttributeWords.wifi(attribute("wifi", of: place))
    let isClosed =
      place["closed"] == .truth(true) || place.text("date_closed") != nil
      || place.text("closed_bucket") == "VeryLikelyClosed"
    draft.standing = isClosed ? .closed : nil
    return try draft.checked()
  }

  private static func first(_ place: JSONValue, _ paths: [String]) -> String? {
    paths.lazy.compactMap { place.text($0) }.first
  }

  /// v3 keeps them in groups of `features`, lately all in `attributes`.
  private static func attribute(_ name: String, of place: JSONValue) -> String? {
    ["features.amenities", "features.services", "attributes"].lazy
      .compactMap { place.at($0)?[name]?.asWord }.first
  }

  private static func position(_ place: JSONValue) -> (JSONValue?, JSONValue?) {
    let places = [
      place, place.at("geocodes.main"), place.at("geocodes.roof"), place["location"],
    ]
    for case let place? in places {
      let pairs = [("latitude", "longitude"), ("lat", "lng")]
      for (latitude, longitude) in pairs where place[latitude] != nil {
        return (place[latitude], place[longitude])
      }
    }
    return (nil, nil)
  }

  private static let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// `[{"day": 1, "open": "0800", "close": "1700"}]` as OpenStreetMap writes it; `nil` where a day
  /// or a time is none. "+0200" is two o'clock of the day after.
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
