import Geography
import OpenStreetMap

/// Reads a map into a `GatheredMap`: relations first, then nodes and ways, then the outlines that
/// relations draw with ways of no name.
struct MapGatherer {
  private var map = GatheredMap()
  private var book = RelationBook()
  /// Houses and number lines whose street only a relation knows.
  private var houseStreets: [(house: Int, street: Int)] = []
  private var lineStreets: [(line: Int, street: Int)] = []
  private var roadNames: [Int64: String] = [:]
  private var numberedNodes: [Int64: NumberedNode] = [:]
  private var labels: [Int64: Coordinate] = [:]
  private var outlines: [Int64: OutlinePiece] = [:]

  /// - Throws: `MapFileError`.
  mutating func read(_ source: some MapSource, progress: (Double) -> Void) throws {
    try source.read(MapSelection([.relation])) { element in
      if case .relation(let relation) = element { book.add(relation) }
    }
    let selection = MapSelection(
      [.node, .way], keys: ["name", "addr:housenumber", "addr:interpolation"], locatesWays: true)
    try source.read(selection, progress: progress) { element in
      switch element {
      case .node(let node): add(node)
      case .way(let way): add(way)
      case .relation: break
      }
    }
    if !book.outlineWays.isEmpty { try readOutlines(source) }
  }

  /// Everything that was read, with each house on its street and each area in its outline.
  func finished() -> GatheredMap {
    var gatherer = self
    gatherer.giveStreets()
    for area in book.areas { gatherer.add(area) }
    gatherer.map.places = PlaceMerger.merged(gatherer.map.places)
    return gatherer.map
  }

  private mutating func readOutlines(_ source: some MapSource) throws {
    try source.read(MapSelection([.way], locatesWays: true)) { element in
      guard case .way(let way) = element, book.outlineWays.contains(way.id) else { return }
      outlines[way.id] = OutlinePiece(way)
    }
  }
}

/// A house number on a node, for the interpolation lines that end there.
private struct NumberedNode {
  let number: Int
  let street: String?
}

extension MapGatherer {
  private mutating func add(_ node: MapNode) {
    if book.labelNodes.contains(node.id) { labels[node.id] = node.coordinate }
    if let text = node.tags["addr:housenumber"], let number = HouseNumber.all(in: text).first {
      numberedNodes[node.id] = NumberedNode(
        number: number.number, street: node.tags["addr:street"] ?? node.tags["addr:place"])
    }
    add(node.tags, at: node.coordinate, isOutline: false, .node, node.id)
  }

  private mutating func add(_ way: MapWay) {
    let line = way.coordinates.compactMap { $0 }
    if line.count < way.coordinates.count {
      map.report.skip("point of a way that the extract does not hold", .way, way.id)
    }
    guard let first = line.first else {
      return map.report.skip("way without any point in the extract", .way, way.id)
    }
    if let numbering = way.tags["addr:interpolation"] { return addNumberLine(way, numbering) }
    if let road = way.tags["highway"], way.tags["area"] != "yes" {
      // Dropping points of a way would shift the later ids against the coordinates.
      let ids = zip(way.nodeIDs, way.coordinates).compactMap { $1 == nil ? nil : $0 }
      return addRoad(way, road, ids, line)
    }
    let isOutline = way.nodeIDs.count > 3 && way.nodeIDs.first == way.nodeIDs.last
    let middle = isOutline ? Outline.center(of: line) : line[line.count / 2]
    let place = line.count == 1 ? first : middle
    add(
      way.tags, at: place, isOutline: isOutline, rings: isOutline ? [line] : [], .way, way.id)
  }

  private mutating func addRoad(
    _ way: MapWay, _ kind: String, _ nodeIDs: [Int64], _ line: [Coordinate]
  ) {
    let names = ElementNames.ofRoad(way.tags)
    guard let name = names.first, !Self.notRoads.contains(kind) else { return }
    roadNames[way.id] = name.text
    map.roads.append(
      GatheredRoad(
        names: names, nodeIDs: nodeIDs, line: line,
        importance: PlaceKind.importance(ofRoad: kind), postcode: way.tags["postal_code"]))
  }

