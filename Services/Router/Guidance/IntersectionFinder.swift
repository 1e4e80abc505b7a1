import Geography
import Messages

/// Describes the places on a leg where its pieces begin: the roads that meet there.
struct IntersectionFinder {
  let network: RoadNetwork
  let views: [RoadView]

  /// By piece, the place at its start; and at last the one at the end of the leg.
  ///
  /// - Parameter line: of the leg; the indices are those of its points.
  func intersections(along line: [Coordinate]) -> [StepIntersection] {
    let signs = SignReader(network: network, views: views)
    var at = 0
    let starts = views.indices.map { index in
      let here = views[index]
      guard index > 0 else {
        return StepIntersection(
          geometryIndex: 0, bearings: [Self.whole(Self.bearing(line) ?? here.entry)],
          entries: [true], outgoing: 0, roadMilliseconds: Int(here.piece.roadMilliseconds))
      }
      // Without a turn, one turns round at a via point.
      let place = here.piece.turn.map { _ in
        network.start(of: here.piece.directedSegment).coordinate
      }
      at = line[at...].firstIndex { $0 == place } ?? at
      return intersection(at, index, signs)
    }
    let back = Self.bearing(line.reversed()) ?? (views.last?.exit ?? 0) + 180
    return starts + [
      StepIntersection(
        geometryIndex: line.count - 1, bearings: [Self.whole(back)], entries: [true], incoming: 0,
        roadMilliseconds: 0)
    ]
  }

  private func intersection(
    _ geometryIndex: Int, _ index: Int, _ signs: SignReader
  ) -> StepIntersection {
    let (before, here) = (views[index - 1], views[index])
    let (from, to) = (before.piece.directedSegment.reversed, here.piece.directedSegment)
    var roads = [(segment: from, isOpen: from == to)]
    if from != to { roads.append((to, true)) }
    if here.piece.turn != nil {
      roads += Junction(network, after: before.piece.directedSegment).arms
        .filter { $0.directedSegment != to }.map { ($0.directedSegment, $0.isOpen) }
    }
    let seen = roads.map { road in
      (bearing: Self.whole(network.bearing(leaving: road.segment)), road)
    }.sorted { ($0.bearing, $0.1.segment.rawValue) < ($1.bearing, $1.1.segment.rawValue) }
    return StepIntersection(
      geometryIndex: geometryIndex, bearings: seen.map(\.bearing), entries: seen.map(\.1.isOpen),
      incoming: seen.firstIndex { $0.1.segment == from },
      outgoing: seen.firstIndex { $0.1.segment == to },
      lanes: signs.lanes(before: index, toward: TurnDirection(angle: before.angle(to: here))),
      roadMilliseconds: Int(here.piece.roadMilliseconds))
  }

  /// The bearing at the start of a line; `nil` for a single point.
  private static func bearing(_ line: [Coordinate]) -> Double? {
    line.first { $0.distance(to: line[0]) > 1 }.map { line[0].bearing(to: $0) }
  }

  /// Whole degrees, 0 ..< 360.
  private static func whole(_ degrees: Double) -> Int { (Int(degrees.rounded()) % 360 + 360) % 360 }
}
