import Geography
import Messages

/// Isochrones as GeoJSON (RFC 7946): a feature for each time limit.
struct IsochroneFeatures: Encodable, Sendable, Hashable {
  let type = "FeatureCollection"
  let features: [Feature]

  struct Feature: Encodable, Sendable, Hashable {
    let type = "Feature"
    let properties: Properties
    let geometry: MultiPolygon
  }

  struct Properties: Encodable, Sendable, Hashable {
    let durationSeconds: Int
    let areaSquareKilometers: Double
    let profile: TravelProfile
    let reverse: Bool
    /// Longitude, latitude.
    let center: [Double]
  }

  /// Polygons, each a list of closed rings: first the outer ring, anticlockwise, then the holes,
  /// clockwise.
  struct MultiPolygon: Encodable, Sendable, Hashable {
    let type = "MultiPolygon"
    /// Polygon, ring, point; a point is longitude and latitude.
    let coordinates: [[[[Double]]]]
  }

  /// - Throws: `ServiceError` with `internal` where a line of the reply cannot be decoded.
  init(_ reply: IsochroneReply, to request: IsochroneRequest) throws(ServiceError) {
    var features: [Feature] = []
    for contour in reply.contours {
      var polygons: [[[[Double]]]] = []
      for area in contour.areas {
        var rings: [[[Double]]] = []
        for line in [area.outline] + area.holes {
          rings.append(try line.read().map { [$0.longitude, $0.latitude] })
        }
        polygons.append(rings)
      }
      let properties = Properties(
        durationSeconds: contour.durationSeconds,
        areaSquareKilometers: Self.rounded(try contour.squareMeters() / 1e6),
        profile: request.profile ?? .car, reverse: request.reverse ?? false,
        center: [request.center.longitude, request.center.latitude])
      features.append(
        Feature(properties: properties, geometry: MultiPolygon(coordinates: polygons)))
    }
    self.features = features
  }

  /// Rounded to a square metre.
  private static func rounded(_ squareKilometers: Double) -> Double {
    (squareKilometers * 1e6).rounded() / 1e6
  }
}

extension Isochrone {
  /// The area of all polygons without their holes.
  ///
  /// - Throws: `ServiceError` with `internal` where a line cannot be decoded.
  func squareMeters() throws(ServiceError) -> Double {
    var total = 0.0
    for area in areas {
      total += abs(SphericalArea.squareMeters(of: try area.outline.read()))
      for hole in area.holes { total -= abs(SphericalArea.squareMeters(of: try hole.read())) }
    }
    return total
  }
}

extension EncodedPolyline {
  /// - Throws: `ServiceError` with `internal` where it cannot be decoded.
  func read() throws(ServiceError) -> [Coordinate] {
    guard let line = coordinates else {
      throw ServiceError(.internal, "The router's reply holds a line that cannot be read.")
    }
    return line
  }
}
