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
    }
  }

  /// Its line among the details of a venue.
  func detail(_ isPresent: Bool) -> (label: String, text: String) {
    switch self {
    case .outdoorSeating: ("Outdoors", isPresent ? "seats" : "no seats")
    case .takeaway: ("Takeaway", isPresent ? "yes" : "no")
    case .driveThrough: ("Drive-through", isPresent ? "yes" : "no")
    }
  }
}
