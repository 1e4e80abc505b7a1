import MessageBus
import Messages
import Stores
import Time

/// Connects the requests of the bus to the store's database.
extension RequestHandlers<VenueDatabase> {
  /// Answers an operation that changes nothing, or that gives the same result when repeated.
  mutating func read<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (VenueDatabase, Request) throws -> Request.Reply
  ) {
    answer(type) { store, request, _ in try mappingVenueErrors { try body(store, request) } }
  }

  /// Answers an operation that is done once for each idempotency key. `body` gets the time of the
  /// change.
  mutating func write<Request: RequestMessage>(
    _ type: Request.Type,
    checking check: @escaping @Sendable (Request, Caller?) throws -> Void = { _, _ in },
    _ body: @escaping @Sendable (VenueDatabase, Request, Timestamp) throws -> Request.Reply
  ) {
    answer(type) { store, request, context in
      try check(request, context.caller)
      let now = Timestamp.now()
      return try mappingVenueErrors {
        try store.once(request, key: context.idempotencyKey, now: now) {
          try body(store, request, now)
        }
      }
    }
  }

  /// Like `write`, for an operation that changes venues: `body` hands the changes to the closure
  /// `publish`, and they are published after the commit.
  mutating func write<Request: RequestMessage>(
    _ type: Request.Type, publishingTo stream: VenueStream,
    _ body:
      @escaping @Sendable (VenueDatabase, Request, Timestamp, VenueStream.Publish) throws ->
      Request.Reply
  ) {
    answer(type) { store, request, context in
      let now = Timestamp.now()
      return try mappingVenueErrors {
        try stream.change(in: store) { publish in
          try store.once(request, key: context.idempotencyKey, now: now) {
            try body(store, request, now, publish)
          }
        }
      }
    }
  }
}

private func mappingVenueErrors<Reply>(_ work: () throws -> Reply) throws -> Reply {
  try mappingStoreErrors(of: "venue store", work)
}
