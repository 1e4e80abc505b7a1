import JSON
import Messages
import OpenStreetMap

/// Points of a GeoJSON FeatureCollection (RFC 7946). Properties have the names of a campus feed's
/// fields, or are OpenStreetMap tags.
enum GeoJSONPoints {
  static let reader = FeedReader(paths: [["features"]]) { value throws(RejectedRow) in
    try row(value)
  }

  private static let fields = CampusJSON(FeedMapping())

  private static func row(_ value: JSONValue) throws(RejectedRow) -> FeedRow {
    let properties = value["properties"] ?? .null
    var draft = fields.draft(properties)
    draft.id = value.text("id") ?? draft.id
    if let category = VenueCategories.category(of: tags(properties)) { draft.category = category }
    let geometry = value["geometry"] ?? .null
    guard geometry == .null || geometry.text("type") == "Point" else {
      throw RejectedRow("feature that is not a point", id: draft.id)
    }
    let position = geometry["coordinates"]?.asArray ?? []
    draft.longitude = position.first
    draft.latitude = position.dropFirst().first
    return try draft.checked()
  }

  private static func tags(_ properties: JSONValue) -> Tags {
    let keys = VenueCategories.keys.union(["cuisine"]).sorted()
    return Tags(keys.compactMap { key in properties.text(key).map { (key: key, value: $0) } })
  }
}
