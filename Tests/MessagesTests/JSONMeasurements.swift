import Foundation
import Geography
import Messages
import Testing

/// Times the bus's coder beside Foundation's: `QUICKBREW_MEASURE=1 swift test -c release --filter
/// JSONMeasurements`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["QUICKBREW_MEASURE"] == "1"))
struct JSONMeasurements {
  private static let line = EncodedPolyline(
    (0..<100).map { Coordinate(latitude: 60.1 + Double($0) * 1e-3, longitude: 24.9) })

  @Test func besideFoundation() throws {
    let waypoints = [unionSquare, coitTower]
    try measure("route request", RouteRequest(waypoints: waypoints, geometry: true))
    try measure("route", reply(geometry: nil))
    try measure("route with geometry", reply(geometry: Self.line))
    let table = TableReply(
      durationsSeconds: [Array(0..<1000)], packedSeconds: nil, mapVersion: "c5c3c9e78fa087c9")
    try measure("table of 1,000", table)
  }

  private func reply(geometry: EncodedPolyline?) -> RouteReply {
    let name = "Stockton Street and Filbert Street"
    let leg = RouteLeg(durationSeconds: 312, distanceMeters: 2_214, name: name, steps: nil)
    let points = [unionSquare, coitTower].map {
      SnappedWaypoint(
        coordinate: $0, distanceMeters: 12.345678, name: "Stockton Street", way: 8_917_801)
    }
    return RouteReply(
      durationSeconds: 312, distanceMeters: 2_214, name: name, geometry: geometry, legs: [leg],
      waypoints: points, mapVersion: "c5c3c9e78fa087c9")
  }

  private func measure<Message: Codable>(_ name: String, _ message: Message) throws {
    let text = try MessageCoder.encode(message)
    let rows: [(String, () throws -> Void, () throws -> Void)] = [
      (
        "write", { _ = try JSONEncoder().encode(message) }, { _ = try MessageCoder.encode(message) }
      ),
      (
        "read", { _ = try JSONDecoder().decode(Message.self, from: text) },
        { _ = try MessageCoder.decode(Message.self, from: text) }
      ),
    ]
    for (what, foundation, ours) in rows {
      let (theirs, own) = (try microseconds(foundation), try microseconds(ours))
      print("\(what) \(name), \(text.count) bytes: Foundation \(theirs) µs, ours \(own) µs")
    }
  }

  /// Processor time of one call: the median of nine series.
  private func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let calls = 2_000
    let series = try (0..<9).map { _ in
      let start = clock()
      for _ in 0..<calls { try body() }
      return Double(clock() - start) / Double(calls)
    }
    return (series.sorted()[4] * 100).rounded() / 100
  }
}
