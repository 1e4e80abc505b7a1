import Messages
import OpenStreetMap

/// What a point on a road means for each kind of traveller.
struct NodeTags: Equatable {
  /// By profile: whether one cannot pass.
  private var blocked: UInt8 = 0
  /// Signals for those who travel the way forward, backward.
  private(set) var signalsForward = false
  private(set) var signalsBackward = false

  static let plain = NodeTags()

  private init() {}

  init(_ tags: Tags) {
    if let barrier = tags["barrier"] {
      for profile in TravelProfile.allCases where Self.isBlocked(barrier, tags, profile.rules) {
        blocked |= 1 << profile.number
      }
    }
    if tags["highway"] == "traffic_signals" || tags["crossing"] == "traffic_signals" {
      let side = tags["traffic_signals:direction"] ?? tags["direction"]
      signalsForward = side != "backward"
      signalsBackward = side != "forward"
    }
  }

  func isBlocked(for profile: TravelProfile) -> Bool { blocked >> profile.number & 1 == 1 }

  /// Whether it matters to a traveller, so that the road is cut there.
  func isPlain(for profile: TravelProfile) -> Bool {
    !signalsForward && !signalsBackward && !isBlocked(for: profile)
  }

  /// Access tags decide; without them the kind of barrier.
  private static func isBlocked(
    _ barrier: String, _ tags: Tags, _ rules: some TravelRules
  ) -> Bool {
    if let access = Access(tags, keys: rules.accessKeys) {
      // A private gate is not passed: who lives behind it is routed to the gate.
      let value = rules.accessKeys.lazy.compactMap { tags[$0] }.first
      return access == .closed || value == "private"
    }
    return !rules.passes(barrier, tags)
  }
}
