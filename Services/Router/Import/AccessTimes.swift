import Messages
import OpenStreetMap

/// The access to one direction of a road, always and at times.
struct AccessTimes {
  let isBackward: Bool
  /// Always; `nil` where no tag opens a class that is not meant for the profile.
  let access: Access?
  let rules: [ConditionalRule]
  let limits: SizeLimits
  /// Whether a condition cannot be read.
  let hasOthers: Bool

  static func side(_ isBackward: Bool) -> String { isBackward ? "backward" : "forward" }

  init(_ tags: Tags, isBackward: Bool, _ roadClass: RoadClass, _ rules: some TravelRules) {
    self.isBackward = isBackward
    let side = Self.side(isBackward)
    access = RoadTags.access(tags, side, roadClass, rules)
    let found = Self.conditional(tags, side, rules)
    let tag = found.map { ConditionalTag($0.value) }
    // `access` opens a way only to the profiles that its class admits.
    let mayOpen = access != nil || found.map { $0.key != rules.accessKeys.last } ?? false
    self.rules = (tag?.timed ?? []).compactMap { timed in
      guard let access = Access(Tags([("access", timed.value)]), keys: ["access"]) else {
        return nil
      }
      let effect: ConditionalEffect =
        switch access {
        case .open: .open
        case .destinationOnly: .destinationOnly
        case .closed: .closed
        }
      return effect == .closed || mayOpen
        ? ConditionalRule(hours: timed.hours, effect: effect, isBackward: isBackward) : nil
    }
    limits = rules.profile == .car ? tag?.limits ?? SizeLimits() : SizeLimits()
    hasOthers = tag?.hasOthers ?? false
  }

  /// Whether it is closed, except at times.
  var opensAtTimes: Bool {
    (access == nil || access == .closed) && rules.contains { $0.effect != .closed }
  }

  /// The most specific tag with a condition; none where a more specific one decides always.
  private static func conditional(
    _ tags: Tags, _ side: String, _ rules: some TravelRules
  ) -> (key: String, value: String)? {
    for key in rules.accessKeys {
      if let value = tags["\(key):\(side):conditional"] ?? tags["\(key):conditional"] {
        return (key, value)
      }
      if tags[key] != nil || tags["\(key):\(side)"] != nil { return nil }
    }
    return nil
  }
}

/// At which times a road is one-way: `oneway:conditional`.
struct OnewayTimes {
  let values: [ConditionalTag.Timed]
  let hasOthers: Bool

  init(_ tags: Tags, _ rules: some TravelRules) {
    let tag = rules.onewayKeys.lazy.compactMap { tags["\($0):conditional"] }.first
      .map(ConditionalTag.init)
    values = tag?.timed ?? []
    hasOthers = tag?.hasOthers ?? false
  }

  func rules(isBackward: Bool) -> [ConditionalRule] {
    values.compactMap { timed in
      let isOpen: Bool
      switch timed.value {
      case "yes", "true", "1": isOpen = !isBackward
      case "-1", "reverse": isOpen = isBackward
      case "no", "false", "0": isOpen = true
      default: return nil
      }
      return ConditionalRule(
        hours: timed.hours, effect: isOpen ? .open : .closed, isBackward: isBackward)
    }
  }
}

/// At which times a road has another speed limit: `maxspeed:conditional`.
struct SpeedTimes {
  private let both: ConditionalTag?
  private let sides: [ConditionalTag?]

  init(_ tags: Tags, _ rules: some TravelRules) {
    both = tags["maxspeed:conditional"].map(ConditionalTag.init)
    sides = [false, true].map {
      tags["maxspeed:\(AccessTimes.side($0)):conditional"].map(ConditionalTag.init)
    }
  }

  func rules(
    _ classSpeed: Double, on roadClass: RoadClass, _ tags: Tags, _ rules: some TravelRules,
    isBackward: Bool
  ) -> [ConditionalRule] {
    let side = AccessTimes.side(isBackward)
    let timed = (sides[isBackward ? 1 : 0] ?? both)?.timed ?? []
    return timed.compactMap { timed in
      let limited = Tags([("maxspeed:\(side)", timed.value)] + Array(tags.pairs))
      let speed = rules.speed(classSpeed, on: roadClass, limited, side)
      guard !speed.isInvalid else { return nil }
      let stored = (RoadTags.clamped(speed.kilometersPerHour) / 3.6 * 100).rounded(.down)
      return ConditionalRule(
        hours: timed.hours, effect: .speed(UInt16(max(1, stored))), isBackward: isBackward)
    }
  }
}
