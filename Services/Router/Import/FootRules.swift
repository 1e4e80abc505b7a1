import Messages
import OpenStreetMap

/// The rules for who walks. Where no other source is named, a number is that of OSRM's foot profile
/// (`profiles/foot.lua`).
struct FootRules: TravelRules {
  let profile = TravelProfile.foot
  let travellers = "walkers"
  let accessKeys = ["foot", "access"]
  /// Nobody walks one-way, unless a sign says so to walkers.
  let onewayKeys = ["oneway:foot"]
  let restrictionKeys: [String] = []

  /// `walking_speed`.
  static let usual = 5.0
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

  /// Motorways, and roads built like them, are for motors only. A cycleway is open where a tag says
  /// so, as in Valhalla's `lua/graph.lua`, which also says so of bridleways and trunk roads. Where
  /// the pavements are mapped as ways of their own, they are for walking and the road is not.
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

  /// `barrier_blacklist`, and the like.
  func passes(_ barrier: String, _ tags: Tags) -> Bool {
    switch barrier {
    case "yes", "wall", "fence", "city_wall", "retaining_wall", "hedge", "ditch", "debris": false
    default: true
    }
  }
}
