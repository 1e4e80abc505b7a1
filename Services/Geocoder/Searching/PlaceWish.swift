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
  /// The words of the place.
  let place: [WordToken]
  /// Whether it is wanted on the way to the place.
  let isOnTheWay: Bool
  /// How far from there at most, if the text contains it.
  let radius: Meters?
  /// Whether the text names no place to look around.
  var isAnywhere: Bool { if case .here = anchor { true } else { false } }
  /// Whether shop search has such places.
  let isVenue: Bool
  /// Whether the text asks for what only shop search knows: open, vegan.
  let hasCriteria: Bool
}

extension PlaceIndex {
  /// Tells the places of a kind from others: of venues those of the kind and of the kinds below it,
  /// as shop search has them, of other kinds those with its tags.
  func places(of kind: KindWords.Kind, cuisine: String? = nil) -> @Sendable (UInt32) -> Bool {
    guard let name = kind.name else {
      let numbers = Set(kind.tags.compactMap { categories[$0] })
      return { [names] in numbers.contains(names.category(of: $0)) }
    }
    let below = VenueKinds.all.tree.map(\.name).filter { VenueKinds.all.isBelow($0, name) }
    let numbers = Set(below.compactMap { categories[$0] })
    let cuisine = cuisine.map { categories[PlaceKind.cuisine($0)] ?? .max }
    return { [names] entry in
      let kinds = names.kinds(of: entry)
      return kinds.contains(where: numbers.contains) && cuisine.map(kinds.contains) ?? true
    }
  }
}
