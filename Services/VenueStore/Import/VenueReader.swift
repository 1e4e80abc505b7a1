import Geography
import Messages
import OpenStreetMap
import PlaceWords

/// Converts one OpenStreetMap element to a venue.
enum VenueReader {
  enum Outcome: Hashable {
    case venue(Venue)
    /// The element is a venue that cannot be used; the reason is a phrase in the singular.
    case skipped(reason: String)
    case noVenue
  }

  /// - Parameter coordinate: computes the element's position; called only if it is a venue.
  static func read(
    _ kind: MapElementKind, _ id: Int64, _ tags: Tags, at coordinate: () -> Coordinate?
  ) -> Outcome {
    guard let category = VenueCategories.category(of: tags) else { return .noVenue }
    if let reason = VenueKinds.reasonToSkip({ tags[$0] }) { return .skipped(reason: reason) }
    guard let coordinate = coordinate() else { return .skipped(reason: "venue with missing nodes") }
    guard coordinate.isValid else { return .skipped(reason: "venue without a valid location") }
    let name = Self.name(tags, category)
    let facts = VenueFacts(
      address: AddressLine.text(tags),
      phone: PlainText.first(tags["phone"] ?? tags["contact:phone"]),
      website: ["website", "contact:website", "url"].lazy
        .compactMap { PlainText.website(tags[$0]) }.first,
      openingHours: tags["opening_hours"], brand: tags["brand"], cuisine: tags["cuisine"],
      names: NamesByLanguage(of: tags.pairs, besides: name), amenities: VenueAmenities(of: tags))
    return .venue(
      Venue(
        id: VenueID(rawValue: "osm/\(kind.rawValue)/\(id)"), name: name, category: category,
        coordinate: coordinate, facts: facts.cleaned))
  }

  private static func name(_ tags: Tags, _ category: VenueCategory) -> String {
    ["name", "brand", "operator", "network"].lazy.compactMap {
      PlainText.line(tags[$0], maximumBytes: VenueStoreLimits.maximumNameBytes)
    }.first ?? VenueCategories.label(category)
  }
}
