import CommandLineKit
import OpeningHours
import Time

/// `quickbrew hours`: evaluates an opening_hours value. Needs no service.
enum HoursCommand {
  static let command = Command(
    "hours", "Show when a place with an opening_hours value is open.",
    examples: [
      #"hours "Mo-Fr 08:00-18:00; Sa 09:00-13:00; PH off" --country DE --zone Europe/Berlin"#
    ],
    arguments: ["VALUE"],
    flags: [
      Flag("at", "TIME", "show the state then (now)"),
      Flag("from", "TIME", "begin the list here (midnight before)"),
      Flag("to", "TIME", "end the list here (7 days later)"),
      Flag("zone", "ZONE", "the place's time zone, like Europe/Helsinki (this machine's)"),
      Flag("near", "LAT,LON", "where the sun rises and sets (06:00 and 18:00 without)"),
      Flag("country", "CODE", "whose public holidays count, like DE"),
      Flag("state", "NAME", "the state whose own holidays count too, like Bayern or BY"),
    ],
    notes: """
      A TIME is 08:15 (of today), 2026-11-21, 2026-11-21T08:15, 2026-11-21T08:15:00+01:00, now, or
      seconds or milliseconds since 1970. Without an offset it is one of the place's clocks.
      """,
    .run { context in
      let now = Timestamp.now().secondsSince1970
      try context.show(report(on: context.words[0], now: now, context.arguments)) {
        HoursRendering.render($0, style: $1)
      }
      return .success
    })

  private static func report(
    on value: String, now: Int64, _ arguments: Arguments
  ) throws(UsageError) -> HoursReport {
    let local = try localHours(value, arguments)
    let clock = HoursClock(zone: local.context.zone, now: now)
    let at = try arguments["at"].map(clock.instant) ?? now
    let first = try arguments["from"].map(clock.instant) ?? clock.midnight(before: at)
    let last = try arguments["to"].map(clock.instant) ?? clock.days(defaultDays, after: first)
    guard first <= last, last - first <= Int64(HoursLimits.intervalDays) * 86_400 else {
      throw UsageError(
        "The end must come after the beginning, by at most \(HoursLimits.intervalDays) days.")
    }
    return HoursReport(local, at: at, span: first..<last, country: arguments["country"])
  }

  /// The length of the time span without `--to`.
  private static let defaultDays = 7

  /// The parsed value with its time zone, holidays and coordinate.
  private static func localHours(
    _ value: String, _ arguments: Arguments
  ) throws(UsageError) -> LocalHours {
    let name = arguments["zone"]
    guard let zone = name.map({ HoursZone(identifier: $0) }) ?? .current else {
      throw UsageError("There is no time zone “\(name ?? "")”; one is called Europe/Helsinki.")
    }
    let country = arguments["country"]
    let place = HoursContext(
      zone: zone, coordinate: try PlaceParser.coordinate(of: "near", in: arguments),
      holidays: country.flatMap { HolidayCalendar(country: $0, state: arguments["state"]) },
      knowsPublicHolidays: false)
    do {
      return LocalHours(try OpeningHours(value, country: country?.uppercased()), at: place)
    } catch {
      throw UsageError(error.description)
    }
  }
}
