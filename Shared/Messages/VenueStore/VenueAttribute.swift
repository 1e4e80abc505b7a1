/// A property that a venue is known to have, is known not to have, or of which nothing is known.
///
/// The one list of these: a case is a key of `Venue` and `VenueFilter`, a field of feeds, a column
/// of the store and a criterion of searches. Two tables say the rest: where it comes from in
/// `VenueStore/Import`, and what people call it in the client.
package enum VenueAttribute: String, CodingKey, Sendable, CaseIterable {
  case outdoorSeating
  case takeaway
  case driveThrough
  // Whether it has something to eat for such a diet.
  case vegan
  case vegetarian
  case glutenFree
  case halal
  case kosher
  /// Whether it costs something to use it, such as toilets or parking.
  case fee
  /// Whether only customers may use it.
  case customersOnly
  case changingTable
  case cash
  /// Whether it accepts credit or debit cards.
  case cards
  // Fuels.
  case diesel
  case octane95
  case octane98
  case e10
  case e85
  case lpg
  case cng
  case hydrogen
  case adblue
  // Sockets of a charger.
  case type1
  case type2
  case ccs
  case chademo
  case nacs
  case schuko
}

/// For each attribute whether a venue has it; `nil` where that is unknown. Two bits each, as a
/// million venues may be in memory. Encoded as members of the value around it, unknown ones absent.
package struct VenueAttributeValues: Sendable, Hashable {
  /// The bits of the attributes that it has.
  package private(set) var present: UInt32 = 0
  /// The bits of the attributes that it is known not to have.
  package private(set) var absent: UInt32 = 0

  package init(_ values: [VenueAttribute: Bool?] = [:]) {
    for (attribute, value) in values { self[attribute] = value }
  }

  package subscript(attribute: VenueAttribute) -> Bool? {
    get {
      if present & attribute.bit != 0 { return true }
      return absent & attribute.bit != 0 ? false : nil
    }
    set {
      present &= ~attribute.bit
      absent &= ~attribute.bit
      if newValue == true { present |= attribute.bit }
      if newValue == false { absent |= attribute.bit }
    }
  }
}

extension VenueAttributeValues: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: VenueAttribute.self)
    // Most venues have few of them.
    for attribute in container.allKeys {
      self[attribute] = try container.decodeIfPresent(Bool.self, forKey: attribute)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: VenueAttribute.self)
    for attribute in VenueAttribute.allCases {
      try container.encodeIfPresent(self[attribute], forKey: attribute)
    }
  }
}

extension VenueAttribute {
  /// There is room for 32: the bit of one more does not fit, and does not compile.
  fileprivate var bit: UInt32 {
    switch self {
    case .outdoorSeating: 0x1
    case .takeaway: 0x2
    case .driveThrough: 0x4
    case .vegan: 0x8
    case .vegetarian: 0x10
    case .glutenFree: 0x20
    case .halal: 0x40
    case .kosher: 0x80
    case .fee: 0x100
    case .customersOnly: 0x200
    case .changingTable: 0x400
    case .cash: 0x800
    case .cards: 0x1000
    case .diesel: 0x2000
    case .octane95: 0x4000
    case .octane98: 0x8000
    case .e10: 0x10000
    case .e85: 0x20000
    case .lpg: 0x40000
    case .cng: 0x80000
    case .hydrogen: 0x100000
    case .adblue: 0x200000
    case .type1: 0x400000
    case .type2: 0x800000
    case .ccs: 0x1000000
    case .chademo: 0x2000000
    case .nacs: 0x4000000
    case .schuko: 0x8000000
    }
  }
}
