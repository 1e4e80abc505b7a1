import Messages
import OpenStreetMap

/// The rules for cars. Where no other source is named, a number is that of OSRM's car profile
/// (`profiles/car.lua`), whose speeds were fitted to real drives: they are what one averages there,
/// not what one may drive.
struct CarRules: TravelRules {
  let profile = TravelProfile.car
  let travellers = "cars"
  let accessKeys = ["motorcar", "motor_vehicle", "vehicle", "access"]
  let onewayKeys = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"]
  let restrictionKeys = [
    "restriction:motorcar", "restriction:motor_vehicle", "restriction:vehicle", "restriction",
  ]

  /// The part of a signed limit that is driven on average: OSRM's `speed_reduction`.
  static let shareOfLimit = 0.8
  /// Parking aisles, driveways, alleys and drive-throughs.
  static let minorService = 10.0

  func speed(on roadClass: RoadClass) -> Double? {
    switch roadClass {
    case .motorway: 90
    case .motorwayLink: 45
    case .trunk: 85
    case .trunkLink: 40
    case .primary: 65
    case .primaryLink: 30
    case .secondary: 55
    case .secondaryLink, .road, .unclassified, .residential: 25
    case .tertiary: 40
    case .tertiaryLink: 20
    case .service, .track: 15
    case .livingStreet, .pedestrian, .shuttleTrain: 10
    case .ferry: 5
    case .cycleway, .footway, .path, .bridleway, .steps, .pier: nil
    }
  }

  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool {
    switch roadClass {
    case .track: tags["tracktype"] == "grade1"
    case .pedestrian: false
    // A ferry that names walkers and says nothing of cars carries none: GraphHopper's rule.
    case .ferry, .shuttleTrain: tags["foot"] == nil && tags["bicycle"] == nil
    default: true
    }
  }

  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> PacedSpeed {
    var paced = PacedSpeed(kilometersPerHour: classSpeed)
    if road == .service,
      ["alley", "parking_aisle", "driveway", "drive-through"].contains(tags["service"])
    {
      paced.kilometersPerHour = Self.minorService
    }
    if let text = tags["maxspeed:\(side)"] ?? tags["maxspeed"] ?? tags["maxspeed:type"] {
      switch SpeedLimit(text) {
      case .limited(let limit): paced.kilometersPerHour = limit * Self.shareOfLimit
      case .unlimited: paced.kilometersPerHour = RoadTags.top * Self.shareOfLimit
      case .variable: break
      case .odd: paced.isOdd = true
      }
    }
    if let limit = Self.limit(surface: tags["surface"]) {
      paced.kilometersPerHour = min(paced.kilometersPerHour, limit)
    }
    return paced
  }

  /// At most so fast on this surface: `surface_speeds`.
  private static func limit(surface: String?) -> Double? {
    switch surface {
    case "cement", "compacted", "fine_gravel": 80
    case "paving_stones", "metal", "bricks": 60
    case "grass", "wood", "sett", "grass_paver", "gravel", "unpaved", "ground", "dirt",
      "pebblestone", "tartan":
      40
    case "cobblestone", "clay": 30
    case "earth", "stone", "rocky", "sand": 20
    case "mud": 10
    default: nil
    }
  }

  func isContraflow(_ tags: Tags) -> Bool { false }

  /// `barrier_whitelist`, and what opens for a car that comes to it.
  func passes(_ barrier: String, _ tags: Tags) -> Bool {
    switch barrier {
    case "no", "entrance", "gate", "lift_gate", "swing_gate", "sliding_gate", "wicket_gate",
      "cattle_grid", "toll_booth", "border_control", "sally_port", "height_restrictor", "arch",
      "kerb", "bump_gate", "ticket_barrier", "coupure":
      true
    case "bollard": tags["bollard"] == "rising"
    default: false
    }
  }
}
