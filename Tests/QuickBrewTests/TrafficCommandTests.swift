import FoundationEssentials
import Geography
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct TrafficCommandTests {
  private static let spot = RoadReference(coordinate: Fixtures.origin)

  private static func road(_ road: RoadReference, _ state: RoadCondition) -> TrafficRoad {
    TrafficRoad(road: road, state: state, isKept: false, name: "Market Street", segments: 2)
  }

  /// A router that echoes the requested changes.
  private static func bus(_ received: Locked<[TrafficRequest]> = Locked([])) -> FakeClientBus {
    FakeClientBus()
      .answering(TrafficRequest.self) { request in
        received.withLock { $0.append(request) }
        let roads = (request.set ?? []).map { road($0.road, $0.state) }
        return TrafficReply(version: 4, roads: roads)
      }
      .answering(GeocodeRequest.self) { GeocodeReply(hits: [Fixtures.hit($0.text ?? "")]) }
  }

  @Test(
    "arguments become the request",
    arguments: [
      (
        ["set", "way:7", "--closed"],
        TrafficRequest(set: [TrafficChange(road: RoadReference(way: 7), state: .closed)])
      ),
      (
        ["set", "37.785834,-122.406417", "--speed", "12.5", "--bearing", "90", "--keep"],
        TrafficRequest(
          set: [
            TrafficChange(
              road: RoadReference(coordinate: Fixtures.origin, bearing: 90),
              state: .speed(kilometersPerHour: 12.5))
          ], keep: true)
      ),
      (
        ["set", "Coit Tower", "way:8", "--closed"],
        TrafficRequest(set: [
          TrafficChange(road: RoadReference(coordinate: Fixtures.tower), state: .closed),
          TrafficChange(road: RoadReference(way: 8), state: .closed),
        ])
      ),
      (["clear", "way:7"], TrafficRequest(clear: [RoadReference(way: 7)])),
      (["clear", "--all"], TrafficRequest(clearAll: true)), (["list"], TrafficRequest()),
    ] as [([String], TrafficRequest)])
  func request(words: [String], expected: TrafficRequest) async {
    let received = Locked<[TrafficRequest]>([])
    let run = await CommandRun(["traffic"] + words, bus: Self.bus(received))
    #expect(run.status == .success, "\(run.messages)")
    #expect(received.withLock { $0 } == [expected])
  }

  @Test func showsWhatIsSet() async {
    let run = await CommandRun(
      ["traffic", "set", "way:7", "37.785834,-122.406417", "--speed", "12"], bus: Self.bus())
    #expect(
      run.output == """
        Road                   State    Stretches  Kept  Name
        way:7                  12 km/h          2  no    Market Street
        37.785834,-122.406417  12 km/h          2  no    Market Street

        """)
    let cleared = await CommandRun(["traffic", "clear", "way:7"], bus: Self.bus())
    #expect(cleared.output == "Cleared; all roads are as usual.\n")
  }

  @Test(arguments: [
    ("traffic set --closed", "ROAD is missing."), ("traffic set way:x --closed", "not “way:x”"),
    ("traffic set way:7", "--closed or --speed is missing."),
    ("traffic set way:7 --closed --speed 5", "--speed does not go with --closed."),
    ("traffic set way:7 --speed 141", "--speed is a number from 1 to 140"),
    ("traffic clear", "ROAD is missing."),
    ("traffic clear way:7 --all", "--all does not go with ROAD."),
  ])
  func refuses(line: String, expecting message: String) async {
    let run = await CommandRun(line.split(separator: " ").map(String.init))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  // MARK: Watching

  private static let position = StreamPosition(epoch: "e", sequence: 1)

  private static func event(_ version: Int) -> StreamItem<TrafficChanged> {
    let change = TrafficRequest(set: [TrafficChange(road: spot, state: .closed)])
    return .event(TrafficChanged(version: version, change: change), position)
  }

  /// The printed lines: the version of each change, or "list" with the version of a full list.
  private func printed(versions: [Int], _ items: [StreamItem<TrafficChanged>]) async -> [String] {
    let asked = Locked(versions)
    let bus = FakeClientBus().publishing(items).answering(TrafficRequest.self) { _ in
      let version = asked.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      return TrafficReply(version: version, roads: [])
    }
    let run = await CommandRun(["traffic", "watch"], bus: bus)
    #expect(run.status == .success, "\(run.messages)")
    return run.output.split(separator: "\n").map { line in
      let data = Data(line.utf8)
      if let change = try? MessageCoder.decode(TrafficChanged.self, from: data) {
        return "\(change.version)"
      }
      let list = try? MessageCoder.decode(TrafficReply.self, from: data)
      return "list \(list?.version ?? -1)"
    }
  }

  @Test(
    arguments: [
      // Two instances publish the same change.
      ([2], [event(2), event(3), event(3), event(4)], ["3", "4"]),
      // Changes were missed.
      ([2, 5], [event(5), event(6)], ["list 5", "6"]),
      ([2, 3], [.gap(position), event(3), event(4)], ["list 3", "4"]),
      // The router restarts without its traffic.
      ([7, 7, 0], [.live(position), .lost, .live(position), event(1)], ["list 0", "1"]),
      ([2], [.live(position)], []),
    ] as [([Int], [StreamItem<TrafficChanged>], [String])])
  func eachChangeIsPrintedOnce(
    versions: [Int], items: [StreamItem<TrafficChanged>], expected: [String]
  ) async {
    #expect(await printed(versions: versions, items) == expected)
  }

  @Test("a terminal shows text")
  func terminal() async {
    let change = TrafficRequest(
      set: [TrafficChange(road: Self.spot, state: .speed(kilometersPerHour: 7))],
      clear: [RoadReference(way: 7, bearing: 90)])
    let bus = FakeClientBus()
      .publishing([.event(TrafficChanged(version: 1, change: change), Self.position)])
      .answering(TrafficRequest.self) { _ in TrafficReply(version: 0, roads: []) }
    let run = await CommandRun(["traffic", "watch"], bus: bus, isTerminal: true)
    #expect(
      run.output == """
        #1  way:7 bearing 90° as usual
        #1  37.785834,-122.406417 7 km/h

        """)
  }
}
