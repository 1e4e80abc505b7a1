import Messages
import OpenStreetMap

/// The tags of a way, interpreted for one profile.
struct RoadTags: Equatable {
  let roadClass: RoadClass
  /// Kilometres an hour in each direction; `nil` where closed.
  var forwardSpeed: Double?
  var backwardSpeed: Double?
  var flags: SegmentFlags
  /// Seconds that a ferry or a movable bridge takes for the whole way, where that is tagged.
  private(set) var duration: Double?
  /// The reasons of tags that are invalid or not honoured, for the report.
  var warnings: [String] = []
  /// What holds at times; the last rule that holds counts.
  var rules: [ConditionalRule] = []
  /// The largest vehicle that fits.
  private(set) var limits = SizeLimits()

  /// Why a way is not a road of a profile.
  enum Rejection: Error, Equatable {
    /// Not meant for this profile at all, such as a footway for cars.
    case notApplicable
    /// A road that is closed, with the reason for the report.
    case closed(String)
  }

  /// The range of speeds, in kilometres an hour: other services rely on the top speed, and the
  /// minimum bounds all times.
  static let top = RouterLimits.topSpeedMetersPerSecond * 3.6
  static let slowest = 1.0

  /// - Parameter roadClass: from `RoadClass(tags)`, read once for all profiles.
  init(_ tags: Tags, _ roadClass: RoadClass, for rules: some TravelRules) throws(Rejection) {
    guard let classSpeed = rules.speed(on: roadClass) else { throw .notApplicable }
    self.roadClass = roadClass
    flags = Self.flags(tags, roadClass)
    try Self.refuseUnusable(tags, rules)
    let ways = [false, true].map { AccessTimes(tags, isBackward: $0, roadClass, rules) }
    guard ways.contains(where: { $0.access != nil || $0.opensAtTimes }) else {
      throw .notApplicable
    }
    let mayPass = { (way: AccessTimes) in
      way.access == .open
        || way.opensAtTimes && way.rules.contains { $0.effect == .open }
    }
    if !ways.contains(where: mayPass) {
      flags.insert(.destinationOnly)
    } else {
      for way in ways where way.access == .destinationOnly && !mayPass(way) {
        flags.insert(way.isBackward ? .destinationOnlyBackward : .destinationOnlyForward)
      }
    }
    if rules.profile == .car { limits = SizeTags.limits(tags) }
    if roadClass.isFerry {
      duration = tags["duration"].flatMap(FerryDuration.seconds)
      if duration == nil {
        let isTagged = tags["duration"] != nil
        warnings.append(isTagged ? "odd duration of a ferry" : "ferry without duration")
      }
    } else if tags["bridge"] == "movable" {
      duration = tags["duration"].flatMap(FerryDuration.seconds)
    }
    let speeds = [false, true].map {
      rules.speed(classSpeed, on: roadClass, tags, AccessTimes.side($0))
    }
    if speeds.contains(where: \.isInvalid) { warnings.append("odd maxspeed") }
    let isOpen = ways.map { ![nil, .closed].contains($0.access) || $0.opensAtTimes }
    forwardSpeed = isOpen[0] ? Self.clamped(speeds[0].kilometersPerHour) : nil
    backwardSpeed = isOpen[1] ? Self.clamped(speeds[1].kilometersPerHour) : nil
    try close(against: tags, rules)
    try addConditions(ways, classSpeed, tags, rules)
  }

  static func clamped(_ kilometersPerHour: Double) -> Double {
    min(top, max(slowest, kilometersPerHour))
  }

  /// Refuses what nobody can use, whatever its access.
  private static func refuseUnusable(_ tags: Tags, _ rules: some TravelRules) throws(Rejection) {
    if tags["impassable"] == "yes" || tags["status"] == "impassable"
      || tags["smoothness"] == "impassable"
    {
      throw .closed("impassable road")
    }
    // OSRM's `construction_whitelist`.
    if let construction = tags["construction"], !["no", "minor", "widening"].contains(construction)
    {
      throw .closed("road under construction")
    }
    if rules.profile == .car, !SizeTags.limits(tags).admits(.car) {
      throw .closed("road too narrow, low or weak for a car")
    }
  }

  private static func flags(_ tags: Tags, _ roadClass: RoadClass) -> SegmentFlags {
    var flags: SegmentFlags = []
    if roadClass.isFerry { flags.insert(.ferry) }
    if ["roundabout", "circular"].contains(tags["junction"]) { flags.insert(.roundabout) }
    if tags["toll"] == "yes" || tags["toll:motor_vehicle"] == "yes" { flags.insert(.toll) }
    if let tunnel = tags["tunnel"], tunnel != "no" { flags.insert(.tunnel) }
    if isUnpaved(tags, roadClass) { flags.insert(.unpaved) }
    if ["footway", "cycleway", "path"].contains(where: { tags[$0] == "crossing" }) {
      flags.insert(.crossing)
    }
    return flags
  }

  /// Source: OpenStreetMap wiki, "Key:surface" and "Key:tracktype".
  private static func isUnpaved(_ tags: Tags, _ roadClass: RoadClass) -> Bool {
    switch tags["surface"] {
    case "unpaved", "compacted", "fine_gravel", "gravel", "pebblestone", "rock", "rocky", "ground",
      "dirt", "earth", "grass", "mud", "sand", "clay", "woodchips", "snow", "ice":
      true
    case nil: ["grade2", "grade3", "grade4", "grade5"].contains(tags["tracktype"])
    default: false
    }
  }

