import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import GeofenceMonitor

@Suite struct AdmissionTests {
  @Test("positions of a clock that goes backwards are sorted in")
  func backwardClock() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(300, union)
    track.report(180, union.north(50))
    track.report(360, union)
    #expect(track.log == ["300 enter A", "180 correct 1 enter A"])
  }

  @Test("of several positions of one time one counts")
  func duplicateTime() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(5, union)
    track.report(5, union)
    track.report(5, union.north(5_000))
    #expect(track.log == ["5 enter A", "5 ignored: duplicate", "5 ignored: duplicate"])
  }

  @Test("a position of the future is ignored")
  func futurePosition() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.clock(0)
    track.report(301, union, keepsClock: true)
    track.report(300, union, keepsClock: true)
    #expect(track.log == ["301 ignored: future", "300 enter A"])
  }

  @Test("invalid coordinates and accuracies are ignored")
  func invalidPositions() {
    var track = Track()
    for position in [
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 91, longitude: 0),
      Coordinate(latitude: .nan, longitude: 5), Coordinate(latitude: 5, longitude: -181),
    ] { track.report(1, position) }
    track.report(1, union, accuracy: -1)
    #expect(track.log == Array(repeating: "1 ignored: invalid", count: 5))
  }

  @Test("an inaccurate position is ignored")
  func inaccuratePosition() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union, accuracy: 17_000)
    track.report(1, union, accuracy: 500)
    #expect(track.log == ["0 ignored: inaccurate", "1 enter A"])
  }

  @Test("a position that no device could reach is ignored")
  func unreachablePosition() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(every: 10, [union, union.north(40_000), union.north(20), union.north(40_000)])
    #expect(
      track.log == ["0 enter A", "10 ignored: impossibleSpeed", "30 ignored: impossibleSpeed"])
  }

  @Test("three outliers that agree replace the last fix")
  func threeOutliersAgree() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union)
    track.report(every: 10, from: 10, [40_000, 40_100, 40_200, 40_300].map { union.north($0) })
    let ignored = ["10 ignored: impossibleSpeed", "20 ignored: impossibleSpeed"]
    #expect(track.log == ["0 enter A"] + ignored + ["20 exit A"])
  }

  @Test("a sample older than the window is outdated")
  func beyondTheWindow() throws {
    var settings = EngineSettings()
    settings.windowSamples = 8
    var track = Track(settings)
    track.report(every: 10, Array(repeating: union, count: 20))
    track.report(5, union)
    #expect(track.log == ["5 ignored: outdated"])
  }
}

@Suite struct LateSampleTests {
  @Test("a late sample reveals a visit that was missed")
  func lateSampleRevealsVisit() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.east(-3_000))
    track.report(300, union.north(3_000))
    track.report(310, union.north(3_100))
    #expect(track.log == [])
    for second in [100.0, 120, 140] { track.report(second, union) }
    let effective = GeofenceEvent.effective(in: track.events)
    #expect(effective.map { Track.seconds($0.time).rounded() } == [67, 193])
    #expect(effective.map { $0.becomes ?? $0.kind } == [.enter, .exit])
    #expect(effective.map(\.episode) == [1, 1])
  }

  @Test("a late sample retracts a cross")
  func lateSampleRetractsCross() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.east(-3_000))
    track.report(200, union.east(3_000))
    track.report(100, union.north(5_000))
    #expect(track.log == ["66.7 cross A", "66.7 correct 1 none A"])
    #expect(GeofenceEvent.effective(in: track.events) == [])
  }

  @Test("a late sample moves an enter")
  func lateSampleMovesEnter() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.north(3_000))
    track.report(100, union)
    track.report(110, union)
    track.report(50, union.north(900))
    #expect(track.log == ["66.7 enter A", "47.6 correct 1 enter A"])
    #expect(track.events[1].episode == 1)
    #expect(track.events[1].sample.time == Track.time(100))
  }
}

