import Geography
import Messages
import OpeningHours

/// The state of a venue's opening hours at an instant.
struct VenueHours: Sendable, Hashable {
  /// "open until 18:00", "closed, opens 2026-11-23 08:00", "not known".
  let text: String

  /// `nil` where the value cannot be parsed, or the map's time zone is unknown.
  ///
  /// - Parameter instant: seconds since 1970.
  init?(_ value: String, at coordinate: Coordinate, on map: MapInfo, instant: Int64) {
    guard
      let hoursContext = HoursContext(
        timeZone: map.timeZone, country: map.country, state: map.state, at: coordinate),
      let hours = try? OpeningHours(value, country: map.country)
    else { return nil }
    let local = LocalHours(hours, at: hoursContext)
    let clock = HoursClock(zone: hoursContext.zone, now: instant)
    let status = local.status(at: instant)
    let change = local.nextChange(after: instant)
    let today = Formats.day(clock.timestamp(instant))
    let then = change.map { Formats.minute(clock.timestamp($0.instant), unlessOn: today) }
    let state =
      status.state == .unknown
      ? Formats.phrase("hours.notKnown")
      : NearbyRendering.text(status.state.rawValue, change?.status.state.rawValue, then)
    text = state + (status.comment.map { ": \($0)" } ?? "")
  }
}
