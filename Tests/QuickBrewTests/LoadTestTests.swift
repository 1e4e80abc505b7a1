import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

@Suite struct LoadTestTests {
  /// A map without roads in its southern half, with an island in its west.
  private static func bus(
    load: @escaping @Sendable (Data) -> (Duration, LoadOutcome) = { _ in
      (.milliseconds(2), .success(Data()))
    }
  ) -> FakeClientBus {
    FakeClientBus()
      .answering(MapInfoRequest.self) { _ in
        MapInfo(
          name: "m", box: BoundingBox(south: 0, west: 10, north: 1, east: 11), timeZone: "UTC")
      }
      .answering(NearestRoadRequest.self) { request in
        if request.coordinate.latitude < 0.5 { throw ServiceError(.outsideMap, "No road.") }
        let point = SnappedWaypoint(coordinate: request.coordinate, distanceMeters: 1, name: nil)
        return NearestRoadReply(points: [point])
      }
      .answering(TableRequest.self) { request in
        let rows = request.sources.map { from in
          request.destinations.map { (from.longitude < 10.2) == ($0.longitude < 10.2) ? 60 : nil }
        }
        return TableReply(durationsSeconds: rows, packedSeconds: nil, mapVersion: "1")
      }
      .running([.router: ["1"]]) { Fixtures.stats($0, $1) }
      .answeringLoad(load)
  }

  private struct PrintedReport: Decodable {
    let seed: Int
    let sent: Int
    let answered: Int
    let failed: Int
    let late: Int
    let requestsPerSecond: Double
    let p50Milliseconds: Double
    let p99Milliseconds: Double
    let valid: Bool
    let problems: [String]
  }

  private func report(_ run: CommandRun) throws -> PrintedReport {
    try MessageCoder.decode(PrintedReport.self, from: Data(run.output.utf8))
  }

  @Test("the report holds the measured values")
  func measuredValues() async throws {
    let run = await CommandRun(
      ["load-test", "router", "--rate", "500", "--duration", "4", "--seed", "7", "--json"],
      bus: Self.bus())
    #expect(run.status == .success, "\(run.messages)")
    let report = try report(run)
    #expect(report.seed == 7)
    #expect([report.sent, report.answered, report.failed, report.late] == [2_000, 2_000, 0, 0])
    #expect(report.p50Milliseconds == 2)
    #expect(report.p99Milliseconds == 2)
    #expect(abs(report.requestsPerSecond - 500) < 1)
    #expect(report.valid && report.problems.isEmpty)
  }

  @Test func theSameSeedDrawsTheSameQueries() async throws {
    var asked: [[RouteRequest]] = []
    for seed in ["7", "7", "8"] {
      let bodies = Locked<[Data]>([])
      let bus = Self.bus { body in
        bodies.withLock { $0.append(body) }
        return (.milliseconds(1), .success(Data()))
      }
      _ = await CommandRun(
        ["load-test", "router", "--closed", "1", "--duration", "1", "--seed", seed], bus: bus)
      asked.append(
        try bodies.withLock { $0 }.map { try MessageCoder.decode(RouteRequest.self, from: $0) })
    }
    let isSame = [asked[0] == asked[1], asked[0] == asked[2]]
    #expect(isSame == [true, false])
    #expect(asked[0].count > 100)
    #expect(asked[0][0].waypoints.count == 2)
    #expect(asked[0][0].geometry == nil)
    let places = asked.joined().flatMap(\.waypoints)
    #expect(places.allSatisfy { $0.latitude >= 0.5 && $0.longitude >= 10.2 })
  }

