import PlaceWords

/// The category of a venue. Feeds may bring any word; those of food and drink have a name here.
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

/// The tree of categories: a wider category includes those below it. `Words/kinds.txt` of
/// `PlaceWords` is the table.
///
/// ```
/// places
/// ├ food-and-drink
/// │ ├ hot-drinks   coffee, tea
/// │ ├ sweet        bakery, ice-cream
/// │ ├ drinks       brewery, bar, pub
/// │ ├ meals        restaurant, fast-food
/// │ └ every word that a feed brings and the tree does not have
/// ├ driving        fuel, charging, parking …
/// └ health, money, shopping …
/// ```
extension VenueCategory {
  /// Includes all.
  package static let root: VenueCategory = "places"
  /// What a list without a category has.
  package static let foodAndDrink = VenueCategory(rawValue: KindWords.food)
  package static let hotDrinks: VenueCategory = "hot-drinks"
  package static let sweet: VenueCategory = "sweet"
  package static let drinks: VenueCategory = "drinks"
  package static let meals: VenueCategory = "meals"

  /// The categories of the tree, each before those below it.
  package static let tree = VenueKinds.all.tree.map { VenueCategory(rawValue: $0.name) }

  private var kind: VenueKind? { VenueKinds.all[rawValue] }

  /// Whether it is in the tree.
  package var isInTree: Bool { kind != nil }

  /// What one is called in English: "Petrol station"; `nil` for a word that is not in the tree.
  package var label: String? { kind?.label }

  /// How long people usually stay; `nil` for a word that is not in the tree, and where
  /// `needsDwell`.
  package var usualStaySeconds: Int? { kind?.usualMinutes.map { $0 * 60 } }

  /// Whether only the driver can say how long the stop takes, as at a charger.
  package var needsDwell: Bool { kind.map { $0.usualMinutes == nil } ?? false }

  /// The next wider category; `nil` for the root. A word that is not in the tree is directly below
  /// food and drink.
  package var parent: VenueCategory? {
    guard let kind else { return .foodAndDrink }
    return kind.parent.map { VenueCategory(rawValue: $0) }
  }

  /// The category that a person's word means, in any language: its name, what people call it, or a
  /// value of OpenStreetMap for it. `nil` for a word that is not in the tree; feeds may still have
  /// venues of that category.
  package static func named(_ word: String) -> VenueCategory? {
    KindWords.all.venue(named: word).map { VenueCategory(rawValue: $0) }
  }

  /// The category of the tree that this word means, else the word itself.
  package var resolved: VenueCategory { kind == nil ? Self.named(rawValue) ?? self : self }

  /// Whether this category includes the other: it is the same, or below it.
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

/// The categories of the tree, each before those below it, then the other words of the feeds, which
/// are below food and drink, in alphabetical order.
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
  /// What one is called in English: "Petrol station"; absent for another word of a feed.
  package let label: String?
  /// One character that stands for it; absent for another word of a feed.
  package let icon: String?
  /// How long people usually stay; absent where the driver says that, as at a charger.
  package let usualStaySeconds: Int?

  /// A category with what the tree has of it.
  package init(_ category: VenueCategory, own: Int, total: Int) {
    let kind = VenueKinds.all[category.rawValue]
    self.init(
      category: category, parent: category.parent, own: own, total: total, label: kind?.label,
      icon: kind?.icon, usualStaySeconds: category.usualStaySeconds)
  }
}
