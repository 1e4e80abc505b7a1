import Messages
import OpenStreetMap

/// The tags of a node on a road, interpreted for all profiles.
struct NodeTags: Equatable {
  /// The traffic control at a node.
  enum Control: Equatable {
    case none, signals, stop, giveWay
    /// A stop sign for the minor roads of a junction only.
    case minorStop
  }

  /// For travel along the nodes of the way, and against them.
  private(set) var forward = Control.none
  private(set) var backward = Control.none
  /// Whether a tag gives the direction.
  private(set) var isDirected = false
  /// The profiles that cannot pass.
  private var blocked = ProfileSet()
  /// The profiles that may pass only to a destination behind it.
  private var destinationOnly = ProfileSet()
  /// The profiles that wait until it opens, and those that pay.
  private var gated = ProfileSet()
  private var tolled = ProfileSet()
  /// The largest vehicle that passes.
  private(set) var limits = SizeLimits()
  private(set) var isMiniRoundabout = false
  /// Whether it is laid out for turning round.
  private(set) var isTurningPlace = false
  private(set) var exit: ExitTags?

  static let plain = NodeTags()

  private init() {}

  init(_ tags: Tags) {
    for profile in TravelProfile.allCases {
      if let barrier = tags["barrier"], !Self.isVirtual(barrier, tags) {
        read(barrier, tags, profile)
      } else if !Self.isCrossing(tags) {
        readAccess(tags, profile)
      }
    }
    // The width of a crossing is that of its markings.
    if !Self.isCrossing(tags) { limits = SizeTags.limits(tags) }
    if !limits.admits(.car) { blocked.insert(.car) }
    isMiniRoundabout = tags["highway"] == "mini_roundabout"
    isTurningPlace =
      isMiniRoundabout || ["turning_circle", "turning_loop"].contains(tags["highway"])
    exit = ExitTags(tags)
    let control = Self.control(tags)
    guard control != .none else { return }
    let side =
      control == .signals
      ? tags["traffic_signals:direction"] ?? tags["direction"] : tags["direction"]
    isDirected = ["forward", "backward", "both"].contains(side)
    forward = side == "backward" ? .none : control
    backward = side == "forward" ? .none : control
  }

  func isBlocked(for profile: TravelProfile) -> Bool { blocked.contains(profile) }
  func isDestinationOnly(for profile: TravelProfile) -> Bool { destinationOnly.contains(profile) }
  func isGated(for profile: TravelProfile) -> Bool { gated.contains(profile) }
  func isTolled(for profile: TravelProfile) -> Bool { tolled.contains(profile) }

  /// Whether it has no effect on a profile; otherwise the road is cut there.
  func isPlain(for profile: TravelProfile) -> Bool {
    forward == .none && backward == .none && !isBlocked(for: profile)
      && !isDestinationOnly(for: profile)
      && !isGated(for: profile) && !isTolled(for: profile)
      && (profile != .car || limits.isNone) && (profile == .foot || !isTurningPlace)
  }

  private static func control(_ tags: Tags) -> Control {
    switch tags["highway"] {
    case "traffic_signals": .signals
    case "stop": tags["stop"] == "minor" ? .minorStop : .stop
    case "give_way": .giveWay
    default: .none
    }
  }

  /// Whether access tags at the node are about those who cross the road there.
  private static func isCrossing(_ tags: Tags) -> Bool {
    tags["highway"] == "crossing" || tags["crossing"] != nil || tags["railway"] != nil
  }

  /// Whether there are access tags.
  @discardableResult
  private mutating func readAccess(_ tags: Tags, _ profile: TravelProfile) -> Bool {
    switch Access(tags, keys: profile.rules.accessKeys) {
    case .destinationOnly: destinationOnly.insert(profile)
    case .closed: blocked.insert(profile)
    case .open: break
    case nil: return false
    }
    return true
  }

  private static func standsOpen(_ tags: Tags) -> Bool {
    tags["open"] == "yes" || tags["status"] == "open"
  }

  /// A fence that keeps cattle in by sound: OSRM's `audible_fence`.
  private static func isVirtual(_ barrier: String, _ tags: Tags) -> Bool {
    barrier == "fence" && ["audible", "audio"].contains(tags["sensory"])
  }

  /// Access tags take precedence over the kind of barrier.
  private mutating func read(_ barrier: String, _ tags: Tags, _ profile: TravelProfile) {
    if !readAccess(tags, profile), !profile.rules.passes(barrier, tags) { blocked.insert(profile) }
    switch barrier {
    case "gate", "lift_gate", "swing_gate", "sliding_gate":
      // One that stands open keeps nobody waiting.
      if !Self.standsOpen(tags) { gated.insert(profile) }
    case "toll_booth": tolled.insert(profile)
    default: break
    }
  }
}
