import FoundationEssentials
import Geography
import Messages
import Testing

@testable import Router

/// Sequences of traffic changes, and the state after each.
@Suite("Traffic state")
struct TrafficStateTests {
  /// An imaginary map: way 7 has segments 0 and 1, way 8 has segment 2, way 9 is one-way. The
  /// coordinate `near` is at segment 1.
  static let near = Coordinate(latitude: 1, longitude: 2)

  static func locate(_ road: RoadReference) -> [DirectedSegment] {
    let forward = { (segment: Int) in DirectedSegment(SegmentID(segment), isBackward: false) }
    let both = { (segment: Int) in [forward(segment), forward(segment).reversed] }
    switch (road.way, road.coordinate) {
    case (7, nil):
      let all = both(0) + both(1)
      guard let bearing = road.bearing else { return all }
      return all.filter { $0.isBackward == (bearing >= 180) }
    case (8, nil): return both(2)
    case (9, nil): return [forward(3)]
    case (nil, near): return both(1)
    default: return []
    }
  }

  static let way7 = RoadReference(way: 7)
  static let east7 = RoadReference(way: 7, bearing: 90)
  static let west7 = RoadReference(way: 7, bearing: 270)
  static let way8 = RoadReference(way: 8)
  static let way9 = RoadReference(way: 9)
  static let spot = RoadReference(coordinate: near)

  /// The state after the requests in order.
  private func state(_ requests: TrafficRequest...) throws -> TrafficState {
    try requests.reduce(.empty) { try $0.changed(by: $1, locate: Self.locate) }
  }

  private static func close(_ roads: RoadReference..., keep: Bool? = nil) -> TrafficRequest {
    TrafficRequest(set: roads.map { TrafficChange(road: $0, state: .closed) }, keep: keep)
  }

  private static func slow(_ road: RoadReference, _ speed: Double) -> TrafficRequest {
    TrafficRequest(
      set: [TrafficChange(road: road, state: .speed(kilometersPerHour: speed))])
  }

  private static func clear(_ roads: RoadReference...) -> TrafficRequest {
    TrafficRequest(clear: roads)
  }

  /// Requests, and the roads and the version of the state after them.
  static let sequences: [([TrafficRequest], [RoadReference], Int)] = [
    ([], [], 0),
    ([TrafficRequest()], [], 0),
    ([close(way7, way8)], [way7, way8], 1),
    // Repeated at once, a change has no effect; repeated after another one, it becomes the latest.
    ([close(way7), close(way7)], [way7], 1),
    ([close(way7), close(way8), close(way7)], [way8, way7], 3),
    ([close(way7), slow(way7, 20)], [way7], 2),
    // The last change of a road in one request counts.
    ([close(way7, way8, way7)], [way8, way7], 1),
    // Clearing a way clears everything on it; clearing a part of it does not clear the whole.
    ([close(way7), slow(spot, 5), clear(way7)], [], 3),
    ([close(way7), slow(spot, 5), clear(spot)], [way7], 3),
    ([close(way7), clear(spot)], [way7], 1),
    ([close(east7, west7), clear(west7)], [east7], 2),
    ([close(way7), clear(west7)], [way7], 1),
    ([close(way7), clear(east7, west7)], [], 2),
    ([close(way8), clear(way7)], [way8], 1),
    // Clearing everything, and setting other roads in the same request.
    ([close(way7, way8), TrafficRequest(clearAll: true)], [], 2),
    ([TrafficRequest(clearAll: true)], [], 0),
    (
      [
        close(way7, way8),
        TrafficRequest(set: [TrafficChange(road: way9, state: .closed)], clearAll: true),
      ], [way9], 2
    ),
    (
      [
        close(way7),
        TrafficRequest(
          set: [TrafficChange(road: spot, state: .closed)], clear: [way7]),
      ], [spot], 2
    ),
  ]

  @Test("A sequence of changes gives its state", arguments: sequences.indices)
  func sequence(row: Int) throws {
    let (requests, roads, version) = Self.sequences[row]
    let state = try requests.reduce(TrafficState.empty) {
      try $0.changed(by: $1, locate: Self.locate)
    }
    #expect(state.roads.map(\.road) == roads)
    #expect(state.version == version)
  }

  @Test("Only kept roads remain when the stack stops")
  func keep() throws {
    let mixed = try state(Self.close(Self.way7, keep: true), Self.close(Self.way8))
    #expect(mixed.roads.map(\.isKept) == [true, false])
    #expect(mixed.afterStop.roads.map(\.road) == [Self.way7])
    // Dropping a road counts as a change.
    #expect(mixed.afterStop.version == 3)
    let kept = try state(Self.close(Self.way7, keep: true))
    #expect(kept.afterStop == kept)
    #expect(TrafficState.empty.afterStop == .empty)
    // Set again without `keep`, it is no longer kept.
    let notKept = try state(Self.close(Self.way7, keep: true), Self.close(Self.way7))
    #expect(notKept.roads.map(\.isKept) == [false])
  }

  @Test("A request with a road that is not on the map changes nothing")
  func unknown() throws {
    let before = try state(Self.close(Self.way7))
    for request in [
      Self.close(Self.way8, RoadReference(way: 1)), Self.clear(Self.way7, RoadReference(way: 1)),
      Self.close(RoadReference(coordinate: Coordinate(latitude: 50, longitude: 50))),
    ] {
      let error = #expect(throws: ServiceError.self) {
        try before.changed(by: request, locate: Self.locate)
      }
      #expect(error?.code == .notFound)
      #expect(error?.message.contains("no traffic was changed") == true)
    }
  }

  @Test("A road that only an older map has can still be cleared")
  func otherMap() throws {
    let before = try state(Self.close(Self.way7, Self.way8))
    let onNewMap = { (road: RoadReference) in road == Self.way7 ? [] : Self.locate(road) }
    let after = try before.changed(by: Self.clear(Self.way7), locate: onNewMap)
    #expect(after.roads.map(\.road) == [Self.way8])
    // It is not cleared along with other roads.
    let spared = try before.changed(by: Self.clear(Self.way8), locate: onNewMap)
    #expect(spared.roads.map(\.road) == [Self.way7])
  }

  static let invalid: [(TrafficRequest, message: String)] = [
    (slow(way7, 0.5), "1 to 140"), (slow(way7, 141), "1 to 140"), (slow(way7, .nan), "1 to 140"),
    (close(RoadReference(way: 7, bearing: 360)), "360"),
    (close(RoadReference(way: 7, bearing: -1)), "bearing"),
    (close(RoadReference(coordinate: Coordinate(latitude: 91, longitude: 0))), "a latitude of -90"),
    (
      TrafficRequest(
        clear: Array(repeating: way7, count: RouterLimits.maximumTrafficChanges + 1)), "10000"
    ),
  ]

  @Test("Invalid requests are refused", arguments: invalid.indices)
  func refused(row: Int) {
    let (request, message) = Self.invalid[row]
    let error = #expect(throws: ServiceError.self) {
      try TrafficState.empty.changed(by: request, locate: Self.locate)
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("A road reference has a way or a coordinate: JSON with both or neither is refused")
  func names() throws {
    for road in ["{}", "{\"way\": 7, \"coordinate\": {\"latitude\": 1, \"longitude\": 2}}"] {
      let json = "{\"clear\": [\(road)]}"
      let request = try MessageCoder.decode(TrafficRequest.self, from: .init(json.utf8))
      let error = #expect(throws: ServiceError.self) {
        try TrafficState.empty.changed(by: request, locate: Self.locate)
      }
      #expect(error?.code == .invalidRequest)
    }
  }
}
