import Algorithms
import Messages
import OpenStreetMap

/// One entry of a source that says what a venue offers.
enum AmenityEntry {
  case attribute(VenueAttribute)
  case wheelchair
  case wifi
  case wifiFee
  case power

  /// Its keys in OpenStreetMap.
  var osmKeys: [String] {
    switch self {
    case .attribute(let attribute): attribute.osmKeys
    case .wheelchair: ["wheelchair"]
    case .wifi: ["internet_access"]
    case .wifiFee: ["internet_access:fee"]
    case .power:
      VenueAttribute.sockets.flatMap(\.osmKeys).map { "\($0):output" }
        + ["charging_station:output"]
    }
  }

  /// Its key in Foursquare's data; `nil` if that has none.
  var foursquareKey: String? {
    switch self {
    case .attribute(.takeaway): "takeout"
    case .attribute(let attribute): attribute.diet.map { "diet_\($0)" } ?? attribute.osmKeys[0]
    case .wheelchair: "wheelchair_accessible"
    case .wifi: "wifi"
    case .wifiFee, .power: nil
    }
  }

  /// Its name in a feed's mapping.
  var name: String {
    switch self {
    case .attribute(let attribute): attribute.rawValue
    case .wheelchair: "wheelchair"
    case .wifi: "wifi"
    case .wifiFee: "wifiFee"
    case .power: "powerKilowatts"
    }
  }

  /// The fields of a campus feed, without a mapping; the first that exists is used.
  var feedFields: [String] {
    switch self {
    case .attribute(.takeaway): [name, "takeout", "take_out"]
    case .attribute(.driveThrough): [name, "drive_through", "drive_thru"]
    case .attribute(let attribute):
      [name] + (attribute.diet.map { ["diet_\($0)"] } ?? []) + osmKeys
    case .wheelchair: [name, "wheelchairAccessible", "wheelchair_accessible"]
    case .wifi: [name] + osmKeys + ["wlan"]
    case .wifiFee, .power: [name] + osmKeys
    }
  }

  static let all =
    VenueAttribute.allCases.map(AmenityEntry.attribute) + [.wheelchair, .wifi, .wifiFee, .power]
}

extension VenueAttribute {
  fileprivate static let sockets: [VenueAttribute] = [
    .type1, .type2, .ccs, .chademo, .nacs, .schuko,
  ]

  /// One of them that implies yes is enough.
  fileprivate var osmKeys: [String] {
    switch self {
    case .outdoorSeating: ["outdoor_seating"]
    case .takeaway: ["takeaway"]
    case .driveThrough: ["drive_through"]
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: ["diet:\(diet ?? "")"]
    case .fee: ["fee"]
    case .customersOnly: ["access"]
    case .changingTable: ["changing_table", "diaper"]
    case .cash: ["payment:cash", "payment:notes", "payment:coins"]
    case .cards:
      [
        "payment:cards", "payment:credit_cards", "payment:debit_cards", "payment:visa",
        "payment:mastercard", "payment:maestro", "payment:contactless",
      ]
    case .diesel: ["fuel:diesel", "fuel:GTL_diesel", "fuel:HGV_diesel"]
    case .octane95: ["fuel:octane_95"]
    case .octane98: ["fuel:octane_98", "fuel:octane_100"]
    case .e10, .e85, .lpg, .cng, .adblue: ["fuel:\(rawValue)"]
    case .hydrogen: ["fuel:h2", "fuel:h35", "fuel:h70", "fuel:LH2"]
    case .type1, .type2: ["socket:\(rawValue)", "socket:\(rawValue)_cable"]
    case .ccs: ["socket:type2_combo", "socket:type1_combo"]
    case .chademo, .schuko: ["socket:\(rawValue)"]
    case .nacs: ["socket:nacs", "socket:tesla_supercharger", "socket:tesla_standard"]
    }
  }

  /// The diet as OpenStreetMap names it in `diet:*`, and some mappers in `cuisine`; `nil` for other
  /// attributes.
  fileprivate var diet: String? {
    switch self {
    case .vegan, .vegetarian, .halal, .kosher: rawValue
    case .glutenFree: "gluten_free"
    default: nil
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
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher, .changingTable: ["limited"]
    case .customersOnly: ["customers"]
    case .fee: ["interval"]
    default: []
    }
  }

  /// Values beside the usual ones that imply no; of `access` "yes" is one.
  fileprivate var opposites: Set<String> {
    switch self {
    case .customersOnly: ["yes", "public", "permissive", "designated"]
    case .fee: ["donation"]
    default: []
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
      let values = entry.osmKeys.compactMap { tags[$0] }
      if !values.isEmpty { return values.joined(separator: ";") }
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
      attributes[attribute] =
        words.contain(attribute.kinds)
        ? true : words.contain(attribute.opposites) ? false : words.isAnyYes
    }
    wheelchair = AmenityWords(texts(.wheelchair)).wheelchair
    wifi = AmenityWords(texts(.wifi)).wifi(fee: AmenityWords(texts(.wifiFee)))
    powerKilowatts = AmenityWords(texts(.power)).kilowatts
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
    words = text.lowercased().split { $0 == ";" || $0 == "," }.map(\.trimmed)
  }

  func contain(_ known: Set<String>) -> Bool { words.contains { known.contains($0) } }

  var isYes: Bool? { words.first.flatMap(Self.isYes) }

  /// Yes if any word is; a number, as of sockets, is yes.
  var isAnyYes: Bool? {
    let answers = words.compactMap(Self.isYes)
    return answers.contains(true) ? true : answers.first
  }

  private static func isYes(_ word: String) -> Bool? {
    yes.contains(word) || Int(word) ?? 0 > 0 ? true : no.contains(word) ? false : nil
  }

  /// The greatest power, "22 kW" or "150000 W", in whole kilowatts; numbers of 1,000 and more
  /// without a unit are watts.
  var kilowatts: UInt16? {
    words.compactMap { word in
      let digits = word.prefix { $0.isNumber || $0 == "." }
      guard let number = Double(digits) else { return nil }
      let unit = word.dropFirst(digits.count).filter { !$0.isWhitespace }
      let isWatts = unit == "w" || unit.isEmpty && number >= 1_000
      guard isWatts || unit.isEmpty || unit.hasPrefix("kw") else { return nil }
      return UInt16(exactly: (isWatts ? number / 1_000 : number).rounded(.down))
    }.max()
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
