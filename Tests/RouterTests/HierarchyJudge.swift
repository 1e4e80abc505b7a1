import Geography
import TestSupport
import Testing

@testable import Router

/// Asks the hierarchy and its referee the same random questions.
final class HierarchyJudge {
  let network: RoadNetwork
  let referee: RouteQuery
  let query: HierarchyQuery
  private let snapper: Snapper
  private let seed: UInt64
  private var random: SeededGenerator

  init(_ network: RoadNetwork, _ travel: TravelMetric, seed: UInt64) {
    self.network = network
    self.seed = seed
    referee = RouteQuery(network, travel)
    query = HierarchyQuery(HierarchyMetric(network, travel))
    snapper = Snapper(network)
    random = SeededGenerator(seed: seed)
  }

  /// Points in the midst of segments, at their very ends, and junctions; some on the same segment.
  func positions(_ count: Int) -> [RoadPosition] {
    var positions: [RoadPosition] = []
    while positions.count < count {
      let isTwin = positions.count % 4 == 3
      let segment =
        isTwin
        ? positions[positions.count - 1].segment
        : SegmentID(Int.random(in: 0..<network.segmentCount, using: &random))
      let length = network.length(of: segment)
      let point = network.point(network.pointRange(of: segment).lowerBound).coordinate
      switch Int.random(in: 0..<5, using: &random) {
      case 0: if let junction = snapper.snap(point) { positions.append(junction.mainland) }
      case 1: positions.append(position(segment, offset: length, point))
      default:
        positions.append(position(segment, offset: .random(in: 0...length, using: &random), point))
      }
    }
    return positions
  }

  private func position(
    _ segment: SegmentID, offset: UInt32, _ coordinate: Coordinate
  ) -> RoadPosition {
    RoadPosition(segment: segment, offset: offset, coordinate: coordinate, distance: 0)
  }

  /// Each point to each: by row, by column and whole.
  func expectTables(count: Int) throws {
    let points = positions(count)
    let expected = referee.table(from: points, to: points)
    let label: Comment = "seed \(seed)"
    #expect(query.table(from: points, to: points) == expected, label)
    for (index, point) in points.enumerated() {
      let column = query.costs(from: points, to: point)
      let row = query.costs(from: point, to: points)
      #expect(column == expected.map { $0[index] }, label)
      #expect(row == expected[index], label)
    }
  }

  func expectRoutes(count: Int, waypoints: ClosedRange<Int>) throws {
    for number in 0..<count {
      let points = positions(Int.random(in: waypoints, using: &random))
      let label: Comment = "seed \(seed), route \(number) over \(points.count) points"
      let expected = try? referee.path(through: points)
      let found = try? query.path(through: points)
      #expect(found?.map(\.milliseconds) == expected?.map(\.milliseconds), label)
      for leg in found ?? [] { expectDrivable(leg, label) }
    }
  }

  /// Whether the arcs of a leg follow one another, and their times add up.
  private func expectDrivable(_ leg: PathLeg, _ label: Comment) {
    for (arc, next) in zip(leg.arcs, leg.arcs.dropFirst()) {
      let leads = network.turns(from: arc).contains { network.target(ofTurn: $0) == next }
      #expect(leads, label)
    }
    let pieces = query.partial.pieces(of: leg)
    let sum = pieces.reduce(0) { $0 + $1.roadMilliseconds + $1.turnMilliseconds }
    #expect(sum == leg.milliseconds, label)
  }
}

extension TravelMetric {
  /// Between a tenth of the usual times and ten times as much; one course in twenty is closed.
  static func random(_ network: RoadNetwork, _ random: inout SeededGenerator) -> TravelMetric {
    let usual = TravelMetric(network)
    var times = usual.arcMilliseconds
    for course in 0..<2 * network.segmentCount {
      let arcs = network.arcs(of: Course(rawValue: UInt32(course)))
      guard let first = arcs.first else { continue }
      let factor = Double.random(in: 0.1...10, using: &random)
      let isClosed = Int.random(in: 0..<20, using: &random) == 0
      let time = max(1, UInt32(Double(times[first]) * factor))
      for arc in arcs { times[arc] = isClosed ? TravelMetric.endless : time }
    }
    return TravelMetric(
      network, arcMilliseconds: times, turnMilliseconds: usual.turnMilliseconds)
  }
}
