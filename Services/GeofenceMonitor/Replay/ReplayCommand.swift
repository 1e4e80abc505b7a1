import CommandLineKit
import Foundation
import Geography
import Messages
import ServiceRuntime
import Time

/// `geofence-monitor replay`: a recorded track through the engine, without a bus or a store.
package enum ReplayCommand: ServiceCommand {
  package static let name = "replay"
  package static let usage = """
    geofence-monitor replay TRACK --fences FILE [--live] [--hysteresis M] [--fixes N] [--seconds N]
                            [--worst-accuracy M] [--fastest M/S] [--window SECONDS]
          prints the events of a recorded track (GPX, JSON lines, GeoJSON; - is standard input) with
          the fences of a GeoJSON file, a line of JSON each: those that stand, in the order of
          time; with --live as they were emitted, corrections included
    """

  /// - Throws: `UsageError`; `ServiceError` with `invalidRequest` for an invalid area.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(
      parsing: list, values: ["fences"] + EngineFlags.names, switches: ["live"])
    let track = try TrackFile(path: try arguments.positionals(["TRACK"])[0])
    guard let path = arguments["fences"] else {
      throw UsageError("--fences FILE is missing: the GeoJSON file with the fences.")
    }
    let isLive = arguments.has("live")
    let replay = try Replay(
      track.reports, try FenceFile(path: path).fences, try EngineFlags.settings(arguments),
      isLive: isLive)
    for event in isLive ? replay.emitted : replay.effective {
      try write(ReplayLine(event, asEmitted: isLive))
    }
    note(replay.summary)
  }

  private static func write(_ line: ReplayLine) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    try FileHandle.standardOutput.write(contentsOf: try encoder.encode(line) + Data("\n".utf8))
  }

  private static func note(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}

/// The engine's settings as flags.
enum EngineFlags {
  static let names = ["hysteresis", "fixes", "seconds", "worst-accuracy", "fastest", "window"]

  /// - Throws: `UsageError` for a number out of range.
  static func settings(_ arguments: Arguments) throws(UsageError) -> EngineSettings {
    var settings = EngineSettings.replaying
    if let meters = try arguments.number("hysteresis", in: 0...10_000) {
      settings.hysteresisMeters = meters
    }
    if let fixes = try arguments.integer("fixes", in: 1...100) { settings.fixes = fixes }
    if let seconds = try arguments.integer("seconds", in: 0...3_600) {
      settings.seconds = seconds
    }
    if let meters = try arguments.number("worst-accuracy", in: 1...100_000) {
      settings.worstAccuracyMeters = meters
    }
    if let speed = try arguments.number("fastest", in: 1...1_000_000) {
      settings.fastestMetersPerSecond = speed
    }
    if let seconds = try arguments.integer("window", in: 1...EngineSettings.century) {
      settings.windowSeconds = seconds
    }
    return settings
  }
}

extension EngineSettings {
  static let century = 3_155_760_000

  /// A file is complete: its samples may have any order, and all are sorted.
  static var replaying: EngineSettings {
    var settings = EngineSettings()
    settings.windowSeconds = century
    settings.windowSamples = 1_000_000
    return settings
  }
}

/// A track run through the engine.
struct Replay {
  /// Every event as it was emitted, corrections included.
  private(set) var emitted: [GeofenceEvent] = []
  /// Positions that do not count, by reason.
  private(set) var flaws: [PositionRejection: Int] = [:]
  private let count: Int
  /// How many samples were folded into tracks, again after late ones.
  let folded: Int

  /// How many samples `isLive` may fold, some minutes' work: after a late sample the whole window
  /// is folded again, so a track of the newest first costs the square of its length.
  static let maximumFolded = 50_000_000

  /// Costs a fold of each report, sorted by time; with `isLive` up to `maximumFolded`.
  ///
  /// - Parameter isLive: in the order of the list, with the corrections that follow from it; the
  ///   effective events are the same.
  /// - Throws: `ServiceError` with `invalidRequest` for an invalid area, and for a list that is too
  ///   far out of order for `isLive`.
  init(
    _ reports: [FenceEngine.Report], _ fences: [Fence], _ settings: EngineSettings,
    isLive: Bool = false, maximumFolded: Int = Self.maximumFolded
  ) throws(ServiceError) {
    var engine = FenceEngine(settings: settings)
    for (index, fence) in fences.enumerated() {
      try engine.add(fence, number: FenceNumber(index + 1))
    }
    count = reports.count
    var now = reports.first?.time
    // In the order of a track no sample is late.
    let ordered = reports.sorted { Sample.precedes(Sample($0, arrival: 0), Sample($1, arrival: 0)) }
    for report in isLive ? reports : ordered {
      try check(
        !isLive || engine.foldedSamples <= maximumFolded,
        "The track is too far out of order for --live: sort it by time, or shorten --window.")
      // A real clock would be right, and never go back.
      let clock = max(now ?? report.time, report.time)
      now = clock
      let outcome = engine.report(report, now: clock)
      emitted += outcome.events
      if let flaw = outcome.flaw { flaws[flaw, default: 0] += 1 }
    }
    emitted += engine.conclude()
    folded = engine.foldedSamples
  }

  /// The events that remain after all corrections, in the order of time.
  var effective: [GeofenceEvent] { GeofenceEvent.effective(in: emitted) }

  /// `104 positions, 2 ignored (duplicate 2); 4 events`.
  var summary: String {
    let ignored = flaws.values.reduce(0, +)
    let reasons = flaws.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    return "\(count) positions, \(ignored) ignored" + (ignored > 0 ? " (\(reasons))" : "")
      + "; \(effective.count) events"
  }
}

extension GeofenceEvent {
  /// The events of a log that remain after its corrections, in the order of time.
  static func effective(in log: [GeofenceEvent]) -> [GeofenceEvent] {
    var effective: [Int64: GeofenceEvent] = [:]
    for event in log {
      if let replaced = event.replaces { effective[replaced] = nil }
      if event.kind != .correct || event.becomes != nil { effective[event.number] = event }
    }
    return effective.values.sorted {
      ($0.time.millisecondsSince1970, $0.number) < ($1.time.millisecondsSince1970, $1.number)
    }
  }
}
