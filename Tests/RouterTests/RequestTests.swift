import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Requests that cannot be answered: the error code and the message.
@Suite("Requests")
struct RequestTests {
  static func town() throws -> DrawnNetwork {
    try DrawnNetwork(
      RoadMap(
        "A---B   C---D",
        ways: [
          "AB": ["highway": "residential", "name": "West Street"],
          "CD": ["highway": "residential", "name": "East Street"],
        ]))
  }

  private func error(_ body: () throws -> Void) throws -> ServiceError {
    do {
      try body()
    } catch let error as ServiceError {
      return error
    }
    Issue.record("no error")
    return ServiceError(.internal, "")
  }

  @Test("A wrong number of waypoints is refused", arguments: [0, 1, 101])
  func waypointCount(count: Int) throws {
    let drawn = try Self.town()
    let here = drawn.map.coordinate(of: "A")
    let error = try error {
      _ = try drawn.router.answer(
        RouteRequest(waypoints: Array(repeating: here, count: count)))
    }
    #expect(error.code == .invalidRequest)
    #expect(error.message.contains("2 to 100"))
    #expect(error.message.contains("\(count)"))
    let most = try drawn.router.answer(
      RouteRequest(waypoints: Array(repeating: here, count: 100)))
    #expect(most.legs.count == 99)
  }

  @Test(
    "Invalid coordinates are refused",
    arguments: [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 91, longitude: 0),
      Coordinate(latitude: 0, longitude: -180.5), Coordinate(latitude: 0, longitude: .infinity),
    ])
  func invalid(coordinate: Coordinate) throws {
    let drawn = try Self.town()
    let here = drawn.map.coordinate(of: "A")
    let route = try error {
      _ = try drawn.router.answer(RouteRequest(waypoints: [here, coordinate]))
    }
    #expect(route.code == .invalidRequest)
    let prefix = "Waypoint 2 is \(coordinate.latitude), \(coordinate.longitude);"
    #expect(route.message.hasPrefix(prefix))
    let table = try error {
      _ = try drawn.router.answer(TableRequest(sources: [here], destinations: [coordinate]))
    }
    #expect(table.code == .invalidRequest)
    let nearest = try error {
      _ = try drawn.router.answer(NearestRoadRequest(coordinate: coordinate))
    }
    #expect(nearest.code == .invalidRequest)
  }

  @Test("A coordinate far from every road is off the map, and the message contains the map's box")
  func outside() throws {
    let drawn = try Self.town()
    let here = drawn.map.coordinate(of: "A")
    for coordinate in [
      here.moved(by: 2_100, bearing: 180), Coordinate(latitude: -37, longitude: 144),
      Coordinate(latitude: 90, longitude: 0),
    ] {
      let error = try error {
        _ = try drawn.router.answer(RouteRequest(waypoints: [coordinate, here]))
      }
      #expect(error.code == .outsideMap)
      #expect(error.message.hasPrefix("Waypoint 1 ("))
      #expect(error.message.contains("37.79,-122.41"))
    }
    let near = here.moved(by: 1_900, bearing: 180)
    #expect(throws: Never.self) {
      try drawn.router.answer(RouteRequest(waypoints: [near, here]))
    }
  }

  @Test("If there is no route, the message names both ends")
  func noRoute() throws {
    let drawn = try Self.town()
    let ends = "BC".map { drawn.map.coordinate(of: $0) }
    let error = try error { _ = try drawn.router.answer(RouteRequest(waypoints: ends)) }
    #expect(error.code == .noRoute)
    #expect(error.message.contains("West Street"))
    #expect(error.message.contains("East Street"))
  }

  @Test("Tables are refused if empty or too large, and packed on request")
  func tables() throws {
    let drawn = try Self.town()
    let here = drawn.map.coordinate(of: "A")
    for (rows, columns) in [(0, 1), (1, 0), (1001, 1000)] {
      let error = try error {
        _ = try drawn.router.answer(
          TableRequest(
            sources: Array(repeating: here, count: rows),
            destinations: Array(repeating: here, count: columns)))
      }
      #expect(error.code == .invalidRequest)
    }
    let letters = "ABCD".map { drawn.map.coordinate(of: $0) }
    let plain = try drawn.router.answer(
      TableRequest(sources: letters, destinations: Array(letters.dropFirst())))
    let packed = try drawn.router.answer(
      TableRequest(sources: letters, destinations: Array(letters.dropFirst()), packed: true))
    #expect(packed.durationsSeconds == nil)
    #expect(plain.packedSeconds == nil)
    #expect(
      packed.packedSeconds?.numbers == plain.durationsSeconds?.joined().map { $0.map(Int32.init) })
    #expect(plain.durationsSeconds?[0][1] == nil)
    #expect(plain.durationsSeconds?[1][0] == 0)
  }

  @Test("A wrong number of nearest roads is refused", arguments: [0, -1, 101])
  func nearestCount(limit: Int) throws {
    let drawn = try Self.town()
    let error = try error {
      _ = try drawn.router.answer(
        NearestRoadRequest(coordinate: drawn.map.coordinate(of: "A"), limit: limit))
    }
    #expect(error.code == .invalidRequest)
  }
}
