import Geography
import OpenStreetMap

/// An area that walkers cross in any direction, such as a square, a platform or a car park.
struct WalkableArea {
  /// The ways of its outline.
  let ways: Set<Int64>
  let tags: Tags
  let corners: [Corner]
  /// A point of a ring.
  struct Corner {
    let node: Int64
    let point: FixedPoint
    /// The indices of its neighbours on the ring.
    let previous: Int
    let next: Int
    /// Whether the ring turns away from the area here, or not at all, so that a shortest path may
    /// bend.
    let isReflex: Bool
  }

  /// Areas with more are walked along their edge: visibility grows with the cube.
  static let maximumCorners = 250
  /// How much longer than a line of sight the way over other lines and roads may be that replaces
  /// it. This makes the number of lines linear in the corners, where all pairs would make it
  /// quadratic.
  static let stretch = 1.1

  /// Where a road touches a corner.
  struct Touch {
    let road: Int
    let wayID: Int64
    /// From the start of the road.
    let along: Meters
  }

  /// `nil` where there are more than `maximumCorners`.
  ///
  /// - Parameter rings: closed.
  init?(
    ways: Set<Int64>, tags: Tags, rings: [(outline: MapWay, isHole: Bool)]
  ) {
    self.ways = ways
    self.tags = tags
    var corners: [Corner] = []
    for (outline, isHole) in rings {
      let (line, count) = (outline.line, outline.nodeIDs.count - 1)
      guard corners.count + count <= Self.maximumCorners else { return nil }
      let points = line.map { FixedPoint($0) }
      let inward: Int64 = (Ring.signedArea(of: line) > 0) != isHole ? 1 : -1
      let first = corners.count
      for index in 0..<count {
        let (before, after) = ((index + count - 1) % count, (index + 1) % count)
        let side = Self.side(points[before], points[index], points[after])
        corners.append(
          Corner(
            node: outline.nodeIDs[index], point: points[index], previous: first + before,
            next: first + after, isReflex: side * inward <= 0))
      }
    }
    self.corners = corners
  }

  /// Whether one walks across what has these tags, if it is an area.
  static func isCrossed(_ tags: Tags) -> Bool {
    guard [nil, "no"].contains(tags["building"]), tags["area"] != "no" else { return false }
    if tags["amenity"] == "parking" {
      return [nil, "surface", "street_side"].contains(tags["parking"])
    }
    let isPlatform = [tags["railway"], tags["public_transport"], tags["highway"]].contains(
      "platform")
    let isMarked = tags["area"] == "yes" || tags["type"] == "multipolygon"
    return isPlatform || tags["place"] == "square"
      || isMarked && ["pedestrian", "footway"].contains(tags["highway"] ?? "")
  }

  /// The lines over which one walks between the entrances, as ways.
  ///
  /// Shortest paths bend at reflex corners only, so lines of sight between those and the entrances
  /// contain them all. Of the lines on such paths the shortest are added first, each unless roads
  /// and lines before it are within `stretch`: a greedy spanner (Althöfer et al. 1993).
  ///
  /// - Parameter touches: of all roads with a corner, those of the outline as well.
  func lines(_ touches: (Corner) -> [Touch]) -> [MapWay] {
    let isEntrance = corners.map { corner in
      touches(corner).contains { !ways.contains($0.wayID) }
    }
    let stops = corners.indices.filter { corners[$0].isReflex || isEntrance[$0] }
    let ends = stops.indices.filter { isEntrance[stops[$0]] }
    guard ends.count > 1 else { return [] }
    var kept = Distances(count: stops.count)
    let touching = stops.enumerated().flatMap { number, stop in
      touches(corners[stop]).map { (number, $0) }
    }
    for road in Dictionary(grouping: touching, by: \.1.road).values {
      let road = road.sorted { $0.1.along < $1.1.along }
      for (a, b) in zip(road, road.dropFirst()) { kept.add(a.0, b.0, b.1.along - a.1.along) }
    }
    return linesOfSight(stops, ends).sorted {
      ($0.length, $0.from, $0.to) < ($1.length, $1.from, $1.to)
    }
    .filter { line in
      guard kept[line.from, line.to] > line.length * Self.stretch else { return false }
      kept.add(line.from, line.to, line.length)
      return true
    }
    .map { way(corners[stops[$0.from]], corners[stops[$0.to]]) }
  }

  /// The lines of sight on shortest paths between ends: all by their number among the stops.
  private func linesOfSight(
    _ stops: [Int], _ ends: [Int]
  ) -> [(from: Int, to: Int, length: Meters)] {
    var sight = Distances(count: stops.count)
    var lines: [(from: Int, to: Int, length: Meters)] = []
    for (from, start) in stops.enumerated() {
      for (to, end) in stops.enumerated().dropFirst(from + 1) where isVisible(start, end) {
        let (a, b) = (corners[start].point.coordinate, corners[end].point.coordinate)
        lines.append((from, to, a.distance(to: b)))
      }
    }
    for line in lines { sight.add(line.from, line.to, line.length) }
    return lines.filter { line in
      ends.contains { start in
        ends.contains { end in
          sight[start, line.from] + line.length + sight[line.to, end] < sight[start, end] + 0.01
        }
      }
    }
  }

