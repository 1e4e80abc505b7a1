import JSON
import Messages

/// An array of objects, `[{"id": 1, "name": "…", "lat": 37.4, "lon": -122.1, …}]`, as a campus, a
/// city or a chain publishes it. A `FeedMapping` gives the paths of fields with other names.
struct CampusJSON: Sendable {
  /// The paths of each field that the mapping does not set; the first that exists is used.
  private static let defaultPaths: [String: [String]] = [
    "id": ["id", "@id", "_id", "uid"], "name": ["name", "title"],
    "latitude": [
      "latitude", "lat", "location.latitude", "location.lat", "coordinates.latitude",
      "coordinates.lat", "geo.latitude", "geo.lat",
    ],
    "longitude": [
      "longitude", "lon", "lng", "long", "location.longitude", "location.lon", "location.lng",
      "location.long", "coordinates.longitude", "coordinates.lon", "coordinates.lng",
      "geo.longitude", "geo.lon", "geo.lng",
    ],
    "category": ["category", "type", "kind", "categories"],
    "address": ["address", "formatted_address", "full_address", "location.address", "addr:full"],
    "street": ["street", "addr:street", "addr:street_address"],
    "houseNumber": ["houseNumber", "house_number", "addr:housenumber"],
    "postcode": ["postcode", "postal_code", "zip", "addr:postcode"],
    "city": ["city", "addr:city"], "phone": ["phone", "tel", "telephone", "contact:phone"],
    "website": ["website", "url", "contact:website"],
    "openingHours": ["openingHours", "opening_hours", "hours"], "brand": ["brand"],
    "cuisine": ["cuisine"],
  ]

  private let paths: [String: [String]]
  private let rows: String
  private let categories: [String: VenueCategory]
  private let fallback: VenueCategory

  init(_ mapping: FeedMapping) {
    let amenities = AmenityEntry.all.map { ($0.name, $0.feedFields) }
    let usual = Self.defaultPaths.merging(amenities) { $1 }
    paths = usual.merging((mapping.fields ?? [:]).mapValues { [$0] }) { $1 }
    rows = mapping.rows ?? ""
    categories = Dictionary(
      (mapping.categories ?? [:]).map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    fallback = mapping.category ?? .coffee
  }

  var reader: FeedReader {
    FeedReader(paths: [rows.split(separator: ".").map(String.init)], acceptsCSV: true) {
      value throws(RejectedRow) in try draft(value).checked()
    }
  }

  func draft(_ row: JSONValue) -> RowDraft {
    func value(of field: String) -> JSONValue? {
      // The name of a column may have points.
      paths[field]?.lazy.compactMap { row[$0] ?? row.at($0) }.first { $0 != .null }
    }
    var draft = RowDraft(category: category(value(of: "category")?.asText))
    draft.latitude = value(of: "latitude")
    draft.longitude = value(of: "longitude")
    let texts: [(String, WritableKeyPath<RowDraft, String?>)] = [
      ("id", \.id), ("name", \.name), ("street", \.street), ("houseNumber", \.houseNumber),
      ("postcode", \.postcode), ("city", \.city),
    ]
    for (field, path) in texts { draft[keyPath: path] = value(of: field)?.asText }
    for fact in VenueFact.all {
      if case .text(let path) = fact.path {
        draft.facts[keyPath: path] = value(of: fact.name)?.asText
      }
    }
    if case .object(let members) = row {
      let texts = members.compactMapValues(\.asText).map { ($0.key, $0.value) }
      draft.facts.names = NamesByLanguage(of: texts, besides: draft.name ?? "")
    }
    draft.facts.amenities = VenueAmenities { value(of: $0.name)?.asWord }
    return draft
  }

  private func category(_ text: String?) -> VenueCategory {
    text.flatMap { categories[$0.lowercased()] } ?? CategoryKeywords.category(text)
      ?? CategoryKeywords.slug(text) ?? fallback
  }
}
