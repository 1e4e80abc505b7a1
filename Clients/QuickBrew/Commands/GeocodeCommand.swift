import Geography
import Messages
import ServiceRuntime

/// `quickbrew geocode`: text to coordinates.
enum GeocodeCommand: Subcommand {
  static let name = "geocode"
  static let summary = "Find the places a text may mean."
  static let help = CommandHelp(
    examples: [
      #"geocode "1 Telegraph Hill Boulevard""#, "geocode --batch - < addresses.txt",
    ],
    usage: "TEXT [flags] | --batch FILE",
    flags: [
      Flag("near", "LAT,LON", "of equally good places the nearer comes first"),
      Flag("limit", "N", "how many places at most, 1 to 50 (5)"),
      Flag("batch", "FILE", "answer each line of a file, or of - for standard input"),
    ],
    notes: """
      With --batch each line is a text and each answer one line of JSON, in the same order; a line
      that fails is answered {"error":{"code":…,"message":…}}. The exit status is then 0, or 5 where
      no line reached the service.
      Exit status otherwise: 0 found, 3 nothing found.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let near = try Place.coordinate(of: "near", in: call.arguments)
    let limit = try call.arguments.integer("limit", in: 1...GeocoderLimits.maximumHits)
    if let path = call.arguments["batch"] {
      _ = try call.arguments.positionals([])
      let source = try call.surroundings.openLines(path)
      let batch = Batch(bus: try call.connect(), timeout: call.timeout) {
        line throws(ServiceError) in
        try request(line, near: near, limit: limit)
      }
      return try await batch.run(source, on: call.output)
    }
    let text = try call.arguments.positionals(["TEXT"])[0]
    let reply = try await call.send(try request(text, near: near, limit: limit))
    return try show(reply, for: "“\(text)”", call)
  }

  /// A request for a text that is not blank.
  private static func request(
    _ text: String, near: Coordinate?, limit: Int?
  ) throws(ServiceError) -> GeocodeRequest {
    if text.allSatisfy(\.isWhitespace) {
      throw ServiceError(.invalidRequest, "The text to look for is empty.")
    }
    return GeocodeRequest(text: text, near: near, limit: limit)
  }

  /// Prints the places, or says that there are none.
  static func show(_ reply: GeocodeReply, for what: String, _ call: Call) throws -> CommandStatus {
    if !reply.hits.isEmpty || call.wantsJSON {
      try call.show(reply) { PlaceRendering.render($0, style: $1) }
    }
    if !reply.hits.isEmpty { return .fine }
    let suggestions = reply.suggestions.map(\.label)
    let error = ServiceError(
      .notFound, "Nothing found for \(what).", suggestions: suggestions.isEmpty ? nil : suggestions)
    call.output.message(FailureReport.text(error, prefix: "quickbrew"))
    return .nothingFound
  }
}