  private func way(_ start: Corner, _ end: Corner) -> MapWay {
    let kept = tags.pairs.filter { Self.keptKeys.contains($0.key) }
    let kind: String = ["pedestrian", "footway"].first { tags["highway"] == $0 } ?? "footway"
    return MapWay(
      id: ways.min() ?? 0, nodeIDs: [start.node, end.node],
      coordinates: [start.point.coordinate, end.point.coordinate],
      tags: Tags([("highway", kind)] + kept))
  }

  private static let keptKeys: Set<String> = [
    "name", "access", "foot", "bicycle", "surface", "tunnel", "bridge", "foot:conditional",
    "access:conditional",
  ]
}

// Visibility, in whole units of the map, so that it is exact.
extension WalkableArea {
  /// Whether the straight line between two corners is within the area, and passes no other corner.
  private func isVisible(_ start: Int, _ end: Int) -> Bool {
    let (a, b) = (corners[start].point, corners[end].point)
    guard a != b else { return false }
    if corners[start].next == end || corners[start].previous == end { return true }
    var crossings = 0
    for corner in corners {
      let (c, d) = (corner.point, corners[corner.next].point)
      let (sideOfC, sideOfD) = (Self.side(a, b, c), Self.side(a, b, d))
      if sideOfC == 0, c != a, c != b, Self.isBetween(a, b, c) { return false }
      if sideOfC.signum() * sideOfD.signum() < 0,
        Self.side(c, d, a).signum() * Self.side(c, d, b).signum() < 0
      {
        return false
      }
      if Self.isCrossed(c, d, byRayFromMiddleOf: a, b) { crossings += 1 }
    }
    return crossings % 2 == 1
  }

  /// Twice the area of a triangle, positive where it is counterclockwise.
  private static func side(_ a: FixedPoint, _ b: FixedPoint, _ c: FixedPoint) -> Int64 {
    let (abX, abY) = (
      Int64(b.longitude) - Int64(a.longitude), Int64(b.latitude) - Int64(a.latitude)
    )
    let (acX, acY) = (
      Int64(c.longitude) - Int64(a.longitude), Int64(c.latitude) - Int64(a.latitude)
    )
    return abX * acY - abY * acX
  }

  /// Whether a point on the line through two others lies between them.
  private static func isBetween(_ a: FixedPoint, _ b: FixedPoint, _ c: FixedPoint) -> Bool {
    min(a.longitude, b.longitude) <= c.longitude && c.longitude <= max(a.longitude, b.longitude)
      && min(a.latitude, b.latitude) <= c.latitude && c.latitude <= max(a.latitude, b.latitude)
  }

  /// Whether the edge from `c` to `d` crosses the ray to the east from the middle of `a` and `b`.
  private static func isCrossed(
    _ c: FixedPoint, _ d: FixedPoint, byRayFromMiddleOf a: FixedPoint, _ b: FixedPoint
  ) -> Bool {
    // Twice the coordinates, so that the middle is whole.
    let (x, y) = (
      Int64(a.longitude) + Int64(b.longitude), Int64(a.latitude) + Int64(b.latitude)
    )
    let (cY, dY) = (2 * Int64(c.latitude) - y, 2 * Int64(d.latitude) - y)
    guard (cY > 0) != (dY > 0) else { return false }
    let (cX, dX) = (2 * Int64(c.longitude) - x, 2 * Int64(d.longitude) - x)
    return (cX * dY - dX * cY > 0) == (dY > cY)
  }
}

/// The shortest distances between some points over the lines added so far.
private struct Distances {
  private let count: Int
  private var meters: [Meters]

  init(count: Int) {
    self.count = count
    meters = Array(repeating: .infinity, count: count * count)
    for index in 0..<count { meters[index * count + index] = 0 }
  }

  subscript(from: Int, to: Int) -> Meters { meters[from * count + to] }

  /// Adds a line in both directions. Quadratic in the points where it shortens a path.
  mutating func add(_ from: Int, _ to: Int, _ length: Meters) {
    guard length < self[from, to] else { return }
    for start in 0..<count where self[start, from] < .infinity || self[start, to] < .infinity {
      let (viaFrom, viaTo) = (self[start, from] + length, self[start, to] + length)
      for end in 0..<count {
        let there = min(viaFrom + self[to, end], viaTo + self[from, end])
        if there < self[start, end] { meters[start * count + end] = there }
      }
    }
  }
}
