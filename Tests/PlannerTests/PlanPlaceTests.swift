import Geography
import Messages
import Testing

@testable import Planner

@Suite struct PlanPlaceTests {
  static func hit(_ label: String, _ point: Coordinate) -> PlaceHit {
    PlaceHit(
      label: label, coordinate: point, accuracy: .venue, confidence: 0.9,
      matched: "venue \(label)")
  }

  static let city: FakeCity = {
    var city = FakeCity(direct: 600, shops: [])
    city.places = [
      "coit": GeocodeReply(hits: [hit("Coit Tower", coitTower), hit("Coit Street", unionSquare)]),
      "union sq": GeocodeReply(hits: [hit("Union Square", unionSquare)]),
      "coti": GeocodeReply(
        hits: [],
        suggestions: [
          hit("Coit Tower", coitTower), hit("Cotter Street", unionSquare),
          hit("Coit Tower", unionSquare),
        ]),
      "helsinki": GeocodeReply(
        hits: [hit("Helsinki", Coordinate(latitude: 60.17, longitude: 24.94))]),
    ]
    city.devices = ["phone": unionSquare, "ship": Coordinate(latitude: 0, longitude: 0)]
    return city
  }()

  private func geocoded(_ city: FakeCity) -> [GeocodeRequest] {
    city.requests.items.compactMap { if case .geocode(let asked) = $0 { asked } else { nil } }
  }

  @Test func textsAndCoordinates() async throws {
    var city = Self.city
    city.places["coit"] = Self.city.places["coit"]
    let plan = try await Bench(city).plan(request(to: .text("coit")))
    #expect(plan.origin == PlanPlace(label: "37.785834, -122.406417", coordinate: unionSquare))
    #expect(
      plan.destination
        == PlanPlace(label: "Coit Tower", coordinate: coitTower, matched: "venue Coit Tower"))
  }

  @Test(arguments: [
    (
      request(to: .text("coit")),
      [GeocodeRequest(text: "coit", near: unionSquare, limit: 5)]
    ),
    (
      request(from: .text("union sq")),
      [GeocodeRequest(text: "union sq", near: coitTower, limit: 5)]
    ),
    (
      request(from: .text("union sq"), to: .text("coit")),
      [
        GeocodeRequest(text: "union sq", near: downtown.info.box.center, limit: 5),
        GeocodeRequest(text: "coit", near: unionSquare, limit: 5),
      ]
    ),
    (
      request(from: .device("phone"), to: .text("coit")),
      [GeocodeRequest(text: "coit", near: unionSquare, limit: 5)]
    ),
  ])
  func searchedNearTheOtherEnd(_ request: PlanRequest, _ expected: [GeocodeRequest]) async throws {
    let city = FakeCity(
      seconds: Self.city.seconds, places: Self.city.places, devices: Self.city.devices)
    _ = try await Bench(city).plan(request)
    #expect(geocoded(city) == expected)
  }

  @Test func aDeviceIsWhereItLastReported() async throws {
    let plan = try await Bench(Self.city).plan(request(from: .device("phone")))
    #expect(plan.origin == PlanPlace(label: "@phone", coordinate: unionSquare))
  }

  @Test func aDeviceNobodyReported() async {
    let bench = Bench(Self.city)
    let error = await bench.failure(request(from: .device("watch")))
    #expect(error?.code == .notFound)
    #expect(
      error?.message
        == "The origin is not known: the device “watch” never reported a position. Report one "
        + "first, or give the origin as an address or a coordinate.")
    #expect(bench.news.items.isEmpty)
  }

  @Test func anUnknownTextWithSuggestions() async {
    let error = await Bench(Self.city).failure(request(to: .text("coti")))
    #expect(
      error
        == ServiceError(
          .notFound,
          "The destination “coti” was not found on the map. Did you mean “Coit Tower”?",
          suggestions: ["Coit Tower", "Cotter Street"]))
  }

  @Test func anUnknownTextWithout() async {
    let error = await Bench(Self.city).failure(request(from: .text("xyzzy")))
    #expect(
      error
        == ServiceError(
          .notFound,
          "The origin “xyzzy” was not found on the map. Try the street and house number, or a "
            + "coordinate."))
  }

  @Test func placesFoundOffTheMap() async {
    let hit = await Bench(Self.city).failure(request(to: .text("helsinki")))
    #expect(hit?.code == .outsideMap)
    let device = await Bench(Self.city).failure(request(from: .device("ship")))
    #expect(device?.code == .outsideMap)
    #expect(device?.message.hasPrefix("The origin 0, 0 is outside the map downtown.osm") == true)
  }
}
