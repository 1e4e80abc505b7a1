import Messages
import OpenStreetMap
import PlaceWords

/// Maps OpenStreetMap tags to the category of a venue, by the tree of kinds.
enum VenueCategories {
  /// The keys by which a map reader selects elements.
  static let keys = VenueKinds.all.keys

  /// The name of a venue without one in its tags: a driver can stop there nevertheless.
  static func label(_ category: VenueCategory) -> String { category.label ?? "Venue" }

  /// The category; `nil` if the element is not a venue.
  static func category(of tags: Tags) -> VenueCategory? {
    VenueKinds.all.kind { tags[$0] }.map { VenueCategory(rawValue: $0.name) }
  }
}
