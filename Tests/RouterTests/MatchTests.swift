import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Recorded tracks on the roads they were travelled on.
@Suite("Matching tracks")
struct MatchTests {
  /// A point every few metres along a line, displaced by noise.
  private static func track(
    along line: [Coordinate], every step: Meters, noise: Meters,
    using random: inout SeededGenerator
  ) -> [Coordinate] {
    var points: [Coordinate] = []
    var left: Meters = 0
    for (start, end) in zip(line, line.dropFirst()) {
      let length = start.distance(to: end)
      while left < length {
        let point = start.moved(by: left, bearing: start.bearing(to: end))
        points.append(
          point.moved(by: noise * Self.normal(&random), bearing: 0)
            .moved(by: noise * Self.normal(&random), bearing: 90))
        left += step
      }
      left -= length
    }
    return points
  }

  /// The sum of three uniform numbers, which has the deviation of a normal one, 1.
  private static func normal(_ random: inout SeededGenerator) -> Double {
    (0..<3).reduce(0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
  }

  @Test(
    "The ways of a noisy track are those of its route",
    arguments: [(3.0, 15.0), (5, 30), (8, 60)] as [(Meters, Meters)])
  func towns(noise: Meters, step: Meters) throws {
    var (right, all) = (0, 0)
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let town = RandomTown(side: 7, seed: 300 + seed)
      let (network, _) = try DrawnNetwork.network(town.elements)
      let router = ProfileRouter(RoadSnapshot(network))
      let ends = [town.coordinates[0], town.coordinates[48]]
      guard let route = try? router.answer(RouteRequest(waypoints: ends, geometry: true)),
        let line = route.geometry?.coordinates
      else { continue }
      let track = Self.track(along: line, every: step, noise: noise, using: &random)
      let reply = try router.answer(MatchRequest(points: track, accuracyMeters: noise))
      let expected = Set(try Self.ways(of: line, router))
      let found = Set(reply.matches.flatMap(\.ways))
      right += expected.intersection(found).count
      all += expected.union(found).count
      #expect(reply.points.count == track.count)
    }
    #expect(all > 60)
    #expect(Double(right) > 0.9 * Double(all), "\(right) of \(all)")
  }

  private static func ways(of line: [Coordinate], _ router: ProfileRouter) throws -> [Int] {
    let dense = zip(line, line.dropFirst()).filter { $0 != $1 }.map { start, end in
      start.moved(by: start.distance(to: end) / 2, bearing: start.bearing(to: end))
    }
    return try dense.compactMap {
      try router.answer(NearestRoadRequest(coordinate: $0)).points.first?.way
    }
  }

