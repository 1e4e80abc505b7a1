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
  private let mapVersion: String

  /// - Throws: `PlaceIndexError` where the map's index is missing, damaged or of another version;
  ///   `ArtifactError` where it is not what was built.
  package init(_ environment: ServiceEnvironment) async throws {
    let path = environment.home.mapArtifact(IndexFormat.fileName)
    index = try PlaceIndex(path: path)
    // Loading the index verifies only its blocks. This verifies the tables, which are read later.
    mapVersion = try ArtifactBuild.check(path)
    environment.log.info(
      "\(index.entryCount) streets, places and venues, \(index.houseCount) house numbers")
  }

  package func makeWorker() throws -> Searcher { try Searcher(index) }

  package func register(in handlers: inout RequestHandlers<Searcher>) {
    answer(GeocodeRequest.self, in: &handlers) { try $0.search($1) }
    answer(FindRequest.self, in: &handlers) { try $0.find($1) }
    answer(SuggestRequest.self, in: &handlers) { try $0.suggest($1) }
    answer(ReverseGeocodeRequest.self, in: &handlers) { try $0.reverse($1) }
  }

  /// Answers in the caller's language, with the version of the map in the reply.
  private func answer<Request: RequestMessage>(
    _: Request.Type, in handlers: inout RequestHandlers<Searcher>,
    by search: @escaping @Sendable (Searcher, Request) throws -> Request.Reply
  ) where Request.Reply: MapVersioned {
    handlers.answer(Request.self) { [mapVersion] searcher, request, context in
      searcher.explain(in: context.language)
      var reply = try search(searcher, request)
      reply.mapVersion = mapVersion
      return reply
    }
  }
}

/// A reply that says on which map it was found.
private protocol MapVersioned {
  var mapVersion: String? { get set }
}

extension GeocodeReply: MapVersioned {}
extension FindReply: MapVersioned {}
extension SuggestReply: MapVersioned {}
