import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

/// Climbing rates, steps, and several kinds of requests in one load test.
@Suite struct LoadMixTests {
  private static let start = ContinuousClock.now

  /// A map all of whose points are on one road network.
  private static func bus(_ load: @escaping @Sendable (Data) -> Void = { _ in }) -> FakeClientBus {
    FakeClientBus()
      .answering(MapInfoRequest.self) { _ in
        MapInfo(
          name: "m", box: BoundingBox(south: 0, west: 10, north: 1, east: 11), timeZone: "UTC")
      }
      .answering(NearestRoadRequest.self) { request in
        NearestRoadReply(points: [
          SnappedWaypoint(coordinate: request.coordinate, distanceMeters: 1, name: nil)
        ])
      }
      .answering(TableRequest.self) { request in
        TableReply(
          durationsSeconds: request.sources.map { _ in request.destinations.map { _ in 60 } },
          packedSeconds: nil, mapVersion: "1")
      }
      .answering(ReverseGeocodeRequest.self) { _ in
        GeocodeReply(hits: [Fixtures.hit("1 Main Street")])
      }
      .running(
        Dictionary(uniqueKeysWithValues: ServiceName.allCases.map { ($0, ["1"]) })
      ) { Fixtures.stats($0, $1) }
      .answeringLoad { body in
        load(body)
        return (.milliseconds(1), .success(Data()))
      }
  }

  @Test(
    "a climb sends as many requests by each time as the area under the rate", arguments: [1, 7])
  func ramp(seconds: Int) {
    let rate = 1_000.0
    let plan = LoadPlan(
      pace: .rate(rate), duration: .seconds(2), sampledFraction: 0, seed: 1,
      ramp: .seconds(seconds))
    let count = plan.planned ?? 0
    #expect(count == 2_000 + 500 * seconds)
    let due = (0..<count).map { plan.due($0, rate: rate) }
    #expect(zip(due, due.dropFirst()).allSatisfy { $0 <= $1 })
    // By any time on the climb r·t²/(2R) are due, after it r more each second.
    for tenth in 0...(10 * seconds + 20) {
      let t = Double(tenth) / 10
      let top = Double(seconds)
      let expected =
        t <= top ? rate * t * t / (2 * top) : rate * top / 2 + rate * (t - top)
      let sent = due.filter { $0 < .seconds(t) }.count
      #expect(abs(Double(sent) - min(expected, Double(count))) <= 1, "at \(t) s")
    }
    // Without a climb nothing changes.
    let steady = LoadPlan(pace: .rate(10), duration: .seconds(1), sampledFraction: 0, seed: 1)
    #expect(steady.due(3, rate: 10) == .milliseconds(300))
    #expect(steady.planned == 10)
  }

  @Test("steps reach the rate, and the highest that holds is named")
  func steps() async throws {
    struct Found: Decodable {
      struct Step: Decodable {
        let targetPerSecond: Double
        let sent: Int
      }
      let maximumPerSecond: Double?
      let steps: [Step]
    }
    let run = await CommandRun(
      [
        "load-test", "router", "--rate", "400", "--step", "4", "--duration", "1", "--warm-up", "0",
        "--json",
      ], bus: Self.bus())
    #expect(run.status == .success, "\(run.messages)")
    let found = try MessageCoder.decode(Found.self, from: Data(run.output.utf8))
    #expect(found.steps.map(\.targetPerSecond) == [100, 200, 300, 400])
    #expect(found.steps.map(\.sent) == [100, 200, 300, 400])
    #expect(found.maximumPerSecond == 400)
  }

  @Test("positions are changes of many devices, each sent with the time that it arrives")
  func positions() async throws {
    let bodies = Locked<[Data]>([])
    let bus = Self.bus { body in bodies.withLock { $0.append(body) } }
    let run = await CommandRun(
      ["load-test", "positions", "--rate", "500", "--duration", "1", "--warm-up", "0"], bus: bus)
    #expect(run.status == .success, "\(run.messages)")
    let sent = try bodies.withLock { $0 }.map {
      try MessageCoder.decode(PositionReportRequest.self, from: $0)
    }
    #expect(sent.count == 500)
    #expect(sent.allSatisfy { $0.time == nil && $0.device.rawValue.hasPrefix("load-test.") })
    #expect(Set(sent.map(\.device)).count > 200)
    for (_, places) in Dictionary(grouping: sent, by: \.device) {
      #expect(places.allSatisfy { $0.coordinate.distance(to: places[0].coordinate) <= 4.1 })
    }
  }

  @Test("a mix asks each service as often as its weight says, and reports each")
  func mixed() async throws {
    struct Report: Decodable {
      struct Part: Decodable {
        let operation: String
        let sent: Int
        let answered: Int
      }
      let service: String
      let sent: Int
      let instances: Int
      let parts: [Part]
    }
    let run = await CommandRun(
      [
        "load-test", "mixed", "--mix", "-", "--rate", "4000", "--duration", "1", "--warm-up", "0",
        "--seed", "3", "--json",
      ], bus: Self.bus(),
      lines: FakeLines([
        .text("# evening"), .text("3 router"), .text(""), .text("1 positions # few"),
      ]))
    #expect(run.status == .success, "\(run.messages)")
    let report = try MessageCoder.decode(Report.self, from: Data(run.output.utf8))
    #expect(report.service == "mixed" && report.instances == 2 && report.sent == 4_000)
    #expect(
      report.parts.map(\.operation) == ["router.route/1", "geofence-monitor.position-report/1"])
    #expect(report.parts.map(\.sent).reduce(0, +) == 4_000)
    #expect(report.parts.allSatisfy { $0.answered == $0.sent })
    #expect((2_850...3_150).contains(report.parts[0].sent), "seed 3")
  }

  @Test("without a file the usual mix is asked, all five")
  func usual() async {
    let run = await CommandRun(
      ["load-test", "mixed", "--rate", "300", "--duration", "1", "--warm-up", "0"], bus: Self.bus())
    #expect(run.status == .success, "\(run.messages)")
    for title in ["routes without geometry", "addresses", "venues nearby", "plans", "positions"] {
      #expect(run.output.contains(title))
    }
  }

  @Test(arguments: [
    ("", "The mix has no line"), ("# nothing", "The mix has no line"),
    ("router", "Line 1 of the mix is no weight and subject"),
    ("1 router\nx geocoder", "Line 2 of the mix is no weight and subject"),
    ("0 router", "Line 1 of the mix is no weight"), ("-1 router", "Line 1 of the mix is no weight"),
    ("inf router", "Line 1"), ("1 routre", "“routre” is none of"),
    ("1 router\n2 router", "Line 2 of the mix: router is there already."),
  ])
  func refusedMixes(text: String, message: String) {
    do {
      _ = try LoadMix(text, subjects: ["geocoder", "router"])
      Issue.record("“\(text)” is read")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test(arguments: [
    ("load-test router --closed 5 --ramp 3s", "--ramp does not go with --closed."),
    ("load-test router --find-max --slo p99=1s --step 3", "--step does not go with --find-max."),
    ("load-test router --rate 5 --step 1", "--step is a"),
    ("load-test router --rate 5 --step 3 --ramp 2s", "--ramp does not go with --step."),
    ("load-test router --rate 5 --mix x", "--mix"),
  ])
  func refusedFlags(line: String, message: String) async {
    let run = await CommandRun(line.split(separator: " ").map(String.init))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }
}
