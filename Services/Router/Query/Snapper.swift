import Geography
import Messages

/// Where on the road a coordinate belongs.
///
/// The nearest segment, with one exception: where that lies in an island (`SegmentFlags.island`)
/// and a segment of the mainland is at most `mainlandReach` farther away, that one. The choice
/// Nobody boards or leaves a ferry half way, so ferries do not count. The choice
/// depends on the coordinate alone, so a route and a table always speak of the same points.
package struct Snapper {
  /// How much farther than an island's road the mainland's may be.
  package static let mainlandReach: Meters = 250
  /// How many segments are looked at for `nearest`.
  package static let maximumSegmentsSeen = 20_000

  /// Centimetres from a junction within which a position is the junction: coordinates with five
  /// decimals mean it. Valhalla's `node_snap_tolerance`, which is 5 m, serves the same end.
  static let junctionReach: UInt32 = 100
  /// Square metres: nearer to a junction is on it.
  private static let touching = 0.01

  private let network: RoadNetwork

  package init(_ network: RoadNetwork) { self.network = network }

  /// The point on the road for a coordinate; `nil` where no road is within
  /// `RouterLimits.maximumSnapMeters`.
  package func snap(_ point: Coordinate) -> RoadPosition? {
    nearest(point, limit: 1).first.map { joined($0, point) }
  }

  /// A position at the end of a segment, or next to it, as the junction there: a drive may then
  /// leave and arrive by any of its roads.
  private func joined(_ position: RoadPosition, _ point: Coordinate) -> RoadPosition {
    let length = network.length(of: position.segment)
    let isLast = position.offset > length / 2
    guard (isLast ? length - position.offset : position.offset) <= Self.junctionReach else {
      return position
    }
    let points = network.pointRange(of: position.segment)
    let junction = network.point(isLast ? points.upperBound - 1 : points.lowerBound)
    var others: [SegmentEnd] = []
    var index = SegmentIndex(network, from: junction.coordinate)
    while let hit = index.next(), hit.squaredDistance < Self.touching {
      let ends = network.pointRange(of: hit.segment)
      guard hit.segment != position.segment else { continue }
      if network.point(ends.lowerBound) == junction {
        others.append(SegmentEnd(segment: hit.segment, isLast: false))
      }
      if network.point(ends.upperBound - 1) == junction {
        others.append(SegmentEnd(segment: hit.segment, isLast: true))
      }
    }
    return RoadPosition(
      segment: position.segment, offset: isLast ? length : 0, coordinate: junction.coordinate,
      distance: point.distance(to: junction.coordinate), otherEnds: others)
  }

  /// The nearest points on distinct roads, nearest first: of roads of the same name only one.
  package func nearest(_ point: Coordinate, limit: Int) -> [RoadPosition] {
    var index = SegmentIndex(network, from: point)
    var mainland: [RoadPosition] = []
    var islands: [RoadPosition] = []
    var names: Set<UInt32> = []
    var seen = 0
    while mainland.count < limit, seen < Self.maximumSegmentsSeen, let hit = index.next() {
      seen += 1
      let distance = hit.squaredDistance.squareRoot()
      if distance > RouterLimits.maximumSnapMeters { break }
      if mainland.isEmpty, let island = islands.first,
        distance > island.distance + Self.mainlandReach || islands.count >= limit * 64
      {
        break
      }
      let flags = network.flags(of: hit.segment)
      if flags.contains(.ferry) { continue }
      if flags.contains(.island) {
        if mainland.isEmpty { islands.append(position(on: hit.segment, nearest: point)) }
        continue
      }
      let name = network.nameIndex(of: hit.segment)
      guard name == 0 || names.insert(name).inserted else { continue }
      mainland.append(position(on: hit.segment, nearest: point))
    }
    return mainland.isEmpty ? distinct(islands, limit: limit) : mainland
  }

  private func distinct(_ positions: [RoadPosition], limit: Int) -> [RoadPosition] {
    var names: Set<UInt32> = []
    let roads = positions.filter { position in
      let name = network.nameIndex(of: position.segment)
      return name == 0 || names.insert(name).inserted
    }
    return Array(roads.prefix(limit))
  }

  /// The point of a segment that is nearest to a coordinate.
  func position(on segment: SegmentID, nearest point: Coordinate) -> RoadPosition {
    let projection = LocalProjection(at: point)
    let range = network.pointRange(of: segment)
    var best = (index: range.lowerBound, part: 0.0, squaredDistance: Double.infinity)
    for index in range.dropLast() {
      let near = projection.nearest(from: network.point(index), to: network.point(index + 1))
      if near.squaredDistance < best.squaredDistance {
        best = (index, near.part, near.squaredDistance)
      }
    }
    var before: Meters = 0
    var whole: Meters = 0
    for index in range.dropLast() {
      let piece = network.point(index).coordinate.distance(to: network.point(index + 1).coordinate)
      if index < best.index { before += piece }
      if index == best.index { before += piece * best.part }
      whole += piece
    }
    let start = network.point(best.index).coordinate
    let end = network.point(best.index + 1).coordinate
    // In the map's own precision, so that a point at a junction is the junction.
    let coordinate = FixedPoint(
      Coordinate(
        latitude: start.latitude + (end.latitude - start.latitude) * best.part,
        longitude: start.longitude + (end.longitude - start.longitude) * best.part)
    ).coordinate
    let length = network.length(of: segment)
    let share = whole > 0 ? min(1, before / whole) : 0
    return RoadPosition(
      segment: segment, offset: UInt32((Double(length) * share).rounded()),
      coordinate: coordinate, distance: point.distance(to: coordinate))
  }
}
