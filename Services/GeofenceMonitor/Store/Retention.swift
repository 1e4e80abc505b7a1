package import CommandLineKit
import FoundationEssentials
import Messages

/// How much of the past is stored; the oldest is deleted first.
@Memberwise package struct Retention: Sendable {
  /// Events in the log; about 600 bytes each on disk.
  package var events: Int64
  /// Replies to repeated requests, of each caller and operation.
  package var replies: Int64
  /// Positions that do not count.
  package var flawed: Int64 = 100_000
  /// Samples that no track holds any more but that are too few to sweep.
  package var spareSamples: Int = 10_000
  /// Days after their arrival for which positions and events are stored; `nil` for as long as the
  /// other bounds allow.
  package var days: Int? = Self.standardDays

  /// Where somebody was is personal: a season suffices to look back at.
  package static let standardDays = 90

  /// Ten million events, 6 GB, and 100,000 replies: a caller repeats within seconds, and at 1,000
  /// reports a second these are the last 100 s.
  package static let standard = Retention(events: 10_000_000, replies: 100_000)
}

extension Retention {
  /// The environment variable with the days: `90d`, or `none`.
  package static let variable = "QUICKBREW_RETENTION"

  /// The standard with the days that the environment names.
  ///
  /// - Throws: `UsageError` for a text that is neither `none` nor 1 to 3,650 days.
  package static func configured(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UsageError) -> Retention {
    var retention = standard
    guard let text = environment[variable], !text.isEmpty else { return retention }
    if text == "none" {
      retention.days = nil
      return retention
    }
    guard text.hasSuffix("d"), let days = Int(text.dropLast()), (1...3_650).contains(days) else {
      throw UsageError(
        "\(variable) is a number of days from 1d to 3650d, or none, not “\(text.prefix(60))”.")
    }
    retention.days = days
    return retention
  }
}
