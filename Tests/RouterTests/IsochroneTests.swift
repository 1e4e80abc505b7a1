import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Isochrones against exact travel times, and their polygons. A failure names its seed.
@Suite("Isochrones", .computing)
struct IsochroneTests {
  /// Sampled road points with their exact travel times.
  struct Samples {
    let coordinates: [Coordinate]
    let milliseconds: [UInt32?]

    init(_ network: RoadNetwork, _ positions: [RoadPosition], _ costs: [UInt32?]) {
      coordinates = positions.map(\.coordinate)
      milliseconds = costs
    }

    /// The distance from a point to the nearest sample within a limit.
    func distance(_ point: Coordinate, within limit: UInt32) -> Meters {
      zip(coordinates, milliseconds).reduce(.infinity) { least, sample in
        guard let cost = sample.1, cost <= limit else { return least }
        return min(least, point.distance(to: sample.0))
      }
    }
  }

  /// Positions at a fixed spacing along all segments.
  static func positions(
    _ network: RoadNetwork, on segments: some Sequence<Int>, every step: Meters
  ) -> [RoadPosition] {
    segments.flatMap { number -> [RoadPosition] in
      let segment = SegmentID(number)
      guard !network.flags(of: segment).contains(.ferry) else { return [] }
      let line = network.pointRange(of: segment).map { network.point($0).coordinate }
      let length = Double(network.length(of: segment)) / 100
      return stride(from: 0, through: length, by: step).map { along in
        RoadPosition(
          segment: segment, offset: UInt32(along * 100), coordinate: point(along, on: line),
          distance: 0)
      }
    }
  }

  private static func point(_ along: Meters, on line: [Coordinate]) -> Coordinate {
    var left = along
    for (start, end) in zip(line, line.dropFirst()) {
      let length = start.distance(to: end)
      if left <= length { return start.moved(by: left, bearing: start.bearing(to: end)) }
      left -= length
    }
    return line[line.count - 1]
  }

  /// Areas leave out what only a last resort leads to.
  private static func withoutLastResorts(_ network: RoadNetwork) -> TravelMetric {
    var changes = RoadChanges.usual(network)
    changes.closedTurns.formUnion(
      (0..<network.turnCount).filter { network.flags(ofTurn: $0).contains(.lastResort) })
    return TravelMetric(network, changes: changes)
  }

