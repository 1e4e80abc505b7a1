import Messages
import OpenStreetMap

/// The rules for bicycles that are ridden, never pushed. Numbers without another source are those
/// of OSRM's bicycle profile (`profiles/bicycle.lua`).
struct BicycleRules: TravelRules {
  let profile = TravelProfile.bicycle
  let travellers = "bicycles"
  let accessKeys = ["bicycle", "vehicle", "access"]
  let onewayKeys = ["oneway:bicycle", "oneway:vehicle", "oneway"]
  let restrictionKeys = ["restriction:bicycle", "restriction:vehicle", "restriction"]

  /// Half way between OSRM's `default_speed` of 15 and the 18 of Valhalla's usual bicycle
  /// (`kDefaultCyclingSpeed`).
  static let usual = 16.5
  /// On ways shared with pedestrians that are open to bicycles but not designated for them:
  /// GraphHopper's speed of `footway` and `pedestrian`.
  static let onFootways = 6.0

  func speed(on roadClass: RoadClass) -> Double? {
    switch roadClass {
    case .track: 12
    case .path: 13
    case .footway, .pedestrian, .bridleway, .pier: Self.onFootways
    case .ferry: 5
    case .shuttleTrain: 10
    case .steps: nil
    default: Self.usual
    }
  }

  /// Motorways and `motorroad`s are for motor vehicles only; trunk roads are open as in Valhalla's
  /// `lua/graph.lua` and the OpenStreetMap wiki's default access restrictions. Trails harder than
  /// `hiking` cannot be ridden (GraphHopper's `isSacScaleAllowed`).
  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool {
    switch roadClass {
    case .motorway, .motorwayLink, .footway, .pedestrian, .bridleway, .pier, .shuttleTrain: false
    default: tags["motorroad"] != "yes" && [nil, "hiking"].contains(tags["sac_scale"])
    }
  }

  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> TaggedSpeed
  {
    var tagged = TaggedSpeed(kilometersPerHour: classSpeed)
    if classSpeed == Self.onFootways, tags["bicycle"] == "designated" {
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

  /// The mean of OSRM's `surface_speeds` and the speed of Valhalla's default bicycle there
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

  /// `opposite_cycleway_tags`, and the newer scheme `cycleway:left:oneway=-1`.
  func isContraflow(_ tags: Tags) -> Bool {
    for key in ["cycleway", "cycleway:left", "cycleway:right", "cycleway:both"] {
      if tags[key]?.hasPrefix("opposite") == true { return true }
      if ["no", "-1"].contains(tags[key + ":oneway"]) { return true }
    }
    return false
  }

  /// `barrier_blacklist`, and barriers that one must climb or push through.
  func passes(_ barrier: String, _ tags: Tags) -> Bool {
    switch barrier {
    case "yes", "wall", "fence", "city_wall", "retaining_wall", "hedge", "ditch", "debris",
      "stile", "kissing_gate", "turnstile", "full-height_turnstile":
      false
    default: true
    }
  }
}
