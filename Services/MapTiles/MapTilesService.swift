import CommandLineKit
import FoundationEssentials
import MapFiles
package import MessageBus
package import Messages
package import ServiceRuntime

/// Serves the base map: vector tiles, and what it takes to draw them.
package struct MapTilesService: Service {
  package static let name = ServiceName.mapTiles
  package static let summary = "serves the base map as vector tiles, with style, glyphs and icons"

  private let path: String
  private let styles: [MapTheme: MapStyleReply]

  /// - Throws: `SQLError` where the map's archive is missing or no database; `ServiceError` where
  ///   it is of another version; `ArtifactError` where it is not what was built; `GlyphError` where
  ///   a font is missing.
  package init(_ environment: ServiceEnvironment) async throws {
    path = environment.home.mapArtifact(TileArchive.fileName)
    let archive = try TileArchive(path: path)
    try ArtifactBuild.check(path)
    styles = MapStyle(fingerprint: archive.fingerprint, bounds: archive.bounds).replies()
    environment.log.info("\(try archive.tileCount()) tiles, map \(archive.fingerprint)")
  }

  package func makeWorker() throws -> TileArchive { try TileArchive(path: path) }

  package func register(in handlers: inout RequestHandlers<TileArchive>) {
    handlers.answer(MapTileRequest.self) { archive, request, _ in
      MapTileReply(bytes: try archive.tile(request))
    }
    handlers.answer(MapGlyphsRequest.self) { archive, request, _ in
      MapGlyphsReply(bytes: try archive.glyphs(request))
    }
    handlers.answer(MapSpriteRequest.self) { archive, request, _ in
      try archive.sprite(scale: request.scale ?? 1)
    }
    handlers.answer(MapStyleRequest.self) { [styles] _, request, _ in
      guard let reply = styles[request.theme ?? .light] else {
        throw ServiceError(.notFound, "There is no such theme.")
      }
      return reply
    }
  }
}