  @Test(
    "What is near a road driven in time lies within, what is far from all lies without",
    arguments: 1...5 as ClosedRange<UInt64>, [false, true])
  func oracle(seed: UInt64, isReverse: Bool) throws {
    let town = RandomTown(side: 8, seed: 300 + seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    let query = RouteQuery(network, TravelMetric(network))
    let usual = RouteQuery(network, Self.withoutLastResorts(network))
    var random = SeededGenerator(seed: seed)
    let positions = Self.positions(network, on: 0..<network.segmentCount, every: 5)
    let center = try #require(
      Snapper(network).snap(
        town.coordinates[.random(in: 20..<44, using: &random)].moved(
          by: 30, bearing: 20))
    ).mainland
    let costs =
      isReverse
      ? usual.costs(from: positions, to: center) : usual.costs(from: center, to: positions)
    let samples = Samples(network, positions, costs)
    let limits: [UInt32] = [90_000, 20_000, 45_000]
    let contours = IsochroneQuery(network).areas(
      around: center, limits: limits, isReverse: isReverse, query.partial)
    for (limit, areas) in zip(limits, contours) {
      let polygons = areas.map(TestPolygon.init)
      // The diagonal of a cell, half a sampling step, and the error of the planar projection.
      let slack = ReachGrid.leastCellMeters * 1.5 + 4
      let reach = ReachGrid.leastCellMeters * ReachGrid.reachCells
      var counts = (within: 0, without: 0)
      for _ in 0..<400 {
        let point = Coordinate(
          latitude: .random(in: network.box.south...network.box.north, using: &random),
          longitude: .random(in: network.box.west...network.box.east, using: &random))
        let distance = samples.distance(point, within: limit)
        let isWithin = polygons.contains { $0.contains(point) }
        if distance < reach - slack {
          counts.within += 1
          #expect(isWithin, "seed \(seed), \(limit) ms, \(point) at \(distance) m")
        } else if distance > reach + slack {
          counts.without += 1
          #expect(!isWithin, "seed \(seed), \(limit) ms, \(point) at \(distance) m")
        }
      }
      #expect(counts.within + counts.without > 50, "seed \(seed): \(counts)")
      for (coordinate, cost) in zip(samples.coordinates, samples.milliseconds) {
        guard let cost, cost <= limit else { continue }
        #expect(
          polygons.contains { $0.contains(coordinate) }, "seed \(seed), \(coordinate) in \(cost) ms"
        )
      }
    }
  }

  @Test(
    "Rings are closed, simple, rightly turned, nested and apart; longer times hold shorter ones",
    arguments: 1...4 as ClosedRange<UInt64>)
  func rings(seed: UInt64) throws {
    let (network, _) = try DrawnNetwork.network(RandomTown(side: 9, seed: 400 + seed).elements)
    let center = try #require(Snapper(network).snap(network.box.middle)).mainland
    let query = RouteQuery(network, TravelMetric(network))
    let contours = IsochroneQuery(network).areas(
      around: center, limits: [15_000, 30_000, 60_000, 120_000], isReverse: seed % 2 == 0,
      query.partial)
    var holes = 0
    for areas in contours {
      let polygons = areas.map(TestPolygon.init)
      polygons.expectSound("seed \(seed)")
      holes += polygons.reduce(0) { $0 + $1.holes.count }
    }
    #expect(holes > 0, "seed \(seed)")
    for (shorter, longer) in zip(contours, contours.dropFirst()) {
      let outer = longer.map(TestPolygon.init)
      for ring in shorter.flatMap({ [$0.outline] + $0.holes }) {
        for point in ring {
          #expect(outer.contains { $0.containsOrTouches(point) }, "seed \(seed), \(point)")
        }
      }
    }
  }

  /// A box of so many metres around the drawn maps' corner.
  private func box(east: Meters, north: Meters) -> FixedBox {
    var box = FixedBox(of: [])
    for (side, half) in [(0.0, north), (90, east), (180, north), (270, east)] {
      box.extend(to: FixedPoint(RoadMap.corner.moved(by: half / 2, bearing: side)))
    }
    return box
  }

  @Test(
    "A grid has few vertices in an area of any size and shape, and many in a large one",
    arguments: [
      (400, 400), (100_000, 100_000), (3_000_000, 400_000), (20_000, 900_000), (2_000_000, 0),
      (0, 2_000_000),
    ] as [(Meters, Meters)])
  func vertices(east: Meters, north: Meters) {
    let grid = ReachGrid(around: box(east: east, north: north))
    #expect(grid.squares.count == grid.rows * grid.columns)
    #expect(grid.squares.count <= ReachGrid.maximumNodes)
    if max(east, north) > 400 { #expect(2 * grid.squares.count > ReachGrid.maximumNodes) }
  }

  @Test("The outline of the area around a road is as far from it as the area reaches")
  func outline() throws {
    var grid = ReachGrid(around: box(east: 1_000, north: 600))
    let ends = [(-400.0, -200.0), (400, 210)].map { east, north in
      FixedPoint(RoadMap.corner.moved(by: east, bearing: 90).moved(by: north, bearing: 0))
    }
    let (start, end) = (grid.project(ends[0]), grid.project(ends[1]))
    grid.add(start, end)
    let area = try #require(ContourTracer.areas(of: grid).first)
    #expect(area.outline.count > 20)
    let along = end - start
    for point in area.outline {
      let here = grid.project(
        FixedPoint(latitude: 10 * point.latitude, longitude: 10 * point.longitude))
      let share = ((here - start) * along).sum() / (along * along).sum()
      let apart = here - start - along * min(max(share, 0), 1)
      let distance = (apart * apart).sum().squareRoot()
      // Round the ends distances are not linear within a cell; 0.05 of an edge is kept free.
      #expect(abs(distance - grid.reach) < 0.06 * grid.reach, "\(distance) m")
    }
  }

  @Test("A one-way street is reachable downstream, and in reverse from upstream")
  func oneWays() throws {
    let map = RoadMap("A-------B-------C", step: 100, ways: ["ABC": oneWay])
    let drawn = try DrawnNetwork(map)
    let center = map.coordinate(of: "B")
    for (isReverse, near, far) in [(false, "C", "A"), (true, "A", "C")] {
      let reply = try drawn.router.answer(
        IsochroneRequest(center: center, contoursSeconds: [600, 60], reverse: isReverse))
      #expect(reply.contours.map(\.durationSeconds) == [600, 60])
      #expect(reply.center.distanceMeters < 0.1)
      let area = try TestPolygon(#require(reply.contours[0].areas.first))
      #expect(area.contains(map.coordinate(of: Character(near))))
      #expect(!area.contains(map.coordinate(of: Character(far))))
      // 60 s are enough for about 480 m of the 800 m.
      let short = try TestPolygon(#require(reply.contours[1].areas.first))
      #expect(short.contains(map.point(0.5, from: "B", to: Character(near))))
      #expect(!short.contains(map.point(0.75, from: "B", to: Character(near))))
    }
  }

  @Test("The two shores of a ferry are separate areas")
  func ferries() throws {
    let ferry: Tags = ["route": "ferry", "duration": "00:05"]
    let map = RoadMap(
      "A---B-------C---D", step: 100, ways: ["AB": street, "BC": ferry, "CD": street])
    let reply = try DrawnNetwork(map).router.answer(
      IsochroneRequest(center: map.coordinate(of: "A"), contoursSeconds: [120, 900]))
    #expect(reply.contours.map(\.areas.count) == [1, 2])
    let areas = try reply.contours[1].areas.map { try TestPolygon($0) }
    #expect(areas.contains { $0.contains(map.coordinate(of: "D")) })
    #expect(!areas.contains { $0.contains(map.point(0.5, from: "B", to: "C")) })
  }

  @Test(
    "Times and contours out of range",
    arguments: [[], [0], [-1], [7_201], [60, 120, 180, 240, 300], [60, 0]])
  func invalid(contours: [Int]) throws {
    let drawn = try RequestTests.town()
    let center = drawn.map.coordinate(of: "A")
    #expect {
      try drawn.router.answer(IsochroneRequest(center: center, contoursSeconds: contours))
    } throws: { ($0 as? ServiceError)?.code == .invalidRequest }
  }

  @Test("A centre off the map or an invalid one is refused")
  func outside() throws {
    let drawn = try RequestTests.town()
    let rows: [(Coordinate, ErrorCode)] = [
      (Coordinate(latitude: -37, longitude: 144), .outsideMap),
      (Coordinate(latitude: 91, longitude: 0), .invalidRequest),
    ]
    for (center, code) in rows {
      #expect {
        try drawn.router.answer(IsochroneRequest(center: center, contoursSeconds: [60]))
      } throws: { ($0 as? ServiceError)?.code == code }
    }
  }

  @Test(
    "Real maps", .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: [("monaco_2020.osm.pbf", 31), ("helsinki.osm.pbf", 32)] as [(String, UInt64)])
  func realMaps(name: String, seed: UInt64) throws {
    let (network, _) = try RealMapTests.network(name)
    let query = RouteQuery(network, TravelMetric(network))
    var random = SeededGenerator(seed: seed)
    let middle = network.point(
      network.pointRange(of: SegmentID(network.segmentCount / 2)).lowerBound)
    let center = try #require(Snapper(network).snap(middle.coordinate)).mainland
    let segments = (0..<1500).map { _ in Int.random(in: 0..<network.segmentCount, using: &random) }
    let positions = Self.positions(network, on: segments, every: 40)
    let limits: [UInt32] = [120_000, 300_000]
    for isReverse in [false, true] {
      let costs =
        isReverse
        ? query.costs(from: positions, to: center) : query.costs(from: center, to: positions)
      let contours = IsochroneQuery(network).areas(
        around: center, limits: limits, isReverse: isReverse, query.partial)
      for (limit, areas) in zip(limits, contours) {
        let polygons = areas.map(TestPolygon.init)
        for (position, cost) in zip(positions, costs) {
          guard let cost, cost <= limit else { continue }
          #expect(
            polygons.contains { $0.contains(position.coordinate) },
            "seed \(seed), \(position.coordinate) in \(cost) ms of \(limit)")
        }
      }
    }
  }
}

extension BoundingBox {
  var middle: Coordinate {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
