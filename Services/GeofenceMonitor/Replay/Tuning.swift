import CommandLineKit
import Geography
import Messages

/// What is taken to be so when settings are judged.
enum TuningTruth {
  /// The recorded track itself, smoothed. A device counts as gone once it is an accuracy beyond
  /// the edge: whether it was out when it stood nearer, nobody knows.
  case smoothed
  /// A better track of the same journey, and what bare edges tell of it.
  case track([FenceEngine.Report])
  /// Known passages.
  case passages([Passage])
}

/// Which settings tell a track's comings and goings best: false and missed events of each.
struct Tuning {
  /// A way to decide, and what came of it.
  struct Row: Encodable, Sendable, Hashable {
    let hysteresisMeters: Meters
    let fixes: Int
    let seconds: Int
    /// Of the track as it was recorded.
    var recorded = PassageTally()
    /// Of the way as other receivers would have recorded it, all of them together.
    var rerecorded: PassageTally?
    var isDefault = false
    /// The fewest errors of both kinds; of those alike the one that tells soonest.
    var isRecommended = false
  }

  /// The settings that are tried: each with each.
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

  /// How often, and how badly, the way is recorded anew.
  struct Receivers: Sendable, Hashable {
    var trials = 10
    /// Two of three fixes are so close to the place.
    var accuracy: Meters
    var seed: UInt64 = 1
  }

  /// The comings and goings of the truth.
  let truth: [Passage]
  let receivers: Receivers
  private(set) var rows: [Row]

  /// Costs a replay of the track for each row and trial.
  ///
  /// - Parameters:
  ///   - recorded: the track that is judged.
  ///   - tolerance: how many seconds from the true time a passage may be told to be.
  /// - Throws: `ServiceError` with `invalidRequest` for an area that is none.
  init(
    _ recorded: [FenceEngine.Report], _ fences: [Fence], truth: TuningTruth, grid: Grid,
    receivers: Receivers, tolerance: Int
  ) throws(ServiceError) {
    let fences = fences.map(\.withoutConfirmation)
    let way: [FenceEngine.Report]?
    switch truth {
    case .smoothed:
      let smoothed = SmoothedWay(recorded, accuracy: receivers.accuracy).reports
      way = smoothed
      self.truth = try Self.passages(smoothed, fences, .believing(beyond: receivers.accuracy))
    case .track(let track):
      way = track.sorted { $0.time < $1.time }
      self.truth = try Self.passages(track, fences, .believing(beyond: 0))
    case .passages(let passages):
      way = nil
      self.truth = passages
    }
    self.receivers = receivers
    rows = grid.rows
    let trials = way.map { receivers.recordings(of: $0, like: recorded) } ?? []
    let tolerance = Int64(tolerance) * 1_000
    for index in rows.indices {
      let settings = rows[index].settings
      rows[index].isDefault = settings == .replaying
      rows[index].recorded.add(
        told: try Self.passages(recorded, fences, settings), truth: self.truth,
        tolerance: tolerance)
      if trials.isEmpty { continue }
      var tally = PassageTally()
      for trial in trials {
        tally.add(
          told: try Self.passages(trial, fences, settings), truth: self.truth,
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
    Passage.passages(of: try Replay(reports, fences, settings).standing)
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
  /// The way as receivers would have told it that are off so much; they tell their accuracy where
  /// the recorded track has one.
  fileprivate func recordings(
    of way: [FenceEngine.Report], like recorded: [FenceEngine.Report]
  ) -> [[FenceEngine.Report]] {
    let told = recorded.contains { $0.accuracy != nil } ? accuracy : nil
    return (0..<trials).map { trial in
      var random = SeededGenerator(seed: seed &+ UInt64(trial))
      var errors: [DeviceID: ReceiverError] = [:]
      return way.map { report in
        var error = errors[report.device] ?? ReceiverError(accuracy: accuracy)
        let place = error.reading(
          of: report.coordinate, at: Double(report.time.millisecondsSince1970) / 1_000,
          using: &random)
        errors[report.device] = error
        return FenceEngine.Report(
          device: report.device, coordinate: place, time: report.time, accuracy: told)
      }
    }
  }
}

extension EngineSettings {
  /// Every fix is exact: one of them is in or out, out beyond so many metres from the edge.
  fileprivate static func believing(beyond meters: Meters) -> EngineSettings {
    var settings = EngineSettings.replaying
    settings.hysteresisMeters = meters
    (settings.fixes, settings.seconds) = (1, 0)
    (settings.bandPerAccuracy, settings.bandPerScatter) = (0, 0)
    return settings
  }
}

extension Fence {
  /// The same fence, judged by whatever settings there are.
  fileprivate var withoutConfirmation: Fence {
    Fence(
      id: id, board: board, pin: pin,
      definition: FenceDefinition(
        area: area, label: label, tags: definition.tags, dwellSeconds: definition.dwellSeconds,
        hours: definition.hours, expires: definition.expires))
  }
}
