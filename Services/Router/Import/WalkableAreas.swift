import Geography
import Messages
import OpenStreetMap

/// Collects the areas that walkers cross, and makes the lines over them.
struct WalkableAreas {
  private var areas: [WalkableArea] = []
  private var relations: [MapRelation] = []
  /// The ways whose area is walked along its edge only.
  private(set) var tooLarge: [Int64] = []

  mutating func add(_ way: MapWay) {
    guard way.isClosed, way.line.count == way.nodeIDs.count, WalkableArea.isCrossed(way.tags) else {
      return
    }
    add(way.id, [way.id], way.tags, outer: [way])
  }

  mutating func add(_ relation: MapRelation) {
    if relation.isArea, WalkableArea.isCrossed(relation.tags) { relations.append(relation) }
  }

  /// Reads the ways of the relations, once more through the map where there are any.
  ///
  /// - Throws: as `MapSource.read`.
  mutating func readOutlines(in source: some MapSource) throws {
    let members = Set(relations.flatMap(\.members).filter { $0.kind == .way }.map(\.id))
    guard !members.isEmpty else { return }
    var ways: [Int64: MapWay] = [:]
    try source.read(MapSelection([.way], locatesWays: true)) { element in
      if case .way(let way) = element, members.contains(way.id) { ways[way.id] = way }
    }
    for relation in relations {
      let all = relation.members.lazy.filter { $0.kind == .way }
      let outer = all.filter { $0.role != "inner" }.compactMap { ways[$0.id] }
      let inner = all.filter { $0.role == "inner" }.compactMap { ways[$0.id] }
      guard let first = outer.first else { continue }
      add(
        first.id, Set(all.map(\.id)), relation.tags,
        outer: MapWay.joinedRings(of: Array(outer)), inner: MapWay.joinedRings(of: Array(inner)))
    }
  }

  private mutating func add(
    _ id: Int64, _ ways: Set<Int64>, _ tags: Tags, outer: [MapWay],
    inner: [MapWay] = []
  ) {
    let rings = outer.map { ($0, false) } + inner.map { ($0, true) }
    guard !rings.isEmpty else { return }
    if let area = WalkableArea(ways: ways, tags: tags, rings: rings) {
      areas.append(area)
    } else {
      tooLarge.append(id)
    }
  }

  /// The lines over all areas, as ways.
  ///
  /// - Parameters:
  ///   - roads: those of the map; where other ones than its outline touch an area one enters it.
  ///   - nodes: the nodes of all roads, road by road, and their points.
  func lines(
    between roads: [RoadSurvey.Road], _ nodes: [Int64], _ points: [FixedPoint]
  ) -> [MapWay] {
    let corners = Set(areas.lazy.flatMap(\.corners).map(\.node))
    var touches: [Int64: [WalkableArea.Touch]] = [:]
    for (number, road) in roads.enumerated() where !corners.isEmpty {
      let foot = road.attributes(for: .foot)
      guard foot.isOpen, !foot.flags.contains(.destinationOnly) else { continue }
      var along: Meters = 0
      for index in road.nodes {
        if index > road.nodes.lowerBound {
          along += points[index - 1].coordinate.distance(to: points[index].coordinate)
        }
        guard corners.contains(nodes[index]) else { continue }
        touches[nodes[index], default: []].append(
          WalkableArea.Touch(road: number, wayID: road.wayID, along: along))
      }
    }
    return areas.flatMap { $0.lines { touches[$0.node] ?? [] } }
  }
}
