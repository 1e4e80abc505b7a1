import Areas
import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// What a request asks of roads: the vehicle's size, and what to avoid.
@Suite("Vehicles, and roads to avoid")
struct RoadSelectionTests {
  private func path(
    _ map: RoadMap, _ letters: String, _ roads: RoadSelection?, nodes: String? = nil
  ) throws -> String {
    let router = try DrawnNetwork(map).router
    return try path(router, map, letters, roads).letters
  }

  private func path(
    _ router: ProfileRouter, _ map: RoadMap, _ letters: String, _ roads: RoadSelection?
  ) throws -> (letters: String, reply: RouteReply?) {
    do {
      let reply = try router.answer(
        RouteRequest(
          waypoints: letters.map { map.coordinate(of: $0) }, geometry: true, verify: true,
          roads: roads))
      #expect(reply.verified == true)
      let line = try #require(reply.geometry?.coordinates)
      return (map.letters(along: line), reply)
    } catch let error as ServiceError where error.code == .noRoute {
      return ("no route", nil)
    }
  }

  @Test(
    "A vehicle passes where it fits, and goes round where it does not",
    arguments: [
      ([("maxheight", "3")], VehicleSize(heightMeters: 3), true),
      ([("maxheight", "3")], VehicleSize(heightMeters: 3.01), false),
      ([("maxheight:physical", "3.5"), ("maxheight", "3")], VehicleSize(heightMeters: 3.2), true),
      ([("maxweight", "3.5")], VehicleSize(weightTonnes: 3.5), true),
      ([("maxweight", "3.5 t")], VehicleSize(weightTonnes: 7.5), false),
      ([("maxlength", "10")], VehicleSize(lengthMeters: 12), false),
      ([("maxwidth", "2.2")], VehicleSize(widthMeters: 2.2), false),
      ([("maxwidth", "2.2")], VehicleSize(widthMeters: 2.1), true),
      ([("est_width", "2.0")], VehicleSize(heightMeters: 3), true),
      ([("access:conditional", "no @ (weight>5)")], VehicleSize(weightTonnes: 5.5), false),
      ([("access:conditional", "no @ (weight>5)")], VehicleSize(weightTonnes: 4), true),
      // A vehicle smaller than a car counts as a car.
      ([("maxheight", "3")], VehicleSize(heightMeters: 0.5), true),
    ] as [([Tags.Pair], VehicleSize, Bool)])
  func sizes(tags: [Tags.Pair], vehicle: VehicleSize, fits: Bool) throws {
    let roads = RoadSelection(vehicle: vehicle)
    #expect(try path(RoadMap.detour(tags), "AE", roads) == (fits ? "ABDE" : "ABFGDE"))
    #expect(try path(RoadMap.detour(tags), "AE", nil) == "ABDE")
  }

  @Test("A height bar stops a van at the bar, not on the street before it")
  func bar() throws {
    let map = RoadMap(
      """
      A--B--X--D--E
         |     |
         F-----G
      """,
      ways: ["AB": street, "BXD": street, "DE": street, "BFGD": street],
      nodes: ["X": ["barrier": "height_restrictor", "maxheight": "2.1"]])
    let router = try DrawnNetwork(map).router
    let van = RoadSelection(vehicle: VehicleSize(heightMeters: 2.5))
    #expect(try path(router, map, "AE", nil).letters == "ABXDE")
    #expect(try path(router, map, "AE", van).letters == "ABFGDE")
    let before = map.coordinate(of: "X").moved(by: 60, bearing: 270)
    let reply = try router.answer(
      RouteRequest(waypoints: [map.coordinate(of: "A"), before], geometry: true, roads: van))
    #expect(map.letters(along: try #require(reply.geometry?.coordinates)) == "AB")
  }

