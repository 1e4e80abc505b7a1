import CommandLineKit
import Messages

/// `quickbrew geocode`: finds the coordinates of a text or an address.
enum GeocodeCommand: Subcommand {
  static let name = "geocode"
  static let summary = "Find the places a text may mean."
  static let help = CommandHelp(
    examples: [
      #"geocode "1 Telegraph Hill Boulevard""#, #"geocode "powel & geary" --explain"#,
      #"geocode --street "Telegraph Hill Blvd" --number 1 --city "San Francisco""#,
      "geocode --batch - < addresses.txt",
    ],
    usage: "TEXT [flags] | PARTS [flags] | --batch FILE [flags]",
    flags: SearchFlags.all + [
      Flag("explain", "say word by word how the text was understood"),
      Flag("number", "TEXT", "PARTS of an address, in place of TEXT: the house number"),
      Flag("street", "TEXT", "the street"), Flag("postcode", "TEXT", "the postcode"),
      Flag("city", "TEXT", "the city"),
      Flag("batch", "FILE", "answer each line of a file, or of - for standard input"),
    ],
    notes: """
      With --batch each line is a text and each answer one line of JSON, in the same order; a line
      that fails is answered {"error":{"code":…,"message":…}}. The exit status is then 0, or 5 where
      no line reached the service.
      Exit status otherwise: 0 found, 3 nothing found.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let flags = try SearchFlags(context.arguments)
    let explain = context.arguments.has("explain") ? true : nil
    let address = try address(context.arguments)
    if let path = context.arguments["batch"] {
      _ = try context.arguments.positionals([])
      let source = try context.environment.openLines(path)
      let batch = Batch(bus: try context.connect(), timeout: context.timeout) {
        line throws(ServiceError) in
        try request(line, flags, explain: explain)
      }
      return try await batch.run(source, on: context.output)
    }
    if let address {
      _ = try context.arguments.positionals([])
      let reply = try await context.send(request(nil, address, flags, explain: explain))
      return try show(reply, for: "the address", context)
    }
    let text = try context.arguments.positionals(["TEXT"])[0]
    let reply = try await context.send(try request(text, flags, explain: explain))
    return try show(reply, for: "“\(text)”", context)
  }

  /// The parts of an address; `nil` where none is given.
  ///
  /// - Throws: `UsageError` where `--batch` is given as well.
  private static func address(_ arguments: Arguments) throws(UsageError) -> Address? {
    let address = Address(
      houseNumber: arguments["number"], street: arguments["street"],
      postcode: arguments["postcode"], city: arguments["city"])
    if address == Address() { return nil }
    if arguments.has("batch") { throw UsageError("--batch does not go with parts of an address.") }
    return address
  }

  /// The request for a text.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` where the text is blank.
  private static func request(
    _ text: String, _ flags: SearchFlags, explain: Bool?
  ) throws(ServiceError) -> GeocodeRequest {
    if text.allSatisfy(\.isWhitespace) {
      throw ServiceError(.invalidRequest, "The text to look for is empty.")
    }
    return request(text, nil, flags, explain: explain)
  }

  private static func request(
    _ text: String?, _ address: Address?, _ flags: SearchFlags, explain: Bool?
  ) -> GeocodeRequest {
    GeocodeRequest(
      text: text, address: address, near: flags.near, nearStrength: flags.nearStrength,
      within: flags.within, language: flags.language, limit: flags.limit, explain: explain)
  }

  /// Prints the hits, or a message that there are none.
  static func show(_ reply: GeocodeReply, for what: String, _ context: CommandContext) throws
    -> CommandStatus
  {
    if !reply.hits.isEmpty || context.wantsJSON {
      try context.show(reply) { GeocoderRendering.render($0, style: $1) }
    }
    if !reply.hits.isEmpty { return .success }
    let suggestions = reply.suggestions.map(\.label)
    let error = ServiceError(
      .notFound, "Nothing found for \(what).", suggestions: suggestions.isEmpty ? nil : suggestions)
    context.output.message(FailureReport.text(error, prefix: "quickbrew"))
    return .nothingFound
  }
}
