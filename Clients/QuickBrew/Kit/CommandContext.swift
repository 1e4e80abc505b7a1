import CommandLineKit
import MessageBus
import Messages

/// What `--output` accepts.
enum OutputFormat: String, CaseIterable {
  /// Every column of a table, however narrow the terminal is.
  case wide
  case json
}

/// One run of a command: its parsed arguments and the environment that it runs in.
struct CommandContext: Sendable {
  let arguments: Arguments
  let environment: CommandEnvironment
  /// How long to wait for a reply.
  let timeout: Duration
  /// `--region`; `nil` leaves it to where the question lies.
  let region: RegionName?

  /// The arguments that are neither flags nor their values, as many as the command declares.
  var words: [String] { arguments.positional }
  var output: Output { environment.output }
  let style: Style
  /// Whether the reply is printed as JSON.
  let wantsJSON: Bool
  /// Whether events are printed as JSON lines: with `--json`, and where the output is no terminal.
  var wantsJSONLines: Bool { wantsJSON || !output.isTerminal }

  /// The languages of texts: `--lang`, else the settings', else those of the environment's
  /// messages (POSIX, 8.2).
  var language: String? {
    arguments["lang"] ?? environment.configuration[.lang]
      ?? ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment.variables[$0] }
      .first { !$0.isEmpty }
  }

  /// How numbers and times are printed: by flags, else by the settings, else by the language.
  ///
  /// - Throws: `UsageError`.
  func conventions() throws(UsageError) -> Conventions {
    let settings = environment.configuration
    return Conventions(
      language,
      units: try arguments.choice("units") ?? settings[.units].flatMap(DistanceUnits.init),
      clock: try arguments.choice("clock") ?? settings[.clock].flatMap(ClockHours.init))
  }

  static let defaultTimeoutSeconds = 10
  static let timeoutSeconds = 1...3600

  /// Parses the words after the command's name.
  ///
  /// - Throws: `UsageError`.
  init(
    _ command: Command, words: [String], in environment: CommandEnvironment
  ) throws(UsageError) {
    arguments = try Arguments(words, command.allFlags)
    let format: OutputFormat? = try arguments.choice("output")
    wantsJSON = format == .json || arguments.has("json")
    let own = environment.output.style
    style = format == .wide ? Style(hasColor: own.hasColor, width: nil) : own
    let seconds = try arguments.seconds("timeout", in: Self.timeoutSeconds)
    timeout = .seconds(seconds ?? Self.defaultTimeoutSeconds)
    region = try arguments["region"].map { text throws(UsageError) in
      guard let name = RegionName(text) else { throw UsageError(RegionName.rule) }
      return name
    }
    self.environment = environment
    if let names = command.arguments {
      _ = try arguments.positionals(names, optional: command.optional)
    }
  }

  /// Connects to the bus of the stack that `--home` names.
  func connect() throws -> any ClientBus { try environment.connect(arguments["home"]) }

  /// The directories of the stack that `--home` names.
  func paths() throws -> StackPaths { try environment.paths(arguments["home"]) }

  /// Sends one request and waits for its reply.
  ///
  /// - Throws: `ServiceError`; what connecting throws.
  func send<Request: RequestMessage>(_ request: Request) async throws -> Request.Reply {
    try await connect().send(request, timeout: timeout)
  }

  /// The same; one that takes long says so on a terminal, and how to cancel it.
  ///
  /// - Parameters:
  ///   - slow: the key of what it says; `nil` for nothing.
  ///   - patience: how long it may take before that.
  ///   - then: runs after that, until the reply.
  func send<Request: RequestMessage>(
    _ request: Request, slow: String?, patience: Duration = .seconds(1),
    then: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> Request.Reply {
    guard let slow, output.isTerminal else { return try await send(request) }
    let telling = Task {
      // This is the patience itself.
      try await Task.sleep(for: patience)
      report(Formats.phrase(slow))
      try await then()
    }
    defer { telling.cancel() }
    return try await send(request)
  }

  /// An endless stream of the events of a type.
  func events<Event: EventMessage>(
    _ type: Event.Type
  ) throws -> AsyncStream<StreamItem<Event>> { try connect().events(type) }

  /// Prints a reply: as JSON with `--json`, else as the text that `render` returns.
  func show<Reply: Encodable>(_ reply: Reply, _ render: (Reply, Style) -> String) throws {
    if wantsJSON { try output.json(reply) } else { try show(render(reply, style)) }
  }

  /// Prints text, with its lines broken to fit the terminal.
  func show(_ text: String) throws { try output.text(style.wrapped(text)) }

  /// Prints a list, or where it is empty a hint on standard error; with `--json` always the list.
  func show<List: Encodable>(
    _ list: List, isEmpty: Bool, hint: String, _ render: (List, Style) -> String
  ) throws {
    if isEmpty, !wantsJSON { output.message(hint) } else { try show(list, render) }
  }

  /// Prints an event: as a line of JSON, or as text on a terminal.
  func showEvent<Event: Encodable>(_ event: Event, _ render: (Event, Style) -> String) throws {
    if wantsJSONLines {
      try output.jsonLine(event)
    } else {
      try show(render(event, style))
    }
  }

  /// Prints a message of the program about what it does, or why it does less.
  func report(_ message: String) { output.message("quickbrew: \(message.printable)") }

  /// Writes a text to a file; `-` is standard output.
  ///
  /// - Throws: `UsageError`, `OutputFailure`.
  func write(_ text: String, to path: String) throws {
    if path == "-" { try output.text(text) } else { try OutputFile.write(text, to: path) }
  }
}
