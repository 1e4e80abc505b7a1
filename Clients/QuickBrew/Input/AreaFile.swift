import FoundationEssentials
import Geography
import Messages
import ServiceRuntime

/// The one area in a GeoJSON file (RFC 7946): a Polygon, a MultiPolygon or a LineString, bare, a
/// feature or the only feature of a collection.
struct AreaFile: Sendable, Hashable {
  private let path: String
  private let shape: Shape

  /// - Throws: `UsageError` where the file cannot be read, or says something else.
  init(path: String) throws(UsageError) {
    self.path = path
    let text = try InputFile.text(path)
    do {
      shape = try JSONDecoder().decode(Shape.self, from: Data(text.utf8))
    } catch {
      let reason = (error as? AreaError)?.reason ?? "is no GeoJSON"
      throw UsageError("--geojson \(path) \(reason).")
    }
  }

  /// - Parameter buffer: how far a corridor goes to each side of a line.
  /// - Throws: `UsageError` where there is a buffer and no line, or a line and no buffer.
  func area(buffer: Meters?) throws(UsageError) -> FenceArea {
    switch (shape, buffer) {
    case (.polygon(let rings), nil): return .polygon(rings: rings)
    case (.line(let line), let buffer?): return .corridor(line: line, bufferMeters: buffer)
    case (.polygon, _?):
      throw UsageError("--geojson \(path) holds a polygon, which takes no --width or --buffer.")
    case (.line, nil):
      throw UsageError("--geojson \(path) holds a line; --width says how wide its corridor is.")
    }
  }
}

/// What is wrong with a file, as its name goes on.
private struct AreaError: Error {
  let reason: String
}

private enum Shape: Sendable, Hashable, Decodable {
  /// Outlines and holes alike: what an odd number of rings goes around is inside.
  case polygon([[Coordinate]])
  case line([Coordinate])

  private enum Key: CodingKey { case type, features, geometry, coordinates }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let type = try container.decode(String.self, forKey: .type)
    switch type {
    case "FeatureCollection":
      let features = try container.decode([Shape].self, forKey: .features)
      guard let one = features.first, features.count == 1 else {
        throw AreaError(reason: "holds \(features.count) features; a fence is one")
      }
      self = one
    case "Feature": self = try container.decode(Shape.self, forKey: .geometry)
    case "Polygon":
      self = .polygon(try container.decode([[Position]].self, forKey: .coordinates).map(\.points))
    case "MultiPolygon":
      let parts = try container.decode([[[Position]]].self, forKey: .coordinates)
      self = .polygon(parts.joined().map(\.points))
    case "LineString":
      self = .line(try container.decode([Position].self, forKey: .coordinates).points)
    default:
      throw AreaError(
        reason: "holds a “\(type)”; a fence is a Polygon, a MultiPolygon or a LineString")
    }
  }
}

/// Longitude and latitude, perhaps a height.
private struct Position: Decodable {
  let point: Coordinate

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let longitude = try list.decode(Double.self)
    point = Coordinate(latitude: try list.decode(Double.self), longitude: longitude)
    guard point.isValid else {
      throw AreaError(
        reason: "has a point [\(longitude), \(point.latitude)], which is no longitude and latitude")
    }
  }
}

extension [Position] {
  fileprivate var points: [Coordinate] { map(\.point) }
}
