import Messages
import OpenStreetMap

/// The access rules and speeds of one profile.
///
/// Every number in a conforming type names its source. Speeds are in kilometres an hour.
protocol TravelRules: Sendable {
  var profile: TravelProfile { get }
  /// The travellers' name in reports and messages: "cars".
  var travellers: String { get }
  /// From the most to the least specific, see `Access`.
  var accessKeys: [String] { get }
  /// The keys that close a direction, the most specific first.
  var onewayKeys: [String] { get }
  /// The keys of turn restrictions, the most specific first; empty if none apply.
  var restrictionKeys: [String] { get }

  /// The speed on a class of road without other tags; `nil` where it is never used.
  func speed(on roadClass: RoadClass) -> Double?
  /// Whether a class of road is open by default, without access tags.
  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool
  /// The speed on a road from its class's speed and its tags; `side` is "forward" or "backward".
  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> TaggedSpeed
  /// Whether a one-way street is open in both directions for this profile.
  func isContraflow(_ tags: Tags) -> Bool
  /// Whether a road is for vehicles with passengers only, so that it is used only where no other
  /// leads to the goal.
  func isReserved(_ tags: Tags) -> Bool
  /// Whether a barrier is passable by default, without access tags.
  func passes(_ barrier: String, _ tags: Tags) -> Bool
}

extension TravelRules {
  func isReserved(_ tags: Tags) -> Bool { false }
}

/// A speed, and whether a tag about it is invalid.
struct TaggedSpeed: Equatable {
  var kilometersPerHour: Double
  var isInvalid = false
}

extension TravelProfile {
  var rules: any TravelRules {
    switch self {
    case .car: CarRules()
    case .bicycle: BicycleRules()
    case .foot: FootRules()
    }
  }

  /// The index in `allCases`: the number of the profile in the file and the survey.
  var number: Int {
    switch self {
    case .car: 0
    case .bicycle: 1
    case .foot: 2
    }
  }
}
