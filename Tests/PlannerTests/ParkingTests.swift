import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct ParkingTests {
  private static let lot = PlanChoice(parking: .lot)

  private static func map(_ carParks: [CarParks.Entry]) -> PlanningMap {
    PlanningMap(downtown.info, carParks: CarParks(carParks))!
  }

  private static func entry(_ name: String, _ coordinate: Coordinate) -> CarParks.Entry {
    CarParks.Entry(name: name, coordinate: coordinate)
  }

  @Test("a car is left in the car park nearest to the door, and the walk is counted from there")
  func nearest() async throws {
    var city = FakeCity(hours: ["24/7"])
    let door = city.venues[0].coordinate
    let near = door.moved(by: 100, bearing: 90)
    let far = door.moved(by: 300, bearing: 90)
    // 20 m from the road to the car park.
    city.walkMeters = { $0 == near ? 20 : 0 }
    let seconds = city.seconds
    city.seconds = { start, end in
      start == near || end == near ? 450 : seconds(start, end)
    }
    let bench = Bench(city, on: Self.map([Self.entry("Far", far), Self.entry("Near", near)]))
    let plan = try await bench.plan(request(choice: Self.lot))
    let option = try #require(plan.options.first)
    #expect(option.carPark?.name == "Near")
    #expect(abs((option.carPark?.meters ?? 0) - 100) < 0.1)
    #expect(option.toStop.durationSeconds == 450)
    let walk = try #require(option.toDoor)
    #expect(abs(walk.meters - 120) < 0.1)
    #expect(walk.line == EncodedPolyline([near, door]))
    #expect(option.fromDoor?.line == EncodedPolyline([door, near]))
    // What the table says of the shop is what its legs say.
    let detours = try city.sent(DetoursRequest.self)
    #expect(detours.map(\.stops) == [PackedCoordinates([near])])
    #expect(try city.sent(RoutesRequest.self).count == 1)
    #expect(option.slackSeconds == plan.deadline.seconds(since: option.arrival))

    let street = try await bench.plan(request())
    #expect(street.options.first?.carPark == nil)
    #expect(street.options.first?.toStop.durationSeconds == 600)
  }

  @Test("without a car park within 500 m the car is left on the street, and the ledger says so")
  func tooFar() async throws {
    let city = FakeCity(hours: ["24/7"])
    let far = city.venues[0].coordinate.moved(by: 510, bearing: 0)
    let bench = Bench(city, on: Self.map([Self.entry("Far", far)]))
    let plan = try await bench.plan(
      request(choice: Self.lot, details: PlanDetails(ledger: true)))
    let option = try #require(plan.options.first)
    #expect(option.carPark == nil)
    let assumptions = option.ledger?[1].sources.compactMap(\.detail) ?? []
    #expect(
      assumptions.contains { $0.hasPrefix("parked on the street, as the map has no car park") })
    let street = try await bench.plan(request(details: PlanDetails(ledger: true)))
    #expect(street.options.first?.arrival == option.arrival)
    #expect(street.options.first?.ledger?[1].sources.map(\.kind) == [.map, .assumption])
  }

  @Test("only cars are left in a car park")
  func cars() async throws {
    let error = await Bench(FakeCity(hours: ["24/7"])).failure(
      request(profile: .bicycle, choice: Self.lot))
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == "Only a car is left in a car park.")
  }

  /// Every number of a plan with car parks equals that of a plan over shops that stand in them,
  /// with a longer walk.
  @Test("an option with a car park is that of a shop in the car park", arguments: 1...20)
  func sameAsShopThere(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var city = FakeCity.random(seed: seed, shops: 15)
    for index in city.venues.indices { city.venues[index].openingHours = "24/7" }
    let lots = city.venues.map { venue in
      venue.coordinate.moved(
        by: .random(in: 1...400, using: &generator),
        bearing: .random(in: 0..<360, using: &generator))
    }
    let map = Self.map(lots.map { Self.entry("P", $0) })
    let plan = try await Bench(city, on: map).plan(request(limit: 50, choice: Self.lot))
    var moved = city
    var walks: [Coordinate: Meters] = [:]
    for (index, venue) in city.venues.enumerated() {
      let park = try #require(map.carParks.nearest(to: venue.coordinate))
      moved.venues[index].coordinate = park.coordinate
      walks[park.coordinate] = max(walks[park.coordinate] ?? 0, park.meters)
    }
    // Two shops of one car park would need two walks.
    try #require(walks.count > 8)
    moved.walkMeters = { [walks] in walks[$0] ?? 0 }
    let other = try await Bench(moved).plan(request(limit: 50))
    let arrivals = Dictionary(other.options.map { ($0.venue.id, $0.arrival) }) { first, _ in first }
    for option in plan.options where walks[option.carPark!.coordinate] == option.carPark!.meters {
      #expect(arrivals[option.venue.id] == option.arrival, "seed \(seed)")
    }
  }

  private static func tags(_ more: [(String, String)]) -> Tags {
    Tags(([("amenity", "parking")] + more).map { (key: $0.0, value: $0.1) })
  }

  @Test(
    "car parks for customers",
    arguments: [
      ([], true), ([("access", "customers")], true), ([("access", "yes")], true),
      ([("access", "private")], false), ([("access", "permit")], false),
      ([("access", "residents;customers")], true),
      // The most specific key decides.
      ([("access", "no"), ("motor_vehicle", "yes")], true),
      ([("access", "yes"), ("motorcar", "no")], false),
      ([("parking", "underground")], true), ([("parking", "street_side")], false),
      ([("parking", "garage_boxes")], false), ([("access", "employees")], false),
    ] as [([(String, String)], Bool)])
  func access(_ more: [(String, String)], _ isForCustomers: Bool) {
    #expect(CarParks.isForCustomers(Self.tags(more)) == isForCustomers)
  }

  @Test("nodes, areas and multipolygons are read, written, and read again")
  func file() throws {
    func node(_ id: Int64, _ latitude: Double, _ longitude: Double, _ tags: Tags = [:]) -> MapNode {
      MapNode(
        id: id, coordinate: Coordinate(latitude: latitude, longitude: longitude), tags: tags)
    }
    let elements = MapElements(
      nodes: [
        node(1, 60, 24, Self.tags([("name", "Node")])), node(2, 60.002, 24),
        node(3, 60.004, 24.002), node(4, 60.01, 24.01), node(5, 60.012, 24.012),
        node(6, 60.1, 24, ["amenity": "cafe"]),
      ],
      ways: [
        MapWay(id: 1, nodeIDs: [2, 3, 2], tags: Self.tags([("name", "Area")])),
        MapWay(id: 2, nodeIDs: [4, 5, 4]), MapWay(id: 3, nodeIDs: [4, 5]),
      ],
      relations: [
        MapRelation(
          id: 1,
          members: [
            .init(kind: .way, id: 2, role: "outer"), .init(kind: .way, id: 3, role: "inner"),
          ], tags: Self.tags([("name", "Rings"), ("type", "multipolygon")]))
      ])
    try TemporaryDirectory.with { directory in
      let path = directory.path(CarParks.fileName)
      #expect(try CarParks(ofFile: path).count == 0)
      try CarParks(of: elements).write(to: path)
      let read = try CarParks(ofFile: path)
      #expect(read.count == 3)
      func name(_ latitude: Double, _ longitude: Double) -> String? {
        read.nearest(to: Coordinate(latitude: latitude, longitude: longitude))?.name
      }
      #expect(name(60, 24.001) == "Node")
      #expect(name(60.003, 24.001) == "Area")
      #expect(name(60.011, 24.011) == "Rings")
      #expect(name(60.1, 24) == nil)
      try directory.write("{\"formatVersion\":9,\"carParks\":[]}".utf8, to: CarParks.fileName)
      #expect(throws: ServiceError.self) { try CarParks(ofFile: path) }
    }
  }

  @Test(
    "a real map has car parks", .enabled(if: RealMaps.areAvailable, RealMaps.absence))
  func realMap() throws {
    let path = try #require(RealMaps.path("helsinki.osm.pbf"))
    let parks = try CarParks(of: MapFile(path: path))
    #expect(parks.count > 5)
  }
}
