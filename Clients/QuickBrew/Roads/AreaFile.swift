import CommandLineKit
import FoundationEssentials
import Geography
import Interchange
import Messages

/// The one area in a file: a Polygon, a MultiPolygon or a LineString of GeoJSON (RFC 7946), as a
/// geometry, a feature or the only feature of a collection; or the points of a GPX file as a line.
struct AreaFile: Sendable, Hashable {
  enum Shape: Sendable, Hashable {
    /// Outer and inner rings by the even-odd rule: a point inside an odd number of rings is inside.
    case polygon([[Coordinate]])
    case line([Coordinate])
  }

  let shape: Shape

  /// - Parameter flag: the flag to name in errors, such as `--geojson`.
  /// - Throws: `UsageError` where the file cannot be read or holds anything else.
  init(path: String, _ flag: String) throws(UsageError) {
    let text = try InputFile.text(path)
    if text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" {
      let points = (try? GPX.points(in: text))?.compactMap(\.coordinate) ?? []
      guard points.count > 1 else { throw UsageError("\(flag) \(path) is no GPX with a track.") }
      shape = .line(points)
      return
    }
    do {
      shape = try Self.shape(text)
    } catch {
      let reason = (error as? AreaError)?.reason ?? "is no GeoJSON"
      throw UsageError("\(flag) \(path) \(reason).")
    }
  }

  private static func shape(_ text: String) throws -> Shape {
    let features = try JSONDecoder()
      .decode(GeoJSON.Collection<GeoJSON.AnyProperties>.self, from: Data(text.utf8)).features
    guard features.count == 1 else {
      throw AreaError(reason: "holds \(features.count) features, not one")
    }
    guard let geometry = features[0].geometry else { throw AreaError(reason: "is no GeoJSON") }
    return try shape(geometry)
  }

  private static func shape(_ geometry: GeoJSON.Geometry) throws(AreaError) -> Shape {
    if let point = geometry.points.first(where: { !$0.isValid }) {
      throw AreaError(
        reason: "has a point [\(point.longitude), \(point.latitude)], which is no longitude and "
          + "latitude")
    }
    switch geometry {
    case .polygon(let rings): return .polygon(rings)
    case .polygons(let parts): return .polygon(Array(parts.joined()))
    case .line(let line): return .line(line)
    case .point, .lines, .other:
      throw AreaError(
        reason: "holds a “\(geometry.type)”, not a Polygon, a MultiPolygon or a LineString")
    }
  }
}

/// What is wrong with a file: the rest of a sentence that begins with its name.
private struct AreaError: Error {
  let reason: String
}
