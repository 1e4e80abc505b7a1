import Geography
import Messages

/// Merges each boundary with the place node of the same name inside it. Maps contain most towns
/// twice: as a node at the center and as a boundary.
enum PlaceMerger {
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

  private static func key(_ name: PlaceName) -> [[UInt32]] {
    WordTokenizer.tokens(in: name.text, limit: GeocoderLimits.maximumNameTokens).map(\.letters)
  }
}