  /// `nil` where no tag opens a class that is not meant for this profile.
  static func access(
    _ tags: Tags, _ direction: String, _ roadClass: RoadClass, _ rules: some TravelRules
  ) -> Access? {
    let access = Access(tags, keys: rules.accessKeys, direction: direction)
    if access == .closed { return .closed }
    // `access=yes` opens a way only to the profiles that its class admits.
    let isExplicit = rules.accessKeys.dropLast().contains {
      tags[$0] != nil || tags["\($0):\(direction)"] != nil
    }
    let isFerryForAll = roadClass.isFerry && access != nil
    guard isExplicit || isFerryForAll || rules.admits(roadClass, tags) else { return nil }
    return rules.isReserved(tags) ? .destinationOnly : access ?? .open
  }

  /// Closes the directions that one-way rules forbid.
  private mutating func close(
    against tags: Tags, _ rules: some TravelRules
  ) throws(Rejection) {
    let timed = OnewayTimes(tags, rules)
    switch rules.onewayKeys.lazy.compactMap({ tags[$0]?.lowercased() }).first {
    case "yes", "true", "1": closeByOneway(backward: true, timed, rules, tags)
    case "-1", "reverse": closeByOneway(forward: true, timed, rules, tags)
    case "no", "false", "0": closeByOneway(timed, rules, tags)
    case "reversible":
      guard !timed.values.isEmpty else {
        throw .closed("road whose direction changes with the hour")
      }
      closeByOneway(forward: true, backward: true, timed, rules, tags)
    case let value:
      // On one lane the directions take turns.
      if ![nil, "alternating"].contains(value) { warnings.append("odd oneway") }
      let isImplied = flags.contains(.roundabout) || roadClass == .motorway
      closeByOneway(
        backward: isImplied && rules.onewayKeys.contains("oneway"), timed, rules, tags,
        isTagged: false)
    }
    if timed.hasOthers { warnOfConditions() }
    if forwardSpeed == nil, backwardSpeed == nil {
      throw .closed("road closed to \(rules.travellers)")
    }
  }

  /// Closes directions: always, or except at the times that open them.
  private mutating func closeByOneway(
    forward: Bool = false, backward: Bool = false, _ timed: OnewayTimes, _ rules: some TravelRules,
    _ tags: Tags, isTagged: Bool = true
  ) {
    if isTagged, rules.isContraflow(tags) { return }
    for (isBackward, isClosed) in [(false, forward), (true, backward)] {
      let added = timed.rules(isBackward: isBackward)
      if isClosed, !added.contains(where: { $0.effect == .open }) {
        if isBackward { backwardSpeed = nil } else { forwardSpeed = nil }
      } else if (isBackward ? backwardSpeed : forwardSpeed) != nil {
        if isClosed { flags.insert(isBackward ? .closedBackward : .closedForward) }
        self.rules += added
      }
    }
  }

  /// Adds what the tags say about access and speed at times.
  private mutating func addConditions(
    _ ways: [AccessTimes], _ classSpeed: Double, _ tags: Tags, _ rules: some TravelRules
  ) throws(Rejection) {
    for way in ways where (way.isBackward ? backwardSpeed : forwardSpeed) != nil {
      let closed: SegmentFlags = way.isBackward ? .closedBackward : .closedForward
      let isOpenByOneway = self.rules.allSatisfy { $0.isBackward != way.isBackward }
      if way.access == nil || way.access == .closed { flags.insert(closed) }
      // A rule about access does not open against a rule about the direction.
      self.rules += way.rules.filter { isOpenByOneway || $0.effect != .open }
      self.rules += SpeedTimes(tags, rules).rules(
        classSpeed, on: roadClass, tags, rules, isBackward: way.isBackward)
    }
    limits = ways.reduce(limits) { $0.joined(with: $1.limits) }
    if !limits.admits(.car) { throw .closed("road too narrow, low or weak for a car") }
    if ways.contains(where: \.hasOthers) { warnOfConditions() }
    if !self.rules.isEmpty { flags.insert(.conditional) }
  }

  private mutating func warnOfConditions() {
    flags.insert(.conditional)
    if !warnings.contains(Self.unread) { warnings.append(Self.unread) }
  }

  static let unread = "condition that is not about times or sizes"
}

extension RoadClass {
  /// The class of a way; `nil` where it is not a road, such as a river, a building, a car park's
  /// outline.
  init?(_ tags: Tags) {
    switch tags["route"] {
    case "ferry": self = .ferry
    case "shuttle_train": self = .shuttleTrain
    default:
      guard let known = Self.highways[tags["highway"] ?? ""] else {
        if tags["man_made"] == "pier" {
          self = .pier
        } else if [tags["railway"], tags["public_transport"]].contains("platform") {
          self = .footway
        } else if tags["bridge"] == "movable" {
          self = .road
        } else {
          return nil
        }
        return
      }
      self = known
      // Squares are walked along their edge; other areas, mostly car parks, are not roads.
      if tags["area"] == "yes", known != .pedestrian, known != .footway { return nil }
    }
  }

  private static let highways: [String: RoadClass] = [
    "motorway": .motorway, "motorway_link": .motorwayLink, "trunk": .trunk,
    "trunk_link": .trunkLink, "primary": .primary, "primary_link": .primaryLink,
    "secondary": .secondary, "secondary_link": .secondaryLink, "tertiary": .tertiary,
    "tertiary_link": .tertiaryLink, "unclassified": .unclassified, "residential": .residential,
    "living_street": .livingStreet, "service": .service, "road": .road, "track": .track,
    "pedestrian": .pedestrian, "cycleway": .cycleway, "footway": .footway, "path": .path,
    "bridleway": .bridleway, "steps": .steps, "winter_road": .road, "ice_road": .road,
    "platform": .footway, "corridor": .footway,
  ]
}
