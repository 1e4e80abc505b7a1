import Geography
import Messages

/// Links that open a point, or the drive through several points, in a maps application.
struct MapLinks: Sendable, Hashable {
  private let points: [String]
  private let profile: TravelProfile

  init(_ points: [Coordinate], profile: TravelProfile = .car) {
    self.profile = profile
    self.points = points.map(Formats.coordinate)
  }

  /// Source: Apple, "Adopting unified Maps URLs": source, waypoints in order, destination.
  var apple: String {
    guard let first = points.first, let last = points.last, points.count > 1 else {
      return "https://maps.apple.com/place?coordinate=\(points.first ?? "")"
    }
    let between = points.dropFirst().dropLast().map { "&waypoint=\($0)" }.joined()
    return "https://maps.apple.com/directions?source=\(first)\(between)&destination=\(last)"
      + "&mode=\(mode(cycling: "cycling"))"
  }

  /// Source: Google, "Maps URLs": origin, waypoints in order, destination.
  var google: String {
    guard let first = points.first, let last = points.last, points.count > 1 else {
      return "https://www.google.com/maps/search/?api=1&query=\(points.first ?? "")"
    }
    let between = points.dropFirst().dropLast().joined(separator: "%7C")
    return "https://www.google.com/maps/dir/?api=1&origin=\(first)&destination=\(last)"
      + (between.isEmpty ? "" : "&waypoints=\(between)")
      + "&travelmode=\(mode(cycling: "bicycling"))"
  }

  private func mode(cycling: String) -> String {
    switch profile {
    case .car: "driving"
    case .bicycle: cycling
    case .foot: "walking"
    }
  }

  /// One link for each point, as the geo scheme has no routes (RFC 5870).
  var geo: [String] { points.map { "geo:\($0)" } }
}
