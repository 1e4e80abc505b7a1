import CommandLineKit
import Geography
import MessageBus
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Detours and routes in bulk are those of single requests.
@Suite("Detours and many routes")
struct DetourTests {
  /// Two hours of the standard schedule with equal speeds, and one with others.
  static let leavings = [
    "2026-11-23T10:10:00+02:00", "2026-11-23T12:00:00+02:00", "2026-11-23T16:00:00+02:00",
  ].compactMap { Timestamp($0) }

  private func route(
    _ router: ProfileRouter, _ start: Coordinate, _ end: Coordinate, at time: Timestamp?
  ) -> RouteReply? {
    try? router.answer(RouteRequest(waypoints: [start, end], departure: time))
  }

  @Test("Detours equal the routes to and from each stop", arguments: 1...6 as ClosedRange<UInt64>)
  func equalRoutes(seed: UInt64) throws {
    let town = RandomTown(side: 7, seed: seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    let router = ProfileRouter(RoadSnapshot(network))
    var random = SeededGenerator(seed: seed)
    let corner = town.coordinates[0]
    let points = (0..<30).map { _ in
      corner.moved(by: .random(in: -100...900, using: &random), bearing: 0)
        .moved(by: .random(in: -100...900, using: &random), bearing: 90)
    }
    try check(router, points, "seed \(seed)")
  }

  @Test("So they do on islands", arguments: [1, 2, 3] as [UInt64])
  func equalRoutesOnIslands(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawn = try DrawnNetwork(RouteTests.archipelago(gap: "     "))
    let (west, east) = (drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "Y"))
    let points =
      "AYX".map { drawn.map.coordinate(of: $0) }
      + (0..<20).map { _ in
        Coordinate(
          latitude: .random(in: east.latitude...west.latitude, using: &random),
          longitude: .random(in: west.longitude...east.longitude, using: &random))
      }
    try check(drawn.router, points, "seed \(seed)")
  }

