import Areas
import Geography
import Messages

/// Where and when a device crossed an edge.
struct Crossing: Codable, Sendable, Hashable {
  /// Milliseconds since 1970, as are all times here.
  var time: Int64
  let position: SpaceVector
  /// The times of the samples before and after it.
  let earliest: Int64
  let latest: Int64
  let isObserved: Bool
}

/// A device's state against one fence. A device that is outside, with no sign of coming in, has
/// none.
struct Presence: Codable, Sendable, Hashable {
  /// The confirmed state.
  var isInside: Bool
  /// The episode that is open, while the device is inside.
  var episode: EpisodeKey?
  var hasEmittedDwell = false
  /// The latest fixes, where they contradict the confirmed state.
  var pending: PendingTransition?
}

/// One fence's presence in a track.
struct FencePresence: Codable, Sendable, Hashable {
  var fence: FenceNumber
  var presence: Presence
}

/// Identifies one stay of a device in a fence, before its first event has a number. A fence that is
/// moved keeps its open episodes.
struct EpisodeKey: Codable, Sendable, Hashable {
  let fence: FenceNumber
  /// When it began.
  let entered: Int64
}

/// Fixes in a row on the other side of the bare edge that do not yet confirm a transition.
struct PendingTransition: Codable, Sendable, Hashable {
  /// Where the device seems to have crossed the edge.
  let crossing: Crossing
  /// The last position on the confirmed side.
  let before: SpaceVector
  /// Fixes beyond the band: those that count towards the confirmation.
  var confirmingFixes = 0
  /// When the first of these was.
  var firstConfirming: Int64 = 0
  /// The position farthest from the edge, and its distance from it.
  var farthest: SpaceVector
  var depth: Meters = -1
}

/// What a track implies about one fence: an event without a number.
struct Transition: Sendable, Hashable {
  enum Kind: UInt8, Sendable { case enter, exit, cross, dwell }

  let kind: Kind
  let fence: FenceNumber
  let episode: EpisodeKey
  let crossing: Crossing
  /// Of a cross: the way out, and the length of the path inside.
  var departure: Crossing?
  var insideMeters: Meters = 0
  /// Of an exit, a dwell and a cross: time inside, in milliseconds.
  var stay: Int64 = 0
  /// The sample that confirmed it.
  let sample: Sample
  /// Of an exit that the fence caused, and not the device.
  var reason: GeofenceEvent.Reason?

  /// Whether both describe the same, the arrival of the sample aside.
  func isEquivalent(to other: Transition) -> Bool {
    kind == other.kind && fence == other.fence && episode == other.episode
      && crossing == other.crossing && departure == other.departure
      && insideMeters == other.insideMeters && stay == other.stay && reason == other.reason
      && sample.isEquivalent(to: other.sample)
  }
}
