import Countries
import Geography
import OpenStreetMap

/// Reads a map into a `GatheredMap`: first the relations that name streets and labels, then all
/// that has a place.
struct MapGatherer {
  private var map = GatheredMap()
  private var relations = RelationIndex()
  /// Houses and interpolation lines whose street is given only by a relation.
  private var houseStreets: [(house: Int, street: Int)] = []
  private var lineStreets: [(line: Int, street: Int)] = []
  private var roadNames: [Int64: String] = [:]
  private var numberedNodes: [Int64: NumberedNode] = [:]
  private var labels: [Int64: Coordinate] = [:]

  /// - Throws: `MapFileError`.
  mutating func read(_ source: some MapSource, progress: (Double) -> Void) throws {
    try source.read(MapSelection([.relation])) { element in
      if case .relation(let relation) = element { relations.add(relation) }
      count(element)
    }
    _ = try source.forEachPlace(
      PlaceKind.searchedKeys.union(["name", "addr:housenumber", "addr:interpolation"])
        .union(["entrance", "barrier"]),
      progress: progress, relations: { PlaceKind.needsGeometry($0.tags) }
    ) { place, outline in
      switch place {
      case .node(let node):
        count(place)
        add(node)
      case .way(let way):
        count(place)
        add(way)
      case .relation(let relation): add(relation, outline)
      }
    }
  }

  private mutating func count(_ element: MapElement) {
    map.votes.count(element.tags)
    map.votes.countCounty(element.tags)
  }

  /// The complete map, with the streets of relations resolved.
  func finished() -> GatheredMap {
    var gatherer = self
    gatherer.assignStreets()
    gatherer.map.places = PlaceMerger.merged(gatherer.map.places)
    let entrances = AreaEntrances(gatherer.map)
    gatherer.map.pointsOfInterest = PlaceMerger.atTerminals(gatherer.map.pointsOfInterest)
      .map(entrances.arrival)
    return gatherer.map
  }
}

/// A node with a house number, where interpolation lines may end.
private struct NumberedNode {
  let number: Int
  let street: String?
}

extension MapGatherer {
  private mutating func add(_ node: MapNode) {
    if relations.labelNodes.contains(node.id) { labels[node.id] = node.coordinate }
    if let text = node.tags["addr:housenumber"], let number = HouseNumber.all(in: text).first {
      numberedNodes[node.id] = NumberedNode(
        number: number.number, street: node.tags["addr:street"] ?? node.tags["addr:place"])
    }
    if PlaceKind.isOpenToAll(node.tags) {
      let isOther = node.tags["barrier"]?.hasSuffix("gate") ?? (node.tags["entrance"] == "yes")
      if node.tags["entrance"] == "main" { map.mainEntrances.append(node.coordinate) }
      if isOther { map.otherEntrances.append(node.coordinate) }
    }
    add(node.tags, at: node.coordinate, isArea: false, .node, node.id)
  }

