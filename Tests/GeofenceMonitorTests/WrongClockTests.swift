import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

/// The monitor's clock is ahead or behind for a while, and then right again: positions that come
/// without a time of their own have got its times.
@Suite(.bothBackends) struct WrongClockTests {
  /// How far it is ahead, for how many positions, and how far apart these are.
  private struct Fault: Sendable {
    let seconds: Double
    let positions: Int
    let step: Double
  }

  private static let faults = [
    Fault(seconds: 86_400, positions: 1, step: 30),
    // Enough that the track has forgotten all that was before.
    Fault(seconds: 86_400, positions: 400, step: 30),
    Fault(seconds: 900, positions: 120, step: 60),
    Fault(seconds: -86_400, positions: 100, step: 30),
  ]

  @Test("a device is watched on, and stays in the fences that it was in", arguments: faults)
  private func wrongClock(fault: Fault) throws {
    let (file, calmFile) = (MonitorFile(), MonitorFile())
    var monitor = try file.open()
    let calm = try calmFile.open()
    for one in [monitor, calm] {
      _ = try one.add(
        FenceAddRequest(center: union, radiusMeters: 1_000, confirmation: .immediate))
    }
    let count = 20 + fault.positions + 40
    for index in 0..<count {
      let isWrong = (20..<20 + fault.positions).contains(index)
      // In and out by turns, seven positions each: the clock steps in the middle of a visit.
      let place = union.north(index / 7 % 2 == 0 ? Double(index % 7) : 1_500)
      let time = Double(index) * fault.step
      let request = PositionReportRequest(device: "phone", coordinate: place)
      _ = try calm.apply(request, now: Track.time(time))
      let reply = try monitor.apply(
        request, now: Track.time(isWrong ? time + fault.seconds : time)
      ).reply
      #expect(reply.ignored == nil, "\(index)")
      // What is stored is what is in memory.
      if index % 9 == 0 { monitor = try file.open() }
    }
    let last = try monitor.position(of: "phone")
    #expect(try last.time == calm.position(of: "phone").time)
    let events = try monitor.allEvents()
    #expect(events.map(\.number) == Array(1...Int64(events.count)))
    #expect(events.map(\.kind) == (try calm.allEvents()).map(\.kind))
    for event in events { #expect(event.visitSeconds ?? 0 >= 0) }
  }

  @Test("a device whose own clock is ahead is ignored, and heard once it is right")
  func deviceAhead() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.clock(0)
    track.report(86_400, union, keepsClock: true)
    track.report(0, union, keepsClock: true)
    #expect(track.log == ["86400 ignored: future", "0 enter A"])
  }

  @Test("after a small step of the clock the track goes on, with the older position sorted in")
  func smallStep() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.clock(0)
    track.report(300, union, keepsClock: true)
    track.clock(-60)
    track.report(0, union, keepsClock: true)
    #expect(track.log == ["300 enter A", "0 correct 1 enter A"])
    track.clock(-61)
    track.report(-40, union.north(5_000), keepsClock: true)
    track.report(-20, union.north(5_000), keepsClock: true)
    #expect(track.log.last == "-40 exit A")
  }
}
