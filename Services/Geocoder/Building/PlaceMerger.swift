import Geography

/// Gives the outline of a boundary to the place of its name inside of it: maps hold a town as a
/// node where its middle is, and once more as the line around it.
enum PlaceMerger {
  static func merged(_ places: [GatheredPlace]) -> [GatheredPlace] {
    var points = places.filter(\.rings.isEmpty)
    var others: [GatheredPlace] = []
    for area in places where !area.rings.isEmpty {
      let keys = Set(area.names.map(key))
      let twin = points.indices.filter { index in
        points[index].rings.isEmpty && points[index].names.contains { keys.contains(key($0)) }
          && area.rings.contains { Outline.contains($0, points[index].coordinate) }
      }.max { points[$0].importance < points[$1].importance }
      if let twin {
        points[twin].rings = area.rings
        points[twin].names += area.names.filter { !points[twin].names.contains($0) }
      } else {
        others.append(area)
      }
    }
    return points + others
  }

  private static func key(_ name: PlaceName) -> [[UInt32]] {
    Words.of(name.text, limit: GeocoderBounds.maximumNameWords).map(\.letters)
  }
}
