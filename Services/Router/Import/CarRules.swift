import Messages
import OpenStreetMap

/// The rules for cars. Numbers without another source are those of OSRM's car profile
/// (`profiles/car.lua`).
///
/// The speeds are the mean of OSRM's and Valhalla's: OSRM's times are about a fifth above
/// Valhalla's for the same route, and neither is known to be right.
struct CarRules: TravelRules {
  let profile = TravelProfile.car
  let travellers = "cars"
  let accessKeys = ["motorcar", "motor_vehicle", "vehicle", "access"]
  let onewayKeys = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"]
  let restrictionKeys = [
    "restriction:motorcar", "restriction:motor_vehicle", "restriction:vehicle", "restriction",
  ]

  /// The part of a signed limit that is driven on average: OSRM's `speed_reduction` is 0.8,
  /// Valhalla drives the whole limit.
  static let shareOfLimit = 0.9

  /// The mean of OSRM's `speeds` and Valhalla's, which is itself the mean of rural (`default_speed`
  /// of `lua/graph.lua`, ramps 0.85 of it) and urban (`urban_rc_speed` of
  /// `mjolnir/speed_assigner.h`, ramps 0.8 of it).
  func speed(on roadClass: RoadClass) -> Double? {
    switch roadClass {
    case .motorway: 94
    case .motorwayLink: 63
    case .trunk: 83
    case .trunkLink: 54
    case .primary: 66
    case .primaryLink: 42
    case .secondary: 55
    case .secondaryLink: 35
    case .tertiary: 43
    case .tertiaryLink: 29
    case .unclassified: 31
    // Of unknown kind, so only where nothing else leads: OSRM's `default_speed`. Likewise ways that
    // are not for cars, where a tag opens them.
    case .road, .cycleway, .footway, .path, .bridleway: 10
    case .residential: 29
    case .service: 19
    case .livingStreet, .pedestrian: 10
    // Without `tracktype`; with it see `kind`.
    case .track: 7
    case .shuttleTrain: 10
    case .ferry: 5
    case .steps, .pier: nil
    }
  }

  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool {
    switch roadClass {
    case .track: tags["tracktype"] == "grade1"
    case .pedestrian, .cycleway, .footway, .path, .bridleway: false
    // `service_tag_forbidden`.
    case .service: tags["service"] != "emergency_access"
    // A ferry with tags for walkers or bicycles and none for cars carries no cars: GraphHopper's
    // rule.
    case .ferry: tags["foot"] == nil && tags["bicycle"] == nil
    default: true
    }
  }

  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> TaggedSpeed
  {
    var tagged = TaggedSpeed(kilometersPerHour: Self.kind(road, tags) ?? classSpeed)
    if let text = tags["maxspeed:\(side)"] ?? tags["maxspeed"] ?? tags["maxspeed:type"] {
      switch SpeedLimit(text) {
      case .limited(let limit): tagged.kilometersPerHour = limit * Self.shareOfLimit
      case .unlimited: tagged.kilometersPerHour = RoadTags.top * Self.shareOfLimit
      case .variable: break
      case .invalid: tagged.isInvalid = true
      }
    }
    let caps = [
      Self.limit(surface: tags["surface"]), Self.limit(smoothness: tags["smoothness"]),
      Self.limit(tracktype: tags["tracktype"]),
    ]
    for cap in caps.compactMap({ $0 }) {
      tagged.kilometersPerHour = min(tagged.kilometersPerHour, cap)
    }
    return tagged
  }

  /// Some service roads and tracks have specific speeds, the mean of OSRM's (15, and the
  /// `default_speed` of 10 on tracks) and Valhalla's (`kParkingAisleSpeed`, `kDrivewaySpeed`,
  /// `kDriveThruSpeed`, and 20 to 5 by `tracktype` in `lua/graph.lua`).
  private static func kind(_ road: RoadClass, _ tags: Tags) -> Double? {
    switch road {
    case .service:
      switch tags["service"] {
      case "parking_aisle": 15
      case "driveway", "drive-through": 12
      default: nil
      }
    case .track:
      switch tags["tracktype"] {
      case "grade1": 15
      case "grade2": 12
      case "grade3": 11
      case "grade4": 10
      default: nil
      }
    default: nil
    }
  }

  /// The speed cap of a surface: `surface_speeds`.
  private static func limit(surface: String?) -> Double? {
    switch surface {
    case "cement", "compacted", "fine_gravel": 80
    case "paving_stones", "metal", "bricks": 60
    case "grass", "wood", "sett", "grass_paver", "gravel", "unpaved", "ground", "dirt",
      "pebblestone", "tartan":
      40
    case "cobblestone", "clay", "snow": 30
    case "earth", "stone", "rocky", "sand", "ice": 20
    case "laterite": 15
    case "mud": 10
    default: nil
    }
  }

  /// The speed cap of a smoothness: `smoothness_speeds`. Impassable roads are closed, see
  /// `RoadTags`.
  private static func limit(smoothness: String?) -> Double? {
    switch smoothness {
    case "intermediate": 80
    case "bad": 40
    case "very_bad": 20
    case "horrible": 10
    case "very_horrible": 5
    default: nil
    }
  }

  /// The speed cap of a track type: `tracktype_speeds`.
  private static func limit(tracktype: String?) -> Double? {
    switch tracktype {
    case "grade1": 60
    case "grade2": 40
    case "grade3": 30
    case "grade4": 25
    case "grade5": 20
    default: nil
    }
  }

  func isContraflow(_ tags: Tags) -> Bool { false }

  func isReserved(_ tags: Tags) -> Bool { tags["hov"] == "designated" }

  /// `barrier_whitelist`, and barriers that open for an approaching car.
  func passes(_ barrier: String, _ tags: Tags) -> Bool {
    switch barrier {
    case "no", "entrance", "gate", "lift_gate", "swing_gate", "sliding_gate", "wicket_gate",
      "cattle_grid", "toll_booth", "border_control", "sally_port", "height_restrictor", "arch",
      "bump_gate", "ticket_barrier", "coupure":
      true
    case "bollard": tags["bollard"] == "rising"
    case "kerb": ["lowered", "flush"].contains(tags["kerb"]) || tags["highway"] == "crossing"
    default: false
    }
  }
}
