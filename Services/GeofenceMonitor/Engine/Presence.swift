import Areas
import Geography
import Messages

/// Where and when a device came over an edge.
struct Crossing: Codable, Sendable, Hashable {
  var time: Int64
  let place: SpaceVector
  /// The samples before and after it.
  let earliest: Int64
  let latest: Int64
  let isObserved: Bool
}

/// How a device stands to one fence. A device that is outside, and does not seem to come in, has
/// none.
struct Presence: Codable, Sendable, Hashable {
  /// What is believed.
  var isInside: Bool
  /// The visit that goes on, where it is inside.
  var visit: Visit?
  var isDwellTold = false
  /// The fixes of late that speak against what is believed.
  var doubt: Doubt?
}

/// Names one stay of a device in a fence. A fence that is moved keeps the visits that go on.
struct Visit: Codable, Sendable, Hashable {
  let fence: FenceNumber
  /// When it began.
  let entered: Int64
}

/// Fixes in a row on the other side of the bare edge.
struct Doubt: Codable, Sendable, Hashable {
  /// Where the device seems to have come over the edge.
  let crossing: Crossing
  /// The last place on the side that is believed.
  let before: SpaceVector
  /// Fixes beyond the band, which prove something.
  var sureFixes = 0
  /// When the first of these was.
  var firstSure: Int64 = 0
  /// The farthest from the edge of all, and how far it is.
  var farthest: SpaceVector
  var depth: Meters = -1
}

/// What a track tells about one fence: an event that has no number yet.
struct Fact: Codable, Sendable, Hashable {
  enum Kind: UInt8, Codable, Sendable { case enter, exit, cross, dwell }

  let kind: Kind
  let fence: FenceNumber
  let visit: Visit
  let crossing: Crossing
  /// Of a cross: how it left, and how many metres its way inside was.
  var departure: Crossing?
  var insideMeters: Meters = 0
  /// Milliseconds of an exit, a dwell and a cross.
  var stay: Int64 = 0
  /// The sample that told it.
  let sample: Sample
  /// Of an exit that the fence made, and not the device.
  var reason: GeofenceEvent.Reason?

  /// Whether both tell the same, of a sample that may have come at another time.
  func tells(theSameAs other: Fact) -> Bool {
    kind == other.kind && fence == other.fence && visit == other.visit
      && crossing == other.crossing && departure == other.departure
      && insideMeters == other.insideMeters && stay == other.stay && reason == other.reason
      && sample.says(theSameAs: other.sample)
  }
}