  @Test("A lower accuracy never fits fewer points", arguments: 1...10 as ClosedRange<UInt64>)
  func accuracies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let town = RandomTown(side: 7, seed: 300 + seed)
    let router = ProfileRouter(RoadSnapshot(try DrawnNetwork.network(town.elements).0))
    let ends = [town.coordinates[0], town.coordinates[48]]
    guard let route = try? router.answer(RouteRequest(waypoints: ends, geometry: true)),
      let line = route.geometry?.coordinates
    else { return }
    for length in [2, line.count] {
      let track = Self.track(
        along: Array(line.prefix(length)), every: 12, noise: 4, using: &random)
      guard track.count > 1 else { continue }
      let fits = try [1, 2, 3, 5, 8, 12, 20, 30, 50].map { accuracy in
        try router.answer(MatchRequest(points: track, accuracyMeters: accuracy)).points
          .count { $0 != nil }
      }
      #expect(fits == fits.sorted(), "\(fits) of \(track.count)")
      #expect(fits.last == track.count)
    }
  }

  @Test(
    "A lower accuracy never loses a part between two jumps", arguments: 1...5 as ClosedRange<UInt64>
  )
  func partsOfAccuracies(seed: UInt64) throws {
    let map = RoadMap(
      """
      A--B

      C--D
      """, step: 500, ways: ["AB": street, "CD": street])
    let router = ProfileRouter(RoadSnapshot(try DrawnNetwork.network(map.elements).0))
    var random = SeededGenerator(seed: seed)
    let starts: [Character] = ["A", "C", "A", "C"]
    let track = starts.flatMap { start in
      (0..<Int.random(in: 2...6, using: &random)).map {
        map.coordinate(of: start).moved(by: Meters(50 + 9 * $0), bearing: 90)
      }
    }
    for accuracy in [1, 2, 3, 5, 8, 12, 20, 30, 50] as [Meters] {
      let reply = try router.answer(MatchRequest(points: track, accuracyMeters: accuracy))
      #expect(!reply.points.contains(nil), "\(accuracy) m")
      #expect(reply.matches.count == starts.count, "\(accuracy) m")
    }
  }

  @Test("A match has a leg from point to point, whose steps and sums are those of its line")
  func legs() throws {
    let map = RoadMap(
      """
      A----B----C
           |
           D----E
      """, step: 50, ways: ["AB": street, "BC": street, "BD": street, "DE": street])
    let drawn = try DrawnNetwork(map)
    let track = [(20.0, "A"), (60, "A"), (66, "A"), (150, "A"), (40, "B"), (100, "D")].map {
      map.coordinate(of: Character($0.1)).moved(by: $0.0, bearing: $0.1 == "B" ? 180 : 90)
    }
    let match = { (through: [Int]?) in
      try drawn.router.answer(
        MatchRequest(points: track, geometry: true, steps: true, through: through))
    }
    let reply = try match(nil)
    #expect(!reply.points.contains(nil))
    let found = try #require(reply.matches.first)
    let legs = try #require(found.legs)
    #expect(legs.count == track.count - 1)
    #expect(legs.reduce(0) { $0 + $1.durationSeconds } == found.durationSeconds)
    #expect(legs.reduce(0) { $0 + $1.distanceMeters } == found.distanceMeters)
    #expect(legs.allSatisfy { $0.steps?.first?.maneuver.kind == .depart })
    let line = try #require(found.geometry?.coordinates)
    let places = legs.flatMap { $0.steps ?? [] }.flatMap { $0.intersections ?? [] }
    #expect(places.map(\.geometryIndex) == places.map(\.geometryIndex).sorted())
    #expect(places.last?.geometryIndex == line.count - 1)
    let crossing = try #require(places.first { $0.bearings.count > 2 })
    #expect(line[crossing.geometryIndex].distance(to: map.coordinate(of: "B")) < 1)
    #expect(crossing.bearings == [90, 180, 270])
    #expect(crossing.entries == [true, true, false])
    #expect(crossing.incoming == 2 && crossing.outgoing == 1)
    let joined = try #require(try match([1, 2, 3]).matches.first)
    #expect(joined.legs?.map(\.distanceMeters).count == 2)
    #expect(joined.distanceMeters == found.distanceMeters)
  }

  private static let parallel = RoadMap(
    """
    A----------B----------C
    D----------E----------F
    """,
    step: 30, ways: ["ABC": oneWay, "FED": oneWay, "AD": street, "CF": street])

  @Test("Between parallel one-way streets the direction of travel decides")
  func direction() throws {
    let drawn = try DrawnNetwork(Self.parallel)
    let middle = { (upper: Character, lower: Character) -> Coordinate in
      let (a, b) = (drawn.map.coordinate(of: upper), drawn.map.coordinate(of: lower))
      return a.moved(by: a.distance(to: b) / 2, bearing: 180)
    }
    let east = [middle("A", "D"), middle("B", "E"), middle("C", "F")].enumerated().map {
      $0 == 0 ? $1.moved(by: 40, bearing: 90) : $0 == 2 ? $1.moved(by: 40, bearing: 270) : $1
    }
    for (track, letters) in [(east, "ABC"), (east.reversed(), "FED")] {
      let reply = try drawn.router.answer(
        MatchRequest(points: track, accuracyMeters: 20, geometry: true))
      let line = try #require(reply.matches.first?.geometry?.coordinates)
      #expect(drawn.map.letters(along: line) == String(letters.dropFirst().dropLast()))
      #expect(reply.matches.count == 1)
    }
  }

  @Test("A track is cut where no road leads on, and points off the roads are left out")
  func cuts() throws {
    let map = RoadMap("A-----B          C-----D", step: 100, ways: ["AB": street, "CD": street])
    let drawn = try DrawnNetwork(map)
    let points = "ABCD".map { map.coordinate(of: $0) }
    let off = points[1].moved(by: 500, bearing: 90)
    let reply = try drawn.router.answer(
      MatchRequest(points: [points[0], points[1], off, points[2], points[3]]))
    #expect(reply.matches.map(\.distanceMeters) == [600, 600])
    #expect(reply.points.map { $0?.match } == [0, 0, nil, 1, 1])
  }

  @Test("A parked car and jitter do not move along the road")
  func jitter() throws {
    let map = RoadMap("A----------B", step: 50, ways: ["AB": street])
    let drawn = try DrawnNetwork(map)
    let start = map.coordinate(of: "A").moved(by: 100, bearing: 90)
    let offsets: [Meters] = [0, 12, 3, 14, 5, 160, 150, 300]
    let reply = try drawn.router.answer(
      MatchRequest(points: offsets.map { start.moved(by: $0, bearing: 90) }, accuracyMeters: 5))
    #expect(reply.matches.count == 1)
    #expect(reply.matches.first.map { abs($0.distanceMeters - 300) <= 2 } == true)
    #expect(!reply.points.contains(nil))
  }

  @Test("A track of a high vehicle is on no road that it does not fit")
  func vehicle() throws {
    let map = RoadMap(
      """
      A---B---C---D
          |   |
          E---F
      """,
      ways: [
        "AB": street, "BC": ["highway": "residential", "maxheight": "2.5"], "CD": street,
        "BEFC": street,
      ])
    let router = try DrawnNetwork(map).router
    // Nearer to the low road than to the way round.
    let track = [20.0, 120, 220, 280, 380, 480, 580].map { east in
      map.coordinate(of: "A").moved(by: east, bearing: 90)
        .moved(by: (200...400).contains(east) ? 40 : 0, bearing: 180)
    }
    func ways(_ roads: RoadSelection?) throws -> [Int] {
      try router.answer(
        MatchRequest(points: track, accuracyMeters: 20, roads: roads)
      ).matches.flatMap(\.ways)
    }
    #expect(try ways(nil) == [1, 2, 3])
    #expect(try ways(RoadSelection(vehicle: VehicleSize(heightMeters: 3))) == [1, 4, 3])
    #expect(try ways(RoadSelection(vehicle: VehicleSize(heightMeters: 2.2))) == [1, 2, 3])
    #expect(try ways(nil) == [1, 2, 3])
  }

  @Test("Invalid tracks are refused")
  func invalid() throws {
    let drawn = try DrawnNetwork(Self.parallel)
    let a = drawn.map.coordinate(of: "A")
    let rows: [(MatchRequest, ErrorCode)] = [
      (MatchRequest(points: [a]), .invalidRequest),
      (MatchRequest(points: [a, a], accuracyMeters: 0), .invalidRequest),
      (
        MatchRequest(points: [a, Coordinate(latitude: 99, longitude: 0)]), .invalidRequest
      ),
      (
        MatchRequest(points: [a, a], roads: RoadSelection(avoid: [.tolls])), .invalidRequest
      ),
      (
        MatchRequest(
          points: [a, a], roads: RoadSelection(vehicle: VehicleSize(weightTonnes: 1_000))),
        .invalidRequest
      ),
      (
        MatchRequest(
          points: [Coordinate(latitude: 0, longitude: 0)] + [a.moved(by: 9e5, bearing: 0)]),
        .outsideMap
      ),
    ]
    for (request, code) in rows {
      let error = #expect(throws: ServiceError.self) { try drawn.router.answer(request) }
      #expect(error?.code == code)
    }
  }

  @Test("A heading chooses the direction, and the carriageway, in which a drive begins")
  func headings() throws {
    let drawn = try DrawnNetwork(Self.parallel)
    let b = drawn.map.coordinate(of: "B").moved(by: 14, bearing: 180)
    let c = drawn.map.coordinate(of: "C")
    let path = { (heading: Double?) in
      let reply = try drawn.router.answer(
        RouteRequest(
          waypoints: [b.moved(by: 60, bearing: 90), c], geometry: true, headings: [heading, nil]))
      return drawn.map.letters(along: try #require(reply.geometry?.coordinates))
    }
    #expect(try path(90) == "C")
    #expect(try path(270) == "EDABC")
    // No road leads north.
    #expect(try path(0) == path(nil))
    #expect(throws: ServiceError.self) {
      try drawn.router.answer(RouteRequest(waypoints: [b, c], headings: [90]))
    }
  }
}
