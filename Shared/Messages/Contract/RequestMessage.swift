// Whoever makes messages writes `@Memberwise` in front of them.
@_exported public import Memberwise

/// A request to a service, with the type of its reply.
///
/// The wire name of an operation, `router.route/1`, is a contract: a change that old peers cannot
/// read gets the next version number, beside the old one.
package protocol RequestMessage: Codable, Sendable {
  associatedtype Reply: Codable & Sendable

  static var operation: Operation { get }

  /// Whose data it reads or changes, to check a caller bound to one user. Nobody's by default: the
  /// map, or what users publish for all, such as reviews. Only the planner's store knows the owner
  /// of a kept plan.
  var owners: [DataOwner] { get }

  /// Whether something of it stays under its caller's name, so that it needs one. Changes do; by
  /// default questions do not.
  static var isKept: Bool { get }

  /// Where it lies, which chooses one of several maps. `nil` by default: the stack's own map, or
  /// the region that the caller names.
  var whereabouts: Whereabouts? { get }
}

extension RequestMessage {
  package var owners: [DataOwner] { [] }
  package static var isKept: Bool { operation.scope > .read }
  package var whereabouts: Whereabouts? { nil }
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
  /// What a caller needs to be allowed. `.read` also means that two instances may be asked at once.
  package let scope: AccessScope
  /// Whether HTTP clients may call it, through the web gateway.
  package let isPublic: Bool

  /// An operation of one service: `Operation(.router, "route", version: 1)` is `router.route/1`.
  ///
  /// - Parameter scope: by default that of a question, or `.write` for a `.keyed` operation.
  package init(
    _ service: ServiceName, _ verb: String, version: Int, repetition: Repetition = .harmless,
    scope: AccessScope? = nil, isPublic: Bool = false
  ) {
    self.service = service
    self.name = "\(service).\(verb)/\(version)"
    self.repetition = repetition
    self.scope = scope ?? (repetition == .keyed ? .write : .read)
    self.isPublic = isPublic
  }

  /// An operation that the runtime answers for every service, such as `service.ping/1`.
  package init(everyService verb: String, version: Int) {
    self.service = nil
    self.name = "service.\(verb)/\(version)"
    self.repetition = .harmless
    self.scope = .read
    self.isPublic = false
  }

  package var description: String { name }
}

/// The reply of an operation without a result.
@Memberwise package struct Done: Codable, Sendable, Hashable {
}
