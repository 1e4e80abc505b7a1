import MessageBus
import Messages

/// Prints a stream of events, each once, and catches up where some may have been missed.
protocol EventWatch: Sendable {
  associatedtype Event: EventMessage

  var context: CommandContext { get }
  /// Who publishes, for the message that it is gone; `nil` prints none.
  static var publisher: String? { get }

  /// Prints an event, unless it is printed already.
  mutating func show(_ event: Event) async throws
  /// Asks for what may have been missed, and prints it.
  mutating func catchUp() async throws
}

extension EventWatch {
  /// Prints what holds now, then each event. Ends with the stream only.
  ///
  /// - Throws: a `ServiceError` that is not retryable, `OutputFailure`.
  func run() async throws {
    // Subscribe before the first request, so that no event is missed in between.
    let events = try context.events(Event.self)
    var watch = self
    try await watch.catchUp()
    for await item in events { try await watch.handle(item) }
  }

  private mutating func handle(_ item: StreamItem<Event>) async throws {
    do {
      switch item {
      case .event(let event, _): try await show(event)
      case .live, .gap: try await catchUp()
      case .lost:
        guard let publisher = Self.publisher else { return }
        context.report(Formats.phrase("service.gone", ["service": publisher]))
      case .refused: break
      }
    } catch let error as ServiceError where error.code.isRetryable {
      // A service may publish shortly before it answers; the next event brings its state.
      if Self.publisher != nil { context.report(error.message) }
    }
    if case .refused(let error) = item { throw error }
  }
}
