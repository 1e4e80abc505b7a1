import Foundation
import Messages

/// The result of tuning, as a table and as JSON.
struct TuningReport: Encodable {
  /// What the ground truth is.
  let truth: String
  /// Passages of the ground truth.
  let passages: Int
  /// What the settings were applied to.
  let judged: String
  /// Of the re-recordings; `null` if there are none.
  let accuracyMeters: Double?
  let trials: Int
  let toleranceSeconds: Int
  let settings: [Tuning.Row]

  init(
    _ tuning: Tuning, _ truth: GroundTruth, track: String, truthPath: String?, _ tolerance: Int
  ) {
    let receivers = tuning.receivers
    let meters = Self.number(receivers.accuracy)
    let hasTrials = tuning.rows.contains { $0.rerecorded != nil }
    switch truth {
    case .smoothed:
      self.truth = "\(track), smoothed; out is what lies \(meters) m beyond an edge"
    case .track: self.truth = "the bare edges, along \(truthPath ?? "")"
    case .passages: self.truth = "the events in \(truthPath ?? "")"
    }
    passages = tuning.truth.count
    judged =
      "\(track) as recorded"
      + (hasTrials
        ? ", and \(receivers.trials) re-recordings of the true way by receivers accurate to "
          + "\(meters) m" : "")
    accuracyMeters = hasTrials ? receivers.accuracy : nil
    trials = hasTrials ? receivers.trials : 0
    toleranceSeconds = tolerance
    settings = tuning.rows
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// A line for each setting, below a heading that names what was compared.
  func table() -> String {
    var text = "True:   \(truth): \(passages) entries and exits\n"
    text += "Judged: \(judged)\n"
    text += "An entry or exit detected within \(toleranceSeconds) s of the true one is right.\n\n"
    let hasTrials = trials > 0
    text += Self.line([(43, "recorded")] + (hasTrials ? [(20, "\(trials) re-recordings")] : []))
    text += Self.line(
      Self.columns(
        ["hysteresis", "fixes", "seconds"], hasTrials ? [("false", "missed")] : [],
        ("false", "missed"), "delay"))
    for row in settings {
      let delay = row.rerecorded?.delaySeconds ?? row.recorded.delaySeconds
      text += Self.line(
        Self.columns(
          ["\(Self.number(row.hysteresisMeters)) m", "\(row.fixes)", "\(row.seconds)"],
          row.rerecorded.map { [Self.cells($0)] } ?? [], Self.cells(row.recorded),
          delay.map { "\(Int($0.rounded())) s" } ?? "–"), Self.remark(row))
    }
    return text
  }

  private static func remark(_ row: Tuning.Row) -> String {
    [row.isDefault ? "  default" : "", row.isRecommended ? "  recommended" : ""].joined()
  }

  private static func cells(_ tally: PassageTally) -> (String, String) {
    ("\(tally.falseEvents)", "\(tally.missedEvents)")
  }

  /// The cells of a line, each with its width.
  private static func columns(
    _ setting: [String], _ rerecorded: [(String, String)], _ recorded: (String, String),
    _ delay: String
  ) -> [(width: Int, text: String)] {
    Array(zip([10, 7, 9], setting)) + [(9, recorded.0), (8, recorded.1)]
      + rerecorded.flatMap { [(12, $0.0), (8, $0.1)] } + [(8, delay)]
  }

  private static func line(_ cells: [(width: Int, text: String)], _ remark: String = "") -> String {
    cells.map { cell in
      String(repeating: " ", count: max(1, cell.width - cell.text.count)) + cell.text
    }.joined() + remark + "\n"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
  }
}
