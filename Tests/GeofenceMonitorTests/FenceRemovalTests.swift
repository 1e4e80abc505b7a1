import Geography
import Messages
import TestSupport
import Testing

@testable import GeofenceMonitor

private func circle(at center: Coordinate = union) -> FenceAddRequest {
  FenceAddRequest(center: center, confirmation: .immediate)
}

@Suite(.bothBackends) struct FenceRemovalTests {
  let file = MonitorFile()

  private func fleeting(until seconds: Double) -> FenceAddRequest {
    FenceAddRequest(
      FenceDefinition(
        area: .circle(center: union, radiusMeters: 1_000), expires: Track.time(seconds),
        confirmation: .immediate))
  }

  @Test("a device inside a removed fence exits and turns white")
  func removedFenceColor() throws {
    let monitor = try file.open()
    let fence = try monitor.add(circle())
    _ = try monitor.move(0, union)
    #expect(try monitor.position(of: "phone").color == .green)
    let outcome = try monitor.apply(FenceRemoveRequest(id: fence.id), now: Track.time(30), key: "k")
    #expect(outcome.effects.events.map(Track.line) == ["30 exit fence-1 removed"])
    #expect(outcome.effects.positions.map(\.color) == [.white])
    #expect(try monitor.allEvents().last == outcome.effects.events.last)
    let again = try file.open()
    let repeated = try again.apply(FenceRemoveRequest(id: fence.id), now: Track.time(60), key: "k")
    #expect(repeated.effects == RequestEffects())
    #expect(try again.move(2, union).reply.events.isEmpty)
    #expect(try again.allEvents().count == 2)
  }

  @Test("a silent device exits an expired fence an hour later, as of its expiry")
  func silentDevice() throws {
    let monitor = try file.open()
    _ = try monitor.add(fleeting(until: 90))
    let far = try monitor.add(circle(at: union.north(9_000)))
    _ = try monitor.move(0, union, device: "silent")
    _ = try monitor.move(1, union, device: "phone")
    #expect(try monitor.position(of: "silent", now: Track.time(89)).color == .green)
    #expect(try monitor.position(of: "silent", now: Track.time(90)).color == .white)
    let lines = try [2, 61, 62].map { minute in
      try monitor.move(minute, union).effects.events.map { "\($0.device) \(Track.line($0))" }
    }
    #expect(lines == [["phone 90 exit fence-1 expired"], [], ["silent 90 exit fence-1 expired"]])
    #expect(monitor.fences == [far])
    #expect(try file.open().fences == [far])
    #expect(try monitor.move(70, union.north(1)).effects.events.isEmpty)
  }
}
