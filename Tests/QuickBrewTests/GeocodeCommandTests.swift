import Geography
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct GeocodeCommandTests {
  /// The request made by the arguments, and the run.
  private func request(_ words: [String]) async -> (GeocodeRequest?, CommandRun) {
    let seen = Locked<GeocodeRequest?>(nil)
    let bus = FakeClientBus().answering(GeocodeRequest.self) { request in
      seen.withLock { $0 = request }
      return GeocodeReply(hits: [Fixtures.hit("x")])
    }
    let run = await CommandRun(["geocode"] + words, bus: bus)
    return (seen.withLock { $0 }, run)
  }

  @Test func flagsBecomeTheRequest() async {
    let words = [
      "coit", "--near", "37.8,-122.4", "--near-strength", "0.5", "--lang", "sv", "--limit", "3",
      "--explain",
    ]
    let expected = GeocodeRequest(
      text: "coit", near: Coordinate(latitude: 37.8, longitude: -122.4), nearStrength: 0.5,
      language: "sv", limit: 3, explain: true)
    #expect(await request(words).0 == expected)
  }

  @Test("address parts replace the text, and exclude it")
  func addressParts() async {
    let words = ["--street", "Main St", "--number", "1", "--postcode", "94133", "--city", "Reno"]
    let address = Address(
      houseNumber: "1", street: "Main St", postcode: "94133", city: "Reno")
    #expect(await request(words).0 == GeocodeRequest(address: address))
    let both = await request(["Main St", "--city", "Reno"])
    #expect(both.0 == nil)
    #expect(both.1.status == .usage)
    let batch = await request(["--batch", "-", "--city", "Reno"])
    #expect(batch.1.messages.contains("--batch does not go with --city."))
  }

  @Test(arguments: [
    (
      "60.1,24.9,500",
      SearchArea.circle(center: Coordinate(latitude: 60.1, longitude: 24.9), radiusMeters: 500)
    ),
    ("60.1, 24.9, 60.2, 25", .box(BoundingBox(south: 60.1, west: 24.9, north: 60.2, east: 25))),
    ("Kallio", .place("Kallio")), ("Kallio, Helsinki", .place("Kallio, Helsinki")),
    ("94133", .place("94133")),
  ])
  func areas(_ text: String, _ expected: SearchArea) async {
    #expect(await request(["x", "--within", text]).0?.within == expected)
  }

  @Test(
    "an invalid area is refused", arguments: ["", " ", "60.1,24.9", "1,2,3,4,5"])
  func invalidAreas(_ text: String) async {
    let run = await request(["x", "--within", text]).1
    #expect(run.status == .usage)
    #expect(run.messages.contains("--within is a place"))
  }

  @Test func reverseAsksForALanguage() async {
    let seen = Locked<ReverseGeocodeRequest?>(nil)
    let bus = FakeClientBus().answering(ReverseGeocodeRequest.self) { request in
      seen.withLock { $0 = request }
      return GeocodeReply(hits: [Fixtures.hit("x")])
    }
    _ = await CommandRun(["reverse", "60,25", "--lang", "fi", "--radius", "50"], bus: bus)
    let point = Coordinate(latitude: 60, longitude: 25)
    #expect(
      seen.withLock { $0 }
        == ReverseGeocodeRequest(coordinate: point, radiusMeters: 50, language: "fi"))
  }

  @Test("Texts are asked for in the language of --lang, else of the environment")
  func language() async {
    let seen = Locked<[String?]>([])
    let bus = FakeClientBus().answering(ReverseGeocodeRequest.self) { _ in
      seen.withLock { $0.append(RequestClient.language) }
      return GeocodeReply(hits: [Fixtures.hit("x")])
    }
    let german = ["LC_ALL": "", "LANG": "de_AT.UTF-8"]
    _ = await CommandRun(["reverse", "60,25", "--lang", "fi"], bus: bus, environment: german)
    _ = await CommandRun(["reverse", "60,25"], bus: bus, environment: german)
    _ = await CommandRun(["reverse", "60,25"], bus: bus, environment: [:])
    #expect(seen.withLock { $0 } == ["fi", "de_AT.UTF-8", nil])
  }

  @Test func suggestCompletesAndSaysWhenItCannot() async {
    let seen = Locked<SuggestRequest?>(nil)
    let place = Completion(
      label: "Coit Tower, San Francisco", coordinate: Fixtures.tower, accuracy: .venue,
      category: "tourism=attraction", distanceMeters: 1842.5)
    let bus = FakeClientBus().answering(SuggestRequest.self) { request in
      seen.withLock { $0 = request }
      return SuggestReply(completions: request.text == "coi" ? [place] : [])
    }
    let run = await CommandRun(
      ["suggest", "coi", "--near", "37.8,-122.4", "--lang", "sv", "--limit", "3"], bus: bus)
    let near = Coordinate(latitude: 37.8, longitude: -122.4)
    let expected = SuggestRequest(text: "coi", near: near, language: "sv", limit: 3)
    #expect(seen.withLock { $0 } == expected)
    #expect(run.status == .success)
    #expect(run.output.contains("Coit Tower, San Francisco"))
    #expect(run.output.contains("1.8 km"))
    let nothing = await CommandRun(["suggest", "qqq"], bus: bus)
    #expect(nothing.status == .nothingFound)
    #expect(nothing.messages.contains("Nothing on the map begins with “qqq”."))
  }

  @Test(
    "how a text was understood is printed for uncertain hits only",
    arguments: [(0.62, true), (0.93, false)])
  func uncertainPlaces(confidence: Double, isReported: Bool) async {
    let hit = PlaceHit(
      label: "Powell Street", coordinate: Fixtures.tower, accuracy: .street,
      confidence: confidence, matched: "street Powell Street; powel → Powell, 1 edit")
    let bus = FakeClientBus()
      .answering(GeocodeRequest.self) { _ in GeocodeReply(hits: [hit]) }
      .answering(NearbyRequest.self) { _ in throw ServiceError(.notFound, "None.") }
    let run = await CommandRun(["nearby", "--at", "powel"], bus: bus)
    let message = """
      “powel” is taken for Powell Street (street Powell Street; powel → Powell, 1 edit; \
      62 % sure).
      """
    #expect(run.messages.contains(message) == isReported)
  }
}
