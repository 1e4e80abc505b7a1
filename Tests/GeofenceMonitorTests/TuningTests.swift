import CommandLineKit
import Foundation
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

/// Passages from lines such as "10 in A": second of the test day, direction, fence.
private func passages(_ lines: String...) -> [Passage] {
  lines.map { line in
    let words = line.split(separator: " ").map(String.init)
    let time = Track.time(Double(words[0]) ?? -1).millisecondsSince1970
    let detected = words.count > 3 ? Track.time(Double(words[3]) ?? -1).millisecondsSince1970 : time
    let edge = Passage.Edge(
      device: "phone", fence: FenceID(rawValue: words[2]), isInwards: words[1] == "in")
    return Passage(edge: edge, time: time, detected: detected)
  }
}

@Suite struct PassageTallyTests {
  struct Row: Sendable {
    let detected: [Passage]
    let truth: [Passage]
    let errors: [Int]
  }

  @Test(
    "false and missed events are counted",
    arguments: [
      Row(detected: [], truth: [], errors: [0, 0]),
      Row(detected: passages("10 in A"), truth: passages("10 in A"), errors: [0, 0]),
      Row(detected: passages("40 in A"), truth: passages("10 in A"), errors: [0, 0]),
      Row(detected: passages("71 in A"), truth: passages("10 in A"), errors: [1, 1]),
      Row(detected: passages("10 out A"), truth: passages("10 in A"), errors: [1, 1]),
      Row(detected: passages("10 in B"), truth: passages("10 in A"), errors: [1, 1]),
      Row(detected: passages("10 in A", "12 in A"), truth: passages("11 in A"), errors: [1, 0]),
      Row(detected: passages("30 in A"), truth: passages("10 in A", "40 in A"), errors: [0, 1]),
    ])
  func falseAndMissed(row: Row) {
    var tally = PassageTally()
    tally.add(detected: row.detected, truth: row.truth, tolerance: 60_000)
    #expect([tally.falseEvents, tally.missedEvents] == row.errors)
  }

  @Test("the delay is from the true time to the confirming sample")
  func delay() {
    var tally = PassageTally()
    let detected = passages("10 in A 20", "60 out A 90")
    tally.add(detected: detected, truth: passages("10 in A", "60 out A"), tolerance: 60_000)
    #expect(tally.delaySeconds == 20)
    tally.add(detected: [], truth: passages("10 in A"), tolerance: 60_000)
    #expect(tally.delaySeconds == 20)
    #expect(tally.errors == 1)
  }

  @Test("a cross counts as one entry and one exit")
  func crossPassages() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.east(-2_000))
    track.report(80, union.east(2_000))
    let found = Passage.passages(of: track.events)
    #expect(found.map(\.edge.isInwards) == [true, false])
    #expect(found.map { $0.time - Track.time(0).millisecondsSince1970 } == [20_000, 60_000])
  }
}

/// Through a circle of 1 km and back, parked for half an hour on the way, 30 m inside its edge.
private struct Outing {
  let fences = [Fence(id: "A", center: union, radiusMeters: 1_000)]
  let truth = passages("102 in A", "1906.5 out A", "2053.5 in A", "2153.5 out A")

  /// A fix each 5 s, off as a receiver of this accuracy is; 0 means exact.
  func reports(accuracy: Meters, seed: UInt64) -> [FenceEngine.Report] {
    var random = SeededGenerator(seed: seed)
    var error = ReceiverNoise(accuracy: accuracy)
    return positions.enumerated().map { index, position in
      let second = Double(index) * 5
      return FenceEngine.Report(
        device: "phone", coordinate: error.reading(of: position, at: second, using: &random),
        time: Track.time(second), accuracy: accuracy > 0 ? accuracy : nil)
    }
  }

  private var positions: [Coordinate] {
    let inwards = stride(from: 3_020.0, to: 970, by: -100).map { union.east($0) }
    let parked = Array(repeating: union.east(970), count: 360)
    let outwards = stride(from: 970.0, to: 2_470, by: 100).map { union.east($0) }
    let across = stride(from: 2_470.0, through: -2_000, by: -100).map { union.east($0) }
    return inwards + parked + outwards + across
  }
}

@Suite struct TuningTests {
  private let outing = Outing()

  private func tune(
    _ recorded: [FenceEngine.Report], _ truth: GroundTruth, trials: Int = 0,
    accuracy: Meters = 25
  ) throws -> Tuning {
    var receivers = Tuning.Receivers(accuracy: accuracy)
    receivers.trials = trials
    return try Tuning(
      recorded, outing.fences, truth: truth, grid: Tuning.Grid(), receivers: receivers,
      tolerance: 60)
  }

  @Test("the bare edges of an exact track are the truth")
  func exactTruth() throws {
    let exact = outing.reports(accuracy: 0, seed: 1)
    let tuning = try tune(exact, .track(exact))
    #expect(tuning.truth.map(\.edge) == outing.truth.map(\.edge))
    for (found, expected) in zip(tuning.truth, outing.truth) {
      #expect(abs(found.time - expected.time) < 20)
    }
    #expect(tuning.rows.allSatisfy { $0.recorded.errors == 0 })
  }

  @Test(
    "a noisy recording is smoothed to the truth, and the default settings make no error",
    arguments: 1...4 as ClosedRange<UInt64>)
  func smoothedTruth(seed: UInt64) throws {
    let tuning = try tune(outing.reports(accuracy: 25, seed: seed), .smoothed)
    #expect(tuning.truth.map(\.edge) == outing.truth.map(\.edge), "seed \(seed)")
    let bare = try #require(tuning.rows.first)
    #expect(bare.hysteresisMeters == 0)
    #expect(bare.recorded.falseEvents > 4, "seed \(seed)")
    let defaults = tuning.rows.filter(\.isDefault)
    let usual = try #require(defaults.first)
    #expect(usual.recorded.errors == 0, "seed \(seed)")
    let best = tuning.rows.filter(\.isRecommended)
    #expect(best.map(\.recorded.errors) == [0], "seed \(seed)")
  }

