import Messages
import OpenStreetMap

/// What the rules of the road say to one kind of traveller, and how fast that one goes.
///
/// Every number of a conformer has its source beside it. Speeds are kilometres an hour.
protocol TravelRules: Sendable {
  var profile: TravelProfile { get }
  /// As reports and messages call them: "cars".
  var travellers: String { get }
  /// From the most to the least specific, see `Access`.
  var accessKeys: [String] { get }
  /// The keys that close a direction, the most specific first.
  var onewayKeys: [String] { get }
  /// The keys of turn restrictions, the most specific first; empty: none binds.
  var restrictionKeys: [String] { get }

  /// How fast one goes on a class of road without signs; `nil` where one never does.
  func speed(on roadClass: RoadClass) -> Double?
  /// Whether one may use a class of road about which the access tags say nothing.
  func admits(_ roadClass: RoadClass, _ tags: Tags) -> Bool
  /// How fast one goes on a road, "forward" or "backward", from its class's speed.
  func speed(_ classSpeed: Double, on road: RoadClass, _ tags: Tags, _ side: String) -> TaggedSpeed
  /// Whether a one-way street may be used both ways nevertheless.
  func isContraflow(_ tags: Tags) -> Bool
  /// Whether one passes a barrier about which the access tags say nothing.
  func passes(_ barrier: String, _ tags: Tags) -> Bool
}

/// A speed, and whether a sign about it was not understood.
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

  /// The place in `allCases`, under which the file and the survey keep a profile.
  var number: Int {
    switch self {
    case .car: 0
    case .bicycle: 1
    case .foot: 2
    }
  }
}
