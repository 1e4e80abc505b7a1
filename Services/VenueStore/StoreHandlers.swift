import MessageBus
import Messages
import SQL
import Time

/// How the store's requests reach its database.
extension RequestHandlers<VenueDatabase> {
  /// Answers an operation that changes nothing, or that may be done twice.
  mutating func read<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (VenueDatabase, Request) throws -> Request.Reply
  ) {
    answer(type) { store, request, _ in try telling { try body(store, request) } }
  }

  /// Answers an operation that is done once for each idempotency key, at a time told by the store.
  mutating func write<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (VenueDatabase, Request, Timestamp) throws -> Request.Reply
  ) {
    answer(type) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try body(store, request, now)
        }
      }
    }
  }

  /// As `write`, of an operation that changes venues and tells the stream which.
  mutating func write<Request: RequestMessage>(
    _ type: Request.Type, tellingOf stream: VenueStream,
    _ body:
      @escaping @Sendable (VenueDatabase, Request, Timestamp, VenueStream.Tell) throws ->
      Request.Reply
  ) {
    answer(type) { store, request, context in
      let now = Timestamp.now()
      return try telling {
        try stream.change(in: store) { tell in
          try store.once(request, key: context.idempotencyKey, now: now) {
            try body(store, request, now, tell)
          }
        }
      }
    }
  }
}

/// Tells the caller of a failure of the database that may pass, or that the request is to blame
/// for; others are the service's own faults.
func telling<Reply>(_ work: () throws -> Reply) throws -> Reply {
  do {
    return try work()
  } catch let error as SQLError where error.mayPass {
    throw ServiceError(.unavailable, "The venue store does not answer now. \(error)")
  } catch let error as SQLError where error.kind == .unfitText {
    throw ServiceError(.invalidRequest, "The venue store cannot keep a text with a NUL character.")
  }
}
