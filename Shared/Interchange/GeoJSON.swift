package import Geography
import Memberwise

/// GeoJSON (RFC 7946): geometries, features, and collections of them, read and written.
package enum GeoJSON {
  /// Features whose properties have one shape. A single feature and a bare geometry are read as a
  /// collection of one.
  package struct Collection<Properties: Sendable>: Sendable {
    /// `FeatureCollection`; of a document that was read, its type.
    package let type: String
    package let features: [Feature<Properties>]

    package init(_ features: [Feature<Properties>]) {
      type = "FeatureCollection"
      self.features = features
    }

    private enum Key: CodingKey { case type, features }
  }

  /// The properties of features that only matter by their geometry; anything decodes to it.
  package struct AnyProperties: Sendable, Decodable {
    package init(from decoder: any Decoder) {}
  }

  /// A geometry with its properties.
  @Memberwise(positional: 2) package struct Feature<Properties: Sendable>: Sendable {
    package let geometry: Geometry?
    package let properties: Properties?
    /// `nil` where it is missing, or a number.
    package let id: String?

    private enum Key: CodingKey { case type, id, geometry, properties }
  }

  /// Points, the longitude first in the document. They may be out of range: `Coordinate.isValid`.
  package enum Geometry: Sendable, Hashable {
    case point(Coordinate)
    case line([Coordinate])
    case lines([[Coordinate]])
    /// An outer ring and its holes, each closed.
    case polygon([[Coordinate]])
    case polygons([[[Coordinate]]])
    /// Another type, by its name.
    case other(String)

    private enum Key: CodingKey { case type, coordinates }

    /// The types of RFC 7946.
    fileprivate static let types = [
      "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
      "GeometryCollection",
    ]

    /// The name of its type, such as `MultiPolygon`.
    package var type: String {
      switch self {
      case .point: "Point"
      case .line: "LineString"
      case .lines: "MultiLineString"
      case .polygon: "Polygon"
      case .polygons: "MultiPolygon"
      case .other(let type): type
      }
    }

    /// All points, in the order of the document.
    package var points: [Coordinate] {
      switch self {
      case .point(let point): [point]
      case .line(let line): line
      case .lines(let lines), .polygon(let lines): Array(lines.joined())
      case .polygons(let parts): Array(parts.joined().joined())
      case .other: []
      }
    }
  }
}

extension GeoJSON.Collection: Encodable where Properties: Encodable {}
extension GeoJSON.Collection: Decodable where Properties: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    type = try container.decode(String.self, forKey: .type)
    switch type {
    case "Feature": features = [try GeoJSON.Feature(from: decoder)]
    case let type where GeoJSON.Geometry.types.contains(type):
      features = [GeoJSON.Feature(try GeoJSON.Geometry(from: decoder), nil)]
    default: features = try container.decode([GeoJSON.Feature<Properties>].self, forKey: .features)
    }
  }
}

extension GeoJSON.Feature: Encodable where Properties: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("Feature", forKey: .type)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encode(geometry, forKey: .geometry)
    try container.encode(properties, forKey: .properties)
  }
}

extension GeoJSON.Feature: Decodable where Properties: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try? container.decode(String.self, forKey: .id)
    geometry = try container.decodeIfPresent(GeoJSON.Geometry.self, forKey: .geometry)
    properties = try container.decodeIfPresent(Properties.self, forKey: .properties)
  }
}

extension GeoJSON.Geometry: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let type = try container.decode(String.self, forKey: .type)
    switch type {
    case "Point": self = .point(try container.decode(Position.self, forKey: .coordinates).point)
    case "LineString":
      self = .line(try container.decode([Position].self, forKey: .coordinates).points)
    case "MultiLineString":
      self = .lines(try container.decode([[Position]].self, forKey: .coordinates).map(\.points))
    case "Polygon":
      self = .polygon(try container.decode([[Position]].self, forKey: .coordinates).map(\.points))
    case "MultiPolygon":
      let parts = try container.decode([[[Position]]].self, forKey: .coordinates)
      self = .polygons(parts.map { $0.map(\.points) })
    default: self = .other(type)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(type, forKey: .type)
    switch self {
    case .point(let point): try container.encode(Position(point), forKey: .coordinates)
    case .line(let line): try container.encode(line.map(Position.init), forKey: .coordinates)
    case .lines(let lines), .polygon(let lines):
      try container.encode(lines.map { $0.map(Position.init) }, forKey: .coordinates)
    case .polygons(let parts):
      let positions = parts.map { $0.map { $0.map(Position.init) } }
      try container.encode(positions, forKey: .coordinates)
    case .other: break
    }
  }
}

/// Longitude, latitude and, where it is read, perhaps height.
private struct Position: Codable {
  let point: Coordinate

  init(_ point: Coordinate) { self.point = point }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let longitude = try list.decode(Double.self)
    point = Coordinate(latitude: try list.decode(Double.self), longitude: longitude)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(point.longitude)
    try list.encode(point.latitude)
  }
}

extension [Position] {
  fileprivate var points: [Coordinate] { map(\.point) }
}
