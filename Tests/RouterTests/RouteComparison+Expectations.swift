import CommandLineKit
import Geography
import TestSupport
import Testing

@testable import Router

extension RouteComparison {
  mutating func expectTables(count: Int, _ label: Comment) {
    let fault = tables(count).fault
    #expect(fault == nil, label)
  }

  mutating func expectRoutes(count: Int, waypoints: ClosedRange<Int>, _ label: Comment) {
    let fault = routes(count, waypoints: waypoints).fault
    #expect(fault == nil, label)
  }
}

extension TravelMetric {
  /// Random times between a tenth of the usual ones and ten times as much; one directed segment in
  /// twenty is closed.
  static func random(_ network: RoadNetwork, _ random: inout SeededGenerator) -> TravelMetric {
    let usual = TravelMetric(network)
    var times = usual.arcMilliseconds
    for directedSegment in 0..<2 * network.segmentCount {
      let arcs = network.arcs(of: DirectedSegment(rawValue: UInt32(directedSegment)))
      guard let first = arcs.first else { continue }
      let factor = Double.random(in: 0.1...10, using: &random)
      let isClosed = Int.random(in: 0..<20, using: &random) == 0
      let time = max(1, UInt32(Double(times[Int(first)]) * factor))
      for arc in arcs { times[Int(arc)] = isClosed ? TravelMetric.infinity : time }
    }
    return TravelMetric(
      network, arcMilliseconds: times, turnMilliseconds: usual.turnMilliseconds)
  }
}
