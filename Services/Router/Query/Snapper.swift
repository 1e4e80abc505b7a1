package import Geography
package import Messages

/// A coordinate snapped to the road network.
package struct SnappedPoint: Sendable, Hashable {
  /// The nearest position.
  package let nearest: RoadPosition
  /// The nearest position outside islands (`SegmentFlags.island`); the same as `nearest` where that
  /// is not on an island, or where no other road is within `RouterLimits.maximumSnapMeters`.
  package let mainland: RoadPosition

  var isMoved: Bool { mainland != nearest }
}

/// Snaps coordinates to the nearest point of a segment. Where that is a service road, a track or
/// the like, the nearest street at most `parallelReach` farther is an alternative, and a path uses
/// whichever is quicker: so it does not go round to the yard behind a shop. The choice depends on
/// the coordinate and the requested side alone, so a route and a table use the same points.
///
/// Ferries are left out, since nobody boards or leaves one half way, and roads that are closed
/// except at certain times, since positions do not depend on the time.
@Memberwise(positional: 1) package struct Snapper {
  /// How many segments are examined at most, for `nearest` and for the mainland.
  package static let maximumSegmentsSeen = 20_000

  /// A position within this distance of a junction, in centimetres, snaps to the junction: this
  /// covers coordinates with five decimals. Valhalla's `node_snap_tolerance`, 5 m, is the same
  /// thing.
  static let junctionReach: UInt32 = 100
  /// How much farther than a service road a street may be to be an alternative: about the width of
  /// a pavement and a verge.
  static let parallelReach: Meters = 10
  /// How much farther than a closed road an open one may be to stand for a coordinate.
  static let closureReach: Meters = 50
  /// A coordinate that is nearer lies on the road itself, on neither side.
  static let kerbReach: Meters = 1
  /// Square metres: a segment that is nearer to a junction touches it.
  private static let touching = 0.01

  let network: RoadNetwork

  /// The snapped point of a coordinate; `nil` where no road is within
  /// `RouterLimits.maximumSnapMeters`.
  package func snap(_ point: Coordinate, side: StreetSide = .either) -> SnappedPoint? {
    let all = nearestSegment(to: point) { !$0.contains(.ferry) }
    guard let all else { return nil }
    let nearest = position(on: all, for: point, side)
    guard network.flags(of: all).contains(.island),
      let main = nearestSegment(to: point, where: { $0.isDisjoint(with: [.ferry, .island]) })
    else { return SnappedPoint(nearest: nearest, mainland: nearest) }
    return SnappedPoint(nearest: nearest, mainland: position(on: main, for: point, side))
  }

  /// The nearest point on an open road for one on a closed road; `nil` where none is at most
  /// `closureReach` farther.
  package func snap(
    _ point: Coordinate, besides closed: RoadPosition, where isOpen: (SegmentID) -> Bool
  ) -> SnappedPoint? {
    let reach = closed.distance + Self.closureReach
    var index = SegmentIndex(network, from: point)
    while let hit = index.next(), hit.squaredDistance <= reach * reach {
      guard !network.flags(of: hit.segment).contains(.ferry), isOpen(hit.segment) else { continue }
      let position = network.project(point, onto: hit.segment).position
      return SnappedPoint(nearest: position, mainland: position)
    }
    return nil
  }

  /// The nearest segment whose flags and class match; `nil` where none is within `reach`.
  private func nearestSegment(
    to point: Coordinate, within reach: Meters = RouterLimits.maximumSnapMeters,
    where matches: (SegmentFlags) -> Bool, _ matchesClass: (RoadClass) -> Bool = { _ in true }
  ) -> SegmentID? {
    var index = SegmentIndex(network, from: point)
    var seen = 0
    while seen < Self.maximumSegmentsSeen, let hit = index.next() {
      seen += 1
      if hit.squaredDistance > reach * reach { return nil }
      if matches(network.flags(of: hit.segment)), matchesClass(network.roadClass(of: hit.segment)),
        network.isAlwaysOpen(hit.segment)
      {
        return hit.segment
      }
    }
    return nil
  }

  /// The position for stopping on a segment; where that is a service road or the like, with the
  /// nearest street beside it as an alternative.
  private func position(
    on segment: SegmentID, for point: Coordinate, _ side: StreetSide
  ) -> RoadPosition {
    var position = stopPosition(on: segment, for: point, side)
    guard network.roadClass(of: segment).isMinor, network.profile != .foot,
      let street = nearestSegment(
        to: point, within: position.distance + Self.parallelReach,
        where: { $0.isDisjoint(with: [.ferry, .island, .tunnel, .roundabout]) },
        { $0.isStreet && !$0.isMinor })
    else { return position }
    position.others = [stopPosition(on: street, for: point, side)]
    return position
  }

  /// The nearest point of a segment as a position for stopping: the junction if it is near one,
  /// else on the requested side of the road.
  private func stopPosition(
    on segment: SegmentID, for point: Coordinate, _ side: StreetSide
  ) -> RoadPosition {
    let projected = network.project(point, onto: segment)
    let position = projected.position
    let junction = atJunction(position, point)
    // On foot one crosses the street anywhere, so the side does not matter.
    guard junction == position, side == .kerb, network.profile != .foot,
      position.distance >= Self.kerbReach,
      [false, true].allSatisfy({
        !network.arcs(of: DirectedSegment(segment, isBackward: $0)).isEmpty
      })
    else { return junction }
    let isForward = projected.isOnRight == (network.drivingSide == .right)
    return RoadPosition(
      segment: segment, offset: position.offset, coordinate: position.coordinate,
      distance: position.distance,
      onlyDirectedSegment: DirectedSegment(segment, isBackward: !isForward))
  }

  /// A position at or near the end of a segment is moved to the junction there: a path may then
  /// leave and arrive by any of its roads.
  private func atJunction(_ position: RoadPosition, _ point: Coordinate) -> RoadPosition {
    let length = network.length(of: position.segment)
    let isLast = position.offset > length / 2
    guard (isLast ? length - position.offset : position.offset) <= Self.junctionReach else {
      return position
    }
    let junction = network.start(of: DirectedSegment(position.segment, isBackward: isLast))
    var others: [SegmentEnd] = []
    var index = SegmentIndex(network, from: junction.coordinate)
    while let hit = index.next(), hit.squaredDistance < Self.touching {
      guard hit.segment != position.segment else { continue }
      for isLast in [false, true]
      where network.start(of: DirectedSegment(hit.segment, isBackward: isLast)) == junction {
        others.append(SegmentEnd(segment: hit.segment, isLast: isLast))
      }
    }
    return RoadPosition(
      segment: position.segment, offset: isLast ? length : 0, coordinate: junction.coordinate,
      distance: point.distance(to: junction.coordinate), otherEnds: others)
  }
}

