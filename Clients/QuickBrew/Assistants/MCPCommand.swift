import CommandLineKit
import JSON
import MessageBus
import Messages

/// `quickbrew mcp`: tools for assistants, by the Model Context Protocol.
enum MCPCommand {
  static let command = Command(
    "mcp", "Answer an assistant that speaks the Model Context Protocol.",
    examples: ["mcp", "mcp --page https://coffee.example"],
    flags: [
      Flag("page", "URL", "where the page is, for links (http://localhost:8080)")
    ],
    notes: """
      Messages are read from standard input and written to standard output, one a line. The tools
      are \(Tool.all.map(\.command.name).joined(separator: ", ")). An assistant is told to start it
      by an entry such as
        "quickbrew": {"command": "quickbrew", "args": ["mcp"]}
      --home, --region, --lang and --timeout hold for all calls. It ends with its input.
      """,
    .run { context in
      let server = ToolServer(context, try PageLinks(context))
      let lines = try context.environment.openLines("-")
      return try await Shell.$isThere.withValue(false) {
        while let line = await lines.next() { try await server.receive(line) }
        await server.finish()
        return .success
      }
    })
}

/// Answers the messages of one client; calls run side by side.
private actor ToolServer {
  private let context: CommandContext
  private let links: PageLinks
  private let tools = Tool.all
  private let session: ToolProtocol
  private var running: [JSONValue: Task<Void, Never>] = [:]
  private var failure: (any Error)?

  init(_ context: CommandContext, _ links: PageLinks) {
    self.context = context
    self.links = links
    session = ToolProtocol(
      tools: tools.map { ($0.command.name, $0.description) }, version: context.environment.version)
  }

  /// - Throws: `OutputFailure`, also of earlier replies.
  func receive(_ line: InputLine) throws {
    if let failure { throw failure }
    switch session.step(line) {
    case .nothing: break
    case .reply(let reply): try context.output.jsonLine(reply)
    case .cancel(let id): running.removeValue(forKey: id)?.cancel()
    case .call(let id, let name, let arguments): try start(id, name, arguments)
    }
  }

  /// Waits for the calls that run.
  func finish() async {
    while let (_, call) = running.first { await call.value }
  }

  private func start(_ id: JSONValue, _ name: String, _ arguments: JSONValue) throws {
    guard running[id] == nil, let tool = tools.first(where: { $0.command.name == name }) else {
      let reply = ToolProtocol.failure(id, .invalidRequest, "A request of this id is running.")
      return try context.output.jsonLine(reply)
    }
    guard running.count < InputLimits.linesInFlight else {
      let busy = ServiceError(
        .overloaded, "\(InputLimits.linesInFlight) calls are running; wait for one of them.")
      return try context.output.jsonLine(session.reply(id, ToolAnswer(busy).result))
    }
    running[id] = Task {
      let answer = await answer(tool, arguments)
      // What was cancelled gets no reply.
      guard !Task.isCancelled else { return }
      running[id] = nil
      do { try context.output.jsonLine(session.reply(id, answer.result)) } catch { failure = error }
    }
  }

  private nonisolated func answer(_ tool: Tool, _ arguments: JSONValue) async -> ToolAnswer {
    let notes = Locked("")
    var call: CommandContext?
    do {
      let context = try await context.call(of: tool, arguments, notes)
      call = context
      return try await tool.answer(arguments, context, links).after(notes.withLock { $0 })
    } catch {
      return ToolAnswer(await SwappedCoordinates.explained(error, call))
    }
  }
}

extension CommandContext {
  /// The run of a tool, as if its places were typed: with the flags of this one, and the user's
  /// home and work if they are among the places.
  ///
  /// - Parameter notes: gets what a command would print on standard error.
  fileprivate func call(
    of tool: Tool, _ arguments: JSONValue, _ notes: Locked<String>
  ) async throws -> CommandContext {
    var environment = environment
    environment.output = Output(
      style: .plain, isTerminal: false, data: { _ in },
      message: { text in
        let note = text.hasPrefix("quickbrew: ") ? text.dropFirst("quickbrew: ".count) : text[...]
        notes.withLock { $0 += note }
      },
      close: {})
    let flags = Flag.common.compactMap { flag in
      self.arguments[flag.name].map { "--\(flag.name)=\($0)" }
    }
    let command = Command("mcp", "", examples: [], arguments: nil, .run { _ in .success })
    let words = flags + ["--"] + ToolArguments.places(arguments, tool.schema)
    return try await CommandContext(command, words: words, in: environment)
      .withUsual(of: command, words: words)
  }
}
