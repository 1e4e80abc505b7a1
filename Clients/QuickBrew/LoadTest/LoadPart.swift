import FoundationEssentials
import Messages

/// One kind of request of a load test, and its share of all.
struct LoadPart: Sendable {
  let service: ServiceName
  let operation: Operation
  /// What the queries are, for the report: "routes with geometry".
  let title: String
  /// In proportion to those of the other parts; positive.
  var weight = 1.0
  /// The encoded requests, at least one.
  let bodies: [Data]
}
