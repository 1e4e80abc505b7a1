import Geography
import OpenStreetMap

/// An address as one element of the map carries it.
struct GatheredHouse: Sendable {
  let coordinate: Coordinate
  let numberText: String
  /// addr:street, else addr:place.
  let street: String
  let city: String?
  let postcode: String?
  /// Other words an address may be written with: suburb, state, country.
  let around: [String]
  /// Whether it is the address and nothing else, or a building: better placed than a shop in it.
  let isPlain: Bool
}

/// A named piece of road.
struct GatheredRoad: Sendable {
  let names: [String]
  let nodeIDs: [Int64]
  let line: [Coordinate]
  let importance: Float
}

/// A settlement, or a part of one.
struct GatheredPlace: Sendable {
  let names: [String]
  /// The value of its place tag.
  let kind: String
  let coordinate: Coordinate
  let importance: Float
}

/// A named thing that is no road and no settlement.
struct GatheredVenue: Sendable {
  let names: [String]
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
  var roads: [GatheredRoad] = []
  var places: [GatheredPlace] = []
  var venues: [GatheredVenue] = []
  /// How many addresses say which country they are in.
  var countries: [String: Int] = [:]
  var report = ImportReport()

  /// Reads nodes and ways with names or house numbers.
  ///
  /// - Parameter progress: the part of the map read, 0 ... 1.
  /// - Throws: `MapFileError`.
  init(_ source: some MapSource, progress: (Double) -> Void) throws {
    let selection = MapSelection(
      [.node, .way], keys: ["name", "addr:housenumber"], locatesWays: true)
    try source.read(selection, progress: progress) { element in
      switch element {
      case .node(let node):
        add(node.tags, at: node.coordinate, isOutline: false, .node, node.id)
      case .way(let way): add(way)
      case .relation: break
      }
    }
  }

  private mutating func add(_ way: MapWay) {
    let line = way.coordinates.compactMap { $0 }
    if line.count < way.coordinates.count {
      report.skip("point of a way that the extract does not hold", .way, way.id)
    }
    guard let first = line.first else {
      return report.skip("way without any point in the extract", .way, way.id)
    }
    if let road = way.tags["highway"], way.tags["area"] != "yes" {
      // Dropping points of a way would shift the later ids against the coordinates.
      let ids = zip(way.nodeIDs, way.coordinates).compactMap { $1 == nil ? nil : $0 }
      addRoad(way.tags, road, ids, line)
      return
    }
    let isOutline = way.nodeIDs.count > 3 && way.nodeIDs.first == way.nodeIDs.last
    let middle = isOutline ? Outline.center(of: line) : line[line.count / 2]
    add(way.tags, at: line.count == 1 ? first : middle, isOutline: isOutline, .way, way.id)
  }

  private mutating func addRoad(
    _ tags: Tags, _ kind: String, _ nodeIDs: [Int64], _ line: [Coordinate]
  ) {
    let names = ElementNames.of(tags)
    guard !names.isEmpty, !Self.notRoads.contains(kind) else { return }
    roads.append(
      GatheredRoad(
        names: names, nodeIDs: nodeIDs, line: line,
        importance: PlaceKind.importance(ofRoad: kind)))
  }

  private mutating func add(
    _ tags: Tags, at coordinate: Coordinate, isOutline: Bool, _ kind: MapElementKind, _ id: Int64
  ) {
    guard coordinate.isValid else { return report.skip("place off the Earth", kind, id) }
    let names = ElementNames.of(tags)
    addHouse(tags, names, coordinate, isOutline, kind, id)
    guard !names.isEmpty else { return }
    if let place = tags["place"], let importance = PlaceKind.importance(ofPlace: place) {
      places.append(
        GatheredPlace(
          names: names, kind: place, coordinate: coordinate,
          importance: min(1, importance + PlaceKind.fame(tags) / 3)))
    } else if let venue = PlaceKind.venue(tags) {
      venues.append(
        GatheredVenue(
          names: names, category: venue.category, importance: venue.importance,
          coordinate: coordinate, houseNumber: tags["addr:housenumber"],
          street: tags["addr:street"] ?? tags["addr:place"], city: tags["addr:city"],
          postcode: tags["addr:postcode"], around: Self.around(tags)))
    }
  }

  private mutating func addHouse(
    _ tags: Tags, _ names: [String], _ coordinate: Coordinate, _ isOutline: Bool,
    _ kind: MapElementKind, _ id: Int64
  ) {
    guard let number = tags["addr:housenumber"] else { return }
    if let country = tags["addr:country"] { countries[country.uppercased(), default: 0] += 1 }
    guard let street = tags["addr:street"] ?? tags["addr:place"], !street.isEmpty else {
      return report.skip("house number without addr:street or addr:place", kind, id)
    }
    houses.append(
      GatheredHouse(
        coordinate: coordinate, numberText: number, street: street, city: tags["addr:city"],
        postcode: tags["addr:postcode"], around: Self.around(tags),
        isPlain: isOutline || names.isEmpty))
  }

  private static func around(_ tags: Tags) -> [String] {
    ["addr:suburb", "addr:district", "addr:hamlet", "addr:state", "addr:country", "addr:place"]
      .compactMap { tags[$0] }
  }

  /// Values of highway that are no way to go along.
  private static let notRoads: Set<String> = [
    "platform", "bus_stop", "rest_area", "services", "elevator", "proposed", "construction",
    "abandoned", "razed",
  ]
}