  @Test(
    arguments: [
      (["--slo", "p99=1ms"], "p99=1ms is not met."),
      (["--slo", "rate=600"], "rate=600 is not met."),
      (["--slo", "p99=3ms", "--slo", "failed=0"], nil),
    ] as [([String], String?)])
  func thresholdsDecideTheStatus(flags: [String], problem: String?) async {
    let run = await CommandRun(
      ["load-test", "router", "--rate", "500", "--duration", "2"] + flags, bus: Self.bus())
    #expect(run.status == (problem == nil ? .success : .failure))
    if let problem { #expect(run.messages == "quickbrew: \(problem)\n") }
  }

  @Test func failuresAreCountedByCode() async throws {
    let count = Locked(0)
    let bus = Self.bus { _ in
      let isThird = count.withLock { count in
        count += 1
        return count.isMultiple(of: 3)
      }
      let error = ServiceError(.overloaded, "Too much.")
      return (.milliseconds(10), isThird ? .failure(error) : .success(Data()))
    }
    let run = await CommandRun(
      ["load-test", "router", "--closed", "3", "--duration", "3", "--warm-up", "0"], bus: bus)
    #expect(run.status == .success)
    #expect(run.output.contains("sent 900, answered 600, failed 300, late 0, unsent 0\n"))
    #expect(run.output.contains("  overloaded: 300\n"))
  }

  @Test("a test without any answer fails")
  func noAnswer() async {
    let error = ServiceError(.unavailable, "No instance of router is running.")
    let run = await CommandRun(
      ["load-test", "router", "--closed", "3", "--duration", "1"],
      bus: Self.bus { _ in (.milliseconds(10), .failure(error)) })
    #expect(run.status == .failure)
    #expect(run.messages.contains("No request was answered: No instance of router is running."))
    #expect(await CommandRun(["load-test", "router", "--closed", "1"]).status == .unavailable)
  }

  @Test func tablesAreAskedFor() async throws {
    let columns = Locked<Set<Int>>([])
    let bus = Self.bus { body in
      let request = try? MessageCoder.decode(TableRequest.self, from: body)
      columns.withLock { _ = $0.insert(request?.destinations.count ?? 0) }
      return (.milliseconds(1), .success(Data()))
    }
    let run = await CommandRun(
      ["load-test", "router", "--rate", "100", "--duration", "1", "--table", "50"], bus: bus)
    #expect(run.status == .success)
    #expect(columns.withLock { $0 } == [50])
    #expect(run.output.hasPrefix("router: tables 1 × 50, 100 a second, seed "))
  }

  @Test(arguments: [
    ("load-test router", "--rate or --closed is missing."),
    ("load-test router --rate 5 --closed 5", "--rate does not go with --closed."),
    ("load-test router --rate fast", "--rate is a number"),
    ("load-test router --rate 5 --table 9 --geometry", "--geometry does not go with --table."),
    ("load-test router --rate 5 --slo p99", "--slo is a threshold like p99=20ms"),
    ("load-test router --find-max", "--find-max needs --slo, such as p99=20ms."),
    ("load-test router --find-max --closed 9 --slo p99=1s", "--closed does not go with"),
    ("load-test routre --rate 5", "Did you mean router?"),
    ("load-test router --rate 5 --ramp 3s", "--ramp"),
  ])
  func refuses(line: String, expecting message: String) async {
    let run = await CommandRun(line.split(separator: " ").map(String.init))
    #expect(run.status == .usage)
    #expect(run.messages.contains(message), "\(run.messages)")
  }

  @Test("the highest rate is looked for that meets the thresholds")
  func findsMaximum() async throws {
    struct Found: Decodable {
      let maximumPerSecond: Double
      let steps: [PrintedReport]
    }
    let flags = ["--find-max", "--slo", "rate=1", "--duration", "1", "--warm-up", "0", "--json"]
    let sent = Locked(0)
    let bus = Self.bus { _ in
      sent.withLock { $0 += 1 }
      return (.milliseconds(1), .success(Data()))
    }
    let run = await CommandRun(
      ["load-test", "router", "--rate", "300000"] + flags, bus: bus)
    let found = try MessageCoder.decode(Found.self, from: Data(run.output.utf8))
    #expect(found.maximumPerSecond >= 300_000)
    #expect(found.steps.last?.sent ?? 0 > 300_000)
    #expect(sent.withLock { $0 } == found.steps.map(\.sent).reduce(0, +))
  }

  @Test("geocoder, shop search and planner are asked what the map holds")
  func otherServices() async throws {
    let services: [(String, ServiceName)] = [
      ("geocoder", .geocoder), ("nearby", .shopSearch), ("plan", .planner),
    ]
    for (word, service) in services {
      let bodies = Locked<[Data]>([])
      let bus = Self.bus { body in
        bodies.withLock { $0.append(body) }
        return (.milliseconds(1), .success(Data()))
      }
      .answering(ReverseGeocodeRequest.self) { _ in
        GeocodeReply(hits: [Fixtures.hit("1 Main Street")])
      }
      .running([service: ["1"]]) { Fixtures.stats($0, $1) }
      let run = await CommandRun(
        ["load-test", word, "--rate", "100", "--duration", "1", "--warm-up", "0"], bus: bus)
      #expect(run.status == .success, "\(run.messages)")
      #expect(run.output.contains("sent 100, answered 100, failed 0"))
      let body = try #require(bodies.withLock { $0 }.first)
      switch service {
      case .geocoder:
        #expect(try MessageCoder.decode(GeocodeRequest.self, from: body).text == "1 Main Street")
      case .shopSearch:
        #expect(
          try MessageCoder.decode(NearbyRequest.self, from: body).coordinate.latitude >= 0.5)
      default:
        #expect(
          try MessageCoder.decode(PlanRequest.self, from: body).deadline == .after(seconds: 3600))
      }
    }
  }

  @Test("positions are changes of many devices, each sent with the time that it arrives")
  func positions() async throws {
    let bodies = Locked<[Data]>([])
    let bus = Self.bus { body in
      bodies.withLock { $0.append(body) }
      return (.milliseconds(1), .success(Data()))
    }.running([.geofenceMonitor: ["1"]]) { Fixtures.stats($0, $1) }
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

  @Test("the components add up to the mean latency")
  func split() throws {
    let times = { (factor: Double) in
      OperationTimes(
        queueMilliseconds: 10 * factor, decodeMilliseconds: 2 * factor,
        handlerMilliseconds: 30 * factor, encodeMilliseconds: 3 * factor)
    }
    let stats = { (requests: Int, factor: Double) in
      OperationStats(
        name: "router.route/1", requests: requests, errors: 0, p50Milliseconds: 1,
        p99Milliseconds: 1, times: times(factor))
    }
    var latency = LatencyHistogram(bits: 10)
    latency.record(.milliseconds(5))
    // A hundred requests by one instance, and a hundred by an instance started during the run.
    let split = try #require(
      LatencySplit(
        before: [stats(50, 1)], after: [stats(150, 3), stats(100, 4)], uncorrected: latency))
    #expect(split.queueMilliseconds == 0.3)
    #expect(split.searchMilliseconds == 0.9)
    #expect(abs(split.busMilliseconds - (5 - 0.3 - 0.06 - 0.9 - 0.09)) < 1e-9)
    #expect(LatencySplit(before: [], after: [], uncorrected: latency) == nil)
  }
}

/// The search for the highest rate that holds.
@Suite struct MaximumSearchTests {
  @Test("a limit is found to 5 %, from below and from above", arguments: [30.0, 100, 777, 12_345])
  func findsLimit(limit: Double) {
    var search = MaximumSearch(from: 100)
    var tries = 0
    while let rate = search.next {
      search.record(isGood: rate <= limit)
      tries += 1
    }
    #expect(search.highest.map { $0 <= limit && $0 * 1.05 >= limit } == true)
    #expect(tries < 30)
  }

  @Test("one failure that does not repeat itself counts for nothing")
  func noise() {
    var search = MaximumSearch(from: 100)
    search.record(isGood: false)
    #expect(search.next == 100)
    search.record(isGood: true)
    #expect(search.highest == 100)
    #expect(search.next == 200)
  }

  @Test("the search ends where nothing holds, and where everything does")
  func extremes() {
    for holds in [false, true] {
      var search = MaximumSearch(from: 100)
      while search.next != nil { search.record(isGood: holds) }
      #expect((search.highest != nil) == holds)
    }
  }
}
