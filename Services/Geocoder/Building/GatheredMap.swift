import Countries
package import Geography
package import OpenStreetMap

/// The address of one element.
package struct GatheredHouse: Sendable {
  package let coordinate: Coordinate
  /// The value of `addr:housenumber`.
  package let numberText: String
  /// `addr:street`, else `addr:place`, else the street of the house's relation.
  package var street: String
  package var city: String?
  var postcode: String?
  /// Further address context: suburb, state, country.
  let context: [String]
  /// Whether it is a pure address or a building; its position is then preferred to that of a shop.
  let isPlain: Bool
  /// Whether `street` is only the nearest one, because the element names none.
  var streetIsAssumed = false
}

/// A line along which house numbers are interpolated, between two known numbers.
struct GatheredInterpolationLine: Sendable {
  /// As for a house.
  var street: String
  let first: Int
  let last: Int
  /// 1 where the line has every number, 2 where it has only even or only odd ones.
  let step: Int
  /// From the first number to the last.
  let line: [Coordinate]
}

/// A named piece of road.
package struct GatheredRoad: Sendable {
  /// At least one; the primary name first.
  package let names: [PlaceName]
  package let nodeIDs: [Int64]
  /// The positions of the nodes.
  package let line: [Coordinate]
  let importance: Float
  let postcode: String?
  /// Whether anyone may drive there and stop.
  var isPublic = false
}

/// A settlement, or a part of one.
package struct GatheredPlace: Sendable {
  /// At least one; the primary name first.
  package var names: [PlaceName]
  /// The value of its `place` tag.
  let kind: String
  package let coordinate: Coordinate
  let importance: Float
  /// The closed rings of its boundary; empty where the map has none.
  var rings: [[Coordinate]] = []
}

/// A thing other than a road or a settlement.
package struct GatheredPOI: Sendable {
  /// The primary name first; without one the brand, or empty.
  package let names: [PlaceName]
  /// What it is called.
  let label: String
  /// The tag that classifies it: "amenity=cafe".
  package let category: String
  /// What a search for the nearest such place may ask for: "fuel", "cuisine=pizza".
  let kinds: [String]
  let importance: Float
  package private(set) var coordinate: Coordinate
  let houseNumber: String?
  let street: String?
  let city: String?
  let postcode: String?
  /// As for a house.
  let context: [String]
  /// The outline of an area where streets end, and of a large one; empty for all else.
  var outline: [Coordinate] = []
  /// How far from its middle `coordinate` is, where one arrives at it.
  private(set) var reach: Meters = 0
}

extension GatheredPOI {
  /// Whether its middle may be far from where one arrives at it.
  var isLarge: Bool { PlaceKind.isLarge(category, outline) }

  /// The same, with the point at which one arrives.
  func arriving(at point: Coordinate) -> GatheredPOI {
    var moved = self
    moved.reach = coordinate.distance(to: point)
    moved.coordinate = point
    return moved
  }
}

/// All elements of a map with a name, a house number, or a kind that people look for.
package struct GatheredMap: Sendable {
  package var houses: [GatheredHouse] = []
  /// Houses whose number has neither street nor place.
  package var orphans: [GatheredHouse] = []
  var interpolationLines: [GatheredInterpolationLine] = []
  package var roads: [GatheredRoad] = []
  /// Those that anyone may use.
  var mainEntrances: [Coordinate] = []
  /// The same of gates and of entrances that are not main.
  var otherEntrances: [Coordinate] = []
  package var places: [GatheredPlace] = []
  package var pointsOfInterest: [GatheredPOI] = []
  /// Those without a name that people look for by kind.
  package var unnamed: [GatheredPOI] = []
  /// The countries and states that elements name.
  var votes = CountryVotes()
  var report = ImportReport()

  /// Reads a map.
  ///
  /// - Parameter progress: is called with the fraction of the map read, 0 ... 1.
  /// - Throws: `MapFileError`.
  package init(_ source: some MapSource, progress: (Double) -> Void) throws {
    var gatherer = MapGatherer()
    try gatherer.read(source, progress: progress)
    self = gatherer.finished()
  }

  /// An empty map.
  init() {}

  /// The codes of the countries that the map touches, the likeliest first.
  package var countryCodes: [String] {
    let named = votes.likelyCountries
    guard named.isEmpty,
      let point = houses.first?.coordinate ?? roads.first?.line.first
        ?? pointsOfInterest.first?.coordinate ?? places.first?.coordinate
    else { return named }
    return CountryZones.installed.countries(around: point)
  }
}
