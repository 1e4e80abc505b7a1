import CommandLineKit
import Messages

/// One run of a subcommand: its parsed arguments and the environment that it runs in.
struct CommandContext: Sendable {
  let arguments: Arguments
  let environment: CommandEnvironment
  /// How long to wait for a reply.
  let timeout: Duration
  /// `--region`; `nil` leaves it to where the question lies.
  let region: RegionName?

  var output: Output { environment.output }
  var style: Style { environment.output.style }
  /// Whether the reply is printed as JSON.
  var wantsJSON: Bool { arguments.has("json") }
  /// Whether events are printed as JSON lines: with `--json`, and where the output is no terminal.
  var wantsJSONLines: Bool { wantsJSON || !output.isTerminal }

  /// What to stop for: `--category`, else that of the settings; `nil` leaves it to the service.
  var category: String? { arguments["category"] ?? environment.configuration[.category] }

  static let defaultTimeoutSeconds = 10
  static let timeoutSeconds = 1...3600

  /// Parses the words after the command's name.
  ///
  /// - Throws: `UsageError`.
  init(
    _ command: any Subcommand.Type, words: [String], in environment: CommandEnvironment
  ) throws(UsageError) {
    let flags = command.help.flags + CommandHelp.commonFlags
    let valued = flags.filter { $0.value != nil }
    arguments = try Arguments(
      parsing: Flag.completing(words, flags),
      values: valued.filter { !$0.isRepeatable }.map(\.name),
      repeatable: valued.filter(\.isRepeatable).map(\.name),
      switches: flags.filter { $0.value == nil }.map(\.name),
      short: Dictionary(
        flags.compactMap { flag in flag.short.map { ($0, flag.name) } }
      ) { first, _ in first })
    let seconds = try arguments.seconds("timeout", in: Self.timeoutSeconds)
    timeout = .seconds(seconds ?? Self.defaultTimeoutSeconds)
    region = try arguments["region"].map { text throws(UsageError) in
      guard let name = RegionName(text) else { throw UsageError(RegionName.rule) }
      return name
    }
    self.environment = environment
  }

  /// Connects to the bus of the stack that `--home` names.
  func connect() throws -> any ClientBus { try environment.connect(arguments["home"]) }

  /// Sends one request and waits for its reply.
  ///
  /// - Throws: `ServiceError`.
  func send<Request: RequestMessage>(_ request: Request) async throws -> Request.Reply {
    try await connect().send(request, timeout: timeout)
  }

  /// Prints a reply: as JSON with `--json`, else as the text that `render` returns.
  func show<Reply: Encodable>(_ reply: Reply, _ render: (Reply, Style) -> String) throws {
    if wantsJSON { try output.json(reply) } else { try output.text(render(reply, style)) }
  }
}
