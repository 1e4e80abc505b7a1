import CommandLineKit
import Messages

/// What surrounds the process: handed in, so that a test can be a whole process by itself.
package struct Surroundings: Sendable {
  package let output: Output
  package let environment: [String: String]
  /// Joins the bus of the stack in a directory; `nil` stands for the default directory.
  package let connect: @Sendable (_ home: String?) throws -> any ServiceBus
  /// The directories of a stack.
  package let paths: @Sendable (_ home: String?) throws -> StackPaths
  /// Opens a file for reading by lines; `-` stands for standard input.
  package let openLines: @Sendable (_ path: String) throws(UsageError) -> any LineSource
  /// Hands the process over to a service's executable, with these words; comes back only to say
  /// why it could not.
  package let become: @Sendable (_ program: String, _ words: [String]) throws(UsageError) -> Void
  package let version: String

  package init(
    output: Output, environment: [String: String],
    connect: @escaping @Sendable (_ home: String?) throws -> any ServiceBus,
    paths: @escaping @Sendable (_ home: String?) throws -> StackPaths,
    openLines: @escaping @Sendable (_ path: String) throws(UsageError) -> any LineSource,
    become: @escaping @Sendable (_ program: String, _ words: [String]) throws(UsageError) -> Void =
      { program, _ throws(UsageError) in throw UsageError("\(program) cannot be run here.") },
    version: String
  ) {
    self.output = output
    self.environment = environment
    self.connect = connect
    self.paths = paths
    self.openLines = openLines
    self.become = become
    self.version = version
  }
}

/// The directories of a stack.
package struct StackPaths: Sendable, Hashable, Encodable {
  package let home: String
  /// Where the sockets are.
  package let run: String
  /// What the services built from the map.
  package let map: String

  package init(home: String, run: String, map: String) {
    self.home = home
    self.run = run
    self.map = map
  }
}

/// One run of a subcommand: its flags, and what it needs to do its work.
struct Call: Sendable {
  let arguments: Arguments
  let surroundings: Surroundings
  /// How long to wait for a reply.
  let timeout: Duration

  var output: Output { surroundings.output }
  var style: Style { surroundings.output.style }
  /// Whether the reply is printed as JSON.
  var wantsJSON: Bool { arguments.has("json") }
  /// Whether events are printed as JSON: also where no person reads along.
  var wantsJSONLines: Bool { wantsJSON || !output.isTerminal }

  static let defaultTimeoutSeconds = 10
  static let timeoutSeconds = 1...3600

  /// Reads the words after the command's name.
  ///
  /// - Throws: `UsageError`.
  init(
    _ command: any Subcommand.Type, words: [String], in surroundings: Surroundings
  ) throws(UsageError) {
    let flags = command.help.flags + CommandHelp.everywhere
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
    self.surroundings = surroundings
  }

  /// Joins the bus.
  func connect() throws -> any ServiceBus { try surroundings.connect(arguments["home"]) }

  /// Sends one request and waits for its reply.
  ///
  /// - Throws: `ServiceError`.
  func send<Request: RequestMessage>(_ request: Request) async throws -> Request.Reply {
    try await connect().send(request, timeout: timeout)
  }

  /// Prints a reply: as JSON where asked for, else as `render` shows it.
  func show<Reply: Encodable>(_ reply: Reply, _ render: (Reply, Style) -> String) throws {
    if wantsJSON { try output.json(reply) } else { try output.text(render(reply, style)) }
  }
}
