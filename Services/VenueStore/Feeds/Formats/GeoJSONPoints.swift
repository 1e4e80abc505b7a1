import JSON
import Messages
import PlaceWords

/// Points of a GeoJSON FeatureCollection (RFC 7946). Properties have the names of a campus feed's
/// fields, or are OpenStreetMap tags, as AllThePlaces publishes them: a feature without a category
/// there is of no kind of venue.
enum GeoJSONPoints {
  static let reader = FeedReader(paths: [["features"]]) { value throws(RejectedRow) in
    try row(value)
  }

  private static let fields = CampusJSON(FeedMapping())

  private static func row(_ value: JSONValue) throws(RejectedRow) -> FeedRow {
    let properties = value["properties"] ?? .null
    var draft = fields.draft(properties)
    draft.id = value.text("id") ?? draft.id
    if let kind = VenueKinds.all.kind({ properties.text($0) }) {
      draft.category = VenueCategory(rawValue: kind.name)
    } else if properties[spider] != nil {
      throw RejectedRow("place of a kind that is no venue", id: draft.id)
    }
    if properties[spider] != nil {
      draft.name = draft.name ?? draft.facts.brand ?? properties.text("operator")
      // A date may be in the future, and is looked at when the feed is read again.
      if properties.text("end_date") == "yes" { draft.standing = .closed }
    }
    let geometry = value["geometry"] ?? .null
    guard geometry == .null || geometry.text("type") == "Point" else {
      throw RejectedRow("feature that is not a point", id: draft.id)
    }
    let position = geometry["coordinates"]?.asArray ?? []
    draft.longitude = position.first
    draft.latitude = position.dropFirst().first
    return try draft.checked()
  }

  /// The property that every feature of AllThePlaces has.
  private static let spider = "@spider"
}
