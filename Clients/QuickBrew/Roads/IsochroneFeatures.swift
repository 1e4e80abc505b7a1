import Geography
import Interchange
import Messages

/// Isochrones as GeoJSON (RFC 7946): a feature for each time limit, its polygons with holes.
enum IsochroneFeatures {
  struct Properties: Encodable, Sendable, Hashable {
    let durationSeconds: Int
    let areaSquareKilometers: Double
    let profile: TravelProfile
    let reverse: Bool
    /// Longitude, latitude.
    let center: [Double]
  }

  /// - Throws: `ServiceError` with `internal` where a line of the reply cannot be decoded.
  static func collection(
    _ reply: IsochroneReply, to request: IsochroneRequest
  ) throws(ServiceError) -> GeoJSON.Collection<Properties> {
    var features: [GeoJSON.Feature<Properties>] = []
    for contour in reply.contours {
      var polygons: [[[Coordinate]]] = []
      for area in contour.areas {
        var rings: [[Coordinate]] = []
        for line in [area.outline] + area.holes { rings.append(try line.read()) }
        polygons.append(rings)
      }
      let properties = Properties(
        durationSeconds: contour.durationSeconds,
        areaSquareKilometers: rounded(try contour.squareMeters() / 1e6),
        profile: request.profile ?? .car, reverse: request.reverse ?? false,
        center: [request.center.longitude, request.center.latitude])
      features.append(GeoJSON.Feature(.polygons(polygons), properties))
    }
    return GeoJSON.Collection(features)
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
