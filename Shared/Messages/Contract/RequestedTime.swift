package import Time

/// A time as a person gives it; the planner resolves it in the map's time zone.
package enum RequestedTime: Sendable, Hashable {
  /// `now`.
  case now
  /// `08:15`, `8:15pm`, `noon`: today, or tomorrow if that has passed.
  case clock(hour: Int, minute: Int)
  /// `tomorrow 09:00`, `mon 8am`: on that date, or on the next such day of the week.
  case day(RequestedDay, hour: Int, minute: Int)
  /// `in 30 minutes`: that many seconds from now.
  case fromNow(seconds: Int)
  /// `+30m`: that many seconds after the departure; for a departure itself, from now.
  case after(seconds: Int)
  /// `2026-11-21T08:15`: in the map's time zone.
  case local(CivilTime)
  /// `2026-11-21T08:15:00-08:00`.
  case instant(Timestamp)
}

/// A day as a person names it, relative to today.
package enum RequestedDay: String, Sendable, Hashable, CaseIterable {
  case today, tomorrow
  case monday = "mon"
  case tuesday = "tue"
  case wednesday = "wed"
  case thursday = "thu"
  case friday = "fri"
  case saturday = "sat"
  case sunday = "sun"

  /// Days after Monday, 0 ... 6; `nil` for `today` and `tomorrow`.
  package var weekday: Int? { Self.allCases.firstIndex(of: self).flatMap { $0 < 2 ? nil : $0 - 2 } }
}

extension RequestedTime: Codable, CustomStringConvertible {
  /// Parses a time as people write it, in any case of letters; `nil` for other text.
  ///
  /// - `now`; `2026-11-21T08:15` and `2026-11-21T08:15:00-08:00` (ISO 8601).
  /// - A clock time: `08:15`, `8:15`, `8am`, `8:15 pm`, `noon`, `midnight`. Not a number alone.
  /// - A day and a clock time: `tomorrow 9:00`, `today at noon`, `mon 8am`, `Monday 08:00`.
  /// - `in` or `+` and a duration up to `RequestedTime.maximumAheadSeconds`: `in 30 minutes`,
  ///   `in 1 h 5 min`, `+30m`, `+1h5m`. A duration has units, the larger first.
  package init?(_ text: some StringProtocol) {
    if let time = Timestamp(text) {
      self = .instant(time)
    } else if let time = CivilTime(text) {
      self = .local(time)
    } else if let time = RequestedTimeReader.time(in: String(text)) {
      self = time
    } else {
      return nil
    }
  }

  /// A hundred days.
  package static let maximumAheadSeconds = 100 * 86_400

  /// A form that `init(_:)` parses, the same for all ways to write the same time: `20:15`,
  /// `mon 08:00`, `in 30m`, `+1h5m`.
  package var description: String {
    switch self {
    case .now: "now"
    case .clock(let hour, let minute): Self.clockText(hour, minute)
    case .day(let day, let hour, let minute): "\(day.rawValue) \(Self.clockText(hour, minute))"
    case .fromNow(let seconds): "in \(RequestedTimeReader.text(seconds: seconds))"
    case .after(let seconds): "+\(RequestedTimeReader.text(seconds: seconds))"
    case .local(let time): time.description
    case .instant(let time): time.description
    }
  }

  private static func clockText(_ hour: Int, _ minute: Int) -> String {
    "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = RequestedTime(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” is not a time like \(Self.examples) or now.")
    }
    self = time
  }

  /// Examples of the forms, for error messages.
  package static let examples = "08:15, 8:15pm, tomorrow 9:00, mon 8:00, +30m, 2026-11-21T08:15"

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
