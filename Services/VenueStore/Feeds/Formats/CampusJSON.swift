import JSON
import Messages

/// An array of objects, `[{"id": 1, "name": "…", "lat": 37.4, "lon": -122.1, …}]`: what a campus, a
/// city or a chain publishes of its own. A `FeedMapping` tells where its fields have other names.
struct CampusJSON: Sendable {
  /// Where a field stands unless the mapping says otherwise; the first that is there counts.
  private static let usualPaths: [String: [String]] = [
    "id": ["id", "@id", "_id", "uid"], "name": ["name", "title"],
    "latitude": ["latitude", "lat", "location.latitude", "location.lat"],
    "longitude": ["longitude", "lon", "lng", "long", "location.longitude", "location.lng"],
    "category": ["category", "type", "kind", "categories"],
    "address": ["address", "formatted_address"], "street": ["street", "addr:street"],
    "houseNumber": ["houseNumber", "house_number", "addr:housenumber"],
    "postcode": ["postcode", "postal_code", "zip", "addr:postcode"],
    "city": ["city", "addr:city"], "phone": ["phone", "tel", "telephone", "contact:phone"],
    "website": ["website", "url", "contact:website"],
    "openingHours": ["openingHours", "opening_hours", "hours"], "brand": ["brand"],
    "cuisine": ["cuisine"],
    "outdoorSeating": ["outdoorSeating", "outdoor_seating"],
    "takeaway": ["takeaway", "takeout", "take_out"],
    "wheelchair": ["wheelchair", "wheelchairAccessible", "wheelchair_accessible"],
    "wifi": ["wifi", "internet_access", "wlan"], "wifiFee": ["wifiFee", "internet_access:fee"],
  ]

  private let paths: [String: [String]]
  private let rows: String
  private let categories: [String: VenueCategory]
  private let fallback: VenueCategory

  init(_ mapping: FeedMapping) {
    paths = Self.usualPaths.merging((mapping.fields ?? [:]).mapValues { [$0] }) { $1 }
    rows = mapping.rows ?? ""
    categories = Dictionary(
      (mapping.categories ?? [:]).map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    fallback = mapping.category ?? .coffee
  }

  var reader: FeedReader {
    FeedReader(paths: [rows.split(separator: ".").map(String.init)], takesCSV: true) {
      value throws(WrongRow) in try draft(value).checked()
    }
  }

  func draft(_ value: JSONValue) -> RowDraft {
    func found(_ field: String) -> JSONValue? {
      paths[field]?.lazy.compactMap { value.at($0) }.first { $0 != .null }
    }
    var draft = RowDraft(category: category(found("category")?.asText))
    draft.latitude = found("latitude")
    draft.longitude = found("longitude")
    let texts: [(String, WritableKeyPath<RowDraft, String?>)] = [
      ("id", \.id), ("name", \.name), ("address", \.address), ("street", \.street),
      ("houseNumber", \.houseNumber), ("postcode", \.postcode), ("city", \.city),
      ("phone", \.phone), ("website", \.website), ("openingHours", \.openingHours),
      ("brand", \.brand), ("cuisine", \.cuisine),
    ]
    for (field, path) in texts { draft[keyPath: path] = found(field)?.asText }
    draft.outdoorSeating = AttributeWords.outdoorSeating(found("outdoorSeating")?.asWord)
    draft.takeaway = AttributeWords.takeaway(found("takeaway")?.asWord)
    draft.wheelchair = AttributeWords.wheelchair(found("wheelchair")?.asWord)
    draft.wifi = AttributeWords.wifi(found("wifi")?.asWord, fee: found("wifiFee")?.asWord)
    return draft
  }

  private func category(_ text: String?) -> VenueCategory {
    text.flatMap { categories[$0.lowercased()] } ?? CategoryWords.category(text)
      ?? CategoryWords.slug(text) ?? fallback
  }
}
