import Geography

/// Tells the router how roads are just now, and asks what it was told. Without any change it lists.
///
/// Every instance of the router takes a change over, and `traffic.changed` announces it. Roads are
/// cleared before others are set.
///
/// Fails with `notFound` (no such way in the map, no road at the coordinate; nothing is changed
/// then) and `invalidRequest` (a speed out of range, too many changes).
package struct TrafficRequest: RequestMessage, Hashable {
  package typealias Reply = TrafficReply
  package static let operation = Operation(.router, "traffic", version: 1)

  /// At most `RouterLimits.maximumTrafficChanges`.
  package let set: [TrafficChange]?
  /// Roads that are as usual again, with all that was told of parts of them.
  package let clear: [RoadReference]?
  /// Whether all roads are as usual again; default false.
  package let clearAll: Bool?
  /// Whether the roads in `set` stay so when the stack is stopped and started; default false.
  package let keep: Bool?

  package init(
    set: [TrafficChange]? = nil, clear: [RoadReference]? = nil, clearAll: Bool? = nil,
    keep: Bool? = nil
  ) {
    self.set = set
    self.clear = clear
    self.clearAll = clearAll
    self.keep = keep
  }
}

/// A road and how it is.
package struct TrafficChange: Codable, Sendable, Hashable {
  package let road: RoadReference
  package let state: RoadState

  package init(road: RoadReference, state: RoadState) {
    self.road = road
    self.state = state
  }
}

/// A road as a person or another system names it.
package struct RoadReference: Codable, Sendable, Hashable {
  /// A way's number in OpenStreetMap: all of the way.
  package let way: Int?
  /// The stretch between junctions nearest to here.
  package let coordinate: Coordinate?
  /// Only the direction of travel nearest to this bearing, 0 ..< 360; both where left out.
  package let bearing: Double?

  package init(way: Int, bearing: Double? = nil) {
    self.way = way
    coordinate = nil
    self.bearing = bearing
  }

  package init(coordinate: Coordinate, bearing: Double? = nil) {
    way = nil
    self.coordinate = coordinate
    self.bearing = bearing
  }
}

/// How a road is just now: one of two, each under its own key.
package enum RoadState: Sendable, Hashable {
  /// `{"closed": true}`: nobody drives there.
  case closed
  /// `{"kilometersPerHour": 12}`: so fast it goes, whatever the hour; 1 ... 140.
  case speed(kilometersPerHour: Double)
}

extension RoadState: Codable {
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

/// What the router was told of roads.
package struct TrafficReply: Codable, Sendable, Hashable {
  /// Counts the changes; 0 before the first.
  package let version: Int
  /// In the order they were set.
  package let roads: [TrafficRoad]

  package init(version: Int, roads: [TrafficRoad]) {
    self.version = version
    self.roads = roads
  }
}

/// A road that is not as usual.
package struct TrafficRoad: Codable, Sendable, Hashable {
  package let road: RoadReference
  package let state: RoadState
  package let isKept: Bool
  package let name: String?
  /// How many stretches between junctions it changes.
  package let segments: Int

  package init(
    road: RoadReference, state: RoadState, isKept: Bool, name: String?, segments: Int
  ) {
    self.road = road
    self.state = state
    self.isKept = isKept
    self.name = name
    self.segments = segments
  }
}

/// Live traffic is another than before.
package struct TrafficChanged: EventMessage, Hashable {
  package static let topic = Topic(.router, "traffic.changed", version: 1)

  /// Counts the changes, see `TrafficReply.version`.
  package let version: Int
  /// What was asked for.
  package let change: TrafficRequest

  package init(version: Int, change: TrafficRequest) {
    self.version = version
    self.change = change
  }
}
