import CommandLineKit
import MessageBus
import Messages

/// `quickbrew traffic watch`: prints each change of live traffic.
enum TrafficWatchCommand: Subcommand {
  static let name = "traffic watch"
  static let summary = "Print each change of live traffic, as it happens."
  static let help = CommandHelp(
    examples: ["traffic watch", "traffic watch | jq .version"], usage: "[flags]",
    notes: """
      Changes are lines of JSON with --json and where the output is no terminal. Where changes were
      missed, because the connection was lost, all roads that are not as usual are printed instead,
      as by traffic list --json. Ctrl-C ends it.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    _ = try context.arguments.positionals([])
    let bus = try context.connect()
    // Subscribe before the first request, so that no event is missed in between.
    let events = bus.events(TrafficChanged.self)
    let version = try await bus.send(TrafficRequest(), timeout: context.timeout).version
    try await context.output.runUntilClosed {
      var watcher = TrafficWatcher(context: context, bus: bus, version: version)
      for await item in events { try await watcher.handle(item) }
    }
    return .success
  }
}

/// Prints each version of live traffic once, however many instances of the router publish it.
struct TrafficWatcher {
  private let context: CommandContext
  private let bus: any ClientBus
  /// The last version that was printed, or the version at the start.
  private var version: Int

  init(context: CommandContext, bus: any ClientBus, version: Int) {
    self.context = context
    self.bus = bus
    self.version = version
  }

  /// Handles an item of the event stream.
  ///
  /// - Throws: a `ServiceError` that is not retryable, `OutputFailure`.
  mutating func handle(_ item: StreamItem<TrafficChanged>) async throws {
    switch item {
    case .refused(let error): throw error
    case .lost:
      context.output.message("quickbrew: The router is gone; waiting for it to come back.")
    case .live, .gap: try await catchUp()
    case .event(let change, _):
      if change.version == version + 1 {
        version = change.version
        try show(change) { TrafficRendering.render($0) }
      } else if change.version > version {
        try await catchUp()
      }
    }
  }

  /// Prints the current state of all changed roads, unless that version is printed already.
  private mutating func catchUp() async throws {
    do {
      let reply = try await bus.send(TrafficRequest(), timeout: context.timeout)
      guard reply.version != version else { return }
      version = reply.version
      let style = context.style
      try show(reply) { TrafficRendering.render($0.roads, style: style) }
    } catch let error as ServiceError where error.code.isRetryable {
      context.output.message("quickbrew: \(error.message.printable)")
    }
  }

  private func show<Item: Encodable>(_ item: Item, _ render: (Item) -> String) throws {
    if context.wantsJSONLines {
      try context.output.jsonLine(item)
    } else {
      try context.output.text(render(item))
    }
  }
}
