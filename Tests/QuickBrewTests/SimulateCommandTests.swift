import Foundation
import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct SimulateCommandTests {
  private static let end = Fixtures.origin.moved(by: 500, bearing: 90)
  private static let ends = ["--from", "37.785834,-122.406417", "--to", "37.8,-122.4"]

  /// A router with one straight road of 500 m, and a monitor that knows one device's last time.
  private func bus(
    _ reported: Locked<[PositionReportRequest]>, knownUntil: Timestamp? = nil
  ) -> FakeClientBus {
    FakeClientBus()
      .answering(RouteRequest.self) { request in
        #expect(request.geometry == true)
        return RouteReply(
          durationSeconds: 100, distanceMeters: 500, name: nil,
          geometry: EncodedPolyline([Fixtures.origin, Self.end]), legs: [], waypoints: [],
          mapVersion: "1")
      }
      .answering(PositionRequest.self) { request in
        guard let knownUntil else { throw ServiceError(.notFound, "It never reported.") }
        return DevicePosition(
          device: request.device, coordinate: Fixtures.origin, time: knownUntil)
      }
      .answering(PositionBatchRequest.self) { request in
        let before = reported.withLock { reported in
          reported += request.positions
          return reported.count - request.positions.count
        }
        return PositionBatchReply(
          ignored: before == 0 ? [.init(index: 0, flaw: .duplicate)] : [],
          events: before == 0 ? .init(first: 3, last: 3) : nil)
      }
      .answering(GeofenceEventsRequest.self) { request in
        #expect(request.since == 2 && request.limit == 1)
        return GeofenceEventsReply(events: [Fixtures.event(3)], latest: 9)
      }
  }

  @Test("a journey is reported in real time order, with accuracy")
  func reports() async throws {
    let reported = Locked<[PositionReportRequest]>([])
    let run = await CommandRun(
      ["simulate", "city-run", "--speedup", "10000", "--device", "@ada"] + Self.ends,
      bus: bus(reported))
    #expect(run.status == .success)
    let positions = reported.withLock { $0 }
    let times = positions.compactMap { $0.time?.millisecondsSince1970 }
    #expect(positions.allSatisfy { $0.device == "ada" && $0.accuracyMeters == 8 })
    #expect(times.count > 150 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1_000 })
    #expect(try #require(times.last) <= Timestamp.now().millisecondsSince1970)
    let first = try #require(positions.first).coordinate
    let last = try #require(positions.last).coordinate
    #expect(first.distance(to: Fixtures.origin) < 50)
    #expect(last.distance(to: Self.end) < 50)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(
      run.messages
        == "quickbrew: \(positions.count) positions of 3 min, 1 ignored "
        + "(1 × a position of the same time is known); 1 event\n")
  }

  @Test("a journey begun again at once is another device's, unless one is named")
  func again() async throws {
    let reported = Locked<[PositionReportRequest]>([])
    let bus = bus(reported).answering(PositionRequest.self) { request in
      guard ["city-run", "city-run-2"].contains(request.device) else {
        throw ServiceError(.notFound, "It never reported.")
      }
      return DevicePosition(
        device: request.device, coordinate: Fixtures.origin,
        time: .now().adding(seconds: request.device == "city-run" ? 0 : -3600))
    }
    let words = ["simulate", "city-run", "--speedup", "10000"] + Self.ends
    let run = await CommandRun(words, bus: bus)
    #expect(run.status == .success)
    #expect(run.messages.contains("this journey is city-run-2's.\n"), "\(run.messages)")
    #expect(reported.withLock { $0 }.allSatisfy { $0.device == "city-run-2" })
    #expect(await CommandRun(words + ["--device", "city-run"], bus: bus).status == .usage)
  }

  @Test func printsWithoutReporting() async {
    let reported = Locked<[PositionReportRequest]>([])
    let lines = { (seed: String) in
      let run = await CommandRun(
        ["simulate", "bicycle-ride", "--print", "--interval", "10s", "--seed", seed] + Self.ends,
        bus: bus(reported))
      #expect(run.status == .success)
      return run.output.split(separator: "\n").map { line in
        // Times differ between runs.
        line.split(separator: ",").filter { !$0.contains("time") }.joined(separator: ",")
      }
    }
    let (one, again, two) = (await lines("1"), await lines("1"), await lines("2"))
    #expect(one.count > 8 && one[0].contains(#""device":"bicycle-ride""#))
    #expect(one == again)
    #expect(one != two)
    #expect(reported.withLock { $0.isEmpty })
  }

  @Test(
    "on a small map a random journey is shorter, not missing",
    arguments: ["bicycle-ride", "freeway-drive"])
  func smallMap(model: String) async {
    let corner = Fixtures.origin.moved(by: 1_000, bearing: 45)
    let box = BoundingBox(
      south: Fixtures.origin.latitude, west: Fixtures.origin.longitude, north: corner.latitude,
      east: corner.longitude)
    let bus = bus(Locked([])).answering(MapInfoRequest.self) { _ in
      MapInfo(name: "town", box: box, timeZone: "UTC")
    }
    for seed in 1...20 {
      let run = await CommandRun(["simulate", model, "--print", "--seed", "\(seed)"], bus: bus)
      #expect(run.status == .success, "\(seed): \(run.messages)")
    }
  }

  @Test("a journey that overlaps with known positions is refused")
  func overlap() async {
    let reported = Locked<[PositionReportRequest]>([])
    let run = await CommandRun(
      ["simulate", "freeway-drive"] + Self.ends,
      bus: bus(reported, knownUntil: .now().adding(seconds: 3_600)))
    #expect(run.status == .usage)
    #expect(run.messages.contains("choose another --device"))
    #expect(reported.withLock { $0.isEmpty })
  }

  @Test("a recorded track keeps its coordinates and time intervals")
  func recordedTrack() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gpx")
    defer { try? FileManager.default.removeItem(at: file) }
    let track = """
      <gpx><trkpt lat="45" lon="13"><time>2020-01-01T00:00:00Z</time></trkpt>
      <trkpt lat="45.1" lon="13"><time>2020-01-01T00:00:02.5Z</time></trkpt></gpx>
      """
    try Data(track.utf8).write(to: file)
    let reported = Locked<[PositionReportRequest]>([])
    let run = await CommandRun(
      ["simulate", file.path, "--speedup", "1000"], bus: bus(reported))
    #expect(run.status == .success)
    let positions = reported.withLock { $0 }
    #expect(positions.map(\.coordinate.latitude) == [45, 45.1])
    #expect(positions.map(\.accuracyMeters) == [nil, nil])
    #expect(positions.map(\.device.rawValue).first == file.lastPathComponent)
    let times = positions.compactMap { $0.time?.millisecondsSince1970 }
    #expect(times.count == 2 && times[1] - times[0] == 2_500)
  }

  @Test(
    "invalid arguments are refused",
    arguments: [
      ["walk"], [], ["city-run", "--speedup", "0"], ["none.gpx"], ["none.gpx", "--from", "1,2"],
    ])
  func invalidArguments(words: [String]) async {
    let run = await CommandRun(["simulate"] + words, bus: bus(Locked([])))
    #expect(run.status == .usage)
    #expect(!run.messages.isEmpty)
  }
}
