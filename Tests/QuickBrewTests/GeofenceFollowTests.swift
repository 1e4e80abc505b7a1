import Geography
import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct GeofenceFollowTests {
  private static let stamp = StreamPosition(epoch: "e", sequence: 1)

  private static func position(
    _ seconds: Int, device: DeviceID = "phone", inside: [FenceID] = []
  ) -> DevicePosition {
    DevicePosition(
      device: device, coordinate: Fixtures.origin,
      time: Fixtures.departure.adding(seconds: seconds), accuracyMeters: 8,
      color: inside.isEmpty ? .white : .green, inside: inside,
      view: BoundingBox(south: 37.75, west: -122.5, north: 37.8, east: -122.4))
  }

  private func follow(
    _ items: [DevicePosition], known: DevicePosition? = nil, extra: [String] = [],
    isTerminal: Bool = true
  ) async -> CommandRun {
    let bus = FakeClientBus().publishing(items.map { StreamItem.event($0, Self.stamp) })
      .answering(PositionRequest.self) { request in
        #expect(request.device == "phone")
        guard let known else { throw ServiceError(.notFound, "It never reported.") }
        return known
      }
    return await CommandRun(
      ["geofence", "watch", "--follow", "@phone"] + extra, bus: bus, isTerminal: isTerminal)
  }

  @Test("a terminal shows each new position of the followed device")
  func terminal() async {
    let known = Self.position(0)
    let run = await follow(
      [known, Self.position(5, device: "van"), Self.position(10, inside: ["fence-3", "fence-4"])],
      known: known)
    #expect(run.status == .success)
    let view = "view 37.750000,-122.500000 37.800000,-122.400000"
    let lines = [
      "2026-11-21 08:00:00 UTC-08:00  phone is white at 37.785834,-122.406417 (8 m), outside  ",
      "2026-11-21 08:00:10 UTC-08:00  phone is green at 37.785834,-122.406417 (8 m), "
        + "in fence-3, fence-4  ",
    ]
    let expected = lines.map { "\($0)\(view)\n" }.joined()
    #expect(run.output == expected)
  }

  @Test("a device without a position is followed from its first report")
  func noPositionYet() async {
    let run = await follow([Self.position(3)], isTerminal: false)
    #expect(run.messages == "quickbrew: phone has not reported yet.\n")
    #expect(run.output.contains(#""color":"white""#) && run.output.contains(#""view":{"#))
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test("the missing position is reported once")
  func singleWarning() async {
    let bus = FakeClientBus()
      .publishing([.live(Self.stamp), .gap(Self.stamp)] as [StreamItem<DevicePosition>])
      .answering(PositionRequest.self) { _ in throw ServiceError(.notFound, "Never.") }
    let run = await CommandRun(["geofence", "watch", "--follow", "phone"], bus: bus)
    #expect(run.messages == "quickbrew: phone has not reported yet.\n")
    #expect(bus.sent.withLock { $0.count } == 3)
  }

  /// Missed positions are not printed, only the current one.
  @Test("after a gap the current position is requested")
  func gap() async {
    let asked = Locked(0)
    let bus = FakeClientBus()
      .publishing(
        [.lost, .live(Self.stamp), .gap(Self.stamp)] as [StreamItem<DevicePosition>]
      )
      .answering(PositionRequest.self) { _ in
        let times = asked.withLock { asked in
          asked += 1
          return asked
        }
        if times == 2 { throw ServiceError(.unavailable, "Not yet.") }
        return Self.position(times)
      }
    let run = await CommandRun(["geofence", "watch", "--follow", "phone"], bus: bus)
    #expect(run.status == .success)
    #expect(asked.withLock { $0 } == 3)
    #expect(run.output.split(separator: "\n").count == 2)
  }

  @Test("--follow excludes --since")
  func exclusions() async {
    let run = await follow([], extra: ["--since", "1"])
    #expect(run.status == .usage)
    #expect(await CommandRun(["geofence", "watch", "--follow", "@"]).status == .usage)
    #expect(await CommandRun(["geofence", "watch", "--follow", "phone"]).status == .unavailable)
  }
}
