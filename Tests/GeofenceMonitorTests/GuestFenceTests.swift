import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

/// The fences of guests, who are nobody's neighbours.
@Suite struct GuestFenceTests {
  private let ann = "guest-" + String(repeating: "a", count: 24)
  private let bob = "guest-" + String(repeating: "b", count: 24)
  private let place = Coordinate(latitude: 37.785834, longitude: -122.406417)
  private let away = Coordinate(latitude: 37.802395, longitude: -122.405822)

  /// The devices that a board's fence sees, of some that go into it.
  private func seen(by board: String, of devices: [String]) throws -> [String] {
    let file = MonitorFile()
    var monitor = try file.open()
    let definition = FenceDefinition(
      area: .circle(center: place, radiusMeters: 200), confirmation: .immediate)
    _ = try monitor.apply(
      BoardFencesRequest(
        board: BoardID(rawValue: board), pins: [.init(pin: "1", definition: definition)]),
      now: Track.time(0))
    var seen: [String] = []
    for (step, coordinate) in [away, place, place].enumerated() {
      let second = Double(step) * 600
      // What is watched is known after a restart, too.
      if step == 1 { monitor = try file.open() }
      for device in devices {
        let report = PositionReportRequest(
          device: DeviceID(rawValue: device), coordinate: coordinate,
          time: Track.time(second))
        let outcome = try monitor.apply(report, now: Track.time(second))
        if outcome.effects.events.contains(where: { $0.kind == .enter }) { seen.append(device) }
      }
    }
    for device in devices {
      let position = try monitor.position(of: DeviceID(rawValue: device), now: Track.time(1_200))
      #expect((position.inside?.isEmpty == false) == seen.contains(device))
    }
    return seen
  }

  @Test("a guest's fence sees the guest's devices, another's fence all")
  func fences() throws {
    let devices = [ann, ann + ".phone", bob, "phone"]
    #expect(try seen(by: ann, of: devices) == [ann, ann + ".phone"])
    #expect(try seen(by: "me", of: devices) == devices)
    #expect(try seen(by: "guest-1", of: devices) == devices)
  }

  @Test("a route of somebody else does not lead into a guest's fence")
  func routes() throws {
    for (board, isUpcoming) in [(ann, true), (bob, false), ("me", true)] {
      let monitor = try MonitorFile().open()
      let definition = FenceDefinition(area: .circle(center: away, radiusMeters: 200))
      let route = DeviceRoute(
        stretches: [
          .init(line: EncodedPolyline([place, away]), durationSeconds: 600)
        ])
      _ = try monitor.apply(
        PositionReportRequest(
          device: DeviceID(rawValue: ann), coordinate: place, time: Track.time(0)),
        now: Track.time(0))
      for isFirst in [true, false] {
        // Whether the fence comes before the route or after it.
        if isFirst == (board == "me") {
          _ = try monitor.apply(
            RouteSetRequest(device: DeviceID(rawValue: ann), route: route), now: Track.time(0))
        } else {
          _ = try monitor.apply(
            BoardFencesRequest(
              board: BoardID(rawValue: board), pins: [.init(pin: "1", definition: definition)]),
            now: Track.time(0))
        }
      }
      let next = try monitor.upcoming(
        UpcomingRequest(device: DeviceID(rawValue: ann)), now: Track.time(1))
      #expect((next.next != nil) == isUpcoming, "\(board)")
    }
  }

  @Test("a guest's board has the fences of all its pins and no more, a user's a hundred")
  func limit() throws {
    let definition = FenceDefinition(area: .circle(center: place, radiusMeters: 200))
    for (board, most) in [(ann, 5), ("me", 100), ("guest-a", 100)] {
      let monitor = try MonitorFile().open()
      func set(_ count: Int) throws {
        let pins = (0..<count).map { BoardFencesRequest.Pin(pin: "\($0)", definition: definition) }
        _ = try monitor.apply(
          BoardFencesRequest(board: BoardID(rawValue: board), pins: pins), now: Track.time(0))
      }
      try set(most)
      #expect(throws: ServiceError.self) { try set(most + 1) }
    }
  }
}
