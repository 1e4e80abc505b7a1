import Messages
import OpenStreetMap

/// What a way's tags make of it for cars.
struct RoadTags: Equatable {
  /// The place of its class in `RoadClass.allCases`.
  var classNumber: UInt8 = 0
  /// Kilometres an hour each way; `nil` where closed.
  var forwardSpeed: Double?
  var backwardSpeed: Double?
  var isEndsOnly = false
  var isRoundabout = false
  /// Whether others cross it on the level: no motorway, no trunk road, no ferry.
  var isStreet = false
  /// Driveways, aisles, alleys: who passes their mouth does not slow down.
  var isMinor = false
  /// A crossing: its duration, where told, gives the speed.
  var isFerry = false
  /// Seconds for the whole way.
  var duration: Double?
  /// Tags that were not understood or are not honoured, each with its reason.
  var oddities: [String] = []

  /// Why a way is no road for cars.
  enum Refusal: Error, Equatable {
    /// Not a road at all: a footway, a river, a building.
    case otherThing
    /// A road that cars may not use, with the reason for the report.
    case closed(String)
  }

  static let top = RouterLimits.topSpeedMetersPerSecond * 3.6

  init(_ tags: Tags) throws(Refusal) {
    let roadClass = try Self.roadClass(tags)
    let access = try Self.access(tags, roadClass)
    classNumber = UInt8(RoadClass.allCases.firstIndex(of: roadClass) ?? 0)
    isEndsOnly = access == .endsOnly
    isFerry = roadClass == .ferry
    isMinor = roadClass == .service || roadClass == .track
    isStreet = ![.motorway, .motorwayLink, .trunk, .trunkLink, .ferry].contains(roadClass)
    isRoundabout = ["roundabout", "circular"].contains(tags["junction"])
    if isFerry, let text = tags["duration"] {
      duration = Self.seconds(text)
      if duration == nil { oddities.append("odd duration of a ferry") }
    }
    if CarAccess.keys.contains(where: { tags["\($0):conditional"] != nil }) {
      oddities.append("access that holds at times only")
    }
    forwardSpeed = speed(tags, roadClass, "forward")
    backwardSpeed = speed(tags, roadClass, "backward")
    try close(against: tags, roadClass)
  }

  private static func roadClass(_ tags: Tags) throws(Refusal) -> RoadClass {
    if tags["route"] == "ferry" || tags["route"] == "shuttle_train" { return .ferry }
    guard let value = tags["highway"], let known = RoadClass(rawValue: value), known != .ferry
    else { throw .otherThing }
    if tags["area"] == "yes" { throw .otherThing }
    if tags["impassable"] == "yes" || tags["status"] == "impassable" {
      throw .closed("impassable road")
    }
    return known
  }

  private static func access(
    _ tags: Tags, _ roadClass: RoadClass
  ) throws(Refusal) -> CarAccess {
    let told = CarAccess(tags)
    if told == .closed { throw .closed("road closed to cars") }
    if roadClass == .ferry, told == nil, tags["foot"] != nil || tags["bicycle"] != nil {
      // A ferry that names walkers and says nothing of cars carries none: GraphHopper's rule.
      throw .otherThing
    }
    if !roadClass.admitsCars {
      // `access=yes` opens a path to everybody who may use its class, not to cars.
      let isExplicit = CarAccess.keys.dropLast().contains { tags[$0] != nil }
      guard isExplicit || roadClass == .track && tags["tracktype"] == "grade1" else {
        throw .otherThing
      }
    }
    return told ?? .open
  }

  /// Removes the directions that one-way rules and directional access forbid.
  private mutating func close(
    against tags: Tags, _ roadClass: RoadClass
  ) throws(Refusal) {
    let keys = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"]
    switch keys.lazy.compactMap({ tags[$0]?.lowercased() }).first {
    case "yes", "true", "1": backwardSpeed = nil
    case "-1", "reverse": forwardSpeed = nil
    case "no", "false", "0", "alternating": break
    case "reversible": throw .closed("road whose direction changes with the hour")
    case let value:
      if value != nil { oddities.append("odd oneway") }
      if isRoundabout || roadClass == .motorway { backwardSpeed = nil }
    }
    if tags["oneway:conditional"] != nil { oddities.append("oneway that holds at times only") }
    if CarAccess(tags, suffix: ":forward") == .closed { forwardSpeed = nil }
    if CarAccess(tags, suffix: ":backward") == .closed { backwardSpeed = nil }
    if forwardSpeed == nil, backwardSpeed == nil { throw .closed("road closed to cars") }
  }

  private mutating func speed(_ tags: Tags, _ roadClass: RoadClass, _ side: String) -> Double {
    var speed = roadClass.defaultSpeed
    if roadClass == .service,
      ["alley", "parking_aisle", "driveway", "drive-through"].contains(tags["service"])
    {
      speed = RoadSpeeds.minorService
    }
    if let text = tags["maxspeed:\(side)"] ?? tags["maxspeed"] ?? tags["maxspeed:type"] {
      switch SpeedLimit(text) {
      case .limited(let limit): speed = limit * RoadSpeeds.shareOfLimit
      case .unlimited: speed = Self.top * RoadSpeeds.shareOfLimit
      case .variable: break
      case .odd: if !oddities.contains("odd maxspeed") { oddities.append("odd maxspeed") }
      }
    }
    if let limit = RoadSpeeds.limit(surface: tags["surface"]) { speed = min(speed, limit) }
    return min(Self.top, max(RoadSpeeds.slowest, speed))
  }

  /// Reads "25" (minutes), "0:25", "1:30:00", "PT1H30M".
  static func seconds(_ text: String) -> Double? {
    if text.hasPrefix("PT") { return isoSeconds(text.dropFirst(2)) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.allSatisfy({ ($0 ?? -1) >= 0 }) else { return nil }
    let numbers = parts.compactMap { $0 }
    let seconds: Double
    switch numbers.count {
    case 1: seconds = numbers[0] * 60
    case 2: seconds = numbers[0] * 3600 + numbers[1] * 60
    case 3: seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
    default: return nil
    }
    return seconds > 0 && seconds.isFinite ? seconds : nil
  }

  private static func isoSeconds(_ text: Substring) -> Double? {
    var seconds = 0.0
    var digits = ""
    for character in text {
      if character.isNumber || character == "." {
        digits.append(character)
        continue
      }
      guard let unit = ["H": 3600.0, "M": 60, "S": 1][character], let value = Double(digits) else {
        return nil
      }
      seconds += value * unit
      digits = ""
    }
    return digits.isEmpty && seconds > 0 ? seconds : nil
  }
}
