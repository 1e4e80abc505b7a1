import Foundation
import Geography
import Messages

/// The properties by which entries of two sources are recognised as the same venue (conflation).
/// Two candidates match if one of these rules holds:
///
/// | what agrees | within |
/// |---|---|
/// | name similarity 0.85 | 150 m, or 30 m if the addresses have different houses |
/// | name similarity 0.6, street and house number | 300 m |
/// | name similarity 0.4, telephone number | 300 m |
///
/// Categories must be compatible: a bar and a brewery may be the same, a bar and a bakery may not.
/// Numbers in names must be equal.
struct MatchCandidate {
  /// Candidates farther apart than this never match.
  static let maximumDistance: Meters = 300
  private static let maximumDistanceByName: Meters = 150
  private static let maximumDistanceByNameOfOtherHouse: Meters = 30
  /// How many trailing digits of telephone numbers are compared: those without country and trunk
  /// codes.
  private static let phoneDigits = 8

  private let name: VenueName
  private let category: VenueCategory
  private let coordinate: Coordinate
  private let house: HouseAddress?
  private let phone: String?

  init(
    name: String, category: VenueCategory, coordinate: Coordinate, address: String?,
    phone: String?
  ) {
    self.name = VenueName(name)
    self.category = category
    self.coordinate = coordinate
    house = address.flatMap { HouseAddress($0) }
    let digits = (phone ?? "").filter { $0.isASCII && $0.isNumber }
    self.phone = digits.count < Self.phoneDigits ? nil : String(digits.suffix(Self.phoneDigits))
  }

  /// The match score, by which the best of several is chosen; `nil` if the candidates do not match.
  func score(_ other: MatchCandidate) -> Double? {
    let distance = coordinate.distance(to: other.coordinate)
    guard distance <= Self.maximumDistance, Self.areCompatible(category, other.category) else {
      return nil
    }
    let similarity = name.similarity(to: other.name)
    let isSameHouse = house != nil && house == other.house
    let isSamePhone = phone != nil && phone == other.phone
    let isOtherHouse = house != nil && other.house != nil && !isSameHouse
    let maximumDistanceByName =
      isOtherHouse ? Self.maximumDistanceByNameOfOtherHouse : Self.maximumDistanceByName
    let isMatch =
      similarity >= 0.4 && isSamePhone || similarity >= 0.6 && isSameHouse
      || similarity >= 0.85 && distance <= maximumDistanceByName
    guard isMatch else { return nil }
    return similarity + (isSameHouse ? 1 : 0) + (isSamePhone ? 1 : 0) + 1
      - distance / Self.maximumDistance
  }

  private static let compatibleCategories: [Set<VenueCategory>] = [
    [.brewery, .bar, .pub, .restaurant, .fastFood],
    [.coffee, .tea, .bakery, .iceCream, .restaurant, .fastFood],
  ]

  /// A category outside the groups, such as one that a feed defines, is compatible with all.
  private static func areCompatible(_ one: VenueCategory, _ other: VenueCategory) -> Bool {
    if one == other { return true }
    let groups = compatibleCategories
    let isKnown = [one, other].allSatisfy { category in groups.contains { $0.contains(category) } }
    return !isKnown || groups.contains { $0.contains(one) && $0.contains(other) }
  }
}

/// A house number and the first significant word of its street, from an address in one line.
private struct HouseAddress: Hashable {
  let number: String
  let street: String

  /// `nil` if the line has no number or no street.
  init?(_ address: String) {
    let line = address.split(separator: ",").first.map(String.init) ?? ""
    let parts = StreetParts(line)
    let words = VenueName.words(of: parts.street)
    guard let number = parts.number?.lowercased(),
      let street = words.first(where: { !Self.directions.contains($0) }) ?? words.first
    else { return nil }
    self.number = number
    self.street = street
  }

  private static let directions: Set<String> = [
    "n", "s", "e", "w", "north", "south", "east", "west",
  ]
}

/// A venue's name normalised for comparison: "Anchor Brewing Company" becomes "anchor".
struct VenueName {
  /// Words of many names, which say little about identity.
  private static let commonWords: Set<String> = [
    "the", "and", "co", "company", "brewing", "brewery", "brewpub", "brewhouse", "beer", "brew",
    "works", "coffee", "cafe", "caffe", "espresso", "bar", "pub", "restaurant", "grill",
    "kitchen", "taproom", "tap", "room", "house", "shop", "llc", "inc", "ltd", "gmbh",
    "brauerei", "brasserie", "bakery", "tea", "roasters", "roastery",
  ]
  /// The similarity of equal names that consist of common words only: too low to match by itself.
  private static let commonSimilarity = 0.5

  private let trigrams: [UInt64]
  private let numbers: [String]
  private let whole: String

  init(_ name: String) {
    let words = Self.words(of: name)
    let distinctive = words.filter { !Self.commonWords.contains($0) }
    whole = words.joined()
    numbers = words.filter { $0.contains(where: \.isNumber) }.sorted()
    trigrams = Self.trigrams(of: distinctive.joined())
  }

  /// The similarity, 0 ... 1: the Dice coefficient of the names' letter trigrams.
  ///
  /// Source: Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26
  /// (1945).
  func similarity(to other: VenueName) -> Double {
    if trigrams.isEmpty || other.trigrams.isEmpty {
      return whole == other.whole ? Self.commonSimilarity : 0
    }
    guard numbers == other.numbers else { return 0 }
    var (mine, theirs, both) = (0, 0, 0)
    while mine < trigrams.count, theirs < other.trigrams.count {
      if trigrams[mine] == other.trigrams[theirs] {
        (mine, theirs, both) = (mine + 1, theirs + 1, both + 1)
      } else if trigrams[mine] < other.trigrams[theirs] {
        mine += 1
      } else {
        theirs += 1
      }
    }
    return Double(2 * both) / Double(trigrams.count + other.trigrams.count)
  }

  /// The words in lower case without accents; "O'Farrell" is one word.
  static func words(of text: String) -> [String] {
    let plain = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return plain.filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }
      .map(String.init)
  }

  /// The sorted trigrams of the text, padded with a space at both ends.
  private static func trigrams(of text: String) -> [UInt64] {
    if text.isEmpty { return [] }
    let scalars = [0x20] + text.unicodeScalars.map { UInt64($0.value) } + [0x20]
    return scalars.indices.dropLast(2).map { index in
      scalars[index] << 42 | scalars[index + 1] << 21 | scalars[index + 2]
    }.sorted()
  }
}
