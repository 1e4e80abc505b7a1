import MessageBus
import Messages
import SQLite
import ServiceRuntime

/// Answers for venues and favourites from one durable store.
///
/// One worker thread with one connection makes every change, publishes it after the commit, and
/// reads every snapshot page: so a page and the stream position in it belong together.
package struct VenueStoreService: Service {
  package static let name = ServiceName.venueStore
  package static let summary = "keeps the venues of the map, and users' favourites"

  private let path: String
  private let publisher: Publisher

  /// Loads the map's venues where they are others than those loaded last.
  ///
  /// - Throws: `VenueArtifactError` for a map's file that is missing, damaged or of another
  ///   version; `SQLiteError`; `ServiceError` with `conflict` for a second instance. The store is
  ///   then as it was.
  package init(_ environment: ServiceEnvironment) async throws {
    guard environment.instance == "1" else {
      throw ServiceError(.conflict, "venue-store runs as one instance: its store has one writer.")
    }
    path = try environment.home.dataFile("venue-store.sqlite")
    publisher = environment.publisher
    let map = try VenueArtifact(path: environment.home.mapArtifact(VenueArtifact.fileName))
    environment.log.info(try VenueDatabase(path: path).load(map).description)
  }

  package var workerCount: Int { 1 }

  package func makeWorker() throws -> VenueDatabase { try VenueDatabase(path: path) }

  package func register(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(VenueRequest.self) { store, request, _ in
      try telling { try store.venue(request.id) }
    }
    handlers.answer(VenueListRequest.self) { store, request, _ in
      try telling {
        try store.page(
          category: request.category, after: request.after,
          limit: request.limit ?? VenueStoreLimits.defaultPage)
      }
    }
    handlers.answer(VenueSnapshotRequest.self) { [publisher] store, request, _ in
      let page = try telling {
        try store.page(after: request.after, limit: request.limit ?? VenueLimits.maximumPage)
      }
      let position = publisher.position(of: VenueChanged.self)
      return VenueSnapshotReply(position: position, venues: page.venues, next: page.next)
    }
    registerFavourites(in: &handlers)
  }

  private func registerFavourites(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(FavouriteAddRequest.self) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try store.addFavourite(request, now: now)
        }
      }
    }
    handlers.answer(FavouriteRemoveRequest.self) { store, request, context in
      try telling {
        try store.once(request, key: context.idempotencyKey, now: .now()) {
          try store.removeFavourite(request)
        }
      }
    }
    handlers.answer(FavouriteListRequest.self) { store, request, _ in
      try telling { try store.favourites(of: request.user) }
    }
  }
}

/// Tells the caller of a failure of the disk that may pass; others are the service's own faults.
private func telling<Reply>(_ work: () throws -> Reply) throws -> Reply {
  do {
    return try work()
  } catch let error as SQLiteError where error.isDiskFull || error.isBusy {
    throw ServiceError(.unavailable, "The venue store could not write. \(error)")
  }
}
