import CommandLineKit
import FoundationEssentials
import Geography
import Interchange

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
    let shapes = try Self.shapes(path: path, flag)
    guard shapes.count == 1 else {
      throw UsageError("\(flag) \(path) holds \(shapes.count) features, not one.")
    }
    shape = shapes[0]
  }

  /// The rings of every area in a file: each feature of a collection is one, and so is the track of
  /// a GPX file, which is closed from its last point to its first.
  ///
  /// - Throws: `UsageError` where the file cannot be read, is empty or holds anything else.
  static func areas(path: String, _ flag: String) throws(UsageError) -> [[[Coordinate]]] {
    let isTrack = path.lowercased().hasSuffix(".gpx")
    var areas: [[[Coordinate]]] = []
    for shape in try shapes(path: path, flag) {
      switch shape {
      case .polygon(let rings): areas.append(rings)
      case .line(let line) where isTrack && line.count > 2:
        areas.append([line.first == line.last ? line : line + [line[0]]])
      case .line: throw UsageError("\(flag) \(path) holds a line; an area to avoid is a polygon.")
      }
    }
    guard !areas.isEmpty else { throw UsageError("\(flag) \(path) holds no area.") }
    return areas
  }

  private static func shapes(path: String, _ flag: String) throws(UsageError) -> [Shape] {
    let text = try InputFile.text(path)
    if text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" {
      let points = (try? GPX.points(in: text))?.compactMap(\.coordinate) ?? []
      guard points.count > 1 else { throw UsageError("\(flag) \(path) is no GPX with a track.") }
      return [.line(points)]
    }
    do {
      return try JSONDecoder()
        .decode(GeoJSON.Collection<GeoJSON.AnyProperties>.self, from: Data(text.utf8)).features
        .map { feature in
          guard let geometry = feature.geometry else { throw AreaError(reason: "is no GeoJSON") }
          return try shape(geometry)
        }
    } catch {
      let reason = (error as? AreaError)?.reason ?? "is no GeoJSON"
      throw UsageError("\(flag) \(path) \(reason).")
    }
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