  @Test("A vehicle that fits nowhere near its goal is refused with the reason")
  func closedEnd() throws {
    let map = RoadMap(
      "A---------B---------C",
      ways: ["AB": street, "BC": ["highway": "residential", "maxweight": "3"]])
    let router = try DrawnNetwork(map).router
    let error = #expect(throws: ServiceError.self) {
      try router.answer(
        RouteRequest(
          waypoints: [map.coordinate(of: "A"), map.coordinate(of: "C")],
          roads: RoadSelection(vehicle: VehicleSize(weightTonnes: 12))))
    }
    #expect(error?.code == .noRoute)
    #expect(error?.message.contains("to such a vehicle") == true)
  }

  @Test(
    "What is avoided is gone round",
    arguments: [
      ([("toll", "yes")], "residential", AvoidedRoad.tolls),
      ([("surface", "gravel")], "residential", .unpaved),
      ([("tunnel", "yes")], "residential", .tunnels),
      ([("oneway", "no")], "motorway", .motorways),
      ([("oneway", "no")], "motorway_link", .motorways),
    ] as [([Tags.Pair], String, AvoidedRoad)])
  func avoids(tags: [Tags.Pair], class name: String, kind: AvoidedRoad) throws {
    let map = RoadMap.detour(tags, class: name)
    #expect(try path(map, "AE", nil) == "ABDE")
    #expect(try path(map, "AE", RoadSelection(avoid: [kind])) == "ABFGDE")
    for other in AvoidedRoad.allCases where other != kind {
      #expect(try path(map, "AE", RoadSelection(avoid: [other])) == "ABDE")
    }
    #expect(try path(map, "AE", RoadSelection(exclude: [kind])) == "ABFGDE")
  }

  @Test("A ferry is avoided where a road leads round, and taken with a note where none does")
  func ferries() throws {
    let ferry: Tags = ["route": "ferry", "duration": "00:01"]
    let map = RoadMap(
      """
      A--B----D--E
         |    |
         F----G    I
      """,
      ways: ["AB": street, "BD": ferry, "DE": street, "BFGD": street, "EI": ferry])
    let router = try DrawnNetwork(map).router
    let roads = RoadSelection(avoid: [.ferries])
    #expect(try path(router, map, "AE", roads).letters == "ABFGDE")
    let island = RoadMap("A--B----D--E", ways: ["AB": street, "BD": ferry, "DE": street])
    let other = try DrawnNetwork(island).router
    let (letters, reply) = try path(other, island, "AE", roads)
    #expect(letters == "ABDE")
    #expect(reply?.notes?.map(\.kind) == [.ferry, .avoided])
    // What is excluded is closed.
    let closed = #expect(throws: ServiceError.self) {
      try other.answer(
        RouteRequest(
          waypoints: "AE".map { island.coordinate(of: $0) },
          roads: RoadSelection(exclude: [.ferries])))
    }
    #expect(closed?.code == .noRoute)
    #expect(closed?.message.contains("closed or excluded") == true, "\(closed?.message ?? "")")
    // The time is that of the drive, without what the search adds.
    let plain = try path(other, island, "AE", nil).reply
    #expect(reply?.durationSeconds == plain?.durationSeconds)
    let table = try other.answer(
      TableRequest(
        sources: [island.coordinate(of: "A")], destinations: [island.coordinate(of: "E")],
        roads: roads))
    #expect(table.durationsSeconds == [[plain?.durationSeconds]])
    let detours = try other.answer(
      DetoursRequest(
        origin: island.coordinate(of: "A"), destination: island.coordinate(of: "A"),
        stops: PackedCoordinates([island.coordinate(of: "E")]), roads: roads))
    #expect(detours.toStopSeconds.numbers == [(plain?.durationSeconds).map(Int32.init)])
  }

  @Test("An area is avoided, also where a road only crosses its corner")
  func areas() throws {
    let map = RoadMap.detour([])
    let (b, d) = (map.coordinate(of: "B"), map.coordinate(of: "D"))
    let middle = Coordinate(latitude: b.latitude, longitude: (b.longitude + d.longitude) / 2)
    let triangle = [
      middle.moved(by: 30, bearing: 0), middle.moved(by: 5, bearing: 180),
      middle.moved(by: 30, bearing: 45),
    ]
    for area in [FenceArea.polygon(rings: [triangle]), .circle(center: middle, radiusMeters: 20)] {
      let roads = RoadSelection(avoidAreas: [area])
      #expect(try path(map, "AE", roads) == "ABFGDE")
    }
    // Several areas are closed at once; then nothing leads there, and the error says why.
    let (f, g) = (map.coordinate(of: "F"), map.coordinate(of: "G"))
    let lower = Coordinate(latitude: f.latitude, longitude: (f.longitude + g.longitude) / 2)
    let both = RoadSelection(
      avoidAreas: [middle, lower].map { .circle(center: $0, radiusMeters: 20) })
    let router = try DrawnNetwork(map).router
    for waypoints in [[map.coordinate(of: "A"), map.coordinate(of: "E")], [middle, f]] {
      let error = #expect(throws: ServiceError.self) {
        try router.answer(RouteRequest(waypoints: waypoints, roads: both))
      }
      #expect(error?.code == .noRoute)
      #expect(error?.message.contains("exclude") == true, "\(error?.message ?? "")")
    }
    // What lies in a hole of an area is open.
    let square = { (size: Meters) in
      [45.0, 135, 225, 315].map { middle.moved(by: size, bearing: $0) }
    }
    let holed = RoadSelection(avoidAreas: [.polygon(rings: [square(9000), square(8000)])])
    #expect(try path(map, "AE", holed) == "ABDE")
  }

  @Test("Invalid selections are refused with what is wrong")
  func invalid() throws {
    let map = RoadMap.detour([])
    let car = try DrawnNetwork(map).router
    let foot = try DrawnNetwork(map, for: .foot).router
    let rows: [(ProfileRouter, RoadSelection, String)] = [
      (foot, RoadSelection(vehicle: VehicleSize(heightMeters: 3)), "counts for cars"),
      (car, RoadSelection(vehicle: VehicleSize(heightMeters: -1)), "height in metres is -1.0"),
      (car, RoadSelection(vehicle: VehicleSize(weightTonnes: 1e9)), "weight in tonnes is"),
      (car, RoadSelection(avoidAreas: [.polygon(rings: [[map.coordinate(of: "A")]])]), "area"),
      (
        car,
        RoadSelection(
          avoidAreas: Array(
            repeating: .circle(center: map.coordinate(of: "A"), radiusMeters: 5), count: 101)),
        "is 101; it must be 0 to 100"
      ),
    ]
    for (router, roads, part) in rows {
      let error = #expect(throws: ServiceError.self) {
        try path(router, map, "AE", roads)
      }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Weights made for a request equal those made from scratch, and the reference's answers")
  func oracle() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var elements = RandomTown(side: 6, seed: 900 + seed).elements
      let more: [Tags.Pair] = [
        ("toll", "yes"), ("tunnel", "yes"), ("surface", "gravel"), ("maxheight", "2.5"),
        ("maxspeed:conditional", "20 @ (08:00-09:00)"),
        ("access:conditional", "no @ (Mo-Fr 08:00-09:00)"),
        ("motor_vehicle:conditional", "destination @ (08:15-08:20)"),
      ]
      elements.ways = elements.ways.map { way in
        guard Int.random(in: 0..<3, using: &random) == 0,
          let tag = more.randomElement(using: &random)
        else { return way }
        return MapWay(
          id: way.id, nodeIDs: way.nodeIDs, coordinates: way.coordinates,
          tags: Tags(Array(way.tags.pairs) + [tag]))
      }
      let (network, _) = try DrawnNetwork.network(elements)
      let clock = RuleClock(network)
      let usual = HierarchyMetric(network, TravelMetric(network))
      for hour in [nil, "2026-11-23T08:40:00Z", "2026-11-23T12:00:00Z"] {
        for avoid in [[], [.tolls], AvoidedRoad.allCases] as [[AvoidedRoad]] {
          let roads = RoadSelection(vehicle: VehicleSize(heightMeters: 3), avoid: avoid)
          let changes = RoadChanges(network, at: clock.hour(of: hour.flatMap { Timestamp($0) }))
            .choosing(roads, of: network)
          let changed = usual.updated(to: changes, under: .none)
          let fresh = HierarchyMetric(network, TravelMetric(network, changes: changes))
          #expect(changed.travel.arcMilliseconds == fresh.travel.arcMilliseconds)
          #expect(changed.travel.turnMilliseconds == fresh.travel.turnMilliseconds)
          var comparison = RouteComparison(changed, seed: seed)
          #expect(comparison.routes(300).fault == nil, "seed \(seed)")
          #expect(comparison.routes(30, waypoints: 3...4).fault == nil, "seed \(seed)")
          #expect(comparison.tables(8).fault == nil, "seed \(seed)")
        }
      }
    }
  }

  @Test("An area within reach leaves out what is avoided, and what the vehicle does not fit")
  func reach() throws {
    let far = { (map: RoadMap) in map.point(0.5, from: "B", to: "D") }
    for (tags, roads) in [
      ([("toll", "yes")], RoadSelection(avoid: [.tolls])),
      ([("maxheight", "2.5")], RoadSelection(vehicle: VehicleSize(heightMeters: 3))),
    ] as [([Tags.Pair], RoadSelection)] {
      let map = RoadMap.detour(tags)
      let drawn = try DrawnNetwork(map)
      let isReached = try ([nil, roads] as [RoadSelection?]).map { roads in
        let reply = try drawn.router.answer(
          IsochroneRequest(
            center: map.coordinate(of: "A"), contoursSeconds: [7200], roads: roads))
        let areas = reply.contours[0].areas.map { area in
          AreaShape(.polygon(rings: ([area.outline] + area.holes).compactMap(\.coordinates)))
        }
        return areas.contains { $0?.contains(SpaceVector(far(map))) ?? false }
      }
      #expect(isReached == [true, false])
      // The road of the centre itself stays open.
      let reply = try drawn.router.answer(
        IsochroneRequest(center: far(map), contoursSeconds: [7200], roads: roads))
      #expect(reply.contours[0].areas.isEmpty == false)
    }
  }
}

extension RoadMap {
  /// A direct street from B to D with more tags, and a way round it by F and G.
  static func detour(_ tags: [Tags.Pair], class name: String = "residential") -> RoadMap {
    RoadMap(
      """
      A--B----D--E
         |    |
         F----G
      """,
      ways: [
        "AB": street, "BD": Tags([("highway", name)] + tags), "DE": street, "BFGD": street,
      ])
  }
}
