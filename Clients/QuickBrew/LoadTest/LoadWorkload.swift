import CommandLineKit
import FoundationEssentials
import Messages

/// The queries of a load test.
struct LoadWorkload: Sendable {
  /// The number of different queries; a run draws from them.
  static let size = 10_000

  let operation: Operation
  /// What the queries are, for the report: "routes with geometry".
  let title: String
  /// The encoded requests, at least one.
  let bodies: [Data]

  var service: ServiceName { operation.service ?? .router }

  /// `count` requests, each drawn.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
  init<Request: RequestMessage>(
    _ title: String, _ options: LoadTestOptions, count: Int = size,
    draw: (inout SeededGenerator) -> Request
  ) throws {
    var random = SeededGenerator(seed: options.plan.seed)
    (self.title, operation) = (title, Request.operation)
    bodies = try (0..<count).map { _ in try MessageCoder.encode(draw(&random)) }
  }
}
