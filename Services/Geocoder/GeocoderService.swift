import CommandLineKit
import MapFiles
package import MessageBus
package import Messages
package import ServiceRuntime

/// Finds places by text (geocoding) and by coordinate (reverse geocoding).
///
/// The in-memory index is loaded once and shared. Each worker thread has its own connection to the
/// file.
package struct GeocoderService: Service {
  package static let name = ServiceName.geocoder
  package static let summary = "finds places by text, and says what is at a coordinate"

  private let index: PlaceIndex

  /// - Throws: `PlaceIndexError` where the map's index is missing, damaged or of another version;
  ///   `ArtifactError` where it is not what was built.
  package init(_ environment: ServiceEnvironment) async throws {
    let path = environment.home.mapArtifact(IndexFormat.fileName)
    index = try PlaceIndex(path: path)
    // Loading the index verifies only its blocks. This verifies the tables, which are read later.
    try ArtifactBuild.check(path)
    environment.log.info(
      "\(index.entryCount) streets, places and venues, \(index.houseCount) house numbers")
  }

  package func makeWorker() throws -> Searcher { try Searcher(index) }

  package func register(in handlers: inout RequestHandlers<Searcher>) {
    handlers.answer(GeocodeRequest.self) { searcher, request, _ in
      try searcher.search(request)
    }
    handlers.answer(FindRequest.self) { searcher, request, _ in
      try searcher.find(request)
    }
    handlers.answer(SuggestRequest.self) { searcher, request, _ in
      try searcher.suggest(request)
    }
    handlers.answer(ReverseGeocodeRequest.self) { searcher, request, _ in
      try searcher.reverse(request)
    }
  }
}
