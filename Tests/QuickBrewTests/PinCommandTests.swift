import Geography
import Messages
import Testing

@testable import QuickBrew

@Suite struct PinCommandTests {
  private static func step(
    _ kind: ManeuverKind, _ direction: TurnDirection?, _ instruction: String, meters: Int = 0
  ) -> RouteStep {
    RouteStep(
      maneuver: Maneuver(kind: kind, direction: direction, coordinate: Fixtures.tower),
      instruction: instruction, name: nil, durationSeconds: 60, distanceMeters: meters)
  }

  private static func drive(_ seconds: Int, _ name: String?, _ steps: [RouteStep]) -> PlanLeg {
    PlanLeg(
      durationSeconds: seconds, distanceMeters: seconds * 10, name: name,
      geometry: EncodedPolyline([Fixtures.origin, Fixtures.tower]), steps: steps)
  }

  private static let middle = Coordinate(latitude: 37.79, longitude: -122.41)

  static func board(_ count: Int, watch: PinWatch = .off) -> PinBoard {
    let pins = [
      Pin(
        label: "A",
        place: PlanLocation(label: "37.785834, -122.406417", coordinate: Fixtures.origin)),
      Pin(label: "B", place: PlanLocation(label: "Fish & <Chips>", coordinate: middle)),
      Pin(label: "C", place: PlanLocation(label: "Coit Tower", coordinate: Fixtures.tower)),
    ]
    let legs = [
      PinLeg(
        from: "A", to: "B",
        drive: drive(
          9900, "Market Street",
          [
            step(.turn, .right, "Turn right onto Parkwood Avenue", meters: 1200),
            step(.arrive, .right, "Arrive at the destination, on the right"),
          ])),
      PinLeg(
        from: "B", to: "C",
        drive: drive(61, nil, [step(.arrive, nil, "Arrive at the destination")])),
    ]
    let kept = legs.prefix(max(0, count - 1))
    return PinBoard(
      board: "ada", pins: Array(pins.prefix(count)), legs: Array(kept),
      durationSeconds: kept.reduce(0) { $0 + $1.drive.durationSeconds },
      distanceMeters: kept.reduce(0) { $0 + $1.drive.distanceMeters }, watch: watch,
      betterOrders: count > 2
        ? [PinOrder(order: ["A", "C", "B"], durationSeconds: 9000, savedSeconds: 899)] : nil,
      view: BoundingBox(south: 37, west: -123, north: 38, east: -122))
  }

  private static func bus(_ count: Int, watch: PinWatch = .off) -> FakeClientBus {
    FakeClientBus()
      .answering(PinBoardRequest.self) { request in
        #expect(request.board == "ada")
        return board(count, watch: watch)
      }
      .answering(PinAddRequest.self) { request in
        guard request.place != .text("sixth") else {
          throw ServiceError(.tooManyPins, "A board has at most 5 pins.")
        }
        #expect(request == PinAddRequest(board: "ada", place: .text("Coit Tower")))
        return board(count, watch: watch)
      }
      .answering(PinRemoveRequest.self) { request in
        #expect(request == PinRemoveRequest(board: "ada", label: "B"))
        return board(count)
      }
      .answering(PinResetRequest.self) { _ in board(0) }
      .answering(PinWatchRequest.self) { board(count, watch: $0.on ? .on : .off) }
  }

  @Test("directions list each leg, the total and the links")
  func directions() async {
    let run = await CommandRun(["pins", "directions"], bus: Self.bus(3))
    #expect(run.status == .success)
    #expect(
      run.output == """
        Driving directions from A to B, via Market Street
        Estimated time: 0d, 2h, 45m
          Turn right onto Parkwood Avenue, 1.2 km
          Your destination is on the right

        Driving directions from B to C
        Estimated time: 0d, 0h, 2m
          You have reached your destination

        In all from A to C, 99.6 km
        Estimated time: 0d, 2h, 47m
        A C B saves 14 min 59 s

        Apple Maps   https://maps.apple.com/directions?source=37.785834,-122.406417\
        &waypoint=37.790000,-122.410000&destination=37.802395,-122.405822&mode=driving
        Google Maps  https://www.google.com/maps/dir/?api=1&origin=37.785834,-122.406417\
        &destination=37.802395,-122.405822&waypoints=37.790000,-122.410000&travelmode=driving
        A            geo:37.785834,-122.406417
        B            geo:37.790000,-122.410000
        C            geo:37.802395,-122.405822

        """)
  }

  @Test("a single pin has links but no drive")
  func singlePin() async {
    let run = await CommandRun(["pins", "directions"], bus: Self.bus(1))
    #expect(run.output.hasPrefix("Apple Maps   https://maps.apple.com/place?coordinate=37.78"))
    #expect(await CommandRun(["pins", "directions"], bus: Self.bus(0)).status == .nothingFound)
  }

  @Test func listsAndAdds() async {
    let list = await CommandRun(["pins", "list"], bus: Self.bus(3, watch: .on))
    #expect(list.output.contains("B  Fish & <Chips>"))
    #expect(list.output.contains("Together 2 h 46 min 1 s, 99.6 km\nA C B saves 14 min 59 s\n"))
    #expect(list.output.hasSuffix("Watching 1.0 km around 3 pins of ada.\n"))
    let added = await CommandRun(["pins", "add", "Coit Tower"], bus: Self.bus(3))
    #expect(added.output.hasPrefix("Set C: Coit Tower\n"))
    #expect(await CommandRun(["pins", "add", "sixth"], bus: Self.bus(5)).status == .usage)
    let empty = await CommandRun(["pins", "list"], bus: Self.bus(0))
    #expect(empty.output.isEmpty && empty.messages.contains("No pins yet"))
  }

  @Test func removesResetsAndWatches() async {
    #expect(
      await CommandRun(["pins", "remove", "b"], bus: Self.bus(2)).output.hasPrefix("Removed B.\n"))
    #expect(
      await CommandRun(["pins", "reset"], bus: Self.bus(2)).output == "The board ada is empty.\n")
    #expect(
      await CommandRun(["geofence", "on"], bus: Self.bus(2)).output
        == "Watching 1.0 km around 2 pins of ada.\n")
    #expect(
      await CommandRun(["geofence", "off", "--board", "ada"], bus: Self.bus(2)).output
        == "The pins of ada are not watched.\n")
  }

  @Test func gpxHasPinsAndDrives() async {
    let run = await CommandRun(["pins", "directions", "--gpx", "-"], bus: Self.bus(2))
    #expect(
      run.output == """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1">
          <wpt lat="37.785834" lon="-122.406417"><name>A: 37.785834, -122.406417</name></wpt>
          <wpt lat="37.790000" lon="-122.410000"><name>B: Fish &amp; &lt;Chips&gt;</name></wpt>
          <trk><name>A to B</name><trkseg>
            <trkpt lat="37.785834" lon="-122.406417"/>
            <trkpt lat="37.802395" lon="-122.405822"/>
          </trkseg></trk>
        </gpx>

        """)
  }

  @Test func geoJSONHasPinsAndDrives() async {
    let run = await CommandRun(["pins", "directions", "--geojson", "-"], bus: Self.bus(2))
    #expect(run.output.contains(#""type":"FeatureCollection""#))
    #expect(run.output.contains(#"[-122.41,37.79]"#))
    #expect(run.output.contains(#""LineString""#))
    let both = ["pins", "directions", "--geojson", "-", "--gpx", "-"]
    #expect(await CommandRun(both, bus: Self.bus(2)).status == .usage)
  }
}
