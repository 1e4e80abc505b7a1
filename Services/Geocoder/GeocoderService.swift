import MessageBus
import Messages
import ServiceRuntime

/// Answers what people type with places, and places with what people call them.
///
/// The index is opened once and shared; each worker thread has its own connection to the file.
package struct GeocoderService: Service {
  package static let name = ServiceName.geocoder
  package static let summary = "finds places by text, and says what is at a coordinate"

  private let index: PlaceIndex

  /// - Throws: `PlaceIndexError` where the map's index is missing, damaged or of another version.
  package init(_ environment: ServiceEnvironment) async throws {
    index = try PlaceIndex(path: environment.home.mapArtifact(IndexFormat.fileName))
    environment.log.info(
      "\(index.entryCount) streets, places and venues, \(index.houseCount) house numbers")
  }

  package func makeWorker() throws -> Searcher { try Searcher(index) }

  package func register(in handlers: inout RequestHandlers<Searcher>) {
    handlers.answer(GeocodeRequest.self) { searcher, request, _ in
      try searcher.search(request)
    }
    handlers.answer(ReverseGeocodeRequest.self) { searcher, request, _ in
      try searcher.reverse(request)
    }
  }
}