  /// Detours from the first point to the second over the others.
  private func check(_ router: ProfileRouter, _ points: [Coordinate], _ comment: Comment) throws {
    let (origin, destination, stops) = (points[0], points[1], Array(points.dropFirst(2)))
    let departure = Timestamp("2026-11-23T09:50:00+02:00")
    let request = DetoursRequest(
      origin: origin, destination: destination, stops: PackedCoordinates(stops),
      departure: departure, leavings: Self.leavings)
    let reply = try router.answer(request)
    // The searches are prepared the second time, and used again the third time.
    for _ in 0..<2 { #expect(try router.answer(request) == reply, comment) }
    #expect(reply.leavingColumns == [0, 0, 1], comment)
    #expect(reply.toDestinationSeconds.count == 2 * stops.count)
    let (toStop, toDestination) = (
      reply.toStopSeconds.numbers, reply.toDestinationSeconds.numbers
    )
    for (index, stop) in stops.enumerated() {
      let there = route(router, origin, stop, at: departure)
      #expect(toStop[index].map(Int.init) == there?.durationSeconds, comment)
      if let there, let centimeters = reply.stopCentimeters.numbers[index] {
        #expect(
          abs(Double(centimeters) / 100 - there.waypoints[1].distanceMeters) < 0.01, comment)
      }
      for (leaving, column) in zip(Self.leavings, reply.leavingColumns) {
        let on = route(router, stop, destination, at: leaving)
        #expect(
          toDestination[column * stops.count + index].map(Int.init) == on?.durationSeconds, comment)
      }
    }
    // Live traffic may move an end from a closed road.
    if reply.trafficVersion != nil { return }
    let snapper = Snapper(router.network)
    #expect(reply.originMeters == snapper.snap(origin)?.nearest.distance)
    #expect(reply.destinationMeters == snapper.snap(destination)?.nearest.distance)
  }

  @Test("Prepared stops give what plain searches give", arguments: 1...6 as ClosedRange<UInt64>)
  func prepared(seed: UInt64) throws {
    let town = RandomTown(side: 8, seed: seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    let (known, plain) = (
      ProfileRouter(RoadSnapshot(network)), ProfileRouter(RoadSnapshot(network))
    )
    var random = SeededGenerator(seed: seed)
    func point() -> Coordinate {
      town.coordinates[0].moved(by: .random(in: -100...1000, using: &random), bearing: 0)
        .moved(by: .random(in: -100...1000, using: &random), bearing: 90)
    }
    let stops = (0..<40).map { _ in point() }
    for round in 0..<12 {
      // Some ends are stops, so that they share a street, or are the same.
      let ends = [round % 3 == 0 ? stops[round] : point(), round % 2 == 0 ? stops[20] : point()]
      let reply = try known.answer(
        DetoursRequest(
          origin: ends[0], destination: ends[1], stops: PackedCoordinates(stops),
          departure: Self.leavings[round % 3], leavings: [Self.leavings[(round + 1) % 3]]))
      let there = try plain.answer(
        TableRequest(sources: [ends[0]], destinations: stops, departure: Self.leavings[round % 3]))
      let on = try plain.answer(
        TableRequest(
          sources: stops, destinations: [ends[1]], departure: Self.leavings[(round + 1) % 3]))
      #expect(
        reply.toStopSeconds.numbers.map { $0.map(Int.init) } == there.durationsSeconds?[0],
        "seed \(seed), round \(round)")
      #expect(
        reply.toDestinationSeconds.numbers.map { $0.map(Int.init) }
          == on.durationsSeconds?.map { $0[0] }, "seed \(seed), round \(round)")
    }
  }

  @Test("Prepared stops respect closures that come later", arguments: [1, 2, 3] as [UInt64])
  func preparedTraffic(seed: UInt64) throws {
    let town = RandomTown(side: 6, seed: seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    let roads = LiveRoads(RoadSnapshot(network))
    let router = ProfileRouter(roads)
    let points = [town.coordinates[0], town.coordinates[35]] + town.coordinates[1..<35]
    try check(router, points, "seed \(seed), open")
    let closures = stride(from: 1, to: town.streets.count, by: 4).map {
      TrafficChange(road: RoadReference(way: $0), state: .closed)
    }
    let snapshot = roads.snapshot
    let state = try snapshot.traffic.state.changed(by: TrafficRequest(set: closures)) {
      snapshot.traffic.locate($0, on: network)
    }
    roads.replace(
      by: snapshot.applying(RoadTraffic(state, on: network, after: snapshot.traffic)))
    try check(router, points, "seed \(seed), closed")
  }

  @Test("A stop without a road, or without a route, spoils no other")
  func marked() throws {
    let drawn = try RequestTests.town()
    let (a, b, c) = (
      drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "B"), drawn.map.coordinate(of: "C")
    )
    let stops = [
      a.moved(by: 2_100, bearing: 180), b, Coordinate(latitude: .nan, longitude: 0), c,
      a.moved(by: 12, bearing: 180),
    ]
    let reply = try drawn.router.answer(
      DetoursRequest(origin: a, destination: b, stops: PackedCoordinates(stops)))
    #expect(reply.toStopSeconds.numbers.map { $0 == nil } == [true, false, true, true, false])
    #expect(
      reply.toDestinationSeconds.numbers.map { $0 == nil } == [true, false, true, true, false])
    #expect(reply.leavingColumns == [0])
    #expect(reply.stopCentimeters.numbers.map { $0 == nil } == [true, false, true, false, false])
    #expect(reply.stopCentimeters.numbers[4].map { abs($0 - 1200) < 10 } == true)
    #expect(reply.toDestinationSeconds.numbers[1] == 0)
    let none = try drawn.router.answer(
      DetoursRequest(origin: a, destination: b, stops: PackedCoordinates([])))
    #expect(none.toStopSeconds.count == 0)
  }

  @Test("Stops that only a private road leads to take the drive's time, however often one asks")
  func behindPrivateRoad() throws {
    let yard: Tags = ["highway": "residential", "access": "private"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        S---A---B---T
        |   |   |   |
        E---F   G---H
        """, step: 100,
        ways: ["SA": street, "AB": yard, "BT": street, "SEFA": street, "BGHT": street]))
    let points = "SFTH".map { drawn.map.coordinate(of: $0) }
    let stops = Array(points.dropFirst())
    let seconds = try #require(
      try drawn.router.answer(TableRequest(sources: points, destinations: points)).durationsSeconds)
    for _ in 0..<3 {
      let reply = try drawn.router.answer(
        DetoursRequest(
          origin: points[0], destination: points[0], stops: PackedCoordinates(stops)))
      #expect(reply.toStopSeconds.numbers.map { $0.map(Int.init) } == Array(seconds[0][1...]))
      #expect(
        reply.toDestinationSeconds.numbers.map { $0.map(Int.init) }
          == seconds.dropFirst().map { $0[0] })
    }
  }

  @Test("Too many stops or leavings, and an origin off the map, are refused")
  func refused() throws {
    let drawn = try RequestTests.town()
    let here = drawn.map.coordinate(of: "A")
    func code(_ request: DetoursRequest) -> ErrorCode? {
      do throws(ServiceError) {
        _ = try drawn.router.answer(request)
        return nil
      } catch { return error.code }
    }
    let time = Timestamp(secondsSince1970: 0)
    let far = Coordinate(latitude: -37, longitude: 144)
    let few = PackedCoordinates([here])
    let many = PackedCoordinates(repeatElement(here, count: RouterLimits.maximumDetourStops + 1))
    #expect(code(DetoursRequest(origin: here, destination: here, stops: few)) == nil)
    #expect(
      code(DetoursRequest(origin: here, destination: here, stops: many)) == .invalidRequest)
    #expect(
      code(
        DetoursRequest(
          origin: here, destination: here, stops: few,
          leavings: Array(repeating: time, count: RouterLimits.maximumLeavings + 1)))
        == .invalidRequest)
    #expect(code(DetoursRequest(origin: far, destination: here, stops: few)) == .outsideMap)
    #expect(code(DetoursRequest(origin: here, destination: far, stops: few)) == .outsideMap)
  }

  @Test("Many routes are answered as one by one, and each fails alone")
  func manyRoutes() throws {
    let drawn = try RequestTests.town()
    let letters = "ABCD".map { drawn.map.coordinate(of: $0) }
    let far = Coordinate(latitude: -37, longitude: 144)
    let worker = RouterWorker([.car: LiveRoads(RoadSnapshot(drawn.network))])
    let requests = (letters + [far]).flatMap { end in
      [RouteRequest(waypoints: [letters[0], end], geometry: true, steps: true)]
    }
    let results = requests.map { RouteResult($0, by: worker) }
    #expect(
      results
        == requests.map { request in
          do throws(ServiceError) {
            return .route(try drawn.router.answer(request))
          } catch { return .failure(error) }
        })
    #expect(throws: ServiceError.self) { try results[2].get() }
    #expect(try results[1].get().durationSeconds > 0)
    let tooMany = RoutesRequest(
      routes: Array(repeating: requests[0], count: RouterLimits.maximumRoutes + 1))
    #expect(throws: ServiceError.self) { try tooMany.checkedRoutes() }
  }
}

extension DetourTests {
  @Test(
    "The best stops are those with the least sums, and no other sum is below the bound",
    arguments: 1...8 as ClosedRange<UInt64>)
  func best(seed: UInt64) throws {
    let town = RandomTown(side: 7, seed: seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    let router = ProfileRouter(RoadSnapshot(network))
    var random = SeededGenerator(seed: seed)
    let stops =
      (0..<60).map { _ in
        town.coordinates[0].moved(by: .random(in: -100...900, using: &random), bearing: 0)
          .moved(by: .random(in: -100...900, using: &random), bearing: 90)
      } + [town.coordinates[0].moved(by: 9_000, bearing: 180)]
    try checkBest(router, stops, "seed \(seed)")
  }

  @Test("So they are on islands", arguments: 1...6 as ClosedRange<UInt64>)
  func bestOnIslands(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawn = try DrawnNetwork(RouteTests.archipelago(gap: "     "))
    let (west, east) = (drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "Y"))
    let points =
      "AYX".map { drawn.map.coordinate(of: $0) }
      + (0..<30).map { _ in
        Coordinate(
          latitude: .random(in: east.latitude...west.latitude, using: &random),
          longitude: .random(in: west.longitude...east.longitude, using: &random))
      }
    try checkBest(drawn.router, points.shuffled(using: &random), "seed \(seed)")
  }

  /// Detours from the first stop to the second.
  private func checkBest(_ router: ProfileRouter, _ stops: [Coordinate], _ comment: Comment) throws
  {
    let (origin, destination) = (stops[0], stops[1])
    let departure = Timestamp("2026-11-23T09:59:50+02:00")!
    func ask(_ stops: [Coordinate]?, _ count: Int) throws -> BestDetoursReply {
      try router.answer(
        BestDetoursRequest(
          origin: origin, destination: destination, set: "all",
          stops: stops.map { PackedCoordinates($0) }, count: count, departure: departure,
          leavings: Self.leavings))
    }
    #expect(throws: ServiceError.self) { try ask(nil, 1) }
    let detours = try router.answer(
      DetoursRequest(
        origin: origin, destination: destination, stops: PackedCoordinates(stops),
        departure: departure, leavings: Self.leavings, hourly: true))
    let on = try #require(detours.toDestinationMilliseconds).numbers
    // To the second, as the drives there are.
    let sums = detours.toStopSeconds.numbers.enumerated().map { number, there -> Int? in
      let column = [on[number], on[stops.count + number]].compactMap { $0 }.min()
      return there.flatMap { there in column.map { Int(there) * 1000 + Int($0) } }
    }
    for count in [0, 1, 7, 30, 100] {
      let reply = try ask(count == 0 ? stops : nil, count)
      let best = reply.stops.numbers.compactMap { $0.map(Int.init) }
      #expect(best.count == min(count, sums.count { $0 != nil }), comment)
      #expect(reply.unreachable == sums.count { $0 == nil }, comment)
      #expect(best.count + reply.others + reply.unreachable == stops.count)
      let others = sums.indices.filter { !best.contains($0) }.compactMap { sums[$0] }
      if let least = reply.leastMillisecondsOfOthers {
        #expect(others.allSatisfy { $0 >= least - 500 }, comment)
        #expect(others.contains { $0 <= least + 500 }, comment)
        #expect(best.allSatisfy { sums[$0] ?? .max <= least + 500 }, comment)
      } else {
        #expect(others.isEmpty)
      }
    }
  }
}
