import Messages
import OpenStreetMap

/// The rules for who rides a bicycle and does not push it. Where no other source is named, a number
/// is that of OSRM's bicycle profile (`profiles/bicycle.lua`).
struct BicycleRules: TravelRules {
  let profile = TravelProfile.bicycle
  let travellers = "bicycles"
  let accessKeys = ["bicycle", "vehicle", "access"]
  let onewayKeys = ["oneway:bicycle", "oneway:vehicle", "oneway"]
  let restrictionKeys = ["restriction:bicycle", "restriction:vehicle", "restriction"]

  /// Half way between OSRM's `default_speed` of 15 and the 18 of Valhalla's usual bicycle
  /// (`kDefaultCyclingSpeed`).
  static let usual = 16.5
  /// Among walkers, where bicycles are let in but nothing is laid out for them: GraphHopper's
  /// speed of `footway` and `pedestrian`.
  static let amongWalkers = 6.0

  func speed(on roadClass: RoadClass) -> Double? {
    switch roadClass {
    case .track: 12
    case .path: 13
    case .footway, .pedestrian, .bridleway, .pier: Self.amongWalkers
    case .ferry: 5
    case .shuttleTrain: 10
    case .steps: nil
    default: Self.usual
    }
  }

  /// Motorways, and roads built like them, are for motors only; trunk roads are open as in
  /// Valhalla's `lua/graph.lua` and the OpenStreetMap wiki's default access restrictions. Trails
  /// harder than `hiking` cannot be ridden (GraphHopper's `isSacScaleAllowed`).
  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool {
    switch roadClass {
    case .motorway, .motorwayLink, .footway, .pedestrian, .bridleway, .pier, .shuttleTrain: false
    default: tags["motorroad"] != "yes" && [nil, "hiking"].contains(tags["sac_scale"])
    }
  }

  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> TaggedSpeed
  {
    var tagged = TaggedSpeed(kilometersPerHour: classSpeed)
    if classSpeed == Self.amongWalkers, tags["bicycle"] == "designated" {
      tagged.kilometersPerHour = Self.usual
    }
    if let limit = Self.limit(surface: tags["surface"]) {
      tagged.kilometersPerHour = min(tagged.kilometersPerHour, limit)
    }
    if let text = tags["maxspeed:\(side)"] ?? tags["maxspeed"] {
      switch SpeedLimit(text) {
      case .limited(let limit): tagged.kilometersPerHour = min(tagged.kilometersPerHour, limit)
      case .unlimited, .variable: break
      case .invalid: tagged.isInvalid = true
      }
    }
    return tagged
  }

  /// Half way between OSRM's `surface_speeds` and what Valhalla's usual bicycle rides there
  /// (`kHybridSurfaceSpeedFactors` of 18); on wood chips OSRM's alone.
  private static func limit(surface: String?) -> Double? {
    switch surface {
    case "paving_stones", "metal", "cobblestone:flattened": 14
    case "sett": 13.5
    case "cobblestone": 12.5
    case "wood", "compacted", "grass_paver": 12
    case "ground": 10.5
    case "dirt": 9.5
    case "fine_gravel", "earth": 8.5
    case "mud": 7
    case "unpaved", "gravel", "pebblestone": 6.5
    case "sand", "grass": 5
    case "woodchips": 3
    default: nil
    }
  }

  /// `opposite_cycleway_tags`, and the newer way to say it, `cycleway:left:oneway=-1`.
  func isContraflow(_ tags: Tags) -> Bool {
    for key in ["cycleway", "cycleway:left", "cycleway:right", "cycleway:both"] {
      if tags[key]?.hasPrefix("opposite") == true { return true }
      if ["no", "-1"].contains(tags[key + ":oneway"]) { return true }
    }
    return false
  }

  /// `barrier_blacklist`, and what one must climb, turn or be carried through.
  func passes(_ barrier: String, _ tags: Tags) -> Bool {
    switch barrier {
    case "yes", "wall", "fence", "city_wall", "retaining_wall", "hedge", "ditch", "debris",
      "stile", "kissing_gate", "turnstile", "full-height_turnstile":
      false
    default: true
    }
  }
}
