import Geography
import MapFiles
package import Messages
import OpeningHours

/// The planner's view of the map: its bounding box, its time zone, its opening hours and its car
/// parks.
package struct PlanningMap: Sendable {
  let info: MapInfo
  let zone: MapTimeZone
  package let hours: ShopHours
  let carParks: CarParks

  /// `nil` where the map's time zone does not exist.
  package init?(_ info: MapInfo, carParks: CarParks = CarParks()) {
    guard let zone = MapTimeZone(identifier: info.timeZone),
      let context = HoursContext(
        timeZone: info.timeZone, country: info.country, state: info.state, at: info.box.center)
    else { return nil }
    self.info = info
    self.zone = zone
    hours = ShopHours(context)
    self.carParks = carParks
  }

  /// Reads the manifest at `path`.
  ///
  /// - Throws: `MapManifestError`.
  init(
    ofFile path: String, carParks: CarParks = CarParks()
  ) throws(MapManifestError) {
    let info = try MapManifest.read(path)
    guard let map = PlanningMap(info, carParks: carParks) else {
      throw .unknownTimeZone(path, info.timeZone)
    }
    self = map
  }

  /// Checks that a coordinate of a request lies on the map.
  ///
  /// - Parameter role: what the coordinate is in the request, for the message.
  /// - Throws: `invalidRequest` for an invalid coordinate; `outsideMap`, with the map's box.
  func check(_ point: Coordinate, as role: PlaceRole) throws(ServiceError) {
    try Messages.check(point, "The \(role)")
    let box = info.box
    guard box.contains(point) else {
      let swapped = Coordinate(latitude: point.longitude, longitude: point.latitude)
      let hint = box.contains(swapped) ? " Did you swap them? \(swapped.text) is on it." : ""
      throw ServiceError(
        .outsideMap,
        "The \(role) \(point.text) is outside the map \(info.name), which spans latitudes "
          + "\(box.south.text) to \(box.north.text) and longitudes \(box.west.text) to "
          + "\(box.east.text).\(hint)")
    }
  }
}

/// What a place is in a request, for error messages.
enum PlaceRole: String, Sendable, CustomStringConvertible {
  case origin, destination, pin, errand

  var description: String { rawValue }
}

extension Coordinate {
  /// `37.785834, -122.406417`.
  var text: String { "\(latitude.text), \(longitude.text)" }
}

extension Double {
  /// Degrees with at most six decimals: 0.1 m.
  fileprivate var text: String {
    guard magnitude < 1e6 else { return "\(self)" }
    let rounded = (self * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
