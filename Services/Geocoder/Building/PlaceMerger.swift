import Geography
import Messages

/// Joins what a map has of one thing: most towns are a node at the center and a boundary, most
/// airports an airfield and a terminal.
enum PlaceMerger {
  /// Merges each boundary with the place node of the same name inside it.
  static func merged(_ places: [GatheredPlace]) -> [GatheredPlace] {
    var points = places.filter(\.rings.isEmpty)
    var others: [GatheredPlace] = []
    for area in places where !area.rings.isEmpty {
      let keys = Set(area.names.map(key))
      let node = points.indices.filter { index in
        points[index].rings.isEmpty && points[index].names.contains { keys.contains(key($0)) }
          && area.rings.contains { Ring.contains($0, points[index].coordinate) }
      }.max { points[$0].importance < points[$1].importance }
      if let node {
        points[node].rings = area.rings
        points[node].names += area.names.filter { !points[node].names.contains($0) }
      } else {
        others.append(area)
      }
    }
    return points + others
  }

  /// Puts each airport where its most important terminal is, the nearest of equal ones: who goes to
  /// an airport does not go to the middle of its runway.
  static func atTerminals(_ pointsOfInterest: [GatheredPOI]) -> [GatheredPOI] {
    let terminals = pointsOfInterest.filter { $0.category == "aeroway=terminal" }
    return pointsOfInterest.map { poi in
      guard poi.category == "aeroway=aerodrome" else { return poi }
      let near = terminals.map { ($0, poi.coordinate.distance(to: $0.coordinate)) }
        .filter { $0.1 <= PlaceKind.airfieldExtent }
      let best = near.max { ($0.0.importance, $1.1) < ($1.0.importance, $0.1) }
      return best.map { poi.arriving(at: $0.0.coordinate) } ?? poi
    }
  }

  private static func key(_ name: PlaceName) -> [[UInt32]] {
    WordTokenizer.tokens(in: name.text, limit: GeocoderLimits.maximumNameTokens).map(\.letters)
  }
}
