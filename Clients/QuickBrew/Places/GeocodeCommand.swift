import CommandLineKit
import Messages

/// `quickbrew geocode`: finds the coordinates of a text or an address.
enum GeocodeCommand {
  private static let parts = ["number", "street", "postcode", "city"]

  static let command = Command(
    "geocode", "Find the places a text may mean.",
    examples: [
      #"geocode "1 Telegraph Hill Boulevard""#, #"geocode "powel & geary" --explain"#,
      #"geocode --street "Telegraph Hill Blvd" --number 1 --city "San Francisco""#,
      "geocode --batch - < addresses.txt",
    ],
    arguments: ["TEXT"], optional: 1,
    usage: "TEXT [flags] | PARTS [flags] | --batch FILE [flags]",
    flags: SearchFlags.all + [
      Flag("explain", "show word by word how the text was understood"),
      Flag(
        "number", "TEXT", excludes: ["TEXT"],
        "PARTS of an address, in place of TEXT: the house number"),
      Flag("street", "TEXT", excludes: ["TEXT"], "the street"),
      Flag("postcode", "TEXT", excludes: ["TEXT"], "the postcode"),
      Flag("city", "TEXT", excludes: ["TEXT"], "the city"),
      Flag(
        "batch", "FILE", excludes: parts + ["TEXT"],
        "answer each line of a file, or of - for standard input"),
    ],
    notes: """
      With --batch each line is a text and each answer one line of JSON, in the same order; a line
      that fails is answered {"error":{"code":…,"message":…}}. The exit status is then 0, or 5 where
      no line reached the service.
      Exit status otherwise: 0 found, 3 nothing found.
      """,
    .run(run))

  @Sendable private static func run(_ context: CommandContext) async throws -> CommandStatus {
    let arguments = context.arguments
    let flags = try SearchFlags(arguments)
    let explain = arguments.ifGiven("explain")
    if let path = arguments["batch"] {
      let source = try context.environment.openLines(path)
      let batch = Batch(bus: try context.connect(), timeout: context.timeout) {
        line throws(ServiceError) in
        try request(line, flags, explain: explain)
      }
      return try await batch.run(source, on: context.output)
    }
    if parts.contains(where: arguments.has) {
      let address = Address(
        houseNumber: arguments["number"], street: arguments["street"],
        postcode: arguments["postcode"], city: arguments["city"])
      let reply = try await context.send(request(nil, address, flags, explain: explain))
      return try show(reply, for: "the address", context)
    }
    guard let text = context.words.first else { throw UsageError("TEXT is missing.") }
    let reply = try await context.send(try request(text, flags, explain: explain))
    return try show(reply, for: "“\(text)”", context)
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
    let error = nothingFound(reply, for: what)
    context.output.message(FailureReport.text(error, prefix: "quickbrew"))
    return .nothingFound
  }

  /// What is said of a reply without hits.
  static func nothingFound(_ reply: GeocodeReply, for what: String) -> ServiceError {
    let suggestions = reply.suggestions.map(\.label)
    return ServiceError(
      .notFound, "Nothing found for \(what).", suggestions: suggestions.isEmpty ? nil : suggestions)
  }
}
