import CommandLineKit
import Foundation
import Geography
import Messages
import TestSupport
import Testing

@testable import GeofenceMonitor

/// Parked at the edge of a 1 km circle for an hour, fixes scattered by 40 m.
struct ParkedDevice: Sendable, CustomTestStringConvertible {
  let every: Double
  let accuracy: Meters?
  /// From the edge, outwards.
  let offset: Meters

  var testDescription: String {
    "every \(every) s, accuracy \(accuracy.map { "\($0) m" } ?? "unknown"), \(offset) m off"
  }

  /// The number of events in the hour, without its first `start` seconds.
  func events(seed: UInt64, after start: Double = 0) throws -> Int {
    var random = SeededGenerator(seed: seed)
    var track = Track()
    try track.fence("A", at: union)
    let spot = union.east(1_000 + offset)
    var second = 0.0
    // It comes from where it parks or from farther in: the noise is the same on the way.
    for step in stride(from: 40.0, to: 0, by: -1) {
      track.report(second, scattered(spot.east(-step * 100), &random), accuracy: accuracy)
      second += max(every, 5)
    }
    let parked = second
    var before = track.events.count
    while second < parked + 3_600 {
      if second < parked + start { before = track.events.count }
      track.report(second, scattered(spot, &random), accuracy: accuracy)
      second += every
    }
    return track.events.count - before
  }

  /// Gauss in both directions, so that two of three fixes are within 40 m.
  private func scattered(_ position: Coordinate, _ random: inout SeededGenerator) -> Coordinate {
    let radius = 40 / 1.515 * (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    return position.moved(by: radius, bearing: Double.random(in: 0..<360, using: &random))
  }
}

@Suite struct ParkedAtTheEdgeTests {
  @Test(
    "a device parked at the edge causes no event in an hour",
    arguments: [
      ParkedDevice(every: 1, accuracy: 40, offset: 0),
      ParkedDevice(every: 10, accuracy: 40, offset: 0),
      ParkedDevice(every: 10, accuracy: 40, offset: -20),
      ParkedDevice(every: 60, accuracy: 40, offset: 0),
      ParkedDevice(every: 60, accuracy: 40, offset: -20),
    ])
  func parkedWithAccuracy(device: ParkedDevice) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      #expect(try device.events(seed: seed) == 0, "seed \(seed)")
    }
  }

  /// If the receiver reports no accuracy, the scatter of the first minutes replaces it.
  @Test(
    "without a reported accuracy the scatter keeps a parked device silent",
    arguments: [
      ParkedDevice(every: 1, accuracy: nil, offset: 0),
      ParkedDevice(every: 10, accuracy: nil, offset: 0),
      ParkedDevice(every: 10, accuracy: nil, offset: -20),
    ])
  func parkedWithoutAccuracy(device: ParkedDevice) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      #expect(try device.events(seed: seed, after: 120) == 0, "seed \(seed)")
    }
  }

  /// The counterpart: the noise above is enough to cause events.
  @Test("without confirmation the same noise causes many events")
  func bareEdgeFlaps() throws {
    var random = SeededGenerator(seed: 1)
    var track = Track()
    let area = FenceArea.circle(center: union, radiusMeters: 1_000)
    try track.fence("A", area, confirmation: FenceConfirmation.immediate)
    for minute in 0..<60 {
      let jitter = Double.random(in: -40...40, using: &random)
      track.report(Double(minute) * 60, union.east(1_000 + jitter))
    }
    #expect(track.events.count > 15)
  }
}

@Suite struct ConfirmationTests {
  /// A stationary phone, 50 m fence, fixes 200 m off with a reported accuracy of 2 m:
  /// distances and times as users reported them of another engine.
  @Test("outliers of a stationary phone cause no events, whatever accuracy they report")
  func outliersOfAStationaryPhone() throws {
    let fixes: [(Double, Meters, Meters)] = [
      (0, 8.2, 5), (12, 200.2, 1.9), (24, 9.6, 5), (79, 198.1, 1.7), (100, 10.1, 5),
      (147, 198.1, 9.1), (152, 45.3, 8), (200, 8, 5), (260, 9, 5), (280, 301.8, 4.4), (292, 7, 5),
    ]
    var track = Track()
    try track.fence("A", at: union, radius: 50)
    for (second, distance, accuracy) in fixes {
      track.report(second, union.north(distance), accuracy: accuracy)
    }
    #expect(track.log == ["0 enter A"])
  }

