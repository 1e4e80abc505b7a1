import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages

/// The queries of a load test.
struct LoadWorkload: Sendable {
  /// The number of different queries; a run draws from them.
  static let size = 10_000

  let service: ServiceName
  let operation: Operation
  /// What the queries are, for the report: "routes with geometry".
  let title: String
  /// The encoded requests, at least one.
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
    self.profile = profile
    pairs = (0..<Self.size).map { _ in sample.draw(2, using: &random) }
    bodies = try pairs.map {
      try MessageCoder.encode(
        RouteRequest(waypoints: $0, profile: profile, geometry: geometry ? true : nil))
    }
    (service, operation) = (.router, RouteRequest.operation)
    title = geometry ? "routes with geometry" : "routes without geometry"
  }

  /// Tables from one point of the sample to `columns` others.
  ///
  /// - Throws: as above.
  init(
    tablesOn sample: MapSample, columns: Int, profile: TravelProfile?, seed: UInt64
  ) throws {
    // Large tables get fewer queries, to bound their memory.
    let count = max(1, min(Self.size, Self.tableCoordinates / columns))
    try self.init("tables 1 × \(columns)", of: .router, count: count, seed: seed) { random in
      TableRequest(
        sources: sample.draw(1, using: &random),
        destinations: sample.draw(columns, using: &random), profile: profile, packed: true)
    }
  }

  /// The most coordinates of all tables together, about 60 bytes each.
  private static let tableCoordinates = 1_000_000

  /// `count` requests, each drawn.
  ///
  /// - Throws: as above.
  init<Request: RequestMessage>(
    _ title: String, of service: ServiceName, count: Int = size, seed: UInt64,
    draw: (inout SeededGenerator) -> Request
  ) throws {
    var random = SeededGenerator(seed: seed)
    profile = nil
    pairs = []
    (self.service, self.title, operation) = (service, title, Request.operation)
    bodies = try (0..<count).map { _ in try MessageCoder.encode(draw(&random)) }
  }

  /// Repeats the routes of the samples with verification by the router's reference algorithm.
  ///
  /// - Throws: `ServiceError` where a request fails.
  func verify(
    _ samples: [(query: Int, reply: Data)], bus: any ClientBus, timeout: Duration
  ) async throws(ServiceError) -> Verification {
    var verification = Verification()
    for sample in samples {
      let request = RouteRequest(waypoints: pairs[sample.query], profile: profile, verify: true)
      let measured = try MessageCoder.decode(RouteReply.self, from: sample.reply)
      let checked = try await bus.send(request, timeout: timeout)
      verification.checked += 1
      let isSame =
        measured.durationSeconds == checked.durationSeconds
        && measured.distanceMeters == checked.distanceMeters
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
  func draw(_ count: Int, using random: inout SeededGenerator) -> [Coordinate] {
    (0..<count).map { _ in points[Int(random.next(upperBound: UInt(points.count)))] }
  }
}

/// The result of verifying sampled replies against the reference algorithm.
struct Verification: Encodable, Sendable, Hashable {
  var checked = 0
  /// Verified, and the same as the sampled reply.
  var equal = 0
  /// The first mismatch, as a line for `route --batch`.
  var firstDifference: String?
}
