import CommandLineKit
import Foundation
import Geography
import Messages
import ServiceRuntime

/// `geofence-monitor tune`: false and missed events of a track under many settings.
package enum TuneCommand: ServiceCommand {
  package static let name = "tune"
  package static let usage = """
    geofence-monitor tune TRACK --fences FILE [--truth FILE] [--accuracy M] [--trials N]
                          [--tolerance SECONDS] [--seed N] [--json]
                          [--hysteresis LIST] [--fixes LIST] [--seconds LIST]
          tables false and missed events of a track for each setting of hysteresis and confirmation;
          true is what the smoothed track shows, or a better track of the same journey, or the
          events that replay printed
    """

  static let defaultAccuracy: Meters = 10
  static let defaultToleranceSeconds = 60
  static let maximumTrials = 1_000

  /// - Throws: `UsageError`; `ServiceError` with `invalidRequest` for an invalid area.
  package static func run(_ list: [String]) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(try text(list).utf8))
  }

  /// The output of the command.
  ///
  /// - Throws: as `run`.
  static func text(_ list: [String]) throws -> String {
    let arguments = try Arguments(
      parsing: list,
      values: [
        "fences", "truth", "accuracy", "trials", "tolerance", "seed", "hysteresis", "fixes",
        "seconds",
      ], switches: ["json"])
    let path = try arguments.positionals(["TRACK"])[0]
    guard let fences = arguments["fences"] else {
      throw UsageError("--fences FILE is missing: the GeoJSON file with the fences.")
    }
    let track = try TrackFile(path: path).reports
    let truth = try truth(arguments)
    let tolerance =
      try arguments.integer("tolerance", in: 1...86_400) ?? defaultToleranceSeconds
    let tuning = try Tuning(
      track, try FenceFile(path: fences).fences, truth: truth, grid: try grid(arguments),
      receivers: try receivers(arguments, track, truth), tolerance: tolerance)
    let report = TuningReport(tuning, truth, track: path, truthPath: arguments["truth"], tolerance)
    return arguments.has("json") ? try report.json() : report.table()
  }

  private static func truth(_ arguments: Arguments) throws -> GroundTruth {
    guard let path = arguments["truth"] else { return .smoothed }
    let text = try TrackFile.text(path)
    if let events = try ReplayLine.passages(text, path) { return .passages(events) }
    return .track(try TrackFile(text: text, path: path).reports)
  }

  /// - Throws: `UsageError` for a flag that does not fit the truth.
  private static func receivers(
    _ arguments: Arguments, _ track: [FenceEngine.Report], _ truth: GroundTruth
  ) throws(UsageError) -> Tuning.Receivers {
    if case .passages = truth {
      for flag in ["accuracy", "trials", "seed"] where arguments.has(flag) {
        throw UsageError("--\(flag) needs the way that was gone, and --truth has events only.")
      }
    }
    let reported = track.compactMap(\.accuracy).sorted()
    let median = reported.isEmpty ? defaultAccuracy : reported[reported.count / 2]
    var receivers = Tuning.Receivers(
      accuracy: try arguments.number("accuracy", in: 1...500) ?? max(1, median))
    if let trials = try arguments.integer("trials", in: 0...maximumTrials) {
      receivers.trials = trials
    }
    if let seed = try arguments.integer("seed", in: 0...Int.max) { receivers.seed = UInt64(seed) }
    return receivers
  }

  private static func grid(_ arguments: Arguments) throws(UsageError) -> Tuning.Grid {
    var grid = Tuning.Grid()
    if let list = try arguments.list("hysteresis", in: 0...10_000, read: { Double($0) }) {
      grid.hysteresisMeters = list
    }
    if let list = try arguments.list("fixes", in: 1...100, read: { Int($0) }) { grid.fixes = list }
    if let list = try arguments.list("seconds", in: 0...3_600, read: { Int($0) }) {
      grid.seconds = list
    }
    guard grid.rows.count <= Tuning.Grid.maximumRows else {
      throw UsageError(
        "These are \(grid.rows.count) settings; at most \(Tuning.Grid.maximumRows) are tried.")
    }
    return grid
  }
}

extension Arguments {
  /// A flag's value as numbers between commas, sorted and without duplicates; `nil` if it is not
  /// given.
  fileprivate func list<Number: Comparable & Hashable>(
    _ flag: String, in range: ClosedRange<Number>, read: (String) -> Number?
  ) throws(UsageError) -> [Number]? {
    guard let text = self[flag] else { return nil }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { read($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == words.count, numbers.allSatisfy(range.contains) else {
      throw UsageError(
        "--\(flag) is numbers from \(range.lowerBound) to \(range.upperBound) with commas between "
          + "them, not “\(text)”.")
    }
    return Set(numbers).sorted()
  }
}
