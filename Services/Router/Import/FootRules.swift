import Messages
import OpenStreetMap

/// The rules for walking. Numbers without another source are those of OSRM's foot profile
/// (`profiles/foot.lua`).
struct FootRules: TravelRules {
  let profile = TravelProfile.foot
  let travellers = "walkers"
  let accessKeys = ["foot", "access"]
  /// One-way streets apply to vehicles only, unless a tag is about pedestrians.
  let onewayKeys = ["oneway:foot"]
  let restrictionKeys: [String] = []

  /// `walking_speed`.
  static let usual = RouterLimits.walkingKilometersPerHour
  /// GraphHopper's `FootAverageSpeedParser`.
  static let onSteps = 3.0

  func speed(on roadClass: RoadClass) -> Double? {
    switch roadClass {
    case .steps: Self.onSteps
    case .shuttleTrain: 10
    // A ferry without duration: `route_speeds`.
    default: Self.usual
    }
  }

  /// Motorways and `motorroad`s are for motor vehicles only. A cycleway is open only where a tag
  /// opens it, as in Valhalla's `lua/graph.lua`, which does so for bridleways and trunk roads too.
  /// Where pavements are mapped as separate ways, they are used and the road is not.
  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool {
    switch roadClass {
    case .motorway, .motorwayLink, .bridleway, .shuttleTrain: false
    case .cycleway: hasPavement(tags)
    default:
      tags["motorroad"] != "yes" && tags["sidewalk"] != "separate"
        && tags["sidewalk:both"] != "separate"
    }
  }

  private func hasPavement(_ tags: Tags) -> Bool {
    ["both", "left", "right", "yes"].contains(tags["sidewalk"])
  }

  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> TaggedSpeed
  {
    let share =
      switch tags["surface"] {
      case "fine_gravel", "gravel", "pebblestone": 0.75
      case "mud", "sand": 0.5
      default: 1.0
      }
    return TaggedSpeed(kilometersPerHour: road.isFerry ? classSpeed : classSpeed * share)
  }

  func isContraflow(_ tags: Tags) -> Bool { false }

  /// `barrier_blacklist` without `yes`, which says no more than that something stands there, and
  /// similar barriers.
  func passes(_ barrier: String, _ tags: Tags) -> Bool {
    switch barrier {
    case "wall", "fence", "city_wall", "retaining_wall", "hedge", "ditch", "debris": false
    default: true
    }
  }
}
