import MessageBus
import Messages
import Time

/// `quickbrew deal watch`: deals as they begin.
enum DealWatch: Subcommand {
  static let name = "deal watch"
  static let summary = "Print the deals that run, then each one as it begins."
  static let help = CommandHelp(
    examples: ["deal watch", "deal watch | jq .text"], usage: "[flags]",
    notes: """
      Deals are lines of JSON with --json and where the output is no terminal. Each is printed
      once; those that began while the connection was lost are asked for. Ctrl-C ends it.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let bus = try call.connect()
    // Listening begins before the first question, so that nothing falls between.
    let events = bus.events(DealPublished.self)
    var watcher = DealWatcher(call: call, bus: bus)
    try await watcher.show(try await DealList.all(at: .now(), of: nil, bus, call))
    let begun = watcher
    try await call.output.whileRead {
      var watcher = begun
      for await item in events { try await watcher.take(item) }
    }
    return .fine
  }
}

/// Prints each deal once, however often it is published.
struct DealWatcher {
  private let call: Call
  private let bus: any ServiceBus
  /// The deals that were printed, with their ends.
  private var shown: [DealID: Timestamp] = [:]

  init(call: Call, bus: any ServiceBus) {
    self.call = call
    self.bus = bus
  }

  /// Acts on what the stream tells.
  ///
  /// - Throws: `ServiceError` that no later try could mend, `OutputClosed`.
  mutating func take(_ item: StreamItem<DealPublished>) async throws {
    switch item {
    case .event(let event, _): try await show([event.deal])
    case .lost:
      call.output.message("quickbrew: The venue store is gone; waiting for it to come back.")
    case .live, .gap:
      do {
        try await show(try await DealList.all(at: .now(), of: nil, bus, call))
      } catch let error as ServiceError where error.code.isRetryable {
        call.output.message("quickbrew: \(error.message.printable)")
      }
    }
  }

  mutating func show(_ deals: [Deal]) async throws {
    let now = Timestamp.now()
    shown = shown.filter { $0.value > now }
    for deal in deals where shown.updateValue(deal.ends, forKey: deal.id) == nil {
      if call.wantsJSONLines {
        try call.output.jsonLine(deal)
      } else {
        try call.output.text(PeopleRendering.line(deal))
      }
    }
  }
}
