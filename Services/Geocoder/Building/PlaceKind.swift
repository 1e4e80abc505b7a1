import Foundation
import Geography
import OpenStreetMap

/// Classifies elements by their tags, with an importance.
///
/// Importance is 0 ... 1 and orders equally good hits:
///
/// | | importance |
/// |---|---|
/// | city 1.0, town 0.85, island 0.7, village 0.7, suburb 0.65, neighbourhood 0.55, hamlet 0.5 | |
/// | airport 0.75, sight or railway station 0.65, museum, tower, theatre 0.6 | |
/// | park, peak, hospital, university 0.5, hotel 0.45 | |
/// | street 0.4 ... 0.55 by its class, and up to 0.04 for its houses | |
/// | shop, restaurant and most else 0.3, office, craft 0.2 | |
///
/// What is known beyond its town adds up to `maximumFame`: Wikidata knows it, Wikipedia has an
/// article, mappers name it in many languages, many people live there, and for open areas their
/// size.
enum PlaceKind {
  /// The keys that make a named element a point of interest, the most specific first.
  static let poiKeys = [
    "tourism", "amenity", "shop", "historic", "leisure", "railway", "public_transport", "aeroway",
    "natural", "man_made", "office", "craft", "club", "healthcare", "building", "landuse",
    "waterway", "water", "boundary", "junction", "bridge", "place", "highway",
  ]

  /// Kinds of settlement that can be the city of an address, with their usual radius in metres.
  static let cityRadii: [String: Double] = [
    "city": 12_000, "town": 5_000, "municipality": 5_000, "village": 2_500,
  ]

  /// Kinds of settlement parts, which people add to an address, with their usual radius in metres.
  static let partRadii: [String: Double] = [
    "borough": 4_000, "suburb": 2_500, "quarter": 1_500, "neighbourhood": 1_000,
    "neighborhood": 1_000, "hamlet": 1_500, "locality": 800, "isolated_dwelling": 500,
  ]

  /// The kind of settlement, or of settlement part, of an element; `nil` for anything else, and for
  /// countries and other areas that are not destinations.
  static func place(_ tags: Tags) -> (kind: String, importance: Float)? {
    let level = tags["boundary"] == "administrative" ? tags["admin_level"].flatMap(Int.init) : nil
    let kind =
      tags["place"].flatMap { places[$0] == nil ? nil : $0 } ?? level.flatMap(kind(ofLevel:))
    guard let kind, let importance = places[kind] else { return nil }
    return (kind, min(1, importance + fame(tags, above: importance) + populationBonus(tags)))
  }

  /// The kind of place that an admin level usually denotes in Europe and the United States.
  private static func kind(ofLevel level: Int) -> String? {
    switch level {
    case 4...7: "region"
    case 8: "municipality"
    case 9: "suburb"
    case 10, 11: "neighbourhood"
    default: nil
    }
  }

  /// Whether the rings of a relation are needed.
  static func needsGeometry(_ tags: Tags) -> Bool {
    if tags["addr:housenumber"] != nil { return true }
    guard tags["name"] != nil else { return unnamed(tags) != nil }
    return place(tags) != nil || pointOfInterest(tags) != nil
  }

  /// The category of a named element, such as "tourism=museum"; `nil` where it is not a point of
  /// interest.
  static func pointOfInterest(_ tags: Tags) -> (category: String, importance: Float)? {
    for key in poiKeys {
      guard let value = tags[key], !value.isEmpty, value != "no",
        !unsearchable.contains("\(key)=\(value)"),
        !unsearchable.contains("\(key)=*") || searchableValues.contains(value)
      else { continue }
      let importance = importance(key, value)
      return ("\(key)=\(value)", importance + fame(tags, above: importance))
    }
    return nil
  }

  static let maximumFame: Float = 0.25

  /// A brand's entry in Wikidata is under another key, and says nothing of one of its branches.
  ///
  /// - Parameter importance: that of the kind; what is important anyway gains less, so that a
  ///   village stays before its station.
  static func fame(_ tags: Tags, above importance: Float) -> Float {
    let languages = tags.pairs.count { $0.key.hasPrefix("name:") }
    let known: Float = tags["wikidata"] != nil || tags["wikipedia"] != nil ? 0.15 : 0
    let fame = min(maximumFame, known + 0.1 * min(1, Float(languages) / 20))
    return fame * min(1, 2 * (1 - importance))
  }

  /// Up to 0.1: a tenth of it for 1,000 people, all of it for ten million.
  private static func populationBonus(_ tags: Tags) -> Float {
    guard let people = tags["population"].flatMap(Double.init), people > 1 else { return 0 }
    return 0.1 * Float(min(1, max(0, (log10(people) - 2.5) / 4.5)))
  }

  /// What the size of an open area adds, up to 0.1: nothing for 1,000 m², all of it for a km².
  static func sizeBonus(_ category: String, _ ring: [Coordinate]) -> Float {
    guard isOpenGround(category) else { return 0 }
    return 0.1 * Float(min(1, max(0, (log10(max(squareMeters(of: ring), 1)) - 3) / 3)))
  }

  /// Whether a category is of grounds, not of what has a building.
  static func isOpenGround(_ category: String) -> Bool {
    grounds.contains(category) || grounds.contains(key(category))
  }

  /// Whether an area is so large that its middle may be far from where it is entered: 5 ha.
  static func isLarge(_ category: String, _ ring: [Coordinate]) -> Bool {
    !["natural", "water", "waterway", "boundary", "place"].contains(key(category))
      && squareMeters(of: ring) >= 50_000
  }

