import CommandLineKit
import Geography
import Messages

/// Random venues distributed like real ones: few brands and cuisines with many venues, many words
/// with few, and most attributes of most venues unknown.
struct SyntheticVenues {
  private var random: SeededGenerator
  private let surnames: [String]
  private let hours: [String]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let syllables = [
      "ba", "ber", "cal", "dor", "el", "fin", "gar", "hol", "in", "jo", "ka", "lin", "mar", "nel",
      "or", "per", "qui", "ros", "son", "ton", "ul", "vil", "wes", "yar", "zim",
    ]
    surnames = (0..<40_000).map { _ in
      let count = Int.random(in: 2...4, using: &random)
      let word = (0..<count).map { _ in syllables[Int.random(in: 0..<25, using: &random)] }.joined()
      return word.prefix(1).uppercased() + word.dropFirst()
    }
    hours = (0..<3_000).map { number in
      let (open, close) = (6 + number % 5, 15 + number / 5 % 9)
      let days = ["Mo-Fr", "Mo-Sa", "Mo-Su", "Tu-Su"][number / 45 % 4]
      let weekend = number % 3 == 0 ? "; Sa,Su 09:00-17:00" : number % 3 == 1 ? "; PH off" : ""
      return "\(days) 0\(min(open, 9)):\(10 + number / 180)-\(close):00\(weekend)"
    }
    self.random = random
  }

  /// The next venue.
  ///
  /// - Parameter number: distinct for each; part of the ID.
  mutating func next(_ number: Int) -> Venue {
    let brand = chance(4) ? Self.brands[skewed(Self.brands.count)] : nil
    var venue = Venue(
      id: VenueID(rawValue: "osm/node/\(1_000_000_000 + number)"), name: brand ?? name(number),
      category: Self.categories[skewed(Self.categories.count)], coordinate: point(),
      facts: VenueFacts(
        openingHours: random(in: 0..<10) < 4 ? hours[random(in: 0..<hours.count)] : nil,
        brand: brand, cuisine: chance(3) ? Self.cuisines[skewed(Self.cuisines.count)] : nil))
    if chance(3) { venue.attributes[.outdoorSeating] = chance(2) }
    if chance(3) { venue.attributes[.takeaway] = !chance(4) }
    if chance(3) { venue.wheelchair = WheelchairAccess.allCases[random(in: 0..<3)] }
    if chance(4) { venue.wifi = WifiOffer.allCases[random(in: 0..<4)] }
    if chance(3) {
      let count = random(in: 1..<60)
      venue.rating = VenueRating(count: count, stars: count * random(in: 2..<6))
    }
    return venue
  }

  /// A random point of 40 by 40 km.
  mutating func point() -> Coordinate {
    Coordinate(
      latitude: .random(in: 37.6...37.96, using: &random),
      longitude: .random(in: -122.64 ... -122.18, using: &random))
  }

  private mutating func name(_ number: Int) -> String {
    let kind = Self.kinds[skewed(Self.kinds.count)]
    let surname = surnames[random(in: 0..<surnames.count)]
    switch random(in: 0..<4) {
    case 0: return "\(surname)'s \(kind)"
    case 1: return "\(kind) \(surname)"
    case 2: return "The \(Self.adjectives[random(in: 0..<Self.adjectives.count)]) \(kind)"
    default: return "\(kind) \(number % 2_000)"
    }
  }

  private mutating func random(in range: Range<Int>) -> Int { .random(in: range, using: &random) }

  private mutating func chance(_ oneIn: Int) -> Bool { random(in: 0..<oneIn) == 0 }

  /// A random index below `count`; small ones are frequent.
  private mutating func skewed(_ count: Int) -> Int {
    let share = Double.random(in: 0..<1, using: &random)
    return Int(share * share * share * Double(count))
  }

  static let rareCuisine = "georgian"

  private static let categories: [VenueCategory] = [
    .coffee, .restaurant, .bar, .fastFood, .bakery, .pub, .iceCream, .brewery, .tea,
  ]
  private static let brands = (0..<60).map { number in
    number == 0
      ? "Starbucks" : number == 59 ? "Blue Bottle" : "Chain \(kinds[number % 20]) \(number)"
  }
  private static let cuisines =
    [
      "coffee_shop", "burger", "pizza", "chinese", "italian", "mexican", "thai", "japanese",
      "coffee_shop;sandwich", "indian", "sushi;japanese", "vietnamese", "korean", "greek",
      "kebab;turkish", "french", "breakfast;american", "seafood", "vegan", "ramen;japanese",
    ] + (0..<29).map { "regional_\($0)" } + [rareCuisine]
  private static let kinds = [
    "Café", "Coffee House", "Restaurant", "Bar", "Bakery", "Grill", "Pub", "Kitchen", "Roasters",
    "Espresso", "Pizzeria", "Diner", "Tavern", "Brewing Company", "Tea Room", "Bistro", "Deli",
    "Taproom", "Patisserie", "Cantina",
  ]
  private static let adjectives = [
    "Golden", "Silver", "Hungry", "Lazy", "Happy", "Crooked", "Painted", "Quiet", "Blue", "Green",
    "Little", "Old", "New", "Wandering", "Laughing", "Roasted", "Copper", "Velvet", "Salty",
    "Sunny",
  ]
}
