/// A request to a service, with the type of its reply.
///
/// The wire name of an operation, `router.route/1`, is a contract: a change that old peers cannot
/// read gets the next version number, beside the old one.
package protocol RequestMessage: Codable, Sendable {
  associatedtype Reply: Codable & Sendable

  static var operation: Operation { get }
}

/// The operation of a request, as in its frame on the bus.
package struct Operation: Sendable, Hashable, CustomStringConvertible {
  /// Whether a request may be repeated when its reply was lost.
  package enum Repetition: Sendable, Hashable {
    /// Idempotent: asking twice has the same effect as asking once.
    case harmless
    /// Sent again only with the same idempotency key, under which the service stores its reply.
    case keyed
  }

  /// The service that answers; `nil` for operations that every service has.
  package let service: ServiceName?
  /// The wire name, such as `router.route/1`.
  package let name: String
  package let repetition: Repetition

  /// An operation of one service: `Operation(.router, "route", version: 1)` is `router.route/1`.
  package init(
    _ service: ServiceName, _ verb: String, version: Int, repetition: Repetition = .harmless
  ) {
    self.service = service
    self.name = "\(service).\(verb)/\(version)"
    self.repetition = repetition
  }

  /// An operation that the runtime answers for every service, such as `service.ping/1`.
  package init(everyService verb: String, version: Int) {
    self.service = nil
    self.name = "service.\(verb)/\(version)"
    self.repetition = .harmless
  }

  package var description: String { name }
}

/// The reply of an operation without a result.
package struct Done: Codable, Sendable, Hashable {
  package init() {}
}
