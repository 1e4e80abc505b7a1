import CommandLineKit
import Geography
import Messages
import Time

/// The ground truth that settings are compared with.
enum GroundTruth {
  /// The recorded track itself, smoothed. A device counts as outside once it is an accuracy beyond
  /// the edge: nearer than that, the recording cannot prove it.
  case smoothed
  /// A better track of the same journey, evaluated with bare edges.
  case track([FenceEngine.Report])
  /// Known passages.
  case passages([Passage])
}

/// Which settings detect a track's passages best: false and missed events of each.
struct Tuning {
  /// One setting and its result.
  struct Row: Encodable, Sendable, Hashable {
    let hysteresisMeters: Meters
    let fixes: Int
    let seconds: Int
    /// Of the track as it was recorded.
    var recorded = PassageTally()
    /// Of the true track as other receivers would have recorded it, all of them together.
    var rerecorded: PassageTally?
    var isDefault = false
    /// The fewest errors of both kinds; of equal ones the one with the shortest delay.
    var isRecommended = false
  }

  /// The settings to try, in all combinations.
  struct Grid: Sendable, Hashable {
    static let maximumRows = 200

    var hysteresisMeters: [Meters] = [0, 10, 20, 40]
    var fixes = [1, 2, 3]
    var seconds = [0, 10]

    var rows: [Row] {
      hysteresisMeters.flatMap { meters in
        fixes.flatMap { fixes in
          seconds.map { Row(hysteresisMeters: meters, fixes: fixes, seconds: $0) }
        }
      }
    }
  }

  /// How often, and with which error, the true track is recorded again.
  struct Receivers: Sendable, Hashable {
    var trials = 10
    /// Two of three fixes are within this distance of the true position.
    var accuracy: Meters
    var seed: UInt64 = 1
  }

  /// The passages of the ground truth.
  let truth: [Passage]
  let receivers: Receivers
  private(set) var rows: [Row]

  /// Costs a replay of the track for each row and trial.
  ///
  /// - Parameters:
  ///   - recorded: the track under test.
  ///   - tolerance: how many seconds from the true time a detected passage may be.
  /// - Throws: `ServiceError` with `invalidRequest` for an invalid area.
  init(
    _ recorded: [FenceEngine.Report], _ fences: [Fence], truth: GroundTruth, grid: Grid,
    receivers: Receivers, tolerance: Int
  ) throws(ServiceError) {
    let fences = fences.map(\.withoutConfirmation)
    let trueTrack: [FenceEngine.Report]?
    switch truth {
    case .smoothed:
      let smoothed = SmoothedTrack(recorded, accuracy: receivers.accuracy).reports
      trueTrack = smoothed
      self.truth = try Self.passages(smoothed, fences, .immediate(beyond: receivers.accuracy))
    case .track(let track):
      trueTrack = track.sorted { $0.time < $1.time }
      self.truth = try Self.passages(track, fences, .immediate(beyond: 0))
    case .passages(let passages):
      trueTrack = nil
      self.truth = passages
    }
    self.receivers = receivers
    rows = grid.rows
    let trials = trueTrack.map { receivers.recordings(of: $0, like: recorded) } ?? []
    let tolerance = Int64(tolerance) * 1_000
    for index in rows.indices {
      let settings = rows[index].settings
      rows[index].isDefault = settings == .replaying
      rows[index].recorded.add(
        detected: try Self.passages(recorded, fences, settings), truth: self.truth,
        tolerance: tolerance)
      if trials.isEmpty { continue }
      var tally = PassageTally()
      for trial in trials {
        tally.add(
          detected: try Self.passages(trial, fences, settings), truth: self.truth,
          tolerance: tolerance)
      }
      rows[index].rerecorded = tally
    }
    recommend()
  }

  private mutating func recommend() {
    let ranks = rows.map { row in
      (
        row.recorded.errors + (row.rerecorded?.errors ?? 0),
        row.rerecorded?.delaySeconds ?? row.recorded.delaySeconds ?? .infinity
      )
    }
    if let best = rows.indices.min(by: { ranks[$0] < ranks[$1] }) {
      rows[best].isRecommended = true
    }
  }

  private static func passages(
    _ reports: [FenceEngine.Report], _ fences: [Fence], _ settings: EngineSettings
  ) throws(ServiceError) -> [Passage] {
    Passage.passages(of: try Replay(reports, fences, settings).effective)
  }
}

extension Tuning.Row {
  fileprivate var settings: EngineSettings {
    var settings = EngineSettings.replaying
    settings.hysteresisMeters = hysteresisMeters
    (settings.fixes, settings.seconds) = (fixes, seconds)
    return settings
  }
}

extension Tuning.Receivers {
  /// The true track as receivers of this accuracy would have recorded it; they report the accuracy
  /// if the recorded track has one.
  fileprivate func recordings(
    of track: [FenceEngine.Report], like recorded: [FenceEngine.Report]
  ) -> [[FenceEngine.Report]] {
    let reported = recorded.contains { $0.accuracy != nil } ? accuracy : nil
    return (0..<trials).map { trial in
      var random = SeededGenerator(seed: seed &+ UInt64(trial))
      var errors: [DeviceID: ReceiverNoise] = [:]
      return track.map { report in
        var error = errors[report.device] ?? ReceiverNoise(accuracy: accuracy)
        let reading = error.reading(
          of: report.coordinate, at: Double(report.time.millisecondsSince1970) / 1_000,
          using: &random)
        errors[report.device] = error
        return FenceEngine.Report(
          device: report.device, coordinate: reading, time: report.time, accuracy: reported)
      }
    }
  }
}

extension EngineSettings {
  /// Every fix counts as exact: one is enough, and outside begins at a distance beyond the edge.
  fileprivate static func immediate(beyond meters: Meters) -> EngineSettings {
    var settings = EngineSettings.replaying
    settings.hysteresisMeters = meters
    (settings.fixes, settings.seconds) = (1, 0)
    (settings.bandPerAccuracy, settings.bandPerScatter) = (0, 0)
    return settings
  }
}

extension Fence {
  /// The same fence, evaluated with the engine's settings.
  fileprivate var withoutConfirmation: Fence {
    var fence = self
    fence.definition.confirmation = nil
    return fence
  }
}
