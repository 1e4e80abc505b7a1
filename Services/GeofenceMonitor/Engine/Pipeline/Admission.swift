import Geography
import Messages
import Time

/// Stage 1: whether a report is usable by itself, whatever its device's track is.
enum Admission {
  case admitted(Sample)
  case rejected(PositionRejection)

  /// - Parameter arrival: the number of the report, if it is admitted.
  init(
    _ report: FenceEngine.Report, now: Timestamp, arrival: Int64, _ settings: EngineSettings
  ) {
    if let flaw = Self.flaw(of: report, now: now, settings) {
      self = .rejected(flaw)
    } else {
      self = .admitted(Sample(report, arrival: arrival))
    }
  }

  private static func flaw(
    of report: FenceEngine.Report, now: Timestamp, _ settings: EngineSettings
  ) -> PositionRejection? {
    let coordinate = report.coordinate
    guard coordinate.isValid, coordinate.latitude != 0 || coordinate.longitude != 0 else {
      return .invalid
    }
    if let accuracy = report.accuracy {
      guard accuracy >= 0 else { return .invalid }
      if accuracy > settings.worstAccuracyMeters { return .inaccurate }
    }
    return report.time > now.adding(seconds: settings.futureSeconds) ? .future : nil
  }
}
