import Foundation
import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct GeofenceRouteTests {
  private static let line = [
    Fixtures.origin, Coordinate(latitude: 37.79, longitude: -122.406417), Fixtures.tower,
  ]
  private static let steps = [
    RouteStep(
      maneuver: Maneuver(kind: .depart, coordinate: line[0]), instruction: "Head north",
      name: nil, durationSeconds: 60, distanceMeters: 463),
    RouteStep(
      maneuver: Maneuver(kind: .turn, coordinate: line[1]), instruction: "Turn",
      name: nil, durationSeconds: 300, distanceMeters: 1_380),
    RouteStep(
      maneuver: Maneuver(kind: .arrive, coordinate: line[2]), instruction: "Arrive",
      name: nil, durationSeconds: 0, distanceMeters: 0),
  ]

  private static func leg(_ seconds: Int) -> PlanLeg {
    PlanLeg(
      durationSeconds: seconds, distanceMeters: 1_843, name: nil,
      geometry: EncodedPolyline(line), steps: nil)
  }

  static let upcoming = UpcomingFence(
    device: "phone", state: .active, time: Fixtures.departure,
    next: .init(
      fence: .init(Fixtures.fence("Tower")), coordinate: Fixtures.tower,
      time: Fixtures.departure.adding(seconds: 421), aheadSeconds: 421, aheadMeters: 1_540),
    arrival: Fixtures.departure.adding(seconds: 600), remainingMeters: 1_843)

  /// A bus that records the routes that are set.
  private static func bus(_ routes: Locked<[DeviceRoute?]> = Locked([])) -> FakeClientBus {
    FakeClientBus()
      .answering(RouteSetRequest.self) { request in
        #expect(request.device == "phone")
        routes.withLock { $0.append(request.route) }
        return request.route == nil
          ? UpcomingFence(device: "phone", state: .off, time: Fixtures.departure) : upcoming
      }
      .answering(UpcomingRequest.self) { _ in upcoming }
      .answering(PositionRequest.self) { request in
        DevicePosition(
          device: request.device, coordinate: Fixtures.origin, time: Fixtures.departure)
      }
      .answering(RouteRequest.self) { request in
        #expect(request.waypoints == [Fixtures.origin, Fixtures.tower])
        #expect(request.geometry == true && request.steps == true)
        return RouteReply(
          durationSeconds: 360, distanceMeters: 1_843, name: nil,
          geometry: EncodedPolyline(line),
          legs: [
            RouteLeg(durationSeconds: 360, distanceMeters: 1_843, name: nil, steps: steps)
          ], waypoints: [], mapVersion: "test")
      }
      .answering(PinBoardRequest.self) { request in
        let isEmpty = request.board == "empty"
        return PinBoard(
          board: request.board, pins: [],
          legs: isEmpty ? [] : [PinLeg(from: "A", to: "B", drive: leg(100))],
          durationSeconds: 100, distanceMeters: 1_843, watch: .on,
          view: BoundingBox(Fixtures.origin))
      }
  }

  private static let to = "37.802395,-122.405822"

  @Test("a drive becomes one stretch for each step")
  func drive() async {
    let routes = Locked<[DeviceRoute?]>([])
    let run = await CommandRun(
      ["geofence", "route", "--device", "@phone", "--to", Self.to], bus: Self.bus(routes),
      isTerminal: true)
    #expect(run.status == .success)
    #expect(
      run.output == "2026-11-21 08:00:00 UTC-08:00  phone comes to 3 “Tower” at 08:07:01, "
        + "in 7 min 1 s and 1.5 km; at the end at 08:10:00\n")
    let stretches = routes.withLock { $0 }.first??.stretches ?? []
    #expect(stretches.map(\.durationSeconds) == [60, 300])
    #expect(stretches.allSatisfy { $0.stopSeconds == nil })
    #expect(stretches.last?.line.coordinates?.last == Fixtures.tower)
  }

  @Test("the drives of a pin board become a route")
  func board() async {
    let routes = Locked<[DeviceRoute?]>([])
    let run = await CommandRun(
      ["geofence", "route", "--device", "phone", "--board", "weekend"], bus: Self.bus(routes))
    #expect(run.status == .success)
    let line = EncodedPolyline(Self.line)
    #expect(
      routes.withLock { $0 } == [
        DeviceRoute(stretches: [.init(line: line, durationSeconds: 100)])
      ])
    let empty = await CommandRun(
      ["geofence", "route", "--device", "phone", "--board", "empty"], bus: Self.bus())
    #expect(empty.status == .nothingFound)
    #expect(empty.messages.contains("The board empty has no drives"))
  }

  private static let plan = Fixtures.plan(
    [
      Fixtures.option(Fixtures.venue("Cafe"), toStop: 100, toDestination: 300, wait: 120),
      Fixtures.option(Fixtures.venue("Bakery"), toStop: 200, toDestination: 400),
    ], counts: Fixtures.counts(2, onTime: 2))

  /// The legs to and from the shop, with wait and dwell as the stop; or the direct drive.
  @Test(
    "a plan becomes a route over the chosen stop",
    arguments: [
      (nil, [100, 300], 720), ("2", [200, 400], 600), ("0", [370], nil), ("3", nil, nil),
    ] as [(String?, [Int]?, Int?)])
  func planRoute(row: String?, seconds: [Int]?, stay: Int?) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "plan-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try MessageCoder.encodePretty(Self.plan).write(to: file)
    let routes = Locked<[DeviceRoute?]>([])
    let words = ["geofence", "route", "--device", "phone", "--plan", file.path]
    let run = await CommandRun(words + (row.map { ["--stop", $0] } ?? []), bus: Self.bus(routes))
    #expect(run.status == (seconds == nil ? .nothingFound : .success), "\(run.messages)")
    let route = routes.withLock { $0 }.first ?? nil
    #expect(route?.departure == seconds.map { _ in Self.plan.departure })
    #expect(route?.stretches.map(\.durationSeconds) == seconds)
    #expect(route?.stretches.compactMap(\.stopSeconds) ?? [] == (stay.map { [$0] } ?? []))
  }

  @Test("a route is shown and switched off")
  func showAndOff() async {
    let routes = Locked<[DeviceRoute?]>([])
    let shown = await CommandRun(["geofence", "route", "--device", "phone"], bus: Self.bus(routes))
    #expect(shown.output.contains("comes to 3 “Tower”"))
    #expect(routes.withLock { $0.isEmpty })
    let off = await CommandRun(
      ["geofence", "route", "--device", "phone", "--off"], bus: Self.bus(routes))
    #expect(off.output == "2026-11-21 08:00:00 UTC-08:00  phone is on no route.\n")
    #expect(routes.withLock { $0 } == [nil])
  }

  @Test(
    "invalid arguments are refused",
    arguments: [
      ([], "--device is missing."),
      (["--device", "phone", "--to", to, "--off"], "--off does not go with --to."),
      (["--device", "phone", "--plan", "x", "--board", "b"], "--plan does not go with --board."),
      (["--device", "phone", "--from", to], "--from goes with --to only."),
      (
        ["--device", "phone", "--plan", "x", "--depart", "now"],
        "--depart goes with --to or --board only."
      ),
      (["--device", "phone", "--to", to, "--stop", "1"], "--stop goes with --plan only."),
      (["--device", "phone", "--plan", "/nowhere/x"], "Cannot read /nowhere/x"),
      (["--device", "phone", "--plan", "/etc/passwd"], "--plan /etc/passwd holds no plan"),
    ] as [([String], String)]) func invalidArguments(flags: [String], message: String) async
  {
    let run = await CommandRun(["geofence", "route"] + flags, bus: Self.bus())
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  private static let stamp = StreamPosition(epoch: "e", sequence: 1)

  private static func event(_ state: UpcomingFence.State, _ device: DeviceID = "phone")
    -> UpcomingFence
  {
    UpcomingFence(device: device, state: state, time: Fixtures.departure)
  }

  /// Printed beside the events, for all devices.
  @Test("geofence watch --upcoming prints the upcoming fences of all devices")
  func watchUpcoming() async {
    let items = [Self.event(.leftRoute, "van"), Self.event(.arrived)].map {
      StreamItem.event($0, Self.stamp)
    }
    let bus = {
      FakeClientBus().publishing([.event(Fixtures.event(1), Self.stamp)]).publishing(items)
        .answering(GeofenceEventsRequest.self) { _ in
          GeofenceEventsReply(events: [], latest: 0)
        }
    }
    let all = await CommandRun(["geofence", "watch", "--upcoming"], bus: bus(), isTerminal: true)
    let lines = Set(all.output.split(separator: "\n").map(String.init))
    let stem = "2026-11-21 08:00:00 UTC-08:00  "
    #expect(lines.contains("\(stem)van has left its route; what comes next is not known."))
    #expect(lines.contains("\(stem)phone is at the end of its route."))
    #expect(lines.count == 3)
    let plain = await CommandRun(["geofence", "watch"], bus: bus(), isTerminal: true)
    #expect(plain.output.split(separator: "\n").count == 1)
  }

  /// For the followed device only, beginning with the current state, without repetition.
  @Test("--follow with --upcoming prints those of its device only")
  func followUpcoming() async {
    let items: [StreamItem<UpcomingFence>] = [
      .live(Self.stamp), .event(Self.event(.off, "van"), Self.stamp),
      .event(Self.event(.arrived), Self.stamp),
    ]
    let bus = Self.bus().publishing(items)
    let run = await CommandRun(["geofence", "watch", "--follow", "phone", "--upcoming"], bus: bus)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count { $0.contains(#""state":"active""#) } == 1)
    #expect(lines.count { $0.contains(#""state":"arrived""#) } == 1)
    #expect(!run.output.contains("van"))
  }
}
