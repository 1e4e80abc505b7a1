import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages

/// What a load test asks the router, query by query.
struct RouterLoad: Sendable {
  /// How many different queries there are; a run draws from them.
  static let size = 10_000

  let operation: Operation
  /// The requests' JSON.
  let bodies: [Data]
  /// Origin and destination of each query; empty for tables.
  private let pairs: [[Coordinate]]
  private let profile: TravelProfile?

  /// Routes between points of the sample.
  ///
  /// - Throws: `EncodingError` where a coordinate is not finite.
  init(
    routesOn sample: MapSample, profile: TravelProfile?, geometry: Bool, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    operation = RouteRequest.operation
    self.profile = profile
    pairs = (0..<Self.size).map { _ in sample.draw(2, using: &random) }
    bodies = try pairs.map {
      try MessageCoder.encode(
        RouteRequest(waypoints: $0, profile: profile, geometry: geometry ? true : nil))
    }
  }

  /// Tables from one point of the sample to `columns` others.
  ///
  /// - Throws: as above.
  init(
    tablesOn sample: MapSample, columns: Int, profile: TravelProfile?, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    operation = TableRequest.operation
    self.profile = profile
    pairs = []
    // As large as so many requests may become in memory.
    let count = max(1, min(Self.size, Self.tableCoordinates / columns))
    bodies = try (0..<count).map { _ in
      try MessageCoder.encode(
        TableRequest(
          sources: sample.draw(1, using: &random),
          destinations: sample.draw(columns, using: &random), profile: profile, packed: true))
    }
  }

  /// The coordinates of all tables together, about 60 bytes each.
  private static let tableCoordinates = 1_000_000

  /// Asks the router for the routes of the samples again, this time to be checked by the referee.
  ///
  /// - Throws: `ServiceError` where an answer cannot be had.
  func verify(
    _ samples: [(query: Int, reply: Data)], bus: any ServiceBus, timeout: Duration
  ) async throws(ServiceError) -> Verification {
    var verification = Verification()
    for sample in samples {
      let request = RouteRequest(waypoints: pairs[sample.query], profile: profile, verify: true)
      let told = try MessageCoder.decode(RouteReply.self, from: sample.reply)
      let checked = try await bus.send(request, timeout: timeout)
      verification.checked += 1
      let isSame =
        told.durationSeconds == checked.durationSeconds
        && told.distanceMeters == checked.distanceMeters
      if checked.verified == true, isSame {
        verification.equal += 1
      } else if verification.firstDifference == nil {
        verification.firstDifference = Self.text(pairs[sample.query])
      }
    }
    return verification
  }

  private static func text(_ pair: [Coordinate]) -> String {
    pair.map { Formats.coordinate($0) }.joined(separator: ",")
  }
}

extension MapSample {
  fileprivate func draw(_ count: Int, using random: inout SeededGenerator) -> [Coordinate] {
    (0..<count).map { _ in points[Int(random.next(upperBound: UInt(points.count)))] }
  }
}

/// What came of checking replies against the referee.
struct Verification: Encodable, Sendable, Hashable {
  var checked = 0
  /// The referee's answer, and the same when asked again.
  var equal = 0
  /// The first that was not, as a line for `route --batch`.
  var firstDifference: String?
}
