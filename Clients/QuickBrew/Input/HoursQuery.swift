import FoundationEssentials
import Geography
import Messages
import OpeningHours
import Time

/// An opening_hours value, where it applies, and the time span to evaluate.
struct HoursQuery: Sendable {
  let value: String
  let from: String?
  let to: String?
  let coordinate: Coordinate?
  let country: String?
  let state: String?
  let timeZone: String?

  /// The length of the time span where `to` is missing.
  static let defaultDays = 7

  /// The parsed value with its time zone, holidays and coordinate.
  ///
  /// - Throws: `invalidRequest` for a value that cannot be parsed, and for an unknown zone.
  func localHours() throws(ServiceError) -> LocalHours {
    guard let zone = timeZone.map({ HoursZone(identifier: $0) }) ?? .current else {
      throw ServiceError(
        .invalidRequest,
        "There is no time zone “\(timeZone ?? "")”; one is called Europe/Helsinki.")
    }
    let hoursContext = HoursContext(
      zone: zone, coordinate: coordinate,
      holidays: country.flatMap { HolidayCalendar(country: $0, state: state) },
      knowsPublicHolidays: false)
    do {
      return LocalHours(
        try OpeningHours(value, country: country?.uppercased()), at: hoursContext)
    } catch {
      throw ServiceError(.invalidRequest, error.description)
    }
  }

  /// The time span to evaluate.
  ///
  /// - Throws: `invalidRequest` for a time that cannot be parsed, and for a span that is negative
  ///   or too long.
  func span(_ clock: HoursClock, from start: Int64) throws(ServiceError) -> Range<Int64> {
    var (first, last) = (start, start)
    if let from { first = try clock.instant(from) }
    if let to {
      last = try clock.instant(to)
    } else {
      last = clock.days(Self.defaultDays, after: first)
    }
    guard first <= last, last - first <= Int64(HoursLimits.intervalDays) * 86_400 else {
      throw ServiceError(
        .invalidRequest,
        "The end must come after the beginning, by at most \(HoursLimits.intervalDays) days.")
    }
    return first..<last
  }
}

extension HoursQuery {
  /// Parses a line of a batch.
  ///
  /// - Throws: `tooLarge`; `invalidRequest` for anything but an object with the known keys.
  init(_ line: InputLine) throws(ServiceError) {
    guard case .text(let text) = line else {
      throw ServiceError(
        .tooLarge, "The line is longer than \(InputLimits.maximumLineBytes) bytes.")
    }
    do {
      self = try JSONDecoder().decode(HoursQuery.self, from: Data(text.utf8))
    } catch {
      throw ServiceError(
        .invalidRequest,
        #"A line is an object with a value, like {"value":"Mo-Fr 08:00-18:00","timeZone":"UTC"}."#
      )
    }
    if let coordinate, !coordinate.isValid {
      throw ServiceError(
        .invalidRequest, "A latitude is -90 to 90, a longitude -180 to 180.")
    }
  }
}

extension HoursQuery: Decodable {
  private enum Key: String, CodingKey {
    case value, from, to, lat, lon, country, state, timeZone
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Key.self)
    value = try keys.decode(String.self, forKey: .value)
    from = try keys.decodeIfPresent(TextOrNumber.self, forKey: .from)?.text
    to = try keys.decodeIfPresent(TextOrNumber.self, forKey: .to)?.text
    let latitude = try keys.decodeIfPresent(TextOrNumber.self, forKey: .lat)?.degrees()
    let longitude = try keys.decodeIfPresent(TextOrNumber.self, forKey: .lon)?.degrees()
    if let latitude, let longitude {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    } else {
      coordinate = nil
    }
    country = try keys.decodeIfPresent(String.self, forKey: .country)
    state = try keys.decodeIfPresent(String.self, forKey: .state)
    timeZone = try keys.decodeIfPresent(String.self, forKey: .timeZone)
  }
}

/// A number, which may be quoted, as Nominatim writes coordinates; or any text.
private struct TextOrNumber: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int64.self) {
      text = String(number)
    } else if let number = try? container.decode(Double.self) {
      text = String(number)
    } else {
      text = try container.decode(String.self)
    }
  }

  func degrees() throws -> Double {
    guard let number = Double(text) else {
      throw DecodingError.valueNotFound(
        Double.self, .init(codingPath: [], debugDescription: "no number"))
    }
    return number
  }
}

/// Parses and formats times in a time zone.
struct HoursClock: Sendable {
  let zone: HoursZone
  /// Seconds since 1970.
  let now: Int64

  /// - Throws: `invalidRequest`.
  func instant(_ text: String) throws(ServiceError) -> Int64 {
    if let time = UnixTime(text) { return time.seconds }
    switch RequestedTime(text) ?? RequestedTime(text + "T00:00") {
    case .now: return now
    case .instant(let time): return time.secondsSince1970
    case .clock(let hour, let minute):
      return zone.instant(of: zone.local(now).day, minute: hour * 60 + minute)
    case .fromNow(let seconds), .after(let seconds): return now + Int64(seconds)
    case .day(let day, let hour, let minute):
      return zone.instant(of: date(day), minute: hour * 60 + minute)
    case .local(let time):
      return zone.instant(of: Day(time), minute: time.hour * 60 + time.minute) + Int64(time.second)
    case nil:
      throw ServiceError(
        .invalidRequest,
        """
        A time is like 2026-11-21T08:15:00+01:00, 2026-11-21T08:15, 2026-11-21 or 1795245300 \
        (seconds since 1970), not “\(text)”.
        """)
    }
  }

  /// The date of a day that is named relative to today; a day of the week is today or later.
  private func date(_ day: RequestedDay) -> Day {
    let today = zone.local(now).day
    guard let weekday = day.weekday else { return today.advanced(by: day == .tomorrow ? 1 : 0) }
    return (0..<7).lazy.map { today.advanced(by: $0) }.first { $0.weekday.rawValue == weekday }
      ?? today
  }

  /// The start of the day of an instant.
  func midnight(before instant: Int64) -> Int64 {
    zone.instant(of: zone.local(instant).day, minute: 0)
  }

  /// The same clock time `count` days later.
  func days(_ count: Int, after instant: Int64) -> Int64 {
    let (day, second) = zone.local(instant)
    return zone.instant(of: day.advanced(by: count), minute: second / 60) + Int64(second % 60)
  }

  /// The instant with the zone's offset.
  func timestamp(_ instant: Int64) -> Timestamp {
    Timestamp(secondsSince1970: instant, offsetSeconds: zone.offsetSeconds(at: instant))
  }
}

/// A Unix time: seconds or milliseconds since 1970.
struct UnixTime: Sendable {
  let seconds: Int64
  let isInMilliseconds: Bool

  /// Smaller numbers are years, or dates without hyphens, rather than seconds before March 1973.
  private static let leastSeconds = 100_000_000.0
  /// Numbers from here on are milliseconds: as seconds they would lie after the year 5138.
  private static let leastMilliseconds = 100_000_000_000.0
  private static let mostMilliseconds = 1_000_000_000_000_000.0

  /// `nil` for text that is no number, and for a number out of range.
  init?(_ text: String) {
    guard let number = Double(text), number >= Self.leastSeconds, number < Self.mostMilliseconds
    else { return nil }
    isInMilliseconds = number >= Self.leastMilliseconds
    seconds = Int64((isInMilliseconds ? number / 1000 : number).rounded(.down))
  }
}
