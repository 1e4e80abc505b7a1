import Foundation
import Geography
import Messages

/// Whether two sources tell of the same venue: by name, nearness, address and telephone.
///
/// | what agrees | within |
/// |---|---|
/// | names at 0.85 | 150 m; not where the addresses differ in number, unless within 30 m |
/// | names at 0.6, street and number | 300 m |
/// | names at 0.4, telephone number | 300 m |
///
/// Categories must be of one kind: a bar and a brewery may be one, a bar and a bakery may not.
/// Numbers in names must be equal.
struct VenueMatch {
  /// No venue farther away than this is the same.
  static let reach: Meters = 300
  private static let near: Meters = 150
  private static let sameSpot: Meters = 30
  /// How many last digits of telephone numbers are compared: without country and trunk codes.
  private static let phoneDigits = 8

  private let name: VenueName
  private let category: VenueCategory
  private let coordinate: Coordinate
  private let door: Door?
  private let phone: String?

  init(
    name: String, category: VenueCategory, coordinate: Coordinate, address: String?,
    phone: String?
  ) {
    self.name = VenueName(name)
    self.category = category
    self.coordinate = coordinate
    door = address.flatMap { Door($0) }
    let digits = (phone ?? "").filter { $0.isASCII && $0.isNumber }
    self.phone = digits.count < Self.phoneDigits ? nil : String(digits.suffix(Self.phoneDigits))
  }

  /// How sure it is that both are one, for choosing the best of several; `nil` where they are not.
  func score(_ other: VenueMatch) -> Double? {
    let distance = coordinate.distance(to: other.coordinate)
    guard distance <= Self.reach, Self.areOfOneKind(category, other.category) else { return nil }
    let likeness = name.likeness(to: other.name)
    let isSameDoor = door != nil && door == other.door
    let isSamePhone = phone != nil && phone == other.phone
    let isOtherDoor = door != nil && other.door != nil && !isSameDoor
    let fits =
      likeness >= 0.4 && isSamePhone || likeness >= 0.6 && isSameDoor
      || likeness >= 0.85
        && distance <= (isOtherDoor ? Self.sameSpot : Self.near)
    guard fits else { return nil }
    return likeness + (isSameDoor ? 1 : 0) + (isSamePhone ? 1 : 0) + 1 - distance / Self.reach
  }

  private static let kinds: [Set<VenueCategory>] = [
    [.brewery, .bar, .pub, .restaurant, .fastFood],
    [.coffee, .tea, .bakery, .iceCream, .restaurant, .fastFood],
  ]

  /// A category of somebody's own may be anything.
  private static func areOfOneKind(_ one: VenueCategory, _ other: VenueCategory) -> Bool {
    if one == other { return true }
    let isKnown = [one, other].allSatisfy { category in kinds.contains { $0.contains(category) } }
    return !isKnown || kinds.contains { $0.contains(one) && $0.contains(other) }
  }
}

/// A house number and the first word of its street, from an address in one line.
private struct Door: Hashable {
  let number: String
  let street: String

  /// `nil` where the line has no number or no street.
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

/// A venue's name as it is compared: "Anchor Brewing Company" is "anchor".
struct VenueName {
  /// What many names have in common.
  private static let common: Set<String> = [
    "the", "and", "co", "company", "brewing", "brewery", "brewpub", "brewhouse", "beer", "brew",
    "works", "coffee", "cafe", "caffe", "espresso", "bar", "pub", "restaurant", "grill",
    "kitchen", "taproom", "tap", "room", "house", "shop", "llc", "inc", "ltd", "gmbh",
    "brauerei", "brasserie", "bakery", "tea", "roasters", "roastery",
  ]
  /// The likeness of names without a telling word, where they are the same: not enough by itself.
  private static let commonLikeness = 0.5

  private let letters: [UInt64]
  private let numbers: [String]
  private let whole: String

  init(_ name: String) {
    let words = Self.words(of: name)
    let telling = words.filter { !Self.common.contains($0) }
    whole = words.joined()
    numbers = words.filter { $0.contains(where: \.isNumber) }.sorted()
    letters = Self.trigrams(telling.joined())
  }

  /// 0 for nothing in common to 1 for the same.
  ///
  /// Source: Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26
  /// (1945), over the triples of neighbouring letters.
  func likeness(to other: VenueName) -> Double {
    if letters.isEmpty || other.letters.isEmpty {
      return whole == other.whole ? Self.commonLikeness : 0
    }
    guard numbers == other.numbers else { return 0 }
    var (mine, theirs, both) = (0, 0, 0)
    while mine < letters.count, theirs < other.letters.count {
      if letters[mine] == other.letters[theirs] {
        (mine, theirs, both) = (mine + 1, theirs + 1, both + 1)
      } else if letters[mine] < other.letters[theirs] {
        mine += 1
      } else {
        theirs += 1
      }
    }
    return Double(2 * both) / Double(letters.count + other.letters.count)
  }

  /// The words in small letters without accents; "O'Farrell" is one.
  static func words(of text: String) -> [String] {
    let plain = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return plain.filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }
      .map(String.init)
  }

  /// The triples of neighbours in a text that has a blank before and after it, in order.
  private static func trigrams(_ text: String) -> [UInt64] {
    if text.isEmpty { return [] }
    let scalars = [0x20] + text.unicodeScalars.map { UInt64($0.value) } + [0x20]
    return scalars.indices.dropLast(2).map { at in
      scalars[at] << 42 | scalars[at + 1] << 21 | scalars[at + 2]
    }.sorted()
  }
}
