import Messages
import OpenStreetMap

/// One entry of a source that says what a venue offers.
enum AmenityEntry {
  case attribute(VenueAttribute)
  case wheelchair
  case wifi
  case wifiFee

  /// Its key in OpenStreetMap.
  var osmKey: String {
    switch self {
    case .attribute(let attribute): attribute.osmKey
    case .wheelchair: "wheelchair"
    case .wifi: "internet_access"
    case .wifiFee: "internet_access:fee"
    }
  }

  /// Its key in Foursquare's data; `nil` if that has none.
  var foursquareKey: String? {
    switch self {
    case .attribute(.takeaway): "takeout"
    case .attribute(let attribute): attribute.diet.map { "diet_\($0)" } ?? attribute.osmKey
    case .wheelchair: "wheelchair_accessible"
    case .wifi: "wifi"
    case .wifiFee: nil
    }
  }

  /// Its name in a feed's mapping.
  var name: String {
    switch self {
    case .attribute(let attribute): attribute.rawValue
    case .wheelchair: "wheelchair"
    case .wifi: "wifi"
    case .wifiFee: "wifiFee"
    }
  }

  /// The fields of a campus feed, without a mapping; the first that exists is used.
  var feedFields: [String] {
    switch self {
    case .attribute(.takeaway): [name, "takeout", "take_out"]
    case .attribute(.driveThrough): [name, osmKey, "drive_thru"]
    case .attribute(let attribute):
      [name] + (attribute.diet.map { ["diet_\($0)"] } ?? []) + [osmKey]
    case .wheelchair: [name, "wheelchairAccessible", "wheelchair_accessible"]
    case .wifi: [name, osmKey, "wlan"]
    case .wifiFee: [name, osmKey]
    }
  }

  static let all =
    VenueAttribute.allCases.map(AmenityEntry.attribute) + [.wheelchair, .wifi, .wifiFee]
}

extension VenueAttribute {
  fileprivate var osmKey: String {
    switch self {
    case .outdoorSeating: "outdoor_seating"
    case .takeaway: "takeaway"
    case .driveThrough: "drive_through"
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: "diet:\(diet ?? "")"
    }
  }

  /// The diet as OpenStreetMap names it in `diet:*`, and some mappers in `cuisine`; `nil` for other
  /// attributes.
  fileprivate var diet: String? {
    switch self {
    case .outdoorSeating, .takeaway, .driveThrough: nil
    case .vegan, .vegetarian, .halal, .kosher: rawValue
    case .glutenFree: "gluten_free"
    }
  }

  /// Values beside the usual ones that imply yes.
  fileprivate var kinds: Set<String> {
    switch self {
    case .outdoorSeating:
      [
        "terrace", "garden", "patio", "sidewalk", "street", "roof", "balcony", "courtyard",
        "veranda", "beach", "parklet", "pedestrian_zone", "limited", "seasonal", "summer",
      ]
    case .takeaway, .driveThrough: []
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: ["limited"]
    }
  }
}

extension VenueAmenities {
  /// The amenities of an element: by their keys, else a diet by its name among the cuisines. Vegan
  /// food is vegetarian.
  init(of tags: Tags) {
    let cuisines = (tags["cuisine"] ?? "").split(separator: ";").map {
      $0.filter { !$0.isWhitespace }
    }
    self.init { entry in
      if let text = tags[entry.osmKey] { return text }
      guard case .attribute(let attribute) = entry, let diet = attribute.diet else { return nil }
      return cuisines.contains { $0 == diet } ? "yes" : nil
    }
    if attributes[.vegan] == true, attributes[.vegetarian] == nil {
      attributes[.vegetarian] = true
    }
  }

  /// The amenities in a source, by the text that it has for each entry; unknown values are ignored.
  init(texts: (AmenityEntry) -> String?) {
    self.init()
    for attribute in VenueAttribute.allCases {
      let words = AmenityWords(texts(.attribute(attribute)))
      attributes[attribute] = words.contain(attribute.kinds) ? true : words.isYes
    }
    wheelchair = AmenityWords(texts(.wheelchair)).wheelchair
    wifi = AmenityWords(texts(.wifi)).wifi(fee: AmenityWords(texts(.wifiFee)))
  }
}

/// The value of an entry: a word, or a list such as `wlan;terminal`.
private struct AmenityWords {
  private static let yes: Set<String> = ["yes", "true", "1", "y", "designated", "only"]
  private static let no: Set<String> = ["no", "false", "0", "n", "none"]
  private static let wifi: Set<String> = ["wlan", "wifi", "wi-fi", "public"]
  private static let free: Set<String> = ["free", "no", "customers"]
  private static let maximumBytes = 100

  private let words: [String]

  init(_ text: String?) {
    guard let text, text.utf8.count <= Self.maximumBytes else {
      words = []
      return
    }
    words = text.lowercased().split { $0 == ";" || $0 == "," }
      .map { String($0.trimmingWhitespace()) }
  }

  func contain(_ known: Set<String>) -> Bool { words.contains { known.contains($0) } }

  var isYes: Bool? {
    guard let word = words.first else { return nil }
    return Self.yes.contains(word) ? true : Self.no.contains(word) ? false : nil
  }

  var wheelchair: WheelchairAccess? {
    if let access = words.first.flatMap({ WheelchairAccess(rawValue: $0) }) { return access }
    return isYes.map { $0 ? .yes : .no }
  }

  func wifi(fee: AmenityWords) -> WifiOffer? {
    if let offer = words.first.flatMap({ WifiOffer(rawValue: $0) }), offer != .yes {
      return offer
    }
    // Only a cable or a terminal: that does not exclude wifi.
    guard let hasWifi = contain(Self.wifi) ? true : isYes else { return nil }
    guard hasWifi else { return .no }
    guard let word = fee.words.first else { return .yes }
    return Self.free.contains(word) ? .free : Self.yes.contains(word) ? .paid : .yes
  }
}

extension Substring {
  fileprivate func trimmingWhitespace() -> Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
