/// What sources know of a venue beyond its name, category and coordinate; `nil` where they do not.
///
/// Every fact stands here and in `VenueFact.all` alone: stores, feeds, the merge of sources and
/// digests go through that table.
@dynamicMemberLookup
@Memberwise package struct VenueFacts: Sendable, Hashable {
  /// One line for a person: "609 Sutter Street, San Francisco".
  package var address: String?
  package var phone: String?
  package var website: String?
  /// As the source gives it, in OpenStreetMap's `opening_hours` grammar.
  package var openingHours: String?
  package var brand: String?
  package var cuisine: String?
  package var names: NamesByLanguage?
  package var amenities: VenueAmenities = VenueAmenities()

  package subscript<Value>(dynamicMember path: WritableKeyPath<VenueAmenities, Value>) -> Value {
    get { amenities[keyPath: path] }
    set { amenities[keyPath: path] = newValue }
  }
}

/// What a venue is known to offer, and not to offer; in a filter, what must be known of it.
package struct VenueAmenities: Sendable, Hashable {
  package var attributes: VenueAttributeValues
  package var wheelchair: WheelchairAccess?
  package var wifi: WifiOffer?
  /// The greatest output of a charger's socket in kilowatts, rounded down; in a filter, the least
  /// that is accepted.
  package var powerKilowatts: UInt16?

  package init(
    _ attributes: [VenueAttribute: Bool?] = [:], wheelchair: WheelchairAccess? = nil,
    wifi: WifiOffer? = nil, powerKilowatts: UInt16? = nil
  ) {
    self.attributes = VenueAttributeValues(attributes)
    self.wheelchair = wheelchair
    self.wifi = wifi
    self.powerKilowatts = powerKilowatts
  }
}

/// Wheelchair access, as in OpenStreetMap.
package enum WheelchairAccess: String, Codable, Sendable, Hashable, CaseIterable {
  case yes
  /// Partly, or with help.
  case limited
  case no

  /// What a filter for this accepts.
  package var accepted: [WheelchairAccess] { self == .limited ? [.yes, .limited] : [self] }
}

/// Wi-Fi for guests.
package enum WifiOffer: String, Codable, Sendable, Hashable, CaseIterable {
  /// The price is unknown.
  case yes
  case free
  case paid
  case no

  /// What a filter for this accepts.
  package var accepted: [WifiOffer] { self == .yes ? [.yes, .free, .paid] : [self] }
}

// MARK: The table

/// One fact of a venue, for code that treats all facts alike.
package struct VenueFact: Sendable {
  package enum Value: Sendable, Hashable {
    case text(String)
    case flag(Bool)
  }

  package enum Path: Sendable {
    case text(any WritableKeyPath<VenueFacts, String?> & Sendable)
    case flag(VenueAttribute)
  }

  /// Its member in messages, and its field in feeds: "openingHours".
  package let name: String
  /// Its column in stores: "opening_hours".
  package let column: String
  package let path: Path

  private init(_ name: String, _ path: Path) {
    self.name = name
    column = name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    self.path = path
  }

  package static let all: [VenueFact] =
    [
      VenueFact("address", .text(\.address)), VenueFact("phone", .text(\.phone)),
      VenueFact("website", .text(\.website)), VenueFact("openingHours", .text(\.openingHours)),
      VenueFact("brand", .text(\.brand)), VenueFact("cuisine", .text(\.cuisine)),
      VenueFact("names", .text(\.packedNames)),
    ] + VenueAttribute.allCases.map { VenueFact($0.rawValue, .flag($0)) } + [
      VenueFact("wheelchair", .text(\.amenities.wheelchairWord)),
      VenueFact("wifi", .text(\.amenities.wifiWord)),
      VenueFact("powerKilowatts", .text(\.amenities.powerWord)),
    ]

  /// The fields of feeds for the facts, except for names by language: those have a field each,
  /// `name:en`.
  package static let feedFields = all.map(\.name).filter { $0 != "names" } + ["wifiFee"]
}

extension VenueFacts {
  /// A fact; `nil` where it is unknown. A word that the fact does not have is unknown, too.
  package subscript(fact: VenueFact) -> VenueFact.Value? {
    get {
      switch fact.path {
      case .text(let path): self[keyPath: path].map { .text($0) }
      case .flag(let attribute): amenities.attributes[attribute].map { .flag($0) }
      }
    }
    set {
      switch (fact.path, newValue) {
      case (.text(let path), .text(let text)): self[keyPath: path] = text
      case (.text(let path), _): self[keyPath: path] = nil
      case (.flag(let attribute), .flag(let flag)): amenities.attributes[attribute] = flag
      case (.flag(let attribute), _): amenities.attributes[attribute] = nil
      }
    }
  }
}

extension VenueFacts {
  fileprivate var packedNames: String? {
    get { names?.packed }
    set { names = newValue.flatMap { NamesByLanguage(packed: $0) } }
  }
}

extension VenueAmenities {
  fileprivate var wheelchairWord: String? {
    get { wheelchair?.rawValue }
    set { wheelchair = newValue.flatMap { WheelchairAccess(rawValue: $0) } }
  }
  fileprivate var wifiWord: String? {
    get { wifi?.rawValue }
    set { wifi = newValue.flatMap { WifiOffer(rawValue: $0) } }
  }
  fileprivate var powerWord: String? {
    get { powerKilowatts.map { String($0) } }
    set { powerKilowatts = newValue.flatMap { UInt16($0) } }
  }
}

// MARK: Coding, as members of the value around them

extension VenueFacts: Codable {
  private enum CodingKeys: CodingKey {
    case address, phone, website, openingHours, brand, cuisine, names
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      address: try container.decodeIfPresent(String.self, forKey: .address),
      phone: try container.decodeIfPresent(String.self, forKey: .phone),
      website: try container.decodeIfPresent(String.self, forKey: .website),
      openingHours: try container.decodeIfPresent(String.self, forKey: .openingHours),
      brand: try container.decodeIfPresent(String.self, forKey: .brand),
      cuisine: try container.decodeIfPresent(String.self, forKey: .cuisine),
      names: try container.decodeIfPresent(NamesByLanguage.self, forKey: .names),
      amenities: try VenueAmenities(from: decoder))
  }

  /// Always encodes `address`, as `null` if it is unknown, since every list of shops shows it.
  /// Other unknown facts are absent.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(address, forKey: .address)
    try container.encodeIfPresent(phone, forKey: .phone)
    try container.encodeIfPresent(website, forKey: .website)
    try container.encodeIfPresent(openingHours, forKey: .openingHours)
    try container.encodeIfPresent(brand, forKey: .brand)
    try container.encodeIfPresent(cuisine, forKey: .cuisine)
    try container.encodeIfPresent(names, forKey: .names)
    try amenities.encode(to: encoder)
  }
}

extension VenueAmenities: Codable {
  private enum CodingKeys: CodingKey { case wheelchair, wifi, powerKilowatts }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    attributes = try VenueAttributeValues(from: decoder)
    wheelchair = try container.decodeIfPresent(WheelchairAccess.self, forKey: .wheelchair)
    wifi = try container.decodeIfPresent(WifiOffer.self, forKey: .wifi)
    powerKilowatts = try container.decodeIfPresent(UInt16.self, forKey: .powerKilowatts)
  }

  package func encode(to encoder: any Encoder) throws {
    try attributes.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(wheelchair, forKey: .wheelchair)
    try container.encodeIfPresent(wifi, forKey: .wifi)
    try container.encodeIfPresent(powerKilowatts, forKey: .powerKilowatts)
  }
}
