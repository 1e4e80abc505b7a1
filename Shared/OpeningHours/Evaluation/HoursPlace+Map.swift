import Geography
import Messages

extension HoursPlace {
  /// The context of a map: its time zone, with the holidays of its country and state. If the map
  /// has no country, the public holidays are unknown.
  ///
  /// `nil` if the map's time zone does not exist.
  ///
  /// - Parameter coordinate: for the times of the sun; default the middle of the map.
  package init?(on map: MapInfo, at coordinate: Coordinate? = nil) {
    guard let zone = HoursZone(identifier: map.timeZone) else { return nil }
    self.init(
      zone: zone, coordinate: coordinate ?? map.box.center,
      holidays: map.country.flatMap { HolidayCalendar(country: $0, state: map.state) },
      knowsPublicHolidays: false)
  }
}
