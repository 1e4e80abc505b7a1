import CommandLineKit
import Messages

/// A command of `quickbrew`: what its help shows, what it accepts, and what it does.
struct Command: Sendable {
  typealias Run = @Sendable (CommandContext) async throws -> CommandStatus

  /// The words typed after `quickbrew`, such as `geofence add`.
  let name: String
  /// One sentence for the list of commands.
  let summary: String
  /// The first of them begin the help.
  let examples: [String]
  /// What is typed besides flags, as the usage line writes it; `nil` where the command itself
  /// checks its arguments.
  let arguments: [String]?
  /// How many of the last arguments may be missing.
  let optional: Int
  /// The usage line after the name.
  let usage: String
  let flags: [Flag]
  /// What does not fit on a line: formats, exit status.
  let notes: String?
  /// Runs the command and returns its exit status.
  ///
  /// Throws `UsageError` for invalid flags, `ServiceError` for a failed request, `OutputFailure`
  /// where the reader of the output is gone.
  let run: Run

  /// - Parameters:
  ///   - usage: by default the arguments and `[flags]`.
  ///   - confirming: what to ask before something that cannot be undone; `nil` asks nothing. Adds
  ///     the flag `--yes`.
  init(
    _ name: String, _ summary: String, examples: [String], arguments: [String]? = [],
    optional: Int = 0, usage: String? = nil, flags: [Flag] = [], notes: String? = nil,
    confirming question: (@Sendable (CommandContext) throws -> String?)? = nil, _ action: Action
  ) {
    self.name = name
    self.summary = summary
    self.examples = examples
    self.arguments = arguments
    self.optional = optional
    let names = arguments ?? []
    let written = names.enumerated().map { index, name in
      index < names.count - optional ? name : "[\(name)]"
    }
    self.usage = usage ?? (written + ["[flags]"]).joined(separator: " ")
    self.flags = question == nil ? flags : flags + [Confirmation.flag]
    self.notes = notes
    run = { context in
      if let text = try question?(context), !context.confirms(text) { return .failure }
      return try await action.run(context)
    }
  }

  /// The flags of the command and those of every command.
  var allFlags: [Flag] { flags + Flag.common }
}

/// What a command does, in one of the usual shapes.
struct Action: Sendable {
  let run: Command.Run

  /// Whatever the body does.
  static func run(_ body: @escaping Command.Run) -> Action { Action(run: body) }

  /// Sends a request and shows the reply.
  ///
  /// - Parameters:
  ///   - status: the exit status for a reply.
  ///   - slow: the key of what a terminal shows after a second: "the plan takes a while".
  ///   - text: what is printed without `--json`.
  static func ask<Request: RequestMessage>(
    status: @escaping @Sendable (Request.Reply) -> CommandStatus = { _ in .success },
    slow: String? = nil,
    _ request: @escaping @Sendable (CommandContext) async throws -> Request,
    text: @escaping @Sendable (Request.Reply, Style) -> String
  ) -> Action {
    Action { context in
      let reply = try await context.send(try await request(context), slow: slow)
      try context.show(reply, text)
      return status(reply)
    }
  }

  /// Shows a list, or where it is empty a hint.
  ///
  /// - Parameters:
  ///   - hint: a message, which `--json` replaces by the empty list.
  ///   - items: whether the list is empty depends on these.
  static func list<List: Encodable & Sendable, Item: Sendable>(
    _ items: @escaping @Sendable (List) -> [Item],
    hint: @autoclosure @escaping @Sendable () -> String,
    _ list: @escaping @Sendable (CommandContext) async throws -> List,
    text: @escaping @Sendable (List, Style) -> String
  ) -> Action {
    Action { context in
      let list = try await list(context)
      try context.show(list, isEmpty: items(list).isEmpty, hint: hint(), text)
      return .success
    }
  }
}

/// Commands that share their first word: `geofence add`, `geofence list`; or a single command.
struct CommandGroup: Sendable {
  let name: String
  let summary: String
  /// The command that the group's name is by itself.
  let main: Command?
  /// The commands with a second word.
  let commands: [Command]

  init(_ name: String, _ summary: String, _ commands: [Command]) {
    self.name = name
    self.summary = summary
    main = nil
    self.commands = commands
  }

  init(_ main: Command, _ commands: [Command] = []) {
    name = main.name
    summary = main.summary
    self.main = main
    self.commands = commands
  }

  /// All commands, that of the group's name first.
  var all: [Command] { (main.map { [$0] } ?? []) + commands }

  /// The command that the words after the group's name choose, and the words left for it; `nil`
  /// where the words ask for the group's help.
  ///
  /// - Throws: `UsageError` for an unknown command.
  func choose(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> (command: Command, words: ArraySlice<String>)? {
    if let main {
      guard let second = words.first, table.names.contains(second) else { return (main, words) }
      return (try table.command(named: second), words.dropFirst())
    }
    guard let second = words.first, second != "--help", second != "-h" else { return nil }
    return (try table.command(named: second), words.dropFirst())
  }

  /// The commands, keyed by their second word.
  var table: CommandTable<Command> {
    CommandTable(
      commands.map { (name: String($0.name.dropFirst(name.count + 1)), command: $0) })
  }
}
