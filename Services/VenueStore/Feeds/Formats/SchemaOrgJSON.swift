import JSON
import Messages

/// Places in the vocabulary of schema.org (`Place`, `LocalBusiness` and the types below them), as
/// JSON-LD: an array, an `@graph`, or the elements of an `ItemList`. The category is read from the
/// type, such as `GasStation`.
enum SchemaOrgJSON {
  static let reader = FeedReader(paths: [[], ["@graph"], ["itemListElement"]]) {
    value throws(RejectedRow) in try row(value["item"] ?? value)
  }

  private static func row(_ place: JSONValue) throws(RejectedRow) -> FeedRow {
    let id = ["@id", "branchCode", "identifier", "url"].lazy.compactMap { place.text($0) }.first
    let types = place["@type"].map { $0.asArray.isEmpty ? [$0] : $0.asArray } ?? []
    // "https://schema.org/GasStation" becomes "Gas Station".
    let names = types.compactMap(\.asText).map { type in
      type.split(separator: "/").last.map(String.init)?.reduce(into: "") {
        $0 += ($1.isUppercase ? " " : "") + String($1)
      } ?? ""
    }
    guard let category = names.lazy.compactMap({ CategoryKeywords.category($0) }).first else {
      throw RejectedRow("place of a kind that is no venue", id: id)
    }
    var draft = RowDraft(category: category)
    draft.id = id
    draft.name = place.text("name")
    draft.latitude = place.at("geo.latitude") ?? place["latitude"]
    draft.longitude = place.at("geo.longitude") ?? place["longitude"]
    draft.facts.address = place.text("address")
    draft.street = place.text("address.streetAddress")
    draft.city = place.text("address.addressLocality")
    draft.postcode = place.text("address.postalCode")
    draft.facts.phone = place.text("telephone")
    draft.facts.website = place.text("url")
    draft.facts.brand = place.text("brand") ?? place.text("brand.name")
    draft.facts.cuisine = place.text("servesCuisine")?.lowercased()
    draft.facts.openingHours = hours(place)
    return try draft.checked()
  }

  /// As OpenStreetMap's `opening_hours`: schema.org's `openingHours` has the same days and times.
  /// `nil` if a day or time is invalid.
  private static func hours(_ place: JSONValue) -> String? {
    if let texts = place["openingHours"] {
      let rules = (texts.asArray.isEmpty ? [texts] : texts.asArray).compactMap(\.asText)
      return rules.isEmpty ? nil : rules.joined(separator: "; ")
    }
    guard let given = place["openingHoursSpecification"] else { return nil }
    var rules: [String] = []
    for span in given.asArray.isEmpty ? [given] : given.asArray {
      let days = span["dayOfWeek"].map { $0.asArray.isEmpty ? [$0] : $0.asArray } ?? []
      let names = days.compactMap { $0.asText?.split(separator: "/").last?.prefix(2) }
      guard !names.isEmpty, names.count == days.count, names.allSatisfy(weekdays.contains),
        let opens = clock(span.text("opens")), let closes = clock(span.text("closes"))
      else { return nil }
      // Both midnight, or until a minute before: all day.
      let end = closes == "00:00" || closes == "23:59" ? "24:00" : closes
      rules.append("\(names.joined(separator: ",")) \(opens)-\(end)")
    }
    return rules.isEmpty ? nil : rules.joined(separator: ", ")
  }

  private static let weekdays: Set<Substring> = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// "09:00" of "09:00:00".
  private static func clock(_ text: String?) -> String? {
    let parts = text?.split(separator: ":") ?? []
    guard parts.count >= 2, let hour = Int(parts[0]), let minute = Int(parts[1].prefix(2)),
      (0...24).contains(hour), (0...59).contains(minute)
    else { return nil }
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}
