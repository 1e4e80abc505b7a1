import Messages

/// Where an attribute comes from: keys and values of its sources.
extension VenueAttribute {
  /// Its key in OpenStreetMap; also the name of its column in the store.
  var osmKey: String {
    switch self {
    case .outdoorSeating: "outdoor_seating"
    case .takeaway: "takeaway"
    case .driveThrough: "drive_through"
    }
  }

  /// The fields of a campus feed, without a mapping; the first that exists is used.
  var feedFields: [String] {
    switch self {
    case .outdoorSeating: [rawValue, osmKey]
    case .takeaway: [rawValue, "takeout", "take_out"]
    case .driveThrough: [rawValue, osmKey, "drive_thru"]
    }
  }

  /// Its key in Foursquare's data.
  var foursquareKey: String {
    switch self {
    case .outdoorSeating, .driveThrough: osmKey
    case .takeaway: "takeout"
    }
  }

  /// Values beside the usual ones that imply yes.
  var kinds: Set<String> {
    switch self {
    case .outdoorSeating:
      [
        "terrace", "garden", "patio", "sidewalk", "street", "roof", "balcony", "courtyard",
        "veranda", "beach", "parklet", "pedestrian_zone", "limited", "seasonal", "summer",
      ]
    case .takeaway, .driveThrough: []
    }
  }
}

extension VenueAttributeValues {
  /// The attributes that a source has, by the text it has for each.
  init(texts: (VenueAttribute) -> String?) {
    self.init()
    for attribute in VenueAttribute.allCases {
      self[attribute] = AttributeParser.value(texts(attribute), of: attribute)
    }
  }
}
