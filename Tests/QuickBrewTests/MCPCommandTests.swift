import FoundationEssentials
import Geography
import JSON
import MessageBus
import Messages
import Testing

@testable import QuickBrew

/// The tools, by the lines that a client writes and reads.
@Suite struct MCPCommandTests {
  private static func call(_ tool: String, _ arguments: String, id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","#
      + #""arguments":\#(arguments)}}"#
  }

  /// The replies to lines, each a line of JSON.
  private func replies(
    _ lines: [String], bus: FakeClientBus, words: [String] = [],
    settings: Configuration = Configuration()
  ) async throws -> [JSONValue] {
    let run = await CommandRun(
      ["mcp"] + words, bus: bus, settings: settings, lines: FakeLines(lines.map { .text($0) }))
    #expect(run.status == .success)
    return try run.output.split(separator: "\n").map { try JSONValue(reading: Data($0.utf8)) }
  }

  private func result(
    _ tool: String, _ arguments: String, bus: FakeClientBus, words: [String] = [],
    settings: Configuration = Configuration()
  ) async throws -> JSONValue {
    let all = try await replies(
      [Self.call(tool, arguments)], bus: bus, words: words, settings: settings)
    return try #require(all.first?["result"])
  }

  private func text(_ result: JSONValue) -> String {
    guard case .array(let items)? = result["content"] else { return "" }
    return items.first?["text"]?.string ?? ""
  }

  @Test("every tool is listed with the schema of its message")
  func list() async throws {
    let lines = [#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#]
    let all = try await replies(lines, bus: FakeClientBus())
    guard case .array(let tools)? = all.first?["result"]?["tools"] else {
      Issue.record("no tools")
      return
    }
    #expect(
      tools.compactMap { $0["name"]?.string } == [
        "plan", "errands", "meet", "find", "nearby", "route", "isochrone",
      ])
    for tool in tools {
      #expect(tool["inputSchema"]?["type"] == "object")
      #expect(tool["inputSchema"]?["additionalProperties"] == .boolean(false))
    }
    let members = tools.first?["inputSchema"]?["properties"]
    #expect(members?["origin"]?["type"] == "string")
    #expect(members?["limit"]?["description"]?.string?.contains("default 5") == true)
  }

  @Test("places of a plan are texts, and the answer has a link to the page")
  func plan() async throws {
    let asked = Locked<PlanRequest?>(nil)
    let bus = FakeClientBus().answering(PlanRequest.self) { request in
      asked.withLock { $0 = request }
      let option = Fixtures.option(Fixtures.venue("Roma"), toStop: 300, toDestination: 200)
      return Fixtures.plan([option], counts: Fixtures.counts(1, onTime: 1))
    }
    let settings = try Configuration("home = 37.1,-122.2\nprofile = foot\n", from: "settings")
    let result = try await result(
      "plan",
      #"{"origin":"home","destination":"Coit Tower","deadline":"08:45","category":"cafés"}"#,
      bus: bus, words: ["--page", "https://coffee.example/"], settings: settings)
    let home = Coordinate(latitude: 37.1, longitude: -122.2)
    var expected = PlanRequest(
      origin: .coordinate(home, label: "home"), destination: .text("Coit Tower"),
      deadline: RequestedTime("08:45"), category: .coffee, profile: .foot, limit: 5)
    expected.allowsDegraded = true
    #expect(asked.withLock { $0 } == expected)
    #expect(result["isError"] == .boolean(false))
    let link = try #require(result["structuredContent"]?["link"]?.string)
    #expect(link.hasPrefix("https://coffee.example/commute?plan="))
    #expect(text(result).hasSuffix("On a map: \(link)\n"))
    #expect(text(result).contains("Roma"))
    #expect(result["structuredContent"]?["direct"]?["geometry"] == nil)
    #expect(result["structuredContent"]?["direct"]?["durationSeconds"] != nil)
  }

  @Test("the texts of a route are looked up in turn, and a guess is told")
  func route() async throws {
    let asked = Locked<RouteRequest?>(nil)
    let bus = FakeClientBus()
      .answering(GeocodeRequest.self) { request in
        #expect(request.near == Coordinate(latitude: 37.1, longitude: -122.2))
        return GeocodeReply(hits: [Fixtures.hit(request.text ?? "")], suggestions: [])
      }
      .answering(MapTimesRequest.self) { _ in
        MapTimesReply(departure: Fixtures.departure, deadline: nil)
      }
      .answering(RouteRequest.self) { request in
        asked.withLock { $0 = request }
        return RouteReply(
          durationSeconds: 370, distanceMeters: 2300, name: nil, geometry: nil, legs: [],
          waypoints: [], verified: nil, mapVersion: "1")
      }
    let result = try await result(
      "route", #"{"waypoints":["37.1,-122.2","Coit"],"departure":"08:00"}"#, bus: bus)
    #expect(
      asked.withLock { $0 }
        == RouteRequest(
          waypoints: [
            Coordinate(latitude: 37.1, longitude: -122.2), Fixtures.hit("Coit").coordinate,
          ], departure: Fixtures.departure))
    #expect(text(result).contains("2.3 km"))
    #expect(result["structuredContent"]?["durationSeconds"] == .number(370))
  }

