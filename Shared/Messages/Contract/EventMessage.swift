/// A message that a service publishes to its subscribers.
package protocol EventMessage: Codable, Sendable {
  /// Includes the publisher, so that a subscriber needs no address.
  static var topic: Topic { get }
}

/// A stream of events of one kind, of one publisher or of instances that share a log.
package struct Topic: Sendable, Hashable, CustomStringConvertible {
  package let publisher: ServiceName
  /// The first frame on the bus, such as `plan.progress/1`.
  package let name: String
  /// Whether all instances of the publisher publish the same stream, from a log that they share. A
  /// subscriber follows one instance, and switches to another when that is gone.
  package let isShared: Bool

  package init(
    _ publisher: ServiceName, _ name: String, version: Int, isShared: Bool = false
  ) {
    self.publisher = publisher
    self.name = "\(name)/\(version)"
    self.isShared = isShared
  }

  package var description: String { name }
}

/// The position of an event in a stream. Part of every event's header, and of a snapshot.
@Memberwise package struct StreamPosition: Codable, Sendable, Hashable {
  /// Identifies one run of the publisher, or the log that its instances share. Sequence numbers
  /// start again with another epoch.
  package let epoch: String
  /// Counts the stream's events from 1 without a gap; 0 before the first.
  package let sequence: UInt64
}
