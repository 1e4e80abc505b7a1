import Geography
import Messages
import TestSupport
import Testing

@testable import Planner

@Suite struct PlanFailureTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let request: PlanRequest
    let code: ErrorCode
    let message: String
    init(_ request: PlanRequest, _ message: String, _ code: ErrorCode = .invalidRequest) {
      (self.request, self.code, self.message) = (request, code, message)
    }
    var testDescription: String { message }
  }

  private static func at(_ latitude: Double, _ longitude: Double) -> LocationReference {
    .coordinate(Coordinate(latitude: latitude, longitude: longitude))
  }

  private static let globe =
    "it must be a latitude of -90 to 90 and a longitude of -180 to 180 degrees."
  private static let box =
    "is outside the map downtown.osm, which spans latitudes 37.7 to 37.83 and longitudes -122.52 "
    + "to -122.35."

  static let invalid = [
    Row(
      request(depart: .clock(hour: 8, minute: 0), by: .clock(hour: 7, minute: 30)),
      "The deadline 07:30 is before the departure 08:00. Give a later deadline, or its date as "
        + "well, such as 2026-11-22T07:30."),
    Row(request(dwell: -1), "The dwell in seconds is -1; it must be 0 to 86400."),
    Row(request(dwell: 86_401), "The dwell in seconds is 86401; it must be 0 to 86400."),
    Row(request(least: 1.1), "The least confidence is 1.1; it must be 0 to 1."),
    Row(request(least: -0.1), "The least confidence is -0.1; it must be 0 to 1."),
    Row(request(limit: 0), "The number of options is 0; it must be 1 to 50."),
    Row(request(limit: 51), "The number of options is 51; it must be 1 to 50."),
    Row(request(category: ""), "The category is empty."),
    Row(request(id: ""), "The plan's id is empty."),
    Row(
      request(id: PlanID(rawValue: String(repeating: "x", count: 201))),
      "The plan's id is 201 bytes long; it must be 1 to 200 bytes."),
    Row(request(from: .text(" \n")), "The origin is empty."),
    Row(request(to: .text("")), "The destination is empty."),
    Row(
      request(to: .text(String(repeating: "é", count: 501))),
      "The destination is 1002 bytes long; it must be 1 to 1000 bytes."),
    Row(request(from: .device("")), "The origin's device is empty."),
    Row(
      request(from: at(91, 0)),
      "The origin is 91.0, 0.0; \(globe)"),
    Row(
      request(to: at(0, -180.5)),
      "The destination is 0.0, -180.5; \(globe)"),
    Row(
      request(to: at(1e300, .infinity)),
      "The destination is 1e+300, inf; \(globe)"),
    Row(request(from: at(60.17, 24.94)), "The origin 60.17, 24.94 \(box)", .outsideMap),
    Row(request(to: at(37.6999995, -122.4)), "The destination 37.7, -122.4 \(box)", .outsideMap),
  ]

  @Test("an invalid request is refused before any other service is asked", arguments: invalid)
  func invalidRequest(_ row: Row) async {
    let city = FakeCity()
    let bench = Bench(city)
    let error = await bench.failure(row.request)
    #expect(error?.code == row.code)
    #expect(error?.message == row.message)
    #expect(city.sent.isEmpty)
    #expect(bench.events.items.isEmpty)
  }

  @Test(
    "the error names the service that failed",
    arguments: [
      (ServiceName.geocoder, ErrorCode.unavailable, ErrorCode.unavailable),
      (.geofenceMonitor, .unavailable, .unavailable),
      (.router, .unavailable, .unavailable),
      (.shopSearch, .unavailable, .unavailable),
      (.shopSearch, .shuttingDown, .unavailable),
      (.router, .overloaded, .overloaded),
      (.router, .deadlineExceeded, .deadlineExceeded),
      (.router, .internal, .internal),
      (.geocoder, .unsupported, .unsupported),
    ])
  func failedService(
    _ service: ServiceName, _ code: ErrorCode, _ expected: ErrorCode
  ) async {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 1, toDestination: 1)])
    city.devices["phone"] = unionSquare
    city.places["Coit Tower"] = GeocodeReply(hits: [PlaceResolverTests.hit("Coit Tower", coitTower)]
    )
    city.down[service] = ServiceError(code, "It is not there.")
    let bench = Bench(city)
    let error = await bench.failure(request(from: .device("phone"), to: .text("Coit Tower")))
    #expect(error?.code == expected)
    #expect(error?.message == "The plan needs \(service): It is not there.")
    #expect(!bench.events.items.contains { if case .completed = $0 { true } else { false } })
  }

  @Test("a destination without a road fails the plan")
  func noRoute() async throws {
    let city = FakeCity(direct: nil, shops: [(name: "A", toStop: 1, toDestination: 1)])
    let error = await Bench(city).failure(request())
    #expect(error?.code == .noRoute)
    #expect(
      error?.message == "No road leads from 37.785834, -122.406417 to 37.802395, -122.405822.")
    #expect(try city.sent(DetoursRequest.self).isEmpty)
  }

  @Test("failed legs cancel the request for details", .timeLimit(.minutes(10)))
  func legsCancel() async {
    var city = FakeCity(
      direct: 600, shops: (0..<4).map { ("S\($0)", 300 + $0, 300) })
    let broken = city.venues[2].coordinate
    city.onRoute = { (request) async throws(ServiceError) in
      if request.waypoints[0] == broken { throw ServiceError(.unavailable, "Killed.") }
    }
    let stuck = city.bus.answering(ShopDetailsRequest.self) { _ in
      await untilCancelled()
      throw ServiceError(.deadlineExceeded, "Too late.")
    }
    let error = await Bench(stuck).failure(request())
    #expect(error == ServiceError(.unavailable, "The plan needs router: Killed."))
  }

  @Test("a failed direct drive cancels the search for shops", .timeLimit(.minutes(10)))
  func directCancels() async {
    let stuck = FakeCity(direct: nil, shops: []).bus.answering(CandidatesRequest.self) { _ in
      await untilCancelled()
      throw ServiceError(.deadlineExceeded, "Too late.")
    }
    let error = await Bench(stuck).failure(request())
    #expect(error?.code == .noRoute)
  }

  @Test("a reply that breaks its contract is an internal error")
  func brokenReplies() async {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 1, toDestination: 1)])
    var error = await Bench(Self.broken(city, toStop: [1, 2], columns: [0])).failure(request())
    #expect(
      error?.message
        == "The plan cannot be made: router answered 2 and 1 times in 1 columns to a request for "
        + "1 stops.")
    #expect(error?.code == .internal)
    error = await Bench(Self.broken(city, toStop: [1], columns: [1])).failure(request())
    #expect(error?.message.contains("1 and 1 times in 2 columns") == true)
    error = await Bench(Self.broken(city, toStop: [1], columns: [-1])).failure(request())
    #expect(error?.code == .internal)
    error = await Bench(Self.broken(city, toStop: [1], columns: [0], legs: 1)).failure(request())
    #expect(
      error?.message == "The plan cannot be made: router answered 1 routes to a request for 2.")
    city.venues = []
    error = await Bench(Self.broken(city, toStop: [], columns: [], hasLine: false))
      .failure(request())
    #expect(
      error?.message == "The plan cannot be made: router answered a route without its line.")
  }

  /// The services of a city with a router that breaks its contract.
  private static func broken(
    _ city: FakeCity, toStop: [Int32?], columns: [Int], legs: Int = 2, hasLine: Bool = true
  ) -> ScriptedBus {
    city.bus
      .answering(RouteRequest.self) { request in
        try await city.route(
          RouteRequest(waypoints: request.waypoints, geometry: hasLine, steps: request.steps))
      }
      .answering(RoutesRequest.self) { request in
        RoutesReply(
          routes: Array(try await city.routes(request).routes.prefix(legs)))
      }
      .answering(DetoursRequest.self) { _ in
        DetoursReply(
          toStopSeconds: PackedNumbers(toStop), toDestinationSeconds: PackedNumbers([]),
          leavingColumns: columns, stopCentimeters: PackedNumbers([0]), originMeters: 0,
          destinationMeters: 0, mapVersion: "", toDestinationMilliseconds: PackedNumbers([1000]))
      }
  }
}
