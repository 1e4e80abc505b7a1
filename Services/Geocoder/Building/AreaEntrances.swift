import Geography

/// Where one arrives at a large area, whose middle may be far from any road: a park, a hospital.
struct AreaEntrances {
  /// How far from a public road an entrance may be that is reached from there.
  static let maximumWalk: Meters = 50

  /// The main entrances, then the others and gates, then the points of public roads.
  private let points: [Coordinate]
  private let index: PointIndex
  private let (mains, entrances): (Int, Int)
  /// The smaller things of each name.
  private let namesakes: [String: [GatheredPOI]]

  init(_ map: GatheredMap) {
    mains = map.mainEntrances.count
    entrances = mains + map.otherEntrances.count
    let roads = map.roads.filter(\.isPublic).flatMap(\.line)
    points = map.mainEntrances + map.otherEntrances + roads
    index = PointIndex(points)
    namesakes = Dictionary(grouping: map.pointsOfInterest.filter { !$0.isLarge }) {
      $0.names[0].text
    }
  }

  private func isAtRoad(_ point: Coordinate) -> Bool {
    index.nearest(1, to: point, within: Self.maximumWalk) { $0 >= entrances }.count > 0
  }

  /// A large area where one arrives at it; all else as it is. In this order:
  /// - its main entrance: on its outline, or of what has a building also inside;
  /// - what bears its name inside, such as the node of a hospital;
  /// - a public road through it;
  /// - another entrance or a gate on its outline, at a public road;
  /// - a public road that ends at its outline.
  ///
  /// Of several the one nearest to its middle.
  func arrival(at area: GatheredPOI) -> GatheredPOI {
    guard area.isLarge, area.reach == 0 else { return area }
    let (outline, middle) = (area.outline, area.coordinate)
    let hasBuilding = !PlaceKind.isOpenGround(area.category)
    let radius = CornerFinder.reach + (outline.map { $0.distance(to: middle) }.max() ?? 0)
    func nearest(_ isRight: (Int) -> Bool) -> Coordinate? {
      index.nearest(1, to: middle, within: radius, where: isRight).first.map { points[$0.index] }
    }
    func isInside(_ point: Coordinate) -> Bool { Ring.contains(outline, point) }
    func isOn(_ point: Coordinate) -> Bool {
      PlanarGeometry.nearest(to: point, on: outline).1 <= CornerFinder.reach
    }
    let namesake = namesakes[area.names[0].text]?.first { hasBuilding && isInside($0.coordinate) }
    let point =
      nearest { $0 < mains && (isOn(points[$0]) || hasBuilding && isInside(points[$0])) }
      ?? namesake?.coordinate
      ?? nearest { $0 >= entrances && isInside(points[$0]) && !isOn(points[$0]) }
      ?? nearest { $0 < entrances && isOn(points[$0]) && isAtRoad(points[$0]) }
      ?? nearest { $0 >= entrances && isOn(points[$0]) }
    return point.map(area.arriving) ?? area
  }
}
