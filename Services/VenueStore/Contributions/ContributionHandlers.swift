import MessageBus
import Messages
import Time

/// Handlers for reviews, notes, deals and the category tree.
extension VenueStoreService {
  func registerContributions(in handlers: inout RequestHandlers<VenueDatabase>) {
    registerReviews(in: &handlers)
    registerDeals(in: &handlers)
    registerPersonalData(in: &handlers)
    handlers.write(NotePutRequest.self) { try $0.putNote($1, now: $2) }
    handlers.write(NoteRemoveRequest.self) { store, request, _ in try store.removeNote(request) }
    handlers.read(NoteListRequest.self) { try $0.notes($1) }
    handlers.read(CategoriesRequest.self) { store, _ in try store.categories() }
  }

  private func registerReviews(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(ReviewPutRequest.self, publishingTo: stream) { store, request, now, publish in
      try store.putReview(request, now: now, publish)
    }
    handlers.write(ReviewRemoveRequest.self, publishingTo: stream) { store, request, _, publish in
      try store.removeReview(request, publish)
    }
    handlers.read(ReviewListRequest.self) { try $0.reviews($1) }
    handlers.read(VenueRemarksRequest.self) { try $0.remarks($1) }
  }

  private func registerDeals(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.write(DealAddRequest.self) { try $0.addDeal($1, now: $2) }
    handlers.write(DealRemoveRequest.self) { store, request, _ in try store.removeDeal(request.id) }
    handlers.read(DealListRequest.self) { try $0.deals($1, now: .now()) }
  }

  private func registerPersonalData(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.read(VenueStoreExportRequest.self) { try $0.export($1) }
    handlers.read(VenueStoreEraseRequest.self) { [stream, location] store, request in
      let reply = try stream.change(in: store) { try store.erase(request, $0) }
      try store.rewriteErased(at: location)
      return reply
    }
  }
}