  @Test("within the hysteresis no device exits")
  func hysteresis() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(every: 30, [0, 900, 1_010, 1_019, 1_015, 990, 1_019].map { union.north($0) })
    #expect(track.log == ["0 enter A"])
  }

  @Test("a confirmed exit counts from the bare edge")
  func exitFromBareEdge() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(every: 30, [0, 990, 1_010, 1_019, 1_050, 1_100].map { union.north($0) })
    #expect(track.log == ["0 enter A", "45 exit A"])
    #expect(track.events[1].sample.time == Track.time(150))
  }

  @Test("fixes a second apart need ten seconds to confirm")
  func tenSeconds() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(every: 1, stride(from: -1_050, through: -700, by: 10).map { union.north($0) })
    #expect(track.log == ["5 enter A"])
    #expect(track.events[0].sample.time == Track.time(15))
  }

  @Test("a fix of poor accuracy proves nothing")
  func poorFix() throws {
    var track = Track()
    try track.fence("A", at: union, radius: 300)
    track.report(0, union, accuracy: 10)
    for second in [30.0, 60, 90, 120] { track.report(second, union.north(400), accuracy: 150) }
    #expect(track.log == ["0 enter A"])
    #expect(track.engine.pending("phone") == [])
    for second in [150.0, 180] { track.report(second, union.north(400), accuracy: 10) }
    #expect(track.log == ["0 enter A", "22.5 exit A"])
  }

  @Test("a pending transition is reported")
  func pendingChange() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union)
    track.report(60, union.north(2_000))
    #expect(
      track.engine.pending("phone")
        == [UnconfirmedTransition(kind: .exit, fence: "A", time: Track.time(30), fixes: 1)])
  }

  @Test("with a bare edge the first fix confirms")
  func firstFixConfirms() throws {
    var track = Track()
    let area = FenceArea.circle(center: union, radiusMeters: 1_000)
    try track.fence("A", area, confirmation: FenceConfirmation.immediate)
    track.report(every: 1, [990, 1_001, 999, 1_001].map { union.north($0) })
    #expect(track.log == ["0 enter A", "0.9 exit A", "1.5 enter A", "2.5 exit A"])
  }

  @Test(
    "one fix several radii out ends a visit, if a device can have come there",
    arguments: [
      (120.0, 4_000.0, ["0 enter A", "30 exit A"]),
      // A radius beyond the edge is not far; 3.5 km in 20 s is an error of the receiver.
      (120.0, 2_000.0, ["0 enter A"]), (20.0, 3_500.0, ["0 enter A"]),
    ])
  func farAway(_ second: Double, _ meters: Double, _ log: [String]) throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union)
    track.report(second, union.north(meters))
    #expect(track.log == log)
  }

  @Test("a pending transition at the end of a track is confirmed")
  func concludedTrack() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.north(2_000))
    track.report(60, union)
    #expect(track.log == [])
    var engine = track.engine
    #expect(engine.conclude().map { Track.line($0) } == ["30 enter A"])
  }
}

@Suite struct FenceChangeTests {
  @Test("a fence moved onto a device is entered with its next position")
  func fenceMovedOnto() throws {
    var track = Track()
    try track.fence("A", at: union.north(5_000))
    track.report(0, union)
    track.report(60, union)
    try track.fence("A", at: union.north(500))
    #expect(track.log == [])
    track.report(120, union)
    #expect(track.log == ["120 enter A"])
    #expect(track.events[0].certainty == .inferred)
  }

  @Test("a fence that is moved a little keeps its open episode")
  func fenceMovedSlightly() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union)
    try track.fence("A", at: union.north(500))
    track.report(every: 60, from: 60, [union, union.north(3_000), union.north(3_000)])
    #expect(track.log == ["0 enter A", "90 exit A"])
    #expect(track.events[1].episode == 1)
  }

  @Test("a fence moved away from a device is exited")
  func fenceMovedAway() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union)
    try track.fence("A", at: union.north(5_000))
    track.report(60, union)
    track.report(120, union)
    #expect(track.log == ["0 enter A", "60 exit A"])
  }

  @Test("a device inside exits a removed fence")
  func removedFence() throws {
    var track = Track()
    try track.fence("A", at: union)
    try track.fence("B", at: union)
    track.report(0, union)
    track.report(0, union.north(9_000), device: "van")
    track.clock(50)
    track.removeFence("A")
    track.report(every: 60, from: 60, [union, union.north(3_000), union.north(3_000)])
    #expect(track.log == ["0 enter A", "0 enter B", "50 exit A removed", "80 exit B"])
    let exit = track.events[2]
    #expect(exit.episode == 1)
    #expect(exit.visitSeconds == 50)
    #expect(exit.certainty == .inferred)
    #expect(exit.coordinate.distance(to: union) < 0.001)
    #expect((exit.earliest, exit.latest) == (Track.time(0), Track.time(50)))
  }

  /// A late sample corrects the events of the other fences only.
  @Test("a late sample does not correct the events of a removed fence")
  func lateSampleAfterRemoval() throws {
    var track = Track()
    try track.fence("A", at: union)
    try track.fence("B", at: union)
    track.report(60, union)
    track.removeFence("A")
    track.report(30, union)
    #expect(
      track.log == ["60 enter A", "60 enter B", "60 exit A removed", "30 correct 2 enter B"])
  }

  @Test("an expired fence is exited as of its expiry")
  func expiredFence() throws {
    var track = Track()
    let area = FenceArea.circle(center: union, radiusMeters: 1_000)
    try track.fence("A", area, expires: Track.time(90))
    track.report(every: 60, [union, union, union, union])
    #expect(track.log == ["0 enter A", "90 exit A expired"])
  }

  /// The day of the tests is Monday 21 September 2026, 14:13:20 in UTC at second 0.
  @Test("a fence is watched only in its hours")
  func openHours() throws {
    var track = Track()
    let area = FenceArea.circle(center: union, radiusMeters: 1_000)
    try track.fence(
      "A", area, hours: [FenceHours(days: [1], from: "14:15", until: "14:20")])
    try track.fence("B", area, hours: [FenceHours(days: [7], from: "14:15", until: "14:14")])
    try track.fence("C", area, hours: [FenceHours(days: [2], from: "14:00", until: "15:00")])
    track.report(every: 60, Array(repeating: union, count: 10))
    #expect(track.log == ["0 enter B", "40 exit B closed", "120 enter A", "400 exit A closed"])
  }
}
