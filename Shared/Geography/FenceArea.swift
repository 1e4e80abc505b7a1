/// The area of a fence, including its boundary. Lines between points are great circles.
package enum FenceArea: Sendable, Hashable {
  /// Everything at most the radius from the centre; `radiusMeters`.
  case circle(center: Coordinate, radiusMeters: Meters)
  /// Outer rings and holes: everything inside an odd number of the rings.
  ///
  /// A ring has at least three points and closes by itself: the first point may be repeated.
  case polygon(rings: [[Coordinate]])
  /// Everything at most the buffer from the line; `bufferMeters`.
  case corridor(line: [Coordinate], bufferMeters: Meters)
}

/// Limits of an area.
extension FenceArea {
  /// The radius of a circle, or of one around any other area.
  package static let radiusMeters: ClosedRange<Meters> = 1...1_000_000
  /// The radius of a circle that states none.
  package static let defaultRadiusMeters: Meters = 1_000
  /// The buffer to each side of a corridor's line.
  package static let bufferMeters: ClosedRange<Meters> = 1...100_000
  /// Points of the line or of all rings.
  package static let maximumPoints = 10_000
}

/// As JSON the key `kind`, and the keys of that kind; lines are encoded polylines of six decimals.
extension FenceArea: Codable {
  private enum Key: CodingKey { case kind, center, radiusMeters, rings, line, bufferMeters }
  private enum Kind: String, Codable { case circle, polygon, corridor }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .circle:
      self = .circle(
        center: try container.decode(Coordinate.self, forKey: .center),
        radiusMeters: try container.decodeIfPresent(Meters.self, forKey: .radiusMeters)
          ?? FenceArea.defaultRadiusMeters)
    case .polygon:
      let rings = try container.decode([EncodedPolyline].self, forKey: .rings)
      self = .polygon(rings: try rings.map { try Self.points($0, .rings, in: container) })
    case .corridor:
      let line = try container.decode(EncodedPolyline.self, forKey: .line)
      self = .corridor(
        line: try Self.points(line, .line, in: container),
        bufferMeters: try container.decode(Meters.self, forKey: .bufferMeters))
    }
  }

  private static func points(
    _ line: EncodedPolyline, _ key: Key, in container: KeyedDecodingContainer<Key>
  ) throws -> [Coordinate] {
    if let points = line.coordinates { return points }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: container, debugDescription: "It is no encoded polyline.")
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .circle(let center, let radius):
      try container.encode(Kind.circle, forKey: .kind)
      try container.encode(center, forKey: .center)
      try container.encode(radius, forKey: .radiusMeters)
    case .polygon(let rings):
      try container.encode(Kind.polygon, forKey: .kind)
      try container.encode(rings.map { EncodedPolyline($0) }, forKey: .rings)
    case .corridor(let line, let buffer):
      try container.encode(Kind.corridor, forKey: .kind)
      try container.encode(EncodedPolyline(line), forKey: .line)
      try container.encode(buffer, forKey: .bufferMeters)
    }
  }
}
