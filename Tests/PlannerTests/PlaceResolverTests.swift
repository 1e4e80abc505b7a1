import Geography
import MessageBus
import Messages
import Testing

@testable import Planner

@Suite struct PlaceResolverTests {
  static func hit(_ label: String, _ point: Coordinate, sure: Double = 0.9) -> PlaceHit {
    PlaceHit(
      label: label, coordinate: point, accuracy: .venue, confidence: sure,
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

  private func geocoded(_ city: FakeCity) throws -> [GeocodeRequest] {
    try city.sent(GeocodeRequest.self)
  }

  @Test("a text becomes the first hit, a coordinate stays itself")
  func textAndCoordinate() async throws {
    var city = Self.city
    city.places["coit"] = Self.city.places["coit"]
    let plan = try await Bench(city).plan(request(to: .text("coit")))
    #expect(plan.origin == PlanLocation(label: "37.785834, -122.406417", coordinate: unionSquare))
    #expect(
      plan.destination
        == PlanLocation(
          label: "Coit Tower", coordinate: coitTower, matched: "venue Coit Tower", confidence: 0.9))
  }

  @Test(
    "a text is searched near the other end of the trip",
    arguments: [
      (
        request(to: .text("coit")),
        [GeocodeRequest(text: "coit", near: unionSquare, limit: 5, allowsStop: true)]
      ),
      (
        request(from: .text("union sq")),
        [GeocodeRequest(text: "union sq", near: coitTower, limit: 5)]
      ),
      (
        request(from: .text("union sq"), to: .text("coit")),
        [
          GeocodeRequest(text: "union sq", near: downtown.info.box.center, limit: 5),
          GeocodeRequest(text: "coit", near: unionSquare, limit: 5, allowsStop: true),
        ]
      ),
      (
        request(from: .device("phone"), to: .text("coit")),
        [GeocodeRequest(text: "coit", near: unionSquare, limit: 5, allowsStop: true)]
      ),
    ])
  func searchBias(_ request: PlanRequest, _ expected: [GeocodeRequest]) async throws {
    let city = FakeCity(
      seconds: Self.city.seconds, places: Self.city.places, devices: Self.city.devices)
    _ = try await Bench(city).plan(request)
    #expect(try geocoded(city) == expected)
  }

  @Test("the destination's text may name the stop, which takes the place of the category")
  func stopInText() async throws {
    var city = FakeCity(seconds: Self.city.seconds, places: Self.city.places)
    city.places["toilets on the way to coit"] = GeocodeReply(
      hits: [Self.hit("Coit Tower", coitTower)], stop: VenueFilter(category: "toilets"))
    city.places["sushi on the way to coit"] = GeocodeReply(
      hits: [Self.hit("Coit Tower", coitTower)],
      stop: VenueFilter(category: .restaurant, cuisine: "sushi", hours: HoursFilter()))
    let text = LocationReference.text("toilets on the way to coit")
    let plan = try await Bench(city).plan(request(to: text, category: .bakery))
    #expect(plan.category == "toilets" && plan.destination.label == "Coit Tower")
    #expect(try city.sent(CandidatesRequest.self).last?.category == "toilets")
    let sushi = LocationReference.text("sushi on the way to coit")
    _ = try await Bench(city).plan(request(to: sushi))
    let asked = try city.sent(CandidatesRequest.self).last
    #expect(asked?.category == .restaurant && asked?.filter?.cuisine == "sushi")
    let choice = PlanChoice(filter: VenueFilter(minimumRating: 4))
    let error = await Bench(city).failure(request(to: sushi, choice: choice))
    #expect(error?.code == .invalidRequest)
  }

  @Test("a device is at its last reported position")
  func device() async throws {
    let plan = try await Bench(Self.city).plan(request(from: .device("phone")))
    #expect(plan.origin == PlanLocation(label: "@phone", coordinate: unionSquare))
  }

  @Test("a device that never reported is not found")
  func unknownDevice() async {
    let bench = Bench(Self.city)
    let error = await bench.failure(request(from: .device("watch")))
    #expect(error?.code == .notFound)
    #expect(
      error?.message
        == "The origin is not known: the device “watch” never reported a position. Report one "
        + "first, or give the origin as an address or a coordinate.")
    #expect(bench.events.items.isEmpty)
  }

