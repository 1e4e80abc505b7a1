import Geography
import Messages
import OpeningHours

/// What a venue's opening hours say at a time.
struct VenueHours: Sendable, Hashable {
  /// "open until 18:00", "closed, opens 2026-11-23 08:00", "not known".
  let text: String

  /// `nil` where the value makes no sense, or the map's zone is none.
  ///
  /// - Parameter instant: seconds since 1970.
  init?(_ value: String, of place: Coordinate, on map: MapInfo, at instant: Int64) {
    guard
      let place = HoursPlace(
        timeZone: map.timeZone, country: map.country, state: map.state, at: place),
      let hours = try? OpeningHours(value)
    else { return nil }
    let local = LocalHours(hours, at: place)
    let clock = HoursClock(zone: place.zone, now: instant)
    let status = local.status(at: instant)
    let change = local.nextChange(after: instant)
    let today = Formats.day(clock.told(instant))
    let then = change.map { Formats.minute(clock.told($0.instant), unlessOn: today) }
    let state =
      switch (status.state, change?.status.state, then) {
      case (.open, _, let then?): "open until \(then)"
      case (.open, _, nil): "open"
      case (.closed, .open, let then?): "closed, opens \(then)"
      case (.closed, _, let then?): "closed until \(then)"
      case (.closed, _, nil): "closed"
      case (.unknown, _, _): "not known"
      }
    text = state + (status.comment.map { ": \($0)" } ?? "")
  }
}