  private mutating func add(_ way: MapWay) {
    let line = way.line
    if line.count < way.coordinates.count {
      map.report.skip("point of a way that the extract does not hold", .way, way.id)
    }
    guard let first = line.first else {
      return map.report.skip("way without any point in the extract", .way, way.id)
    }
    if let numbering = way.tags["addr:interpolation"] {
      return addInterpolationLine(way, numbering)
    }
    if let road = way.tags["highway"], way.tags["area"] != "yes" {
      // Dropping points of a way would shift the later ids against the coordinates.
      let ids = zip(way.nodeIDs, way.coordinates).compactMap { $1 == nil ? nil : $0 }
      return addRoad(way, road, ids, line)
    }
    let middle = way.isClosed ? Ring.centroid(of: line) ?? first : line[line.count / 2]
    add(
      way.tags, at: middle, isArea: way.isClosed, rings: way.isClosed ? [line] : [], .way, way.id)
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
        importance: PlaceKind.importance(ofRoad: kind), postcode: way.tags["postal_code"],
        isPublic: PlaceKind.isPublicRoad(way.tags)))
  }

  /// Adds a line for each pair of consecutive numbered nodes of the way.
  private mutating func addInterpolationLine(_ way: MapWay, _ numbering: String) {
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
    let relation = relations.street(of: .way, way.id)
    var last: (number: NumberedNode, index: Int)?
    for (index, id) in way.nodeIDs.enumerated() {
      guard let node = numberedNodes[id] else { continue }
      defer { last = (node, index) }
      guard let last else { continue }
      let piece = way.coordinates[last.index...index].compactMap { $0 }
      let isRising = last.number.number <= node.number
      let street = way.tags["addr:street"] ?? last.number.street ?? node.street
      guard piece.count > 1, abs(last.number.number - node.number) > step else { continue }
      if street == nil, let relation {
        lineStreets.append((map.interpolationLines.count, relation))
      }
      guard street != nil || relation != nil else {
        map.report.skip("interpolation without a street", .way, way.id)
        continue
      }
      map.interpolationLines.append(
        GatheredInterpolationLine(
          street: street ?? "", first: min(last.number.number, node.number),
          last: max(last.number.number, node.number), step: step,
          line: isRising ? piece : piece.reversed()))
    }
  }

  private mutating func add(
    _ tags: Tags, at coordinate: Coordinate, isArea: Bool, rings: [[Coordinate]] = [],
    _ kind: MapElementKind, _ id: Int64
  ) {
    guard coordinate.isValid else { return map.report.skip("place off the Earth", kind, id) }
    let names = ElementNames.of(tags)
    addHouse(tags, names, coordinate, isArea, kind, id)
    let outline = rings.first ?? []
    guard !names.isEmpty else {
      if let poi = PlaceKind.unnamed(tags) {
        let brand = tags["brand"].map { [PlaceName($0)] } ?? []
        map.unnamed.append(Self.poi(poi, brand, tags, coordinate, outline))
      }
      return
    }
    if let place = PlaceKind.place(tags) {
      map.places.append(
        GatheredPlace(
          names: names, kind: place.kind, coordinate: coordinate,
          importance: place.importance + PlaceKind.sizeBonus("place=\(place.kind)", outline),
          rings: rings))
    } else if let poi = PlaceKind.pointOfInterest(tags) {
      map.pointsOfInterest.append(Self.poi(poi, names, tags, coordinate, outline))
    }
  }

  private static func poi(
    _ kind: (category: String, importance: Float), _ names: [PlaceName], _ tags: Tags,
    _ coordinate: Coordinate, _ outline: [Coordinate]
  ) -> GatheredPOI {
    let kinds = PlaceKind.kinds(tags)
    return GatheredPOI(
      names: names,
      label: tags["name"].flatMap { _ in names.first?.text }
        ?? PlaceKind.label(tags, kinds, kind.category),
      category: kind.category, kinds: kinds,
      importance: kind.importance + PlaceKind.sizeBonus(kind.category, outline),
      coordinate: coordinate, houseNumber: tags["addr:housenumber"],
      street: tags["addr:street"] ?? tags["addr:place"], city: tags["addr:city"],
      postcode: tags["addr:postcode"], context: context(tags),
      outline: PlaceKind.openAreas.contains(kind.category)
        || PlaceKind.isLarge(kind.category, outline) ? outline : [])
  }

  private mutating func addHouse(
    _ tags: Tags, _ names: [PlaceName], _ coordinate: Coordinate, _ isArea: Bool,
    _ kind: MapElementKind, _ id: Int64
  ) {
    guard let number = tags["addr:housenumber"] else { return }
    let street = tags["addr:street"] ?? tags["addr:place"]
    let house = GatheredHouse(
      coordinate: coordinate, numberText: number, street: street ?? "",
      city: tags["addr:city"], postcode: tags["addr:postcode"], context: Self.context(tags),
      isPlain: isArea || names.isEmpty)
    if house.street.isEmpty {
      guard let relation = relations.street(of: kind, id) else {
        map.orphans.append(house)
        return
      }
      houseStreets.append((map.houses.count, relation))
    }
    map.houses.append(house)
  }

  private static func context(_ tags: Tags) -> [String] {
    ["addr:suburb", "addr:district", "addr:hamlet", "addr:state", "addr:country", "addr:place"]
      .compactMap { tags[$0] }
  }

  /// Values of `highway` that are not streets.
  private static let notRoads: Set<String> = [
    "platform", "bus_stop", "rest_area", "services", "elevator", "proposed", "construction",
    "abandoned", "razed",
  ]
}

extension MapGatherer {
  /// Assigns the streets of relations to their houses and interpolation lines; drops those whose
  /// relation names no street.
  private mutating func assignStreets() {
    let names = relations.streets.map { street in
      street.name ?? street.roads.compactMap { roadNames[$0] }.first ?? ""
    }
    for (house, number) in houseStreets {
      let street = relations.streets[number]
      map.houses[house].street = names[number]
      map.houses[house].city = map.houses[house].city ?? street.city
      map.houses[house].postcode = map.houses[house].postcode ?? street.postcode
    }
    for (line, number) in lineStreets {
      map.interpolationLines[line].street = names[number]
    }
    let dropped = map.houses.count { $0.street.isEmpty }
    if dropped > 0 {
      map.report.skip("house number of a relation without a street's name", count: dropped)
    }
    map.houses.removeAll { $0.street.isEmpty }
    map.interpolationLines.removeAll { $0.street.isEmpty }
  }

  /// Adds the element that a relation describes, at its label node or at the center of its largest
  /// ring.
  private mutating func add(_ area: MapRelation, _ outline: [MapWay]) {
    let whole = outline.filter { $0.line.count == $0.nodeIDs.count && $0.line.count > 1 }
    let rings = (whole.count == area.outerWays.count ? MapWay.rings(of: whole) : [])
      .sorted { abs(Ring.signedArea(of: $0)) > abs(Ring.signedArea(of: $1)) }
    // A part of a building or park that the extract cuts is a good position; of a city it is not.
    let isLocal = area.tags["boundary"] == nil && area.tags["place"] == nil
    let middle =
      rings.first.flatMap(Ring.centroid)
      ?? (isLocal ? whole.first.flatMap { Ring.mean(of: $0.line) } : nil)
    guard let coordinate = relations.label(of: area).flatMap({ labels[$0] }) ?? middle else {
      return map.report.skip("area whose outline the extract does not hold", .relation, area.id)
    }
    add(area.tags, at: coordinate, isArea: true, rings: rings, .relation, area.id)
  }
}
