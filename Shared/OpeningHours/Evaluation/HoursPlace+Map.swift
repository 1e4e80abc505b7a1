import Geography
import Messages

extension HoursPlace {
  /// A place of a map: in its time zone, with the holidays of its country and state. Where the map
  /// tells no country, nobody knows which days are public holidays.
  ///
  /// `nil` where the map's time zone does not exist.
  ///
  /// - Parameter coordinate: where the sun is looked for; default the middle of the map.
  package init?(on map: MapInfo, at coordinate: Coordinate? = nil) {
    guard let zone = HoursZone(identifier: map.timeZone) else { return nil }
    self.init(
      zone: zone, coordinate: coordinate ?? map.box.center,
      holidays: map.country.flatMap { HolidayCalendar(country: $0, state: map.state) },
      knowsPublicHolidays: false)
  }
}
