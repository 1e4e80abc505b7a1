/// The kinds of road a car may use, and how fast it goes where no sign says.
///
/// The speeds are those of OSRM's car profile (`profiles/car.lua`), which were fitted to real
/// drives: they are what one averages there, not what one may drive.
enum RoadClass: String, CaseIterable {
  case motorway, trunk, primary, secondary, tertiary, unclassified, residential, service, road
  case motorwayLink = "motorway_link"
  case trunkLink = "trunk_link"
  case primaryLink = "primary_link"
  case secondaryLink = "secondary_link"
  case tertiaryLink = "tertiary_link"
  case livingStreet = "living_street"
  /// Only where a tag lets cars in, or a track is paved (`grade1`).
  case track, pedestrian, ferry

  /// Kilometres an hour without signs.
  var defaultSpeed: Double {
    switch self {
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
    case .livingStreet, .pedestrian: 10
    case .ferry: 5
    }
  }

  /// Whether a car may drive here unless a tag says otherwise.
  var admitsCars: Bool { self != .track && self != .pedestrian }
}

/// Speeds in kilometres an hour that hold whatever the class.
enum RoadSpeeds {
  /// The part of a signed limit that is driven on average: OSRM's `speed_reduction`.
  static let shareOfLimit = 0.8
  /// Nobody is slower, so that no time is beyond bounds.
  static let slowest = 1.0
  /// Parking aisles, driveways, alleys and drive-throughs.
  static let minorService = 10.0

  /// At most so fast on this surface: OSRM's `surface_speeds` and `tracktype_speeds`.
  static func limit(surface: String?) -> Double? {
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
}