// MARK: The nearest roads

extension Snapper {
  /// Which roads a query for the nearest returns.
  package struct NearestOptions: Sendable {
    /// The search radius, at most `RouterLimits.maximumSnapMeters`.
    package let radius: Meters
    /// Only roads that are open in this direction: the bearing and the deviation allowed, in
    /// degrees.
    package let bearing: (degrees: Double, range: Double)?

    package init(
      radius: Meters = RouterLimits.maximumSnapMeters,
      bearing: (degrees: Double, range: Double)? = nil
    ) {
      self.radius = min(radius, RouterLimits.maximumSnapMeters)
      self.bearing = bearing
    }
  }

  /// The nearest points on distinct roads, nearest first: of roads of the same name only one.
  package func nearest(
    _ point: Coordinate, limit: Int, _ options: NearestOptions = NearestOptions()
  ) -> [RoadPosition] {
    var index = SegmentIndex(network, from: point)
    var roads = DistinctRoads(limit: limit)
    var seen = 0
    while !roads.isFull, seen < Self.maximumSegmentsSeen, let hit = index.next() {
      seen += 1
      if hit.squaredDistance.squareRoot() > options.radius { break }
      if network.flags(of: hit.segment).contains(.ferry) || !network.isAlwaysOpen(hit.segment) {
        continue
      }
      let projected = network.project(point, onto: hit.segment)
      guard network.isOpen(projected, options.bearing) else { continue }
      roads.add(projected.position, name: network.nameIndex(of: hit.segment))
    }
    return roads.positions
  }

  /// Collects positions on roads with different names; roads without a name are all different.
  private struct DistinctRoads {
    let limit: Int
    private(set) var positions: [RoadPosition] = []
    private var names: Set<UInt32> = []

    init(limit: Int) { self.limit = limit }

    var isFull: Bool { positions.count >= limit }

    mutating func add(_ position: RoadPosition, name: UInt32) {
      guard !isFull, name == 0 || names.insert(name).inserted else { return }
      positions.append(position)
    }
  }
}
