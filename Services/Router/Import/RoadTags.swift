import Messages
import OpenStreetMap

/// The tags of a way, interpreted for one profile.
struct RoadTags: Equatable {
  let roadClass: RoadClass
  /// Kilometres an hour in each direction; `nil` where closed.
  var forwardSpeed: Double?
  var backwardSpeed: Double?
  var flags: SegmentFlags
  /// Seconds that a ferry takes for the whole way, where that is tagged.
  private(set) var duration: Double?
  /// The reasons of tags that are invalid or not honoured, for the report.
  var warnings: [String] = []

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
    let access = (
      forward: Self.access(tags, "forward", roadClass, rules),
      backward: Self.access(tags, "backward", roadClass, rules)
    )
    guard access.forward != nil || access.backward != nil else { throw .notApplicable }
    if access.forward != .open, access.backward != .open { flags.insert(.destinationOnly) }
    if rules.accessKeys.contains(where: { tags["\($0):conditional"] != nil }) {
      warnings.append("access that holds at times only")
      flags.insert(.conditional)
    }
    if roadClass.isFerry {
      duration = tags["duration"].flatMap(FerryDuration.seconds)
      if duration == nil {
        let isTagged = tags["duration"] != nil
        warnings.append(isTagged ? "odd duration of a ferry" : "ferry without duration")
      }
    }
    let forward = rules.speed(classSpeed, on: roadClass, tags, "forward")
    let backward = rules.speed(classSpeed, on: roadClass, tags, "backward")
    if forward.isInvalid || backward.isInvalid { warnings.append("odd maxspeed") }
    forwardSpeed = min(Self.top, max(Self.slowest, forward.kilometersPerHour))
    backwardSpeed = min(Self.top, max(Self.slowest, backward.kilometersPerHour))
    if access.forward ?? .closed == .closed { forwardSpeed = nil }
    if access.backward ?? .closed == .closed { backwardSpeed = nil }
    try close(against: tags, rules)
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
    if let limit = rules.tooSmall(tags) { throw .closed(limit) }
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
  private static func access(
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

  /// Closes the directions that one-way rules and directional access forbid.
  private mutating func close(
    against tags: Tags, _ rules: some TravelRules
  ) throws(Rejection) {
    switch rules.onewayKeys.lazy.compactMap({ tags[$0]?.lowercased() }).first {
    case "yes", "true", "1": if !rules.isContraflow(tags) { backwardSpeed = nil }
    case "-1", "reverse": if !rules.isContraflow(tags) { forwardSpeed = nil }
    case "no", "false", "0", "alternating": break
    case "reversible": throw .closed("road whose direction changes with the hour")
    case let value:
      if value != nil { warnings.append("odd oneway") }
      let isImplied = flags.contains(.roundabout) || roadClass == .motorway
      if isImplied, rules.onewayKeys.contains("oneway") { backwardSpeed = nil }
    }
    if tags["oneway:conditional"] != nil {
      warnings.append("oneway that holds at times only")
      flags.insert(.conditional)
    }
    if forwardSpeed == nil, backwardSpeed == nil {
      throw .closed("road closed to \(rules.travellers)")
    }
  }
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
        guard tags["man_made"] == "pier" else { return nil }
        self = .pier
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
