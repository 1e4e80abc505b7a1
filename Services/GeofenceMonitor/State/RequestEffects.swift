package import Messages

/// What a request changed, to be published once it has committed. A repeated request changes
/// nothing.
package struct RequestEffects: Sendable, Hashable {
  /// In the order of their numbers.
  package var events: [GeofenceEvent] = []
  /// The present positions of the devices that moved, one each.
  package var positions: [DevicePosition] = []
  /// The upcoming fences of devices on a route.
  package var upcoming: [UpcomingFence] = []
  /// How many positions count.
  package var accepted = 0
  /// Why the others do not.
  package var flaws: [PositionRejection] = []

  package init() {}

  package mutating func append(_ other: RequestEffects) {
    events += other.events
    positions += other.positions
    upcoming += other.upcoming
    accepted += other.accepted
    flaws += other.flaws
  }
}

/// The reply to a request, and what to publish.
struct CommandOutcome<Reply: Sendable>: Sendable {
  let reply: Reply
  let effects: RequestEffects
}

extension CommandOutcome: Equatable where Reply: Equatable {}
