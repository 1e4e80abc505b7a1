import Geography
import Messages

extension CommandContext {
  /// The coordinate of a place, by geocoding a text and looking up a device. Prints how a text was
  /// understood where the geocoder is not certain.
  ///
  /// - Parameter near: of equally good hits the nearest to this point is returned.
  /// - Throws: `ServiceError`: `notFound` with suggestions for a text without a hit, or for a
  ///   device that never reported.
  func coordinate(
    of place: LocationReference, near: Coordinate? = nil
  ) async throws -> Coordinate {
    switch place {
    case .coordinate(let point, _): return point
    case .device(let device): return try await send(PositionRequest(device: device)).coordinate
    case .text(let text):
      let reply = try await send(GeocodeRequest(text: text, near: near, limit: 1))
      if let hit = reply.hits.first {
        if hit.confidence < GeocoderRendering.certain {
          report(GeocoderRendering.guess(hit, for: text))
        }
        return hit.coordinate
      }
      throw ServiceError(
        .notFound, "Nothing on the map is called “\(text)”.",
        suggestions: reply.suggestions.isEmpty ? nil : reply.suggestions.map(\.label))
    }
  }

  /// The coordinates of several places; each text is looked up near the place before it.
  ///
  /// - Throws: as `coordinate(of:near:)`.
  func coordinates(of places: [LocationReference]) async throws -> [Coordinate] {
    var points: [Coordinate] = []
    for place in places { points.append(try await coordinate(of: place, near: points.last)) }
    return points
  }
}