  @Test("re-recordings rank the settings alike")
  func reRecordings() throws {
    let tuning = try tune(outing.reports(accuracy: 25, seed: 9), .smoothed, trials: 2)
    let defaults = tuning.rows.filter(\.isDefault)
    let usual = try #require(defaults.first?.rerecorded)
    let bare = try #require(tuning.rows.first?.rerecorded)
    #expect(usual.errors * 5 < bare.errors)
  }

  @Test("a single fix away and back is not a visit")
  func spikeIsNoVisit() throws {
    var track = outing.reports(accuracy: 0, seed: 1)
    let wild = track[100]
    track[100] = FenceEngine.Report(
      device: wild.device, coordinate: wild.coordinate.east(600), time: wild.time)
    let tuning = try tune(track, .smoothed, accuracy: 10)
    #expect(tuning.truth.map(\.edge) == outing.truth.map(\.edge))
  }

  /// A fence with a bare edge of its own would make all rows equal.
  @Test("the confirmation settings of the fences are ignored")
  func ownConfirmation() throws {
    let area = FenceArea.circle(center: union, radiusMeters: 1_000)
    let definition = FenceDefinition(area: area, confirmation: .immediate)
    let tuning = try Tuning(
      outing.reports(accuracy: 25, seed: 1), [Fence(id: "A", definition: definition)],
      truth: .passages(outing.truth), grid: Tuning.Grid(),
      receivers: Tuning.Receivers(accuracy: 25), tolerance: 60)
    #expect(Set(tuning.rows.map(\.recorded.errors)).count > 1)
    #expect(tuning.rows.allSatisfy { $0.rerecorded == nil })
  }
}

@Suite struct TuneCommandTests {
  private let outing = Outing()

  /// The command's output, with files of an outing and perhaps of a truth.
  private func run(_ flags: [String], truth: String? = nil) throws -> String {
    try TemporaryDirectory.with { directory in
      let lines = outing.reports(accuracy: 25, seed: 1).map(Self.line).joined(separator: "\n")
      let track = try directory.write(lines.utf8, to: "track.jsonl")
      let coordinates = "[\(union.longitude), \(union.latitude)]"
      let feature =
        #"{"type": "Feature", "id": "A", "properties": {"radius": 1000}, "#
        + #""geometry": {"type": "Point", "coordinates": \#(coordinates)}}"#
      var words = [track, "--fences", try directory.write(feature.utf8, to: "fence.geojson")]
      if let truth { words += ["--truth", try directory.write(truth.utf8, to: "truth.jsonl")] }
      return try TuneCommand.text(words + flags)
    }
  }

  private static func line(_ report: FenceEngine.Report) -> String {
    let accuracy = report.accuracy.map { #", "accuracy": \#($0)"# } ?? ""
    return #"{"lat": \#(report.coordinate.latitude), "lon": \#(report.coordinate.longitude), "#
      + #""device": "phone", "time": "\#(report.time)"\#(accuracy)}"#
  }

  private static let grid = ["--hysteresis", "0,20", "--fixes", "1,2", "--seconds", "10"]

  @Test("the table names what was compared")
  func tableHeading() throws {
    let text = try run(Self.grid + ["--trials", "2"])
    let lines = text.split(separator: "\n").map(String.init)
    let truth = "smoothed; out is what lies 25 m beyond an edge: 4 entries and exits"
    #expect(lines[0].hasSuffix(truth))
    #expect(lines[1].hasSuffix("2 re-recordings of the true way by receivers accurate to 25 m"))
    let settings = lines.suffix(4).map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
    #expect(settings == ["0 m 1 10", "0 m 2 10", "20 m 1 10", "20 m 2 10"])
    #expect(lines.last?.contains("default") == true)
    #expect(lines.filter { $0.hasSuffix("recommended") }.count == 1)
  }

  @Test("the events that replay printed may be the truth")
  func eventsAsTruth() throws {
    let events = outing.truth.map { passage in
      let kind = passage.edge.isInwards ? "enter" : "exit"
      let time = Timestamp(millisecondsSince1970: passage.time)
      return #"{"event": "\#(kind)", "fence": "A", "device": "phone", "time": "\#(time)"}"#
    }
    let text = try run(Self.grid + ["--json"], truth: events.joined(separator: "\n"))
    let found = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    #expect(found.passages == 4)
    #expect(found.trials == 0)
    #expect(found.settings.map(\.hysteresisMeters) == [0, 0, 20, 20])
    #expect(found.settings.last?.recorded.falseEvents == 0)
  }

  private struct Report: Decodable {
    struct Setting: Decodable {
      struct Tally: Decodable { let falseEvents: Int }

      let hysteresisMeters: Double
      let recorded: Tally
    }

    let passages: Int
    let trials: Int
    let settings: [Setting]
  }

  @Test(
    "invalid flags are refused",
    arguments: [
      ["--hysteresis=1,x"], ["--fixes=0"], ["--seconds=5,,6"], ["--accuracy=0"],
      ["--truth=missing"], ["--trials=1001"],
    ])
  func badFlags(flags: [String]) {
    #expect(throws: UsageError.self) { try run(flags) }
  }

  @Test("a truth of events allows no re-recordings")
  func noTrackInEvents() {
    let event = #"{"event": "enter", "fence": "A", "time": "2026-11-21T08:00:00Z"}"#
    #expect(throws: UsageError.self) { try run(["--trials", "3"], truth: event) }
  }
}
