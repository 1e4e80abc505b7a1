package import Geography

/// Sets live traffic, and returns the current state of all affected roads. Without changes it only
/// lists them.
///
/// Every instance of the router applies a change, and `traffic.changed` announces it. Roads are
/// cleared before others are set.
///
/// A road that is named by nodes is known by a coordinate afterwards, also in the reply.
///
/// Fails with `notFound` (no such way or node in the map, no road at the coordinate; nothing is
/// changed then) and `invalidRequest` (a speed out of range, too many changes).
@Memberwise package struct TrafficRequest: RequestMessage, Hashable {
  package typealias Reply = TrafficReply
  package static let operation = Operation(
    .router, "traffic", version: 1, scope: .admin, isPublic: true)

  /// At most `RouterLimits.maximumTrafficChanges`.
  package let set: [TrafficChange]?
  /// Roads to reset, including all changes of parts of them.
  package let clear: [RoadReference]?
  /// Whether to reset all roads; default false.
  package let clearAll: Bool?
  /// Whether the roads in `set` survive a restart of the stack; default false.
  package let keep: Bool?

  /// Roads that are named by their ways or nodes only are those of the map that the caller names.
  package var whereabouts: Whereabouts? {
    let points = ((set ?? []).map(\.road) + (clear ?? [])).compactMap(\.coordinate)
    return points.isEmpty ? nil : .coordinates(points)
  }
}

/// A road and its live state.
@Memberwise package struct TrafficChange: Codable, Sendable, Hashable {
  package let road: RoadReference
  package let state: RoadCondition
}

/// A reference to a road.
@Memberwise package struct RoadReference: Codable, Sendable, Hashable {
  /// A way's number in OpenStreetMap: the whole way.
  package let way: Int?
  /// The stretch between junctions nearest to here.
  package let coordinate: Coordinate?
  /// Only the direction of travel nearest to this bearing, 0 ..< 360; both if absent.
  package let bearing: Double?
  /// The numbers of two neighbouring nodes of a way in OpenStreetMap: the stretch between junctions
  /// on which they lie, from the first towards the second.
  package let nodes: [Int]?

  package init(from first: Int, to second: Int) { self.init(nodes: [first, second]) }
}

/// The live state of a road: one of two, each under its own key.
package enum RoadCondition: Sendable, Hashable {
  /// `{"closed": true}`: the road is closed.
  case closed
  /// `{"kilometersPerHour": 12}`: the speed, at every hour; 1 ... 140.
  case speed(kilometersPerHour: Double)
}

extension RoadCondition: Codable {
  private enum Key: String, CodingKey { case closed, kilometersPerHour }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let speed = try container.decodeIfPresent(Double.self, forKey: .kilometersPerHour) {
      self = .speed(kilometersPerHour: speed)
    } else if try container.decodeIfPresent(Bool.self, forKey: .closed) == true {
      self = .closed
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "a road is closed or has kilometersPerHour."))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .closed: try container.encode(true, forKey: .closed)
    case .speed(let kilometersPerHour):
      try container.encode(kilometersPerHour, forKey: .kilometersPerHour)
    }
  }
}

/// The live traffic of the router.
@Memberwise package struct TrafficReply: Codable, Sendable, Hashable {
  /// Counts the changes; 0 before the first.
  package let version: Int
  /// In the order they were set.
  package let roads: [TrafficRoad]
  /// Of the network of cars, on which the roads were looked up; as in `RouteReply`. Absent from an
  /// instance of an earlier version.
  package let mapVersion: String?
}

/// A road with live traffic.
@Memberwise package struct TrafficRoad: Codable, Sendable, Hashable {
  package let road: RoadReference
  package let state: RoadCondition
  package let isKept: Bool
  package let name: String?
  /// How many stretches between junctions it changes.
  package let segments: Int
}

/// Live traffic has changed.
@Memberwise package struct TrafficChanged: EventMessage, Hashable {
  package static let topic = Topic(.router, "traffic.changed", version: 1)

  /// Counts the changes, see `TrafficReply.version`.
  package let version: Int
  /// The request.
  package let change: TrafficRequest
}
