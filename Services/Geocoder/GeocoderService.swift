import MapFiles
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

  /// - Throws: `PlaceIndexError` where the map's index is missing, damaged or of another version;
  ///   `ArtifactError` where it is not what was built.
  package init(_ environment: ServiceEnvironment) async throws {
    let path = environment.home.mapArtifact(IndexFormat.fileName)
    index = try PlaceIndex(path: path)
    // The index checks the blocks it keeps in memory; its tables are read as they are asked for.
    try ArtifactBuild.check(path)
    environment.log.info(
      "\(index.entryCount) streets, places and venues, \(index.houseCount) house numbers")
  }

  package func makeWorker() throws -> Searcher { try Searcher(index) }

  package func register(in handlers: inout RequestHandlers<Searcher>) {
    handlers.answer(GeocodeRequest.self) { searcher, request, _ in
      try searcher.search(request)
    }
    handlers.answer(SuggestRequest.self) { searcher, request, _ in
      try searcher.suggest(request)
    }
    handlers.answer(ReverseGeocodeRequest.self) { searcher, request, _ in
      try searcher.reverse(request)
    }
  }
}
