import OpenStreetMap

/// What a point on a road means for cars.
struct NodeTags: Equatable {
  var isBlocked = false
  /// Signals for those who drive the way forward, backward.
  var signalsForward = false
  var signalsBackward = false

  var isPlain: Bool { self == NodeTags() }

  init() {}

  init(_ tags: Tags) {
    if let barrier = tags["barrier"] { isBlocked = Self.isBlocked(barrier, tags) }
    if tags["highway"] == "traffic_signals" || tags["crossing"] == "traffic_signals" {
      let side = tags["traffic_signals:direction"] ?? tags["direction"]
      signalsForward = side != "backward"
      signalsBackward = side != "forward"
    }
  }

  /// Access tags decide; without them the kind of barrier. Source: OSRM's car profile,
  /// `barrier_whitelist` and `access_tag_blacklist`.
  private static func isBlocked(_ barrier: String, _ tags: Tags) -> Bool {
    if let access = CarAccess(tags) {
      // A private gate is not passed: who lives behind it is routed to the gate.
      let value = CarAccess.keys.lazy.compactMap { tags[$0] }.first
      return access == .closed || value == "private"
    }
    switch barrier {
    case "no", "entrance", "gate", "lift_gate", "swing_gate", "sliding_gate", "wicket_gate",
      "cattle_grid", "toll_booth", "border_control", "sally_port", "height_restrictor", "arch",
      "kerb", "bump_gate", "ticket_barrier", "coupure":
      return false
    case "bollard": return tags["bollard"] != "rising"
    default: return true
    }
  }
}