  @Test(
    "what an assistant got wrong is said to it",
    arguments: [
      (#"{"origin":"1,2"}"#, "destination is missing"),
      (#"{"origin":"1,2","destination":"3,4","limt":3}"#, "limit"),
      (#"{"origin":"1,200","destination":"3,4"}"#, "a longitude -180 to 180"),
      (#"{"origin":"home","destination":"3,4"}"#, "home is not set"),
      (#"{"origin":"1,2","destination":"3,4","limit":"two"}"#, "limit"),
      (#"{"origin":"1,2","destination":"3,4","deadline":"whenever"}"#, "deadline"),
      (#"{"origin":"1,2","destination":"3,4"}"#, "No instance answers planner.plan/1."),
    ])
  func mistakes(arguments: String, message: String) async throws {
    let result = try await result("plan", arguments, bus: FakeClientBus())
    #expect(result["isError"] == .boolean(true))
    #expect(text(result).contains(message), "\(text(result))")
    #expect(result["structuredContent"]?["error"]?["code"]?.string?.isEmpty == false)
  }

  @Test(
    "a category is any word for it, an argument of its own or in a filter; another is refused",
    arguments: [
      ("cafés", "coffee", ""), ("Кофейня", "coffee", ""), ("bakry", "bakery", ""),
      ("quarry-bat", nil, "category: no venue is a “quarry-bat”.\nDid you mean:\n  quarry-bar"),
    ])
  func filter(word: String, category: String?, message: String) async throws {
    let asked = Locked<VenueFilter?>(nil)
    let bus = FakeClientBus()
      .answering(CategoriesRequest.self) { _ in
        CategoriesReply(categories: [
          CategoryCount(category: "quarry-bar", parent: nil, own: 1, total: 1)
        ])
      }
      .answering(NearbyRequest.self) { request in
        asked.withLock { $0 = request.filter }
        return Self.nothingNear
      }
    let result = try await result(
      "nearby",
      #"{"coordinate":"1,2","filter":{"category":"\#(word)","outdoorSeating":true}}"#, bus: bus)
    #expect(asked.withLock { $0?.category?.rawValue } == category)
    #expect(asked.withLock { $0?.attributes[.outdoorSeating] } == category.map { _ in true })
    #expect(result["isError"] == .boolean(category == nil))
    #expect(text(result).contains(message), "\(text(result))")
  }

  @Test("nothing that an assistant reads names a command or a flag")
  func noCommands() async throws {
    let bus = FakeClientBus()
      .answering(PlanRequest.self) { request in
        let option = Fixtures.option(Fixtures.venue("Roma"), toStop: 300, toDestination: 200)
        let reasons: [PlanVerdict.Reason] = [.unwanted, .hoursUnknown, .nothing]
        guard let index = request.limit, reasons.indices.contains(index) else {
          return Fixtures.plan([option], counts: Fixtures.counts(1, onTime: 1))
        }
        return Fixtures.plan(
          [], counts: Fixtures.counts(3, onTime: 0), category: "bakry",
          verdict: PlanVerdict(.no, reasons[index]))
      }
      .answering(CategoriesRequest.self) { _ in CategoriesReply(categories: []) }
      .answering(FindRequest.self) { _ in
        FindReply(search: VenueSearch(filter: VenueFilter(category: .coffee)))
      }
    for (tool, arguments) in [
      ("plan", #"{"origin":"1,2","destination":"3,4"}"#),
      ("plan", #"{"origin":"1,2","destination":"3,4","limit":0}"#),
      ("plan", #"{"origin":"1,2","destination":"3,4","limit":1}"#),
      ("plan", #"{"origin":"1,2","destination":"3,4","limit":2}"#),
      ("plan", #"{"origin":"home","destination":"3,4"}"#),
      ("plan", #"{"origin":"1,2","destination":"3,4","category":"quarry"}"#),
      ("plan", #"{"origin":"1,2","destination":"3,4","departure":"whenever"}"#),
      ("find", #"{"text":"coffee"}"#), ("route", #"{"waypoints":["1,200","3,4"]}"#),
    ] {
      let text = text(try await result(tool, arguments, bus: bus))
      #expect(text.firstMatch(of: /quickbrew|--|\.conf/) == nil, "\(tool) \(arguments): \(text)")
    }
  }

  private static let nothingNear = NearbyReply(
    venues: [],
    replica: ReplicaState(
      position: StreamPosition(epoch: "e", sequence: 1), venues: 1, isCurrent: true))

  @Test("a venue search has its list and the place on the page")
  func find() async throws {
    let search = VenueSearch(
      filter: VenueFilter(category: .coffee), place: Fixtures.hit("Smithfield"),
      radiusMeters: 2_000)
    let bus = FakeClientBus().answering(FindRequest.self) { _ in FindReply(search: search) }
      .answering(NearbyRequest.self) { request in
        #expect(request.limit == 5)
        let venue = NearbyVenue(venue: Fixtures.venue("Roma"), distanceMeters: 120)
        return NearbyReply(
          venues: [venue],
          replica: ReplicaState(
            position: StreamPosition(epoch: "e", sequence: 1), venues: 1, isCurrent: true))
      }
    let result = try await result("find", #"{"text":"coffee near Smithfield"}"#, bus: bus)
    #expect(text(result).hasPrefix("Looking for coffee within 2.0 km of Smithfield."))
    #expect(text(result).contains("Roma"))
    let link = result["structuredContent"]?["link"]?.string ?? ""
    #expect(link.hasPrefix("http://localhost:8080/explore?category=coffee&at="))
  }

  @Test("a result is short enough for a model, whatever it asks for; what is left out is said")
  func size() async throws {
    let bus = FakeClientBus().answering(NearbyRequest.self) { request in
      let venues = (0..<(request.limit ?? 0)).map {
        NearbyVenue(venue: Fixtures.venue("Roma \($0)"), distanceMeters: Double($0))
      }
      return NearbyReply(
        venues: venues,
        replica: ReplicaState(
          position: StreamPosition(epoch: "e", sequence: 1), venues: 500, isCurrent: true))
    }
    for (limit, isShort) in [(5, true), (500, false)] {
      let result = try await result(
        "nearby", #"{"coordinate":"1,2","limit":\#(limit)}"#, bus: bus)
      #expect(try MessageCoder.encode(result).count < 23_000)
      #expect((result["structuredContent"]?["isShortened"] == nil) == isShort)
      guard case .array(let venues)? = result["structuredContent"]?["venues"] else {
        Issue.record("no venues")
        return
      }
      #expect(venues.first?["venue"]?["name"] == "Roma 0")
      #expect(isShort ? venues.count == 5 : venues.count > 5)
      #expect(text(result).contains("Roma 0") && text(result).contains("On a map: http"))
      #expect(text(result).contains("There is more") == (limit == 500), "\(text(result).count)")
    }
  }

  @Test("a search without a result says so, with what may be meant")
  func nothing() async throws {
    let bus = FakeClientBus()
      .answering(FindRequest.self) { _ in
        FindReply(suggestions: [Fixtures.hit("Atlantic Avenue")])
      }
      .answering(NearbyRequest.self) { _ in
        Self.nothingNear
      }
    let place = try await result("find", #"{"text":"Atlantis"}"#, bus: bus)
    #expect(
      text(place) == "notFound: Nothing found for the text.\nDid you mean:\n  Atlantic Avenue")
    #expect(place["isError"] == .boolean(true))
    let near = try await result("nearby", #"{"coordinate":"1,2"}"#, bus: bus)
    #expect(text(near).hasPrefix("Nothing found."), "\(text(near))")
    #expect(near["isError"] == .boolean(false))
  }

  @Test("calls run side by side; one that is cancelled gets no reply, and ends")
  func cancelling() async throws {
    let (ended, end) = AsyncStream<Void>.makeStream()
    let bus = FakeClientBus().answering(IsochroneRequest.self) { _ in
      await never()
      end.finish()
      throw ServiceError(.unavailable, "cancelled")
    }
    let slow = #"{"center":"1,2","contoursSeconds":[60]}"#
    let all = try await replies(
      [
        Self.call("isochrone", slow, id: 1), #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
        Self.call("isochrone", slow, id: 1),
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        Self.call("plan", "{}", id: 3),
      ], bus: bus)
    #expect(all.map { $0["id"] } == [.number(2), .number(1), .number(3)])
    #expect(all.map { $0["error"]?["code"] } == [nil, .number(-32600), nil])
    // Ends with the request, which nothing but the cancellation ends.
    for await _ in ended {}
  }

  @Test("more calls than may run at once are refused, and can be repeated")
  func overload() async throws {
    let bus = FakeClientBus().answering(IsochroneRequest.self) { _ in
      await never()
      throw ServiceError(.unavailable, "cancelled")
    }
    let count = InputLimits.linesInFlight
    let calls = (0...count).map {
      Self.call("isochrone", #"{"center":"1,2","contoursSeconds":[60]}"#, id: $0)
    }
    let cancels = (0..<count).map {
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#($0)}}"#
    }
    let all = try await replies(calls + cancels, bus: bus)
    #expect(all.map { $0["id"] } == [.number(Double(count))])
    #expect(all.first?["result"]?["structuredContent"]?["error"]?["code"] == "overloaded")
  }
}
