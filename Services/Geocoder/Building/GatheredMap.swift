import Geography
import OpenStreetMap

/// An address as one element of the map carries it.
struct GatheredHouse: Sendable {
  let coordinate: Coordinate
  let numberText: String
  /// addr:street, else addr:place, else the street of the relation that the house belongs to.
  var street: String
  var city: String?
  var postcode: String?
  /// Other words an address may be written with: suburb, state, country.
  let around: [String]
  /// Whether it is the address and nothing else, or a building: better placed than a shop in it.
  let isPlain: Bool
}

/// A line along which house numbers run, from one that is known to the next.
struct GatheredNumberLine: Sendable {
  /// As of a house.
  var street: String
  let first: Int
  let last: Int
  /// 1 where every number lies on it, 2 where only the even or the odd ones do.
  let step: Int
  /// From the first number to the last.
  let line: [Coordinate]
}

/// A named piece of road.
struct GatheredRoad: Sendable {
  let names: [PlaceName]
  let nodeIDs: [Int64]
  let line: [Coordinate]
  let importance: Float
  let postcode: String?
}

/// A settlement, or a part of one.
struct GatheredPlace: Sendable {
  var names: [PlaceName]
  /// The value of its place tag.
  let kind: String
  let coordinate: Coordinate
  let importance: Float
  /// Closed rings around it, where the map draws its boundary; mostly none.
  var rings: [[Coordinate]] = []
}

/// A named thing that is no road and no settlement.
struct GatheredVenue: Sendable {
  let names: [PlaceName]
  let category: String
  let importance: Float
  let coordinate: Coordinate
  let houseNumber: String?
  let street: String?
  let city: String?
  let postcode: String?
  let around: [String]
}

/// Everything of a map that has a name or a house number.
struct GatheredMap: Sendable {
  var houses: [GatheredHouse] = []
  var numberLines: [GatheredNumberLine] = []
  var roads: [GatheredRoad] = []
  var places: [GatheredPlace] = []
  var venues: [GatheredVenue] = []
  /// How many addresses say which country they are in.
  var countries: [String: Int] = [:]
  var report = ImportReport()

  /// Reads everything with a name or a house number.
  ///
  /// - Parameter progress: the part of the map read, 0 ... 1.
  /// - Throws: `MapFileError`.
  init(_ source: some MapSource, progress: (Double) -> Void) throws {
    var gatherer = MapGatherer()
    try gatherer.read(source, progress: progress)
    self = gatherer.finished()
  }

  /// A map with nothing in it.
  init() {}
}
