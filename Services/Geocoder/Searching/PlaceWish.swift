import Geography
import Messages
import PlaceWords

/// What a text asks for around a place: places of a kind, of a name, or both.
struct PlaceWish {
  /// Where to look.
  enum Anchor {
    /// Around the person.
    case here
    case place(PlaceHit)
    /// Around a place that the map lacks; those similar to it.
    case unknown([PlaceHit])
  }

  /// The kind; `nil` for any.
  let kind: KindWords.Kind?
  /// The words of the name; empty for any.
  let name: [WordToken]
  /// The same and what they have to be besides, for shop search.
  let filter: VenueFilter
  let anchor: Anchor
  /// How far from there at most, if the text contains it.
  let radius: Meters?
  /// Whether the text names no place to look around.
  var isAnywhere: Bool { if case .here = anchor { true } else { false } }
  /// Whether shop search has such places.
  let isVenue: Bool
  /// Whether the text asks for what only shop search knows: open, vegan.
  let hasCriteria: Bool
}
