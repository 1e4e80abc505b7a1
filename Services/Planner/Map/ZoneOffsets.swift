import Foundation

/// The UTC offsets of a time zone over three years. Zones with equal offsets share a clock.
struct ZoneOffsets: Hashable {
  private struct Change: Hashable {
    let hour: Int
    let offsetSeconds: Int
  }

  private static let hoursOfYear = 8_766
  private let changes: [Change]

  /// Covers one year before `date` and two years after it; `nil` for an unknown zone. Takes about
  /// 2 ms.
  init?(of zone: String, around date: Date) {
    guard let zone = TimeZone(identifier: zone) else { return nil }
    let now = Int(date.timeIntervalSince1970 / 3600)
    var changes: [Change] = []
    for hour in (now - Self.hoursOfYear)..<(now + 2 * Self.hoursOfYear) {
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(hour) * 3600))
      if offset != changes.last?.offsetSeconds {
        changes.append(Change(hour: hour, offsetSeconds: offset))
      }
    }
    self.changes = changes
  }
}
