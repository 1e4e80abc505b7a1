package import Geography

/// Reads GPX files.
///
/// Source: GPX 1.1, topografix.com/GPX/1/1.
package enum GPX {
  /// A point of a track, a route or a waypoint.
  package struct Point: Sendable, Hashable {
    /// `nil` if latitude or longitude is missing or out of range.
    package let coordinate: Coordinate?
    /// As written, nearly always ISO 8601; `nil` if the point has none.
    package let time: String?
    /// The horizontal dilution of precision; 1 is a receiver under open sky.
    package let dilution: Double?

    init(_ element: XMLElement) {
      let coordinate = Coordinate(
        latitude: element.attributes["lat"].flatMap { Double($0) } ?? .nan,
        longitude: element.attributes["lon"].flatMap { Double($0) } ?? .nan)
      self.coordinate = coordinate.isValid ? coordinate : nil
      time = element.text(of: "time")
      dilution = element.text(of: "hdop").flatMap { Double($0) }
    }
  }

  /// The points of the tracks in the order of the file; without any, those of the routes; without
  /// those, the waypoints, which usually mark sights and not the track. Empty if the document is
  /// other XML.
  ///
  /// - Throws: `XMLError`, as `XML.read`.
  package static func points(in text: String) throws(XMLError) -> [Point] {
    let document = try XML.read(text)
    for kind in ["trkpt", "rtept", "wpt"] {
      let points = elements(kind, in: document)
      if !points.isEmpty { return points.map { Point($0) } }
    }
    return []
  }

  /// The descendants of that name, at any depth. Recursion is bounded by `XML.maximumDepth`.
  private static func elements(_ name: String, in element: XMLElement) -> [XMLElement] {
    element.children.flatMap { $0.name == name ? [$0] : elements(name, in: $0) }
  }
}
