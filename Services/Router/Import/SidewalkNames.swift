import Geography
import OpenStreetMap

/// Names the unnamed sidewalks that are drawn apart by the street that they follow: the named one
/// that runs beside most of their length.
struct SidewalkNames {
  private let points: [FixedPoint]
  private let sidewalks: [(road: Int, nodes: Range<Int>)]
  /// By cell: the edges of named streets there, those from a point to the next one.
  private var edges: [Cell: [(point: Int, name: UInt32)]] = [:]

  /// 55 m high, and less wide.
  private struct Cell: Hashable {
    static let size: Int32 = 5_000
    var latitude: Int32
    var longitude: Int32

    init(_ point: FixedPoint) {
      latitude = point.latitude / Self.size
      longitude = point.longitude / Self.size
    }

    var around: [Cell] {
      (-1...1).flatMap { (north: Int32) in
        (-1...1).map { (east: Int32) in
          var cell = self
          (cell.latitude, cell.longitude) = (latitude &+ north, longitude &+ east)
          return cell
        }
      }
    }
  }

  /// How far from the middle of its street a sidewalk is, at most.
  private static let reach: Meters = 30
  /// The cosine of the largest angle between the two.
  private static let parallel = 0.9

  static func isSidepath(_ tags: Tags) -> Bool {
    ["footway", "path", "cycleway"].contains { ["sidewalk", "sidepath"].contains(tags[$0]) }
      || ![nil, "no"].contains(tags["is_sidepath"])
  }

  init(_ roads: [RoadSurvey.Road], _ points: [FixedPoint]) {
    self.points = points
    sidewalks = roads.enumerated().filter { $1.isSidepath && $1.name == 0 }.map { ($0, $1.nodes) }
    let edges = sidewalks.flatMap { $0.nodes.dropLast() }
    let cells = Set(edges.flatMap { Cell(middle(ofEdge: $0)).around })
    guard !cells.isEmpty else { return }
    for road in roads
    where road.name > 0 && !road.isSidepath && !road.roadClass.isMinor && !road.roadClass.isFerry {
      for point in road.nodes.dropLast() {
        for cell in Self.cells(from: points[point], to: points[point + 1])
        where cells.contains(cell) {
          self.edges[cell, default: []].append((point, road.name))
        }
      }
    }
  }

  /// Those that a line passes, and perhaps some of them twice.
  private static func cells(from start: FixedPoint, to end: FixedPoint) -> Set<Cell> {
    let (north, east) = (
      Double(end.latitude) - Double(start.latitude), Double(end.longitude) - Double(start.longitude)
    )
    let steps = (max(abs(north), abs(east)) / Double(Cell.size) * 2).rounded(.up)
    return Set(
      stride(from: 0, through: steps, by: 1).map { step in
        let part = steps == 0 ? 0 : step / steps
        return Cell(
          FixedPoint(
            latitude: start.latitude + Int32(north * part),
            longitude: start.longitude + Int32(east * part)))
      })
  }

  /// Calls `body` with each sidewalk that follows a street, and the street's name.
  func forEachName(_ body: (_ road: Int, _ name: UInt32) -> Void) {
    for (road, nodes) in sidewalks {
      var (whole, shares): (Meters, [UInt32: Meters]) = (0, [:])
      for point in nodes.dropLast() {
        let length = points[point].coordinate.distance(to: points[point + 1].coordinate)
        whole += length
        if let name = street(beside: point) { shares[name, default: 0] += length }
      }
      let most = shares.max { ($0.value, $1.key) < ($1.value, $0.key) }
      if let most, most.value > whole / 2 { body(road, most.key) }
    }
  }

  private func middle(ofEdge point: Int) -> FixedPoint {
    FixedPoint(
      latitude: Self.middle(points[point].latitude, points[point + 1].latitude),
      longitude: Self.middle(points[point].longitude, points[point + 1].longitude))
  }

  private static func middle(_ a: Int32, _ b: Int32) -> Int32 { a + (b - a) / 2 }

  /// The name of the nearest street that is parallel to the edge from a point to the next one.
  private func street(beside point: Int) -> UInt32? {
    let middle = middle(ofEdge: point)
    let projection = LocalProjection(at: middle.coordinate)
    let ends = { (edge: Int) in
      (projection.project(points[edge]), projection.project(points[edge + 1]))
    }
    let side = ends(point)
    var nearest: (name: UInt32, distance: Double)?
    for (edge, name) in Cell(middle).around.flatMap({ edges[$0] ?? [] }) {
      let street = ends(edge)
      let (a, b) = (side.1 - side.0, street.1 - street.0)
      let cosine = (a * b).sum() / ((a * a).sum() * (b * b).sum()).squareRoot()
      let distance = LocalProjection.squaredDistance(from: street.0, to: street.1)
      if abs(cosine) >= Self.parallel, distance <= Self.reach * Self.reach,
        distance < nearest?.distance ?? .infinity
      {
        nearest = (name, distance)
      }
    }
    return nearest?.name
  }
}
