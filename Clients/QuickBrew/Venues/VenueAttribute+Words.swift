import Messages

/// What people call an attribute.
extension VenueAttribute {
  /// Its flag; `nil` for fuels and sockets, which have one flag together.
  var flag: Flag? {
    if FuelChoice(rawValue: rawValue) != nil || SocketChoice(rawValue: rawValue) != nil {
      return nil
    }
    let help =
      switch self {
      case .outdoorSeating: "only with seats outdoors, or with none"
      case .fee: "only where it costs something, or nothing"
      case .customersOnly: "only for customers, or for everybody"
      case .cash, .cards: "only where they accept \(name.lowercased()), or do not"
      default: "only \(phrase), or without"
      }
    return Flag(flagName, choices: ["yes", "no"], help)
  }

  private var flagName: String {
    switch self {
    case .outdoorSeating: "outdoor"
    case .customersOnly: "customers"
    default: rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : "\($1)" }
    }
  }

  /// Its line among the details of a venue.
  func detail(_ isPresent: Bool) -> (label: String, text: String) {
    (Formats.word("with", rawValue, or: name), Formats.word("offer", isPresent ? "yes" : "no"))
  }

  /// What a search for it looks for: "with seats outside".
  var phrase: String {
    switch self {
    case .outdoorSeating: "with seats outside"
    case .driveThrough, .changingTable: "with a \(name.lowercased())"
    case .customersOnly: "for customers only"
    case .fee, .takeaway, .cash: "with \(name.lowercased())"
    case .cards, .vegan, .vegetarian, .glutenFree, .halal, .kosher:
      "with \(name.prefix(1).lowercased() + name.dropFirst())"
    default: "with \(name)"
    }
  }

  private var name: String {
    switch self {
    case .outdoorSeating: "Outdoors"
    case .driveThrough: "Drive-through"
    case .glutenFree: "Gluten-free food"
    case .vegan, .vegetarian, .halal, .kosher:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst() + " food"
    case .customersOnly: "Customers only"
    case .changingTable: "Changing table"
    case .octane95: "Octane 95"
    case .octane98: "Octane 98"
    case .e10, .e85, .lpg, .cng: rawValue.uppercased()
    case .adblue: "AdBlue"
    case .type1: "Type 1 socket"
    case .type2: "Type 2 socket"
    case .ccs, .nacs: "\(rawValue.uppercased()) socket"
    case .chademo: "CHAdeMO socket"
    case .schuko: "Schuko socket"
    case .takeaway, .fee, .cash, .cards, .diesel, .hydrogen:
      rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}

/// The values of `--fuel`: attributes.
enum FuelChoice: String, CaseIterable {
  case diesel, octane95, octane98, e10, e85, lpg, cng, hydrogen, adblue
}

/// The values of `--socket`: attributes.
enum SocketChoice: String, CaseIterable {
  case type1, type2, ccs, chademo, nacs, schuko
}
