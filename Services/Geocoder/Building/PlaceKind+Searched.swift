import FoldedText
import OpenStreetMap
import PlaceWords

/// What people search for by kind instead of by name: "petrol station near the Dom".
extension PlaceKind {
  /// An element without a name and one of these keys is not found.
  static let searchedKeys = VenueKinds.all.keys.union(["highway", "public_transport"])

  /// What a search for the nearest such place may ask of an element: its kind in the tree of
  /// venues, what it has besides, and its cuisines. Empty where nobody can stop there.
  static func kinds(_ tags: Tags) -> [String] {
    guard let kind = VenueKinds.all.kind({ tags[$0] }),
      VenueKinds.reasonToSkip({ tags[$0] }) == nil
    else { return [] }
    return [kind.name] + VenueKinds.all.others { tags[$0] }.map(\.name)
      + (tags["cuisine"] ?? "").split(separator: ";").map { cuisine(String($0)) }
  }

  /// A cuisine as `kinds` has it.
  static func cuisine(_ value: String) -> String { "cuisine=\(FoldedWords.joined(value))" }

  /// The category of an element without a name; `nil` where nobody looks for such a place.
  static func unnamed(_ tags: Tags) -> (category: String, importance: Float)? {
    guard let poi = pointOfInterest(tags), VenueKinds.reasonToSkip({ tags[$0] }) == nil else {
      return nil
    }
    // What has no name of a station is a part of one.
    let isOther =
      !poi.category.hasPrefix("railway=")
      && KindWords.all.kind(tagged: poi.category).map { $0.name == nil } ?? false
    return isOther || !kinds(tags).isEmpty ? poi : nil
  }

  /// What a place is called that has no name: "Shell" by who runs it, or "Petrol station".
  static func label(_ tags: Tags, _ kinds: [String], _ category: String) -> String {
    let kind = kinds.first.flatMap { VenueKinds.all[$0]?.label }
    if let kind { return tags["brand"] ?? tags["operator"] ?? tags["network"] ?? kind }
    let value = category.drop { $0 != "=" }.dropFirst().replacing("_", with: " ")
    return value.prefix(1).uppercased() + value.dropFirst()
  }
}
