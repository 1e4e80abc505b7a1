import MessageBus
import Messages

/// `quickbrew traffic watch`: changes of live traffic as they come.
enum TrafficWatch: Subcommand {
  static let name = "traffic watch"
  static let summary = "Print each change of live traffic, as it happens."
  static let help = CommandHelp(
    examples: ["traffic watch", "traffic watch | jq .version"], usage: "[flags]",
    notes: """
      Changes are lines of JSON with --json and where the output is no terminal. Where changes were
      missed, because the connection was lost, all roads that are not as usual are printed instead,
      as by traffic list --json. Ctrl-C ends it.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    _ = try call.arguments.positionals([])
    let bus = try call.connect()
    // Listening begins before the first question, so that nothing falls between.
    let events = bus.events(TrafficChanged.self)
    let version = try await bus.send(TrafficRequest(), timeout: call.timeout).version
    try await call.output.whileRead {
      var watcher = TrafficWatcher(call: call, bus: bus, version: version)
      for await item in events { try await watcher.take(item) }
    }
    return .fine
  }
}

/// Prints each version of live traffic once, whichever instances of the router tell it.
struct TrafficWatcher {
  private let call: Call
  private let bus: any ServiceBus
  /// The last version that was printed, or was there at the start.
  private var version: Int

  init(call: Call, bus: any ServiceBus, version: Int) {
    self.call = call
    self.bus = bus
    self.version = version
  }

  /// Acts on what the stream tells.
  ///
  /// - Throws: `ServiceError` that no later try could mend, `OutputClosed`.
  mutating func take(_ item: StreamItem<TrafficChanged>) async throws {
    switch item {
    case .lost: call.output.message("quickbrew: The router is gone; waiting for it to come back.")
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

  /// Prints how the roads are, where that is not what was printed last.
  private mutating func catchUp() async throws {
    do {
      let reply = try await bus.send(TrafficRequest(), timeout: call.timeout)
      guard reply.version != version else { return }
      version = reply.version
      let style = call.style
      try show(reply) { TrafficRendering.render($0.roads, style: style) }
    } catch let error as ServiceError where error.code.isRetryable {
      call.output.message("quickbrew: \(error.message.printable)")
    }
  }

  private func show<Item: Encodable>(_ item: Item, _ render: (Item) -> String) throws {
    if call.wantsJSONLines {
      try call.output.jsonLine(item)
    } else {
      try call.output.text(render(item))
    }
  }
}