/// Whatever the order in which a track's samples arrive, the effective events are the same.
@Suite(.computing) struct AnyOrderTests {
  @Test(
    "any order of arrival gives the same effective events",
    arguments: 1...24 as ClosedRange<UInt64>)
  func anyArrivalOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let samples = Self.wander(&random)
    var settings = EngineSettings()
    settings.windowSeconds = 100_000
    let sorted = try Self.effective(samples, settings)
    let shuffled = try Self.effective(samples.shuffled(using: &random), settings)
    #expect(shuffled == sorted, "seed \(seed)")
    #expect(sorted.count > 1, "seed \(seed): the walk must cross fences")
  }

  /// Nearly sorted, as phones upload: runs of late samples.
  @Test(
    "runs of late samples give the same effective events within a small window",
    arguments: 1...12 as ClosedRange<UInt64>)
  func lateRuns(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let samples = Self.wander(&random)
    var late = samples
    for start in stride(from: 0, to: late.count - 12, by: 12) {
      late[start..<start + 12].shuffle(using: &random)
    }
    var settings = EngineSettings()
    settings.windowSamples = 24
    #expect(
      try Self.effective(late, settings) == Self.effective(samples, settings), "seed \(seed)")
  }

  /// What was saved after the last event or fold, and the samples, restore the track after each
  /// report: with late samples, and with a fence that was removed.
  @Test(
    "a track restored from what was saved equals the track in memory",
    arguments: 1...6 as ClosedRange<UInt64>)
  func restoredTrack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var late = Self.wander(&random)
    for start in stride(from: 0, to: late.count - 12, by: 24) {
      late[start..<start + 12].shuffle(using: &random)
    }
    var settings = EngineSettings()
    settings.windowSamples = 64
    var track = Track(settings)
    for (index, area) in Self.areas.enumerated() { try track.fence("F\(index)", area) }
    var saved = SavedTrack()
    var scratch: [FenceNumber] = []
    for (index, sample) in late.enumerated() {
      if index == 120 { track.removeFence("F4") }
      let before = (track.events.count, saved.horizon)
      track.report(sample.second, sample.position, accuracy: sample.accuracy)
      let left = try #require(track.engine.track(of: "phone"))
      if (track.events.count, left.window.horizon) != before {
        saved = try MessageCoder.decode(SavedTrack.self, from: MessageCoder.encode(left.saved))
        saved.emitted = [EmittedEvent](packed: left.saved.emitted.packed)
      }
      let restored = DeviceTrack(
        saved, samples: left.window.samples.shuffled(using: &random), track.engine.fences, settings,
        scratch: &scratch)
      #expect(restored.current == left.current, "seed \(seed), report \(index)")
      #expect(restored.window.samples == left.window.samples, "seed \(seed), report \(index)")
      #expect(restored.ledger.emitted == left.ledger.emitted, "seed \(seed), report \(index)")
    }
    #expect(saved.checkpoint != nil)
  }

  private typealias Sample = (second: Double, position: Coordinate, accuracy: Meters?)

  /// The effective events, without their numbers, which depend on the order of arrival.
  private static func effective(
    _ samples: [Sample], _ settings: EngineSettings = EngineSettings()
  ) throws -> [String] {
    var track = Track(settings)
    for (index, area) in areas.enumerated() {
      try track.fence("F\(index)", area, dwell: index % 3 == 0 ? 120 : nil)
    }
    for sample in samples {
      track.report(sample.second, sample.position, accuracy: sample.accuracy)
    }
    let effective = GeofenceEvent.effective(in: track.events)
    let begins = Dictionary(
      effective.map { ($0.episode, $0.time) }, uniquingKeysWith: { min($0, $1) })
    return effective.map { event in
      "\(event.becomes ?? event.kind) \(event.fence.id) \(event.time) \(event.coordinate) "
        + "\(event.earliest) \(event.latest) \(event.certainty) \(event.sample) "
        + "\(event.visitSeconds ?? -1) \(String(describing: event.departure)) "
        + "since \(begins[event.episode].map { "\($0)" } ?? "nothing")"
    }.sorted()
  }

  private static var areas: [FenceArea] {
    var areas: [FenceArea] = []
    for index in 0..<9 {
      let center = union.north(Double(index / 3) * 700 - 700).east(Double(index % 3) * 700 - 700)
      switch index % 3 {
      case 0: areas.append(.circle(center: center, radiusMeters: 250))
      case 1:
        areas.append(.corridor(line: [center, center.north(400)], bufferMeters: 80))
      default:
        areas.append(.polygon(rings: [[center, center.east(500), center.north(500)]]))
      }
    }
    return areas
  }

  /// A walk among the fences with bends, pauses, wild and poor fixes, and two fixes of one time.
  private static func wander(_ random: inout SeededGenerator) -> [Sample] {
    var position = union
    var bearing = 45.0
    var second = 0.0
    var samples: [Sample] = []
    for _ in 0..<200 {
      second += [0, 1, 5, 10, 30, 90].randomElement(using: &random) ?? 5
      bearing += Double.random(in: -60...60, using: &random)
      if position.distance(to: union) > 1_500 { bearing = position.bearing(to: union) }
      position = position.moved(by: Double.random(in: 0...150, using: &random), bearing: bearing)
      let wild = Int.random(in: 0..<25, using: &random)
      let reported = wild == 0 ? position.north(300) : wild == 1 ? position.north(90_000) : position
      let accuracies: [Meters?] = [nil, 5, 20, 60]
      let accuracy = accuracies.randomElement(using: &random) ?? nil
      samples.append((second, reported, accuracy))
    }
    return samples
  }
}
