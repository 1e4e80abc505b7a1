import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages

/// The queries of a load test.
struct LoadWorkload: Sendable {
  /// The number of different queries; a run draws from them.
  static let size = 10_000

  /// The kinds of requests, at least one.
  let parts: [LoadPart]
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
    let bodies = try pairs.map {
      try MessageCoder.encode(
        RouteRequest(waypoints: $0, profile: profile, geometry: geometry ? true : nil))
    }
    let title = geometry ? "routes with geometry" : "routes without geometry"
    parts = [
      LoadPart(service: .router, operation: RouteRequest.operation, title: title, bodies: bodies)
    ]
  }

  /// Tables from one point of the sample to `columns` others.
  ///
  /// - Throws: as above.
  init(
    tablesOn sample: MapSample, columns: Int, profile: TravelProfile?, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    self.profile = profile
    pairs = []
    // Large tables get fewer queries, to bound their memory.
    let count = max(1, min(Self.size, Self.tableCoordinates / columns))
    let bodies = try (0..<count).map { _ in
      try MessageCoder.encode(
        TableRequest(
          sources: sample.draw(1, using: &random),
          destinations: sample.draw(columns, using: &random), profile: profile, packed: true))
    }
    parts = [
      LoadPart(
        service: .router, operation: TableRequest.operation, title: "tables 1 × \(columns)",
        bodies: bodies)
    ]
  }

  /// The most coordinates of all tables together, about 60 bytes each.
  private static let tableCoordinates = 1_000_000

  /// Requests of another service, one for each of as many draws.
  ///
  /// - Throws: as above.
  init<Request: RequestMessage>(
    _ title: String, of service: ServiceName, count: Int = size, seed: UInt64,
    draw: (inout SeededGenerator) -> Request
  ) throws {
    var random = SeededGenerator(seed: seed)
    profile = nil
    pairs = []
    let bodies = try (0..<count).map { _ in try MessageCoder.encode(draw(&random)) }
    parts = [
      LoadPart(service: service, operation: Request.operation, title: title, bodies: bodies)
    ]
  }

  /// All of several, each as often as its weight says.
  init(_ shares: [(weight: Double, workload: LoadWorkload)]) {
    profile = nil
    pairs = []
    parts = shares.flatMap { weight, workload in
      workload.parts.map { part in
        var part = part
        part.weight = weight
        return part
      }
    }
  }

  /// For the report: the service, or `mixed`.
  var service: String { parts.count == 1 ? parts[0].service.rawValue : "mixed" }
  var operation: String { parts.count == 1 ? parts[0].operation.name : "mixed" }
  var title: String {
    guard parts.count > 1 else { return parts[0].title }
    let all = parts.reduce(0) { $0 + $1.weight }
    return parts.map { "\(Formats.share($0.weight / all)) \($0.title)" }.joined(separator: ", ")
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
