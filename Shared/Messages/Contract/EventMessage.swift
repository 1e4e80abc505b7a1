/// A message that a service publishes to whoever listens.
package protocol EventMessage: Codable, Sendable {
  /// Names the publisher, so that a subscriber needs no address.
  static var topic: Topic { get }
}

/// A stream of events of one kind by one publisher, or by the instances of one that share a log.
package struct Topic: Sendable, Hashable, CustomStringConvertible {
  package let publisher: ServiceName
  /// The first frame on the bus, such as `plan.progress/1`.
  package let name: String
  /// Whether every instance of the publisher publishes one and the same stream: its events come
  /// from a log that they share. Who listens follows one instance, and another when that is gone.
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

/// Where in a stream an event stands. Part of every event's header, and of a snapshot.
package struct StreamPosition: Codable, Sendable, Hashable {
  /// Names one life of the publisher, or of the log that its instances share: with another epoch
  /// numbers start again.
  package let epoch: String
  /// Counts the stream's events from 1 without a gap; 0 before the first.
  package let sequence: UInt64

  package init(epoch: String, sequence: UInt64) {
    self.epoch = epoch
    self.sequence = sequence
  }
}