  /// Adds a piece for each two neighbouring numbers on the way.
  private mutating func addNumberLine(_ way: MapWay, _ numbering: String) {
    let step: Int
    switch numbering {
    case "all": step = 1
    case "even", "odd": step = 2
    default:
      guard let number = Int(numbering), 1...100 ~= number else {
        return map.report.skip("interpolation of another kind than numbers", .way, way.id)
      }
      step = number
    }
    let relation = book.street(of: .way, way.id)
    var last: (number: NumberedNode, index: Int)?
    for (index, id) in way.nodeIDs.enumerated() {
      guard let node = numberedNodes[id] else { continue }
      defer { last = (node, index) }
      guard let last else { continue }
      let piece = way.coordinates[last.index...index].compactMap { $0 }
      let isRising = last.number.number <= node.number
      let street = way.tags["addr:street"] ?? last.number.street ?? node.street
      guard piece.count > 1, abs(last.number.number - node.number) > step else { continue }
      if street == nil, let relation { lineStreets.append((map.numberLines.count, relation)) }
      guard street != nil || relation != nil else {
        map.report.skip("interpolation without a street", .way, way.id)
        continue
      }
      map.numberLines.append(
        GatheredNumberLine(
          street: street ?? "", first: min(last.number.number, node.number),
          last: max(last.number.number, node.number), step: step,
          line: isRising ? piece : piece.reversed()))
    }
  }

  private mutating func add(
    _ tags: Tags, at coordinate: Coordinate, isOutline: Bool, rings: [[Coordinate]] = [],
    _ kind: MapElementKind, _ id: Int64
  ) {
    guard coordinate.isValid else { return map.report.skip("place off the Earth", kind, id) }
    let names = ElementNames.of(tags)
    addHouse(tags, names, coordinate, isOutline, kind, id)
    guard !names.isEmpty else { return }
    if let place = PlaceKind.place(tags) {
      map.places.append(
        GatheredPlace(
          names: names, kind: place.kind, coordinate: coordinate, importance: place.importance,
          rings: rings))
    } else if let venue = PlaceKind.venue(tags) {
      map.venues.append(
        GatheredVenue(
          names: names, category: venue.category, importance: venue.importance,
          coordinate: coordinate, houseNumber: tags["addr:housenumber"],
          street: tags["addr:street"] ?? tags["addr:place"], city: tags["addr:city"],
          postcode: tags["addr:postcode"], around: Self.around(tags)))
    }
  }

  private mutating func addHouse(
    _ tags: Tags, _ names: [PlaceName], _ coordinate: Coordinate, _ isOutline: Bool,
    _ kind: MapElementKind, _ id: Int64
  ) {
    guard let number = tags["addr:housenumber"] else { return }
    if let country = tags["addr:country"] { map.countries[country.uppercased(), default: 0] += 1 }
    let street = tags["addr:street"] ?? tags["addr:place"]
    if street?.isEmpty ?? true {
      guard let relation = book.street(of: kind, id) else {
        return map.report.skip("house number without addr:street or addr:place", kind, id)
      }
      houseStreets.append((map.houses.count, relation))
    }
    map.houses.append(
      GatheredHouse(
        coordinate: coordinate, numberText: number, street: street ?? "",
        city: tags["addr:city"], postcode: tags["addr:postcode"], around: Self.around(tags),
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

extension MapGatherer {
  /// Gives houses and number lines the street of their relation; drops those it has none for.
  private mutating func giveStreets() {
    let names = book.streets.map { street in
      street.name ?? street.roads.compactMap { roadNames[$0] }.first ?? ""
    }
    for (house, number) in houseStreets {
      let street = book.streets[number]
      map.houses[house].street = names[number]
      map.houses[house].city = map.houses[house].city ?? street.city
      map.houses[house].postcode = map.houses[house].postcode ?? street.postcode
    }
    for (line, number) in lineStreets {
      map.numberLines[line].street = names[number]
    }
    let dropped = map.houses.count { $0.street.isEmpty }
    if dropped > 0 {
      map.report.skip("house number of a relation without a street's name", count: dropped)
    }
    map.houses.removeAll { $0.street.isEmpty }
    map.numberLines.removeAll { $0.street.isEmpty }
  }

  /// Adds what a relation outlines: at its label, else in the middle of its largest ring.
  private mutating func add(_ area: RelationBook.Area) {
    guard PlaceKind.isWorthAnOutline(area.tags) else { return }
    let pieces = area.outerWays.compactMap { outlines[$0] }
    let rings = pieces.count == area.outerWays.count ? Outline.rings(of: pieces) : []
    let largest = rings.max { Outline.area(of: $0) < Outline.area(of: $1) }
    // Of a building or park cut by the edge what is left says where it is; of a city it does not.
    let isLocal = area.tags["boundary"] == nil && area.tags["place"] == nil
    let middle =
      largest.map(Outline.center)
      ?? (isLocal ? pieces.first.map { Outline.mean(of: $0.line) } : nil)
    guard let coordinate = area.label.flatMap({ labels[$0] }) ?? middle else {
      return map.report.skip("area whose outline the extract does not hold", .relation, area.id)
    }
    add(
      area.tags, at: coordinate, isOutline: true, rings: rings, .relation, area.id)
  }
}
