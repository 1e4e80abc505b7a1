import Messages
import OpenStreetMap

/// Maps OpenStreetMap tags to the category of a venue: the first row that matches.
///
/// A value may be a list, `cafe;bar`; any of its words matches. A row with cuisines matches only if
/// the element's `cuisine` has one of them.
enum VenueCategories {
  struct Row: Sendable {
    let key: String
    let values: [String]
    var cuisines: [String] = []
    let category: VenueCategory
  }

  static let table: [Row] = [
    Row(key: "craft", values: ["brewery"], category: .brewery),
    Row(key: "industrial", values: ["brewery"], category: .brewery),
    Row(key: "microbrewery", values: ["yes"], category: .brewery),
    Row(key: "shop", values: ["coffee"], category: .coffee),
    Row(key: "shop", values: ["tea"], category: .tea),
    Row(
      key: "amenity", values: ["cafe"], cuisines: ["tea", "bubble_tea", "tea_shop"],
      category: .tea),
    Row(key: "amenity", values: ["cafe"], category: .coffee),
    Row(
      key: "amenity", values: ["restaurant", "fast_food", "bar", "pub", "food_court", "ice_cream"],
      cuisines: ["coffee_shop"], category: .coffee),
    Row(
      key: "shop", values: ["bakery", "pastry", "confectionery"], cuisines: ["coffee_shop"],
      category: .coffee),
    Row(key: "amenity", values: ["bar"], category: .bar),
    Row(key: "amenity", values: ["pub", "biergarten"], category: .pub),
    Row(key: "amenity", values: ["restaurant"], category: .restaurant),
    Row(key: "amenity", values: ["fast_food", "food_court"], category: .fastFood),
    Row(key: "amenity", values: ["ice_cream"], category: .iceCream),
    Row(key: "shop", values: ["ice_cream"], category: .iceCream),
    Row(key: "shop", values: ["bakery", "pastry", "confectionery"], category: .bakery),
  ]

  /// The keys by which a map reader selects elements.
  static let keys = Set(table.map(\.key))

  /// The name of a venue without one in its tags: a driver can stop there nevertheless.
  static func label(_ category: VenueCategory) -> String { labels[category] ?? "Venue" }

  private static let labels: [VenueCategory: String] = [
    .coffee: "Café", .tea: "Tea house", .brewery: "Brewery", .bar: "Bar", .pub: "Pub",
    .restaurant: "Restaurant", .fastFood: "Fast food", .iceCream: "Ice cream", .bakery: "Bakery",
  ]

  /// The category; `nil` if the element is not a venue.
  static func category(of tags: Tags) -> VenueCategory? {
    let cuisines = words(tags["cuisine"])
    // A café that serves both coffee and tea counts as coffee.
    let hasCoffee = cuisines.contains { $0.hasPrefix("coffee") }
    return table.first { row in
      guard !words(tags[row.key]).isDisjoint(with: row.values) else { return false }
      if row.cuisines.isEmpty { return true }
      return !cuisines.isDisjoint(with: row.cuisines) && !(row.category == .tea && hasCoffee)
    }?.category
  }

  private static func words(_ value: String?) -> Set<String> {
    guard let value else { return [] }
    return Set(value.lowercased().split { $0 == ";" || $0 == "," || $0 == " " }.map(String.init))
  }
}
