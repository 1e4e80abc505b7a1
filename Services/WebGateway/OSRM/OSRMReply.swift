import Geography

/// The replies of OSRM's services, as `docs/http.md` describes them.
enum OSRMReply {
  struct Failure: Encodable {
    let code: String
    let message: String
  }

  struct Waypoint: Encodable {
    var hint = ""
    let distance: Double
    let name: String
    let location: OSRMLocation
  }

  struct Routes: Encodable {
    var code = "Ok"
    let routes: [Route]
    /// `nil` where the request skips them.
    let waypoints: [Waypoint]?
  }

  struct Route: Encodable {
    let geometry: OSRMGeometry?
    let legs: [Leg]
    var weightName = "duration"
    let weight: Double
    let duration: Double
    let distance: Double
    /// In matches only.
    var confidence: Double?

    private enum CodingKeys: String, CodingKey {
      case geometry, legs, weight, duration, distance, confidence
      case weightName = "weight_name"
    }
  }

  struct Leg: Encodable {
    let steps: [Step]
    let weight: Double
    let summary: String
    let duration: Double
    let distance: Double
    let annotation: Annotation?
  }

  struct Annotation: Encodable {
    var distance: [Double]?
    var duration: [Double]?
    var speed: [Double]?
    var weight: [Double]?
    var datasources: [Int]?
  }

  struct Step: Encodable {
    let geometry: OSRMGeometry
    let maneuver: Maneuver
    let mode: String
    let drivingSide: String
    let name: String
    let ref: String?
    let intersections: [Intersection]
    let weight: Double
    let duration: Double
    let distance: Double
    let exits: String?
    let destinations: String?

    private enum CodingKeys: String, CodingKey {
      case geometry, maneuver, mode, name, ref, intersections, weight, duration, distance
      case exits, destinations
      case drivingSide = "driving_side"
    }
  }

  struct Maneuver: Encodable {
    let bearingBefore: Int
    let bearingAfter: Int
    let location: OSRMLocation
    let type: String
    let modifier: String?
    let exit: Int?
    /// Not one of OSRM's: the sentence.
    let instruction: String

    private enum CodingKeys: String, CodingKey {
      case location, type, modifier, exit, instruction
      case bearingBefore = "bearing_before"
      case bearingAfter = "bearing_after"
    }
  }

  struct Intersection: Encodable {
    let location: OSRMLocation
    let bearings: [Int]
    let entry: [Bool]
    let incoming: Int?
    let outgoing: Int?
    let lanes: [Lane]?

    private enum CodingKeys: String, CodingKey {
      case location, bearings, entry, lanes
      case incoming = "in"
      case outgoing = "out"
    }
  }

  struct Lane: Encodable {
    let indications: [String]
    let valid: Bool
  }

  struct Table: Encodable {
    var code = "Ok"
    let durations: [[Double?]]?
    let distances: [[Double?]]?
    let sources: [Waypoint]?
    let destinations: [Waypoint]?
    /// The rows and columns whose times are those of the fallback; `nil` where none was asked for.
    let fallbackCells: [[Int]]?

    private enum CodingKeys: String, CodingKey {
      case code, durations, distances, sources, destinations
      case fallbackCells = "fallback_speed_cells"
    }
  }

  struct Nearest: Encodable {
    var code = "Ok"
    let waypoints: [Waypoint]?
  }

  struct Matches: Encodable {
    var code = "Ok"
    let matchings: [Route]
    let tracepoints: [Tracepoint?]?
  }

  struct Tracepoint: Encodable {
    var hint = ""
    var alternativesCount = 0
    /// `nil` where no leg begins or ends.
    let waypointIndex: Int?
    let matchingsIndex: Int
    let distance: Double
    let name: String
    let location: OSRMLocation

    private enum CodingKeys: String, CodingKey {
      case hint, distance, name, location
      case alternativesCount = "alternatives_count"
      case waypointIndex = "waypoint_index"
      case matchingsIndex = "matchings_index"
    }
  }
}

/// `[longitude, latitude]`.
struct OSRMLocation: Encodable {
  let coordinate: Coordinate

  init(_ coordinate: Coordinate) { self.coordinate = coordinate }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(coordinate.longitude)
    try container.encode(coordinate.latitude)
  }
}

/// A line: an encoded polyline, or GeoJSON.
enum OSRMGeometry: Encodable {
  case text(String)
  case line([Coordinate])

  init(_ line: [Coordinate], _ kind: OSRMQuery.Geometries) {
    // A GeoJSON line has two points.
    let line = line.count == 1 ? [line[0], line[0]] : line
    switch kind {
    case .polyline: self = .text(OSRMPolyline.text(line, precision: 5))
    case .polyline6: self = .text(OSRMPolyline.text(line, precision: 6))
    case .geojson: self = .line(line)
    }
  }

  private enum CodingKeys: String, CodingKey { case type, coordinates }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .line(let line):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("LineString", forKey: .type)
      try container.encode(line.map(OSRMLocation.init), forKey: .coordinates)
    }
  }
}