  @Test("a text without a hit is not found, with suggestions")
  func unknownText() async {
    let error = await Bench(Self.city).failure(request(to: .text("coti")))
    #expect(
      error
        == ServiceError(
          .notFound,
          "The destination “coti” was not found on the map. Did you mean “Coit Tower”?",
          suggestions: ["Coit Tower", "Cotter Street"]))
  }

  @Test("a text without a hit or suggestion is not found")
  func unknownTextWithoutSuggestions() async {
    let error = await Bench(Self.city).failure(request(from: .text("xyzzy")))
    #expect(
      error
        == ServiceError(
          .notFound,
          "The origin “xyzzy” was not found on the map. Try the street and house number, or a "
            + "coordinate."))
  }

  /// The geocoder is half sure of one place, and less of another.
  private static let uncertain: FakeCity = {
    var city = Self.city
    city.places["tower"] = GeocodeReply(
      hits: [hit("Coit Tower", coitTower, sure: 0.5), hit("Sutro Tower", unionSquare, sure: 0.3)],
      suggestions: [hit("Coit Tower", unionSquare, sure: 0.1), hit("Towner", coitTower)])
    return city
  }()

  @Test("a hit with at least the required confidence is accepted", arguments: [nil, 0.5, 0.2, 0])
  func confident(_ least: Double?) async throws {
    let plan = try await Bench(Self.uncertain).plan(request(to: .text("tower"), least: least))
    #expect(plan.destination.label == "Coit Tower")
    #expect(plan.destination.confidence == 0.5)
  }

  @Test("a hit below the required confidence is ambiguous")
  func ambiguous() async throws {
    let city = FakeCity(
      seconds: Self.uncertain.seconds, places: Self.uncertain.places,
      devices: Self.uncertain.devices)
    let bench = Bench(city)
    let error = await bench.failure(request(to: .text("tower"), least: 0.51))
    #expect(error?.code == .ambiguous)
    #expect(
      error?.message
        == "The destination “tower” is a guess: “Coit Tower” (venue Coit Tower) is 50 % sure, less "
        + "than the 51 % asked for. Say more exactly which place is meant, or accept less sure "
        + "ones.")
    #expect(error?.suggestions == ["Coit Tower", "Sutro Tower", "Towner"])
    #expect(try geocoded(city).count == city.sent.count)
    #expect(bench.events.items.isEmpty)
  }

  @Test(
    "what was matched is said to whoever reads English, as the rest of the sentence is",
    arguments: [(nil, true), ("en-GB, de", true), ("de, en", false)] as [(String?, Bool)])
  func oneLanguage(language: String?, isSaid: Bool) async {
    let error = await RequestClient.$language.withValue(language) {
      await Bench(Self.uncertain).failure(request(to: .text("tower"), least: 0.51))
    }
    #expect(error?.message.contains("(venue Coit Tower)") == isSaid)
    #expect(error?.message.contains("“Coit Tower”") == true)
  }

  @Test("with a least confidence of 0 the first suggestion is accepted")
  func anyConfidence() async throws {
    let plan = try await Bench(Self.city).plan(request(to: .text("coti"), least: 0))
    #expect(plan.destination.label == "Coit Tower")
    let error = await Bench(Self.city).failure(request(to: .text("coti"), least: 0.01))
    #expect(error?.code == .notFound)
  }

  @Test("a place found off the map is refused")
  func offMap() async {
    let hit = await Bench(Self.city).failure(request(to: .text("helsinki")))
    #expect(hit?.code == .outsideMap)
    let device = await Bench(Self.city).failure(request(from: .device("ship")))
    #expect(device?.code == .outsideMap)
    #expect(device?.message.hasPrefix("The origin 0, 0 is outside the map downtown.osm") == true)
  }
}
