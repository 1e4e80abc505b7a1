/// The services, by the name of their executable.
package enum ServiceName: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible
{
  case geocoder
  case router
  case venueStore = "venue-store"
  case shopSearch = "shop-search"
  case geofenceMonitor = "geofence-monitor"
  case planner
  case mapTiles = "map-tiles"
  case webGateway = "web-gateway"

  package var description: String { rawValue }

  /// Whether each map of a stack has its own instances. Positions, fences and browsers know no
  /// maps.
  package var isRegional: Bool { self != .geofenceMonitor && self != .webGateway }
}
