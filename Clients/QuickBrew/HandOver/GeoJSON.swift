import Geography

/// Points and lines as GeoJSON (RFC 7946).
enum GeoJSON {
  struct Collection<Properties: Encodable & Sendable>: Encodable, Sendable {
    let type = "FeatureCollection"
    let features: [Feature<Properties>]
  }

  struct Feature<Properties: Encodable & Sendable>: Encodable, Sendable {
    let type = "Feature"
    let properties: Properties
    let geometry: Geometry
  }

  enum Geometry: Encodable, Sendable {
    case point(Coordinate)
    case line([Coordinate])

    private enum Key: CodingKey { case type, coordinates }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .point(let point):
        try container.encode("Point", forKey: .type)
        try container.encode(Self.numbers(point), forKey: .coordinates)
      case .line(let line):
        try container.encode("LineString", forKey: .type)
        try container.encode(line.map(Self.numbers), forKey: .coordinates)
      }
    }

    private static func numbers(_ point: Coordinate) -> [Double] {
      [point.longitude, point.latitude]
    }
  }
}
