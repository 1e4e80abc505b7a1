/// What a venue is. Any word may come; these are the ones the OpenStreetMap import gives.
package struct VenueCategory: TypedID {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

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

  /// The words above, for who has to guess what was meant.
  package static let common: [VenueCategory] = [
    coffee, tea, bakery, iceCream, brewery, bar, pub, restaurant, fastFood,
  ]
}

/// The tree of categories: what is asked for by a wider word.
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
  /// Covers all.
  package static let root: VenueCategory = "food-and-drink"
  package static let hotDrinks: VenueCategory = "hot-drinks"
  package static let sweet: VenueCategory = "sweet"
  package static let drinks: VenueCategory = "drinks"
  package static let meals: VenueCategory = "meals"

  /// The words of the tree, each before what is below it.
  package static let tree: [VenueCategory] = [root] + branches.flatMap { [$0.name] + $0.leaves }

  private static let branches: [(name: VenueCategory, leaves: [VenueCategory])] = [
    (hotDrinks, [coffee, tea]), (sweet, [bakery, iceCream]), (drinks, [brewery, bar, pub]),
    (meals, [restaurant, fastFood]),
  ]

  private static let parents: [VenueCategory: VenueCategory] = Dictionary(
    uniqueKeysWithValues: branches.flatMap { branch in
      branch.leaves.map { ($0, branch.name) } + [(branch.name, root)]
    })

  /// The next wider category; `nil` for the root. A word that is not in the tree is right below the
  /// root.
  package var parent: VenueCategory? {
    self == Self.root ? nil : Self.parents[self] ?? Self.root
  }

  /// Whether who asks for this category wants a venue of the other: it is this one, or below it.
  /// Takes at most three look-ups.
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
package struct CategoriesRequest: RequestMessage, Hashable {
  package typealias Reply = CategoriesReply
  package static let operation = Operation(.venueStore, "categories", version: 1)

  package init() {}
}

/// The words of the tree, each before what is below it, and below the root the other words that
/// feeds brought, in alphabetical order.
package struct CategoriesReply: Codable, Sendable, Hashable {
  package let categories: [CategoryCount]

  package init(categories: [CategoryCount]) { self.categories = categories }
}

/// How many venues there are of a category, not counting those at which one cannot stop.
package struct CategoryCount: Codable, Sendable, Hashable {
  package let category: VenueCategory
  /// `nil` for the root.
  package let parent: VenueCategory?
  /// Those of this very word.
  package let own: Int
  /// Those of this word and of all below it.
  package let total: Int

  package init(category: VenueCategory, parent: VenueCategory?, own: Int, total: Int) {
    self.category = category
    self.parent = parent
    self.own = own
    self.total = total
  }
}
