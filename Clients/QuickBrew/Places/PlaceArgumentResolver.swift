import Geography
import Messages

/// Resolves places to coordinates, by geocoding texts and looking up devices. Prints how a text was
/// understood where the geocoder is not certain.
struct PlaceArgumentResolver: Sendable {
  private let bus: any ClientBus
  private let timeout: Duration
  private let output: Output

  init(_ context: CommandContext, _ bus: any ClientBus) {
    self.bus = bus
    timeout = context.timeout
    output = context.output
  }

  /// - Parameter near: of equally good hits the nearest to this point is returned.
  /// - Throws: `ServiceError`: `notFound` with suggestions for a text without a hit, or for a
  ///   device that never reported.
  func coordinate(
    of place: LocationReference, near: Coordinate?
  ) async throws(ServiceError) -> Coordinate {
    switch place {
    case .coordinate(let point, _): return point
    case .device(let device):
      return try await bus.send(PositionRequest(device: device), timeout: timeout).coordinate
    case .text(let text):
      let request = GeocodeRequest(text: text, near: near, limit: 1)
      let reply = try await bus.send(request, timeout: timeout)
      if let hit = reply.hits.first {
        if hit.confidence < GeocoderRendering.certain {
          output.message("quickbrew: \(GeocoderRendering.guess(hit, for: text))")
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
  func coordinates(of places: [LocationReference]) async throws(ServiceError) -> [Coordinate] {
    var points: [Coordinate] = []
    for place in places { points.append(try await coordinate(of: place, near: points.last)) }
    return points
  }
}
