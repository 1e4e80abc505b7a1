/// The category of a venue. Feeds may bring any word; these are the ones of the OpenStreetMap
/// import.
@Memberwise package struct VenueCategory: TypedID {
  package let rawValue: String
  /// Cafés and coffee shops.
  package static let coffee: VenueCategory = "coffee"
  package static let brewery: VenueCategory = "brewery"
  package static let bar: VenueCategory = "bar"
  package static let pub: VenueCategory = "pub"
  package static let restaurant: VenueCategory = "restaurant"
  package static let fastFood: VenueCategory = "fast-food"
  package static let bakery: VenueCategory = "bakery"
  package static let iceCream: VenueCategory = "ice-cream"
  package static let tea: VenueCategory = "tea"

  /// The categories above, for suggestions.
  package static let common: [VenueCategory] = [
    coffee, tea, bakery, iceCream, brewery, bar, pub, restaurant, fastFood,
  ]
}

/// The tree of categories: a wider category includes those below it.
///
/// ```
/// food-and-drink
/// ├ hot-drinks   coffee, tea
/// ├ sweet        bakery, ice-cream
/// ├ drinks       brewery, bar, pub
/// ├ meals        restaurant, fast-food
/// └ every other word that a feed brings
/// ```
extension VenueCategory {
  /// Includes all.
  package static let root: VenueCategory = "food-and-drink"
  package static let hotDrinks: VenueCategory = "hot-drinks"
  package static let sweet: VenueCategory = "sweet"
  package static let drinks: VenueCategory = "drinks"
  package static let meals: VenueCategory = "meals"

  /// The categories of the tree, each before those below it.
  package static let tree: [VenueCategory] = [root] + branches.flatMap { [$0.name] + $0.leaves }

  private static let branches: [(name: VenueCategory, leaves: [VenueCategory])] = [
    (hotDrinks, [coffee, tea]), (sweet, [bakery, iceCream]), (drinks, [brewery, bar, pub]),
    (meals, [restaurant, fastFood]),
  ]

  private static let parents: [VenueCategory: VenueCategory] = Dictionary(
    uniqueKeysWithValues: branches.flatMap { branch in
      branch.leaves.map { ($0, branch.name) } + [(branch.name, root)]
    })

  /// The next wider category; `nil` for the root. A word that is not in the tree is directly below
  /// the root.
  package var parent: VenueCategory? {
    self == Self.root ? nil : Self.parents[self] ?? Self.root
  }

  /// The category that a person's word means: its name, in the plural too, or the value of an
  /// OpenStreetMap tag for it; with blanks or underscores instead of hyphens, in any case. `nil`
  /// for a word that is not in the tree; feeds may still have venues of that category.
  package static func named(_ word: String) -> VenueCategory? {
    let letters = word.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 }
    let name = String(letters)
    let singular = name.hasSuffix("s") ? String(name.dropLast()) : name
    let isPlural = { (category: VenueCategory) in
      category.rawValue == singular || category.rawValue.dropLast() + "ie" == singular
    }
    return tree.first { $0.rawValue == name } ?? synonyms[name]
      ?? tree.first(where: isPlural) ?? synonyms[singular]
  }

  /// Values of the tags that the import reads, and the words for them.
  private static let synonyms: [String: VenueCategory] = [
    "cafe": coffee, "café": coffee, "coffee-shop": coffee, "teahouse": tea, "tea-shop": tea,
    "bubble-tea": tea, "pastry": bakery, "pastries": bakery, "confectionery": bakery,
    "gelato": iceCream, "biergarten": pub, "beer-garden": pub, "beer": drinks,
    "food-court": fastFood, "food": meals,
  ]

  /// Whether this category includes the other: it is the same, or below it. At most three look-ups.
  package func covers(_ other: VenueCategory) -> Bool {
    var next: VenueCategory? = other
    while let category = next {
      if category == self { return true }
      next = category.parent
    }
    return false
  }
}

/// Asks for the tree of categories and how many venues each has.
@Memberwise package struct CategoriesRequest: RequestMessage, Hashable {
  package typealias Reply = CategoriesReply
  package static let operation = Operation(.venueStore, "categories", version: 1, isPublic: true)
}

/// The categories of the tree, each before those below it, and below the root the other words of
/// the feeds, in alphabetical order.
@Memberwise package struct CategoriesReply: Codable, Sendable, Hashable {
  package let categories: [CategoryCount]
}

/// The number of venues of a category, without closed ones.
@Memberwise package struct CategoryCount: Codable, Sendable, Hashable {
  package let category: VenueCategory
  /// `nil` for the root.
  package let parent: VenueCategory?
  /// Those of exactly this category.
  package let own: Int
  /// Those of this category and of all below it.
  package let total: Int
}
