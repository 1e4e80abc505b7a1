import Messages
import OpenStreetMap

/// Where an attribute comes from: keys and values of its sources.
extension VenueAttribute {
  /// Its key in OpenStreetMap.
  var osmKey: String { diet.map { "diet:\($0)" } ?? column }

  /// The name of its column in the store.
  var column: String {
    switch self {
    case .outdoorSeating: "outdoor_seating"
    case .takeaway: "takeaway"
    case .driveThrough: "drive_through"
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: "diet_\(diet ?? "")"
    }
  }

  /// The diet as OpenStreetMap names it in `diet:*`, and some mappers in `cuisine`; `nil` for other
  /// attributes.
  var diet: String? {
    switch self {
    case .outdoorSeating, .takeaway, .driveThrough: nil
    case .vegan, .vegetarian, .halal, .kosher: rawValue
    case .glutenFree: "gluten_free"
    }
  }

  /// The fields of a campus feed, without a mapping; the first that exists is used.
  var feedFields: [String] {
    switch self {
    case .outdoorSeating: [rawValue, osmKey]
    case .takeaway: [rawValue, "takeout", "take_out"]
    case .driveThrough: [rawValue, osmKey, "drive_thru"]
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: [rawValue, column, osmKey]
    }
  }

  /// Its key in Foursquare's data.
  var foursquareKey: String {
    switch self {
    case .outdoorSeating, .driveThrough: osmKey
    case .takeaway: "takeout"
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: column
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
    case .vegan, .vegetarian, .glutenFree, .halal, .kosher: ["limited"]
    }
  }
}

extension VenueAttributeValues {
  /// The attributes of an element: by their keys, else a diet by its name among the cuisines.
  /// Vegan food is vegetarian.
  init(of tags: Tags) {
    let cuisines = (tags["cuisine"] ?? "").split(separator: ";").map {
      $0.filter { !$0.isWhitespace }
    }
    self.init { attribute in
      tags[attribute.osmKey]
        ?? attribute.diet.flatMap { diet in cuisines.contains { $0 == diet } ? "yes" : nil }
    }
    if self[.vegan] == true, self[.vegetarian] == nil { self[.vegetarian] = true }
  }

  /// The attributes that a source has, by the text it has for each.
  init(texts: (VenueAttribute) -> String?) {
    self.init()
    for attribute in VenueAttribute.allCases {
      self[attribute] = AttributeParser.value(texts(attribute), of: attribute)
    }
  }
}
