/// Reads the points of a GPX file.
///
/// Reads `lat`, `lon`, `time` and `hdop` of `trkpt`; without any, of `rtept`; without those, of
/// `wpt`, as waypoints usually mark sights and not the track. Ignores everything else.
/// Source: GPX 1.1, topografix.com/GPX/1/1.
package enum GPX {
  package struct Point: Sendable, Hashable {
    /// `nil` if latitude or longitude is missing or out of range.
    package let coordinate: Coordinate?
    /// As written, nearly always ISO 8601; `nil` if the point has none.
    package let time: String?
    /// The horizontal dilution of precision; 1 is a receiver under open sky.
    package let dilution: Double?
  }

  /// The points in the order of the text; empty if it is not GPX. Linear in the text's length.
  package static func points(in text: String) -> [Point] {
    for kind in ["trkpt", "rtept", "wpt"] {
      let parts = text.utf8.split(
        separator: "<\(kind)".utf8, omittingEmptySubsequences: false
      ).dropFirst()
      if !parts.isEmpty { return parts.map { point(Substring($0), kind) } }
    }
    return []
  }

  /// - Parameter text: from the end of the element's name to the next element of that name.
  private static func point(_ text: Substring, _ kind: String) -> Point {
    let attributes = text.prefix { $0 != ">" }
    let inside =
      attributes.last == "/" ? "" : String(text.dropFirst(attributes.count)).before("</\(kind)>")
    var coordinate: Coordinate?
    if let latitude = attribute("lat", attributes), let longitude = attribute("lon", attributes) {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return Point(
      coordinate: coordinate?.isValid == true ? coordinate : nil, time: element("time", inside),
      dilution: element("hdop", inside).flatMap { Double($0) })
  }

  private static func attribute(_ name: String, _ text: Substring) -> Double? {
    for quote in ["\"", "'"] {
      guard let start = text.firstRange(of: "\(name)=\(quote)") else { continue }
      return Double(String(text[start.upperBound...]).before(quote))
    }
    return nil
  }

  private static func element(_ name: String, _ text: String) -> String? {
    guard let start = text.firstRange(of: "<\(name)>") else { return nil }
    let value = String(text[start.upperBound...]).before("</\(name)>")
    return value.isEmpty ? nil : value
  }
}

extension String {
  /// The text before the first `delimiter`; the whole text if it does not occur.
  fileprivate func before(_ delimiter: String) -> String {
    firstRange(of: delimiter).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
