import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Drives across the change of an hour: all answers agree, and none that departs later arrives
/// earlier.
@Suite("Change of the hour")
struct HourChangeTests {
  /// A random town, slow enough that its drives take many minutes, with random speeds by the hour.
  private struct Town {
    let router: ProfileRouter
    let points: [Coordinate]

    /// - Parameter closings: whether from ten o'clock on streets are closed, some for an hour.
    init(seed: UInt64, closings: Bool = false) throws {
      var random = SeededGenerator(seed: seed)
      let town = RandomTown(side: 6, seed: seed)
      var elements = town.elements
      if closings {
        elements.ways = elements.ways.map { way in
          guard Int.random(in: 0..<4, using: &random) == 0 else { return way }
          let end = Bool.random(using: &random) ? 11 : 13
          let tag: Tags.Pair = ("access:conditional", "no @ (10:00-\(end):00)")
          return MapWay(id: way.id, nodeIDs: way.nodeIDs, tags: Tags(Array(way.tags.pairs) + [tag]))
        }
      }
      let (network, _) = try DrawnNetwork.network(elements)
      // Down to a twentieth of the speed: a few kilometres then take hours.
      let hours = (0..<168).map { _ in
        (0..<RoadClass.allCases.count).map { _ in Double.random(in: 0.05...0.2, using: &random) }
      }
      // The number of periods is limited; an hour in six is as the one before.
      let schedule = SpeedSchedule { hour in
        SpeedFactors { hours[hour % 24 * 5 / 6][$0.index] }
      }
      router = ProfileRouter(RoadSnapshot(network, speedSchedule: schedule))
      points = (0..<12).map { _ in town.coordinates.randomElement(using: &random)! }
    }
  }

  private static let ten = Timestamp("2026-11-23T10:00:00+02:00")!

