import CommandLineKit
import Foundation
import Geography
import JSON
import Messages

/// How long the message coder takes beside Foundation's.
enum JSONBenchmark: Benchmark {
  static let name = "json"
  static let usage = """
    json
        times writing and reading messages beside Foundation's coders; processor time
    """

  private static let line = EncodedPolyline(
    (0..<100).map { Coordinate(latitude: 60.1 + Double($0) * 1e-3, longitude: 24.9) })
  private static let ends = [
    Coordinate(latitude: 37.788_056, longitude: -122.407_5),
    Coordinate(latitude: 37.802_389, longitude: -122.405_833),
  ]

  /// - Throws: `UsageError`; what a coder throws, which does not happen.
  static func run(_ arguments: [String]) throws {
    _ = try Arguments(parsing: arguments).positionals([])
    try measure("route request", RouteRequest(waypoints: ends, geometry: true))
    try measure("route", reply(geometry: nil))
    try measure("route with geometry", route)
    let table = TableReply(
      durationsSeconds: [Array(0..<1000)], packedSeconds: nil, mapVersion: "c5c3c9e78fa087c9")
    try measure("table of 1,000", table)
  }

  /// A route with its line.
  static let route = reply(geometry: line)

  private static func reply(geometry: EncodedPolyline?) -> RouteReply {
    let name = "Stockton Street and Filbert Street"
    let leg = RouteLeg(durationSeconds: 312, distanceMeters: 2_214, name: name, steps: nil)
    let points = ends.map {
      SnappedWaypoint(
        coordinate: $0, distanceMeters: 12.345678, name: "Stockton Street", way: 8_917_801)
    }
    return RouteReply(
      durationSeconds: 312, distanceMeters: 2_214, name: name, geometry: geometry, legs: [leg],
      waypoints: points, mapVersion: "c5c3c9e78fa087c9")
  }

  private static func measure<Message: Codable>(_ name: String, _ message: Message) throws {
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
  private static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let calls = 2_000
    let series = try Stopwatch.microseconds(of: 0..<9) { _ in
      for _ in 0..<calls { try body() }
    }
    return (series.value(0.5) / Double(calls) * 100).rounded() / 100
  }
}
