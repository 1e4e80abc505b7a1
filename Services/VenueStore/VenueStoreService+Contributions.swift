import MessageBus
import Messages
import Stores
import Time

/// Handlers for reviews, notes, deals and the category tree.
extension VenueStoreService {
  func registerContributions(in handlers: inout RequestHandlers<VenueDatabase>) {
    registerReviews(in: &handlers)
    registerDeals(in: &handlers)
    registerPersonalData(in: &handlers)
    handlers.write(NotePutRequest.self) { try Notes($0).put($1, now: $2) }
    handlers.write(NoteRemoveRequest.self) { store, request, _ in try Notes(store).remove(request) }
    handlers.read(NoteListRequest.self) { try Notes($0).list($1) }
    handlers.read(CategoriesRequest.self) { store, _ in try store.venues.categories() }
  }

  private func registerReviews(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(ReviewPutRequest.self, publishingTo: stream) { store, request, now, publish in
      try Reviews(store).put(request, now: now, publish)
    }
    handlers.write(ReviewRemoveRequest.self, publishingTo: stream) { store, request, _, publish in
      try Reviews(store).remove(request, publish)
    }
    handlers.read(ReviewListRequest.self) { try Reviews($0).list($1) }
    handlers.read(VenueRemarksRequest.self) { try VenueRemarks($1, in: $0) }
  }

  private func registerDeals(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(DealAddRequest.self) { try Deals($0).add($1, now: $2) }
    handlers.write(DealRemoveRequest.self) { store, request, _ in
      try Deals(store).remove(request.id)
    }
    handlers.read(DealListRequest.self) { try Deals($0).list($1, now: .now()) }
  }

  private func registerPersonalData(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.read(VenueStoreExportRequest.self) { try PersonalData($0).export($1) }
    handlers.read(VenueStoreEraseRequest.self) { [stream, location] store, request in
      let data = PersonalData(store)
      let rows =
        request.after == nil
        ? try stream.change(in: store) { try data.erase(request.subject, $0) } : [:]
      let next = try store.database.rewrite(
        PersonalData.tables, at: location, to: request.after ?? .max)
      return EraseReply(rows: rows, next: next)
    }
  }
}
