/// How long every arc and every turn of a network takes, in whole milliseconds: the weights of the
/// search. Making one is linear in the network; it is immutable and shared by all workers.
package final class TravelMetric: Sendable {
  /// No arc takes longer, so that a day-long drive still fits 32 bits: 27 hours.
  package static let maximumArcMilliseconds: UInt64 = 100_000_000

  let arcMilliseconds: [UInt32]
  let turnMilliseconds: [UInt32]

  /// The times without traffic.
  package init(_ network: RoadNetwork) {
    arcMilliseconds = network.courses.indices.map { arc in
      Self.milliseconds(on: Course(rawValue: network.courses[arc]), of: network)
    }
    turnMilliseconds = network.turnCosts.indices.map { network.cost(ofTurn: $0) }
  }

  /// Rounded up, so that no drive is faster than its speed.
  private static func milliseconds(on course: Course, of network: RoadNetwork) -> UInt32 {
    let speed = UInt64(max(1, network.speed(of: course)))
    let length = UInt64(network.length(of: course.segment))
    return UInt32(min(maximumArcMilliseconds, (length * 1000 + speed - 1) / speed))
  }

  /// The time for `part` of `whole` centimetres of an arc, rounded up: at most the whole arc's.
  @inline(__always)
  static func share(of milliseconds: UInt32, _ part: UInt32, of whole: UInt32) -> UInt32 {
    guard part < whole else { return milliseconds }
    let whole = UInt64(whole)
    return UInt32((UInt64(milliseconds) * UInt64(part) + whole - 1) / whole)
  }
}
