import Messages

/// What people call an attribute.
extension VenueAttribute {
  /// Its flag.
  var flag: Flag {
    switch self {
    case .outdoorSeating:
      Flag("outdoor", choices: ["yes", "no"], "only with seats outdoors, or with none")
    case .takeaway: Flag("takeaway", choices: ["yes", "no"], "only with takeaway, or without")
    case .driveThrough:
      Flag("drive-through", choices: ["yes", "no"], "only with a drive-through, or without")
    case .vegan, .vegetarian, .halal, .kosher:
      Flag(rawValue, choices: ["yes", "no"], "only with \(food), or without")
    case .glutenFree:
      Flag("gluten-free", choices: ["yes", "no"], "only with \(food), or without")
    }
  }

  /// Its line among the details of a venue.
  func detail(_ isPresent: Bool) -> (label: String, text: String) {
    switch self {
    case .outdoorSeating: ("Outdoors", isPresent ? "seats" : "no seats")
    case .takeaway: ("Takeaway", isPresent ? "yes" : "no")
    case .driveThrough: ("Drive-through", isPresent ? "yes" : "no")
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher:
      (food.prefix(1).uppercased() + food.dropFirst(), isPresent ? "yes" : "no")
    }
  }

  /// What a search for it looks for: "with seats outside".
  var phrase: String {
    switch self {
    case .outdoorSeating: "with seats outside"
    case .takeaway: "with takeaway"
    case .driveThrough: "with a drive-through"
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: "with \(food)"
    }
  }

  private var food: String {
    switch self {
    case .glutenFree: "gluten-free food"
    default: "\(rawValue) food"
    }
  }
}
