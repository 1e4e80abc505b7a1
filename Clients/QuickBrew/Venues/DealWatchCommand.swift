import CommandLineKit
import MessageBus
import Messages
import Time

/// `quickbrew deal watch`: deals as they begin.
enum DealWatchCommand: Subcommand {
  static let name = "deal watch"
  static let summary = "Print the deals that run, then each one as it begins."
  static let help = CommandHelp(
    examples: ["deal watch", "deal watch | jq .text"], usage: "[flags]",
    notes: """
      Deals are lines of JSON with --json and where the output is no terminal. Each is printed
      once; those that began while the connection was lost are asked for. Ctrl-C ends it.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let bus = try context.connect()
    // Subscribe before the first request, so that no event is missed in between.
    let events = bus.events(DealPublished.self)
    var watcher = DealWatcher(context: context, bus: bus)
    try await watcher.show(try await DealListCommand.all(at: .now(), of: nil, bus, context))
    let begun = watcher
    try await context.output.runUntilClosed {
      var watcher = begun
      for await item in events { try await watcher.handle(item) }
    }
    return .success
  }
}

/// Prints each deal once, however often it is published.
struct DealWatcher {
  private let context: CommandContext
  private let bus: any ClientBus
  /// The printed deals, with their ends.
  private var shown: [DealID: Timestamp] = [:]

  init(context: CommandContext, bus: any ClientBus) {
    self.context = context
    self.bus = bus
  }

  /// Handles an item of the event stream.
  ///
  /// - Throws: a `ServiceError` that is not retryable, `OutputFailure`.
  mutating func handle(_ item: StreamItem<DealPublished>) async throws {
    switch item {
    case .event(let event, _): try await show([event.deal])
    case .refused(let error): throw error
    case .lost:
      context.output.message("quickbrew: The venue store is gone; waiting for it to come back.")
    case .live, .gap:
      do {
        try await show(try await DealListCommand.all(at: .now(), of: nil, bus, context))
      } catch let error as ServiceError where error.code.isRetryable {
        context.output.message("quickbrew: \(error.message.printable)")
      }
    }
  }

  mutating func show(_ deals: [Deal]) async throws {
    let now = Timestamp.now()
    shown = shown.filter { $0.value > now }
    for deal in deals where shown.updateValue(deal.ends, forKey: deal.id) == nil {
      if context.wantsJSONLines {
        try context.output.jsonLine(deal)
      } else {
        try context.output.text(DealRendering.line(deal))
      }
    }
  }
}
