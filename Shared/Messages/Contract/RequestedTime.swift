import Time

/// A time as a person gives it; the planner resolves it in the map's time zone.
package enum RequestedTime: Sendable, Hashable {
  /// `now`.
  case now
  /// `08:15`: today, or tomorrow if that has passed.
  case clock(hour: Int, minute: Int)
  /// `2026-11-21T08:15`: in the map's time zone.
  case local(CivilTime)
  /// `2026-11-21T08:15:00-08:00`.
  case instant(Timestamp)
}

extension RequestedTime: Codable, CustomStringConvertible {
  /// Parses any of the four forms; `nil` for other text.
  package init?(_ text: some StringProtocol) {
    if text == "now" {
      self = .now
    } else if let time = Timestamp(text) {
      self = .instant(time)
    } else if let time = CivilTime(text) {
      self = .local(time)
    } else if let clock = Self.readClock(text) {
      self = clock
    } else {
      return nil
    }
  }

  /// The form that `init(_:)` parses.
  package var description: String {
    switch self {
    case .now: "now"
    case .clock(let hour, let minute): "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
    case .local(let time): time.description
    case .instant(let time): time.description
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = RequestedTime(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” is not a time like 08:15, 2026-11-21T08:15 or now.")
    }
    self = time
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Parses `8:15` or `08:15`.
  private static func readClock(_ text: some StringProtocol) -> RequestedTime? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return .clock(hour: hour, minute: minute)
  }
}