  private static func key(_ category: String) -> String { String(category.prefix { $0 != "=" }) }

  private static func squareMeters(of ring: [Coordinate]) -> Double {
    guard let middle = ring.first else { return 0 }
    let degree = Coordinate.earthRadius * .pi / 180
    return abs(Ring.signedArea(of: ring)) * degree * degree * cos(middle.latitude * .pi / 180)
  }

  /// Whether anyone may drive on a road and stop there, by `highway`, `access`, and where it runs.
  static func isPublicRoad(_ tags: Tags) -> Bool {
    publicRoads.contains(tags["highway"]?.replacing("_link", with: "") ?? "")
      && isOpenToAll(tags) && tags["tunnel"] == nil && tags["bridge"] == nil
  }

  static func isOpenToAll(_ tags: Tags) -> Bool { !["no", "private"].contains(tags["access"]) }

  private static let publicRoads: Set = [
    "trunk", "primary", "secondary", "tertiary", "unclassified", "residential",
    "living_street", "road",
  ]

  private static let grounds: Set = [
    "leisure", "natural", "water", "landuse", "boundary", "place=square",
  ]

  static func importance(ofRoad value: String) -> Float {
    switch value {
    case "motorway", "trunk", "primary": 0.55
    case "secondary", "tertiary": 0.5
    case "residential", "living_street", "unclassified", "pedestrian", "busway": 0.45
    default: 0.4
    }
  }

  /// What known houses add to a street's importance: at most less than one class of roads. Of two
  /// streets of one name the one with more houses is meant more often.
  static func importance(ofHouses count: Int) -> Float {
    0.04 * min(1, Float(count).squareRoot() / 10)
  }

  private static func importance(_ key: String, _ value: String) -> Float {
    values["\(key)=\(value)"] ?? keys[key] ?? 0.3
  }

  private static let places: [String: Float] = [
    "city": 1.0, "town": 0.85, "municipality": 0.7, "village": 0.7, "island": 0.7,
    "borough": 0.65, "suburb": 0.65, "quarter": 0.6, "neighbourhood": 0.55, "neighborhood": 0.55,
    "hamlet": 0.5, "islet": 0.45, "square": 0.5, "locality": 0.4, "isolated_dwelling": 0.35,
    "farm": 0.3, "archipelago": 0.6, "region": 0.5, "district": 0.6,
  ]

  static let pedestrianArea = "highway=pedestrian"
  /// Areas where streets end, so that people name corners by them. Squares are places.
  static let openAreas: Set = [
    pedestrianArea, "leisure=park", "leisure=garden", "amenity=marketplace",
  ]
  static let square = "square"

  /// The kind of the places that are derived from the postcodes of addresses.
  static let postcode = "postcode"
  static let postcodeImportance: Float = 0.4

  /// How far apart parts of one airport may be: a runway is two to four kilometres long.
  static let airfieldExtent: Meters = 3_000

  private static let keys: [String: Float] = [
    "tourism": 0.5, "historic": 0.45, "leisure": 0.4, "natural": 0.45, "man_made": 0.4,
    "office": 0.2, "craft": 0.2, "building": 0.3, "landuse": 0.3, "waterway": 0.35,
  ]

  private static let values: [String: Float] = [
    "aeroway=aerodrome": 0.75, "tourism=attraction": 0.65, "railway=station": 0.65,
    "railway=halt": 0.5, "tourism=museum": 0.6, "man_made=tower": 0.6, "amenity=theatre": 0.6,
    "leisure=park": 0.5, "natural=peak": 0.5, "amenity=hospital": 0.5, "amenity=university": 0.5,
    "amenity=townhall": 0.5, "tourism=hotel": 0.45, "leisure=stadium": 0.55,
    "tourism=information": 0.2, "amenity=parking": 0.15, "natural=tree": 0.1,
    "amenity=place_of_worship": 0.4, "railway=tram_stop": 0.35, "amenity=bench": 0.1,
    pedestrianArea: 0.5, "highway=bus_stop": 0.25, "place=city_block": 0.2,
    "amenity=vending_machine": 0.1, "amenity=recycling": 0.1, "amenity=post_box": 0.1,
    "amenity=parking_entrance": 0.1, "tourism=artwork": 0.3, "public_transport=station": 0.6,
  ]

  /// Tags whose elements nobody searches by name; `key=*` means all values except
  /// `searchableValues`.
  private static let unsearchable: Set<String> = [
    "railway=*", "building=*", "landuse=*", "boundary=*", "aeroway=*", "waterway=*",
    "public_transport=stop_position", "public_transport=stop_area", "public_transport=platform",
    "man_made=survey_point", "natural=coastline", "junction=roundabout", "bridge=yes",
    "natural=tree_row", "public_transport=*", "highway=*", "place=*",
  ]

  private static let searchableValues: Set<String> = [
    "station", "halt", "tram_stop", "subway_entrance", "yes", "office", "commercial", "church",
    "cathedral", "hotel", "retail", "train_station", "hospital", "university", "school", "public",
    "civic", "government", "chapel", "tower", "apartments", "warehouse", "industrial",
    "cemetery", "allotments", "national_park", "protected_area", "aerodrome", "terminal",
    "helipad", "gate", "river", "canal", "waterfall", "castle", "theatre", "house",
    "pedestrian", "bus_stop", "services", "rest_area", "motorway_junction", "city_block", "plot",
  ]
}