  @Test("Table, detours and route agree near the hour", arguments: 1...12 as ClosedRange<UInt64>)
  func agree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let town = try Town(seed: seed)
    let departure = Self.ten.adding(seconds: .random(in: -400...100, using: &random))
    let table = try #require(
      try town.router.answer(
        TableRequest(sources: town.points, destinations: town.points, departure: departure)
      ).durationsSeconds)
    let arriving = try #require(
      try town.router.answer(
        TableRequest(sources: town.points, destinations: town.points, arrival: departure)
      ).durationsSeconds)
    let detours = try town.router.answer(
      DetoursRequest(
        origin: town.points[0], destination: town.points[1],
        stops: PackedCoordinates(town.points), departure: departure))
    #expect(detours.toStopSeconds.numbers.map { $0.map(Int.init) } == table[0], "seed \(seed)")
    var crossings = 0
    for (row, start) in town.points.enumerated() {
      for (column, end) in town.points.enumerated() {
        let leaving = try? town.router.answer(
          RouteRequest(waypoints: [start, end], departure: departure, steps: true))
        #expect(leaving?.durationSeconds == table[row][column], "seed \(seed), \(row) \(column)")
        let coming = try? town.router.answer(
          RouteRequest(waypoints: [start, end], arrival: departure, steps: true))
        #expect(coming?.durationSeconds == arriving[row][column], "seed \(seed), \(row) \(column)")
        for leg in (leaving?.legs ?? []) + (coming?.legs ?? []) {
          let steps = leg.steps ?? []
          #expect(steps.allSatisfy { $0.durationSeconds >= 0 }, "seed \(seed)")
          #expect(steps.reduce(0) { $0 + $1.durationSeconds } == leg.durationSeconds)
        }
        if let leaving, let arrival = leaving.arrival, departure < Self.ten, arrival > Self.ten {
          crossings += 1
        }
      }
    }
    #expect(crossings > 20 || departure >= Self.ten, "seed \(seed)")
  }

  @Test("Also where ends are closed off in a later hour", arguments: 1...12 as ClosedRange<UInt64>)
  func agreeOnClosings(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let town = try Town(seed: seed, closings: true)
    let departure = Self.ten.adding(seconds: .random(in: -400...100, using: &random))
    let table = try #require(
      try town.router.answer(
        TableRequest(sources: town.points, destinations: town.points, departure: departure)
      ).durationsSeconds)
    for (row, start) in town.points.enumerated() {
      for (column, end) in town.points.enumerated() {
        let route = try? town.router.answer(
          RouteRequest(waypoints: [start, end], departure: departure))
        #expect(route?.durationSeconds == table[row][column], "seed \(seed), \(row) \(column)")
      }
      let toStops = try town.router.answer(
        DetoursRequest(
          origin: start, destination: start, stops: PackedCoordinates(town.points),
          departure: departure)
      ).toStopSeconds.numbers
      #expect(toStops.map { $0.map(Int.init) } == table[row], "seed \(seed), \(row)")
    }
  }

  @Test("Best detours are those of the detours", arguments: 1...12 as ClosedRange<UInt64>)
  func bestOfClosings(seed: UInt64) throws {
    let town = try Town(seed: seed, closings: true)
    let departure = Self.ten.adding(seconds: -200)
    let stops = PackedCoordinates(town.points)
    let leavings = (0..<4).map { departure.adding(seconds: $0 * 3600) }
    for end in town.points.dropFirst() {
      let detours = try town.router.answer(
        DetoursRequest(
          origin: town.points[0], destination: end, stops: stops, departure: departure,
          leavings: leavings))
      let (there, on) = (detours.toStopSeconds.numbers, detours.toDestinationSeconds.numbers)
      let reachable = there.indices.filter { stop in
        there[stop] != nil
          && detours.leavingColumns.contains { on[$0 * there.count + stop] != nil }
      }
      let best = try town.router.answer(
        BestDetoursRequest(
          origin: town.points[0], destination: end, set: "town", stops: stops,
          count: there.count, departure: departure, leavings: leavings))
      let found = best.stops.numbers.compactMap { $0.map(Int.init) }
      #expect(found.sorted() == reachable, "seed \(seed)")
    }
  }

  @Test("A street that closes on the way is reached as if it were open")
  func closesOnTheWay() throws {
    let closing: Tags = [
      "highway": "residential", "access:conditional": "no @ (10:00-12:00)",
    ]
    let map = RoadMap("A---------B---------C", step: 100, ways: ["AB": street, "BC": closing])
    let router = try DrawnNetwork(map).router
    let ends = "AC".map { map.coordinate(of: $0) }
    let seconds = try ["09:20", "09:59"].map { clock in
      try router.answer(
        RouteRequest(waypoints: ends, departure: Timestamp("2026-11-21T\(clock):00+02:00"))
      ).durationSeconds
    }
    #expect(seconds[0] == seconds[1])
    #expect(throws: ServiceError.self) {
      try router.answer(RouteRequest(waypoints: ends, departure: Self.ten))
    }
  }

  @Test(
    "Drives by the hour give the drive at any time", arguments: 1...12 as ClosedRange<UInt64>,
    [false, true])
  func hourly(seed: UInt64, closings: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let town = try Town(seed: seed, closings: closings)
    let (origin, destination) = (town.points[0], town.points[1])
    let leavings = (0..<12).map { Self.ten.adding(seconds: ($0 - 1) * 3600) }
    let reply = try town.router.answer(
      DetoursRequest(
        origin: origin, destination: destination, stops: PackedCoordinates(town.points),
        departure: Self.ten, leavings: leavings, hourly: true))
    #expect(reply.toDestinationSeconds.count == 0)
    let cells = try #require(reply.toDestinationMilliseconds).numbers
    let table = try #require(
      try town.router.answer(
        TableRequest(
          sources: town.points, destinations: [destination], departure: leavings[2], hourly: true)
      ).packedMilliseconds)
    let third = reply.leavingColumns[2] * town.points.count
    #expect(table.numbers == Array(cells[third..<third + town.points.count]), "seed \(seed)")
    for (index, stop) in town.points.enumerated() {
      let leaving = Self.ten.adding(seconds: .random(in: -600...600, using: &random))
      let duration = HourlyDuration(departing: leaving) { time in
        let hour = leavings.firstIndex { $0.clockHour == time.clockHour }
        guard let hour else { return .unknown }
        return cells[reply.leavingColumns[hour] * town.points.count + index]
          .map { .milliseconds(UInt32($0)) } ?? .noRoute
      }
      let route = try? town.router.answer(
        RouteRequest(waypoints: [stop, destination], departure: leaving))
      #expect(duration.seconds == route?.durationSeconds, "seed \(seed), \(index)")
    }
  }

  @Test(
    "No later departure arrives earlier, also over via points",
    arguments: 1...8 as ClosedRange<UInt64>)
  func firstInFirstOut(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let town = try Town(seed: seed)
    for waypoints in [Array(town.points[0..<2]), Array(town.points[2..<5])] {
      var time = Self.ten.adding(seconds: -900)
      var earlier: Timestamp?
      for _ in 0..<60 {
        let route = try? town.router.answer(RouteRequest(waypoints: waypoints, departure: time))
        guard let arrival = route?.arrival else { break }
        // Each leg is rounded to a second.
        let slack = waypoints.count - 2
        if let earlier {
          #expect(earlier <= arrival.adding(seconds: slack), "seed \(seed), \(time)")
        }
        earlier = arrival
        time = time.adding(seconds: .random(in: 1...60, using: &random))
      }
    }
  }

  @Test("A drive is the share of both hours' durations, and its steps are as well")
  func shares() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---------B---------C", step: 100,
        ways: [
          "AB": ["highway": "primary", "name": "First"],
          "BC": ["highway": "primary", "name": "Second"],
        ]))
    let ends = "AC".map { drawn.map.coordinate(of: $0) }
    // 135 s at the peak until 10:00, then 130 s: the second half of the way takes 65 s.
    let departure = Self.ten.adding(seconds: -67)
    let route = try drawn.router.answer(
      RouteRequest(waypoints: ends, departure: departure, steps: true))
    let peak = try drawn.router.answer(
      RouteRequest(waypoints: ends, departure: Self.ten.adding(seconds: -3600)))
    let day = try drawn.router.answer(RouteRequest(waypoints: ends, departure: Self.ten))
    #expect((peak.durationSeconds, day.durationSeconds) == (135, 130))
    #expect(route.durationSeconds == 132)
    #expect(route.legs[0].steps?.map(\.durationSeconds) == [67, 65, 0])
    #expect(route.arrival == departure.adding(seconds: 132))
  }
}

extension RoadClass {
  fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
