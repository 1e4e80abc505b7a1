import MessageBus
import Messages

/// Answers for what people say.
extension VenueStoreService {
  func registerPeople(in handlers: inout RequestHandlers<VenueDatabase>) {
    registerReviews(in: &handlers)
    registerNotes(in: &handlers)
    registerDeals(in: &handlers)
    handlers.answer(CategoriesRequest.self) { store, _, _ in
      try telling { try store.categories() }
    }
  }

  private func registerReviews(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(ReviewPutRequest.self) { [stream] store, request, context in
      let now = Timestamp.now()
      return try telling {
        try stream.change(in: store) { told in
          try store.once(request, key: context.idempotencyKey, now: now) {
            try store.putReview(request, now: now, told)
          }
        }
      }
    }
    handlers.answer(ReviewRemoveRequest.self) { [stream] store, request, context in
      try telling {
        try stream.change(in: store) { told in
          try store.once(request, key: context.idempotencyKey, now: .now()) {
            try store.removeReview(request, told)
          }
        }
      }
    }
    handlers.answer(ReviewListRequest.self) { store, request, _ in
      try telling { try store.reviews(request) }
    }
    handlers.answer(VenueRemarksRequest.self) { store, request, _ in
      try telling { try store.remarks(request) }
    }
  }

  private func registerNotes(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(NotePutRequest.self) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try store.putNote(request, now: now)
        }
      }
    }
    handlers.answer(NoteRemoveRequest.self) { store, request, context in
      try telling {
        try store.once(request, key: context.idempotencyKey, now: .now()) {
          try store.removeNote(request)
        }
      }
    }
    handlers.answer(NoteListRequest.self) { store, request, _ in
      try telling { try store.notes(request) }
    }
  }

  private func registerDeals(in handlers: inout RequestHandlers<VenueDatabase>) {
    handlers.answer(DealAddRequest.self) { [herald] store, request, context in
      let now = Timestamp.now()
      return try telling {
        let deal = try store.once(request, key: context.idempotencyKey, now: now) {
          try store.addDeal(request, now: now)
        }
        try herald.publishDue(in: store, now: now)
        return deal
      }
    }
    handlers.answer(DealRemoveRequest.self) { store, request, context in
      try telling {
        try store.once(request, key: context.idempotencyKey, now: .now()) {
          try store.removeDeal(request.id)
        }
      }
    }
    handlers.answer(DealListRequest.self) { store, request, _ in
      try telling { try store.deals(request, now: .now()) }
    }
  }
}
