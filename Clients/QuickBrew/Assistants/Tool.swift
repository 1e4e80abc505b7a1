import CommandLineKit
import Geography
import JSON
import Messages
import Time

/// Something that an assistant may ask: a command, with its message's members as arguments.
struct Tool: Sendable {
  let command: Command
  /// The JSON Schema of the arguments.
  let schema: JSONValue
  /// Answers a call.
  let answer: @Sendable (JSONValue, CommandContext, PageLinks) async throws -> ToolAnswer

  /// - Parameter defaults: members of the request where an assistant says nothing.
  private init<Request: RequestMessage>(
    _ command: Command, defaults: [String: JSONValue] = [:],
    _ body: @escaping @Sendable (Request, CommandContext, PageLinks) async throws -> ToolAnswer
  ) {
    let schema = ToolArguments.schemas[Request.operation.name] ?? [:]
    self.command = command
    self.schema = schema
    answer = { arguments, context, links in
      var reader = ToolArguments(schema, context)
      return try await body(
        try await reader.request(arguments, defaults: defaults), context, links)
    }
  }

  /// As the protocol lists it.
  var description: JSONValue {
    [
      "name": .text(command.name), "description": .text(command.summary), "inputSchema": schema,
      "annotations": ["readOnlyHint": true, "openWorldHint": false],
    ]
  }

  static let all = [
    Tool(PlanCommand.command, defaults: ["partial": true]) { (request: PlanRequest, call, links) in
      let plan = try await call.send(request)
      return try ToolAnswer(
        PlanRendering.render(plan, style: .plain), plan,
        link: links("commute", ["plan": plan.id.rawValue]))
    },
    Tool(ErrandsCommand.command) { (request: ErrandsRequest, call, _) in
      let plan = try await call.send(request)
      return try ToolAnswer(ErrandRendering.render(plan, style: .plain), plan)
    },
    Tool(MeetCommand.command) { (request: MeetRequest, call, _) in
      let plan = try await call.send(request)
      return try ToolAnswer(MeetRendering.render(plan, style: .plain), plan)
    },
    Tool(FindCommand.command) { (request: FindRequest, call, links) in
      switch try await FindCommand.found(request, call) {
      case .places(let places):
        guard let first = places.hits.first else {
          throw GeocodeCommand.nothingFound(places, for: "the text")
        }
        return try ToolAnswer(
          GeocoderRendering.render(places, style: .plain), places,
          link: links("explore", ["at": Formats.coordinate(first.coordinate)]))
      case .venues(let venues):
        return try ToolAnswer(
          venues.description + "\n" + venues.text(.plain), venues,
          link: venues.request.link(links))
      }
    },
    Tool(NearbyCommand.command) { (request: NearbyRequest, call, links) in
      let reply = try await call.send(request)
      let lists = NearbyLists(known: reply, unknown: nil, instant: .now())
      return try ToolAnswer(
        NearbyRendering.render(lists, style: .plain), reply, link: request.link(links))
    },
    Tool(RouteCommand.command) { (request: RouteRequest, call, _) in
      let reply = try await call.send(request)
      let isEmpty = reply.departure == nil && request.profile ?? .car == .car
      return try ToolAnswer(
        RouterRendering.render(reply, isOnEmptyRoads: isEmpty, style: .plain), reply)
    },
    Tool(IsochroneCommand.command) { (request: IsochroneRequest, call, _) in
      let reply = try await call.send(request)
      return try ToolAnswer(IsochroneCommand.text(reply, .plain), reply)
    },
  ]
}

extension NearbyRequest {
  fileprivate func link(_ links: PageLinks) -> String? {
    links(
      "explore",
      ["category": filter?.category?.rawValue, "at": Formats.coordinate(coordinate)])
  }
}

/// The answer to a tool's call.
struct ToolAnswer: Sendable {
  /// A few lines for a model.
  private(set) var text: String
  /// The same for programs: the reply, but for lines to draw and accounts of the services.
  private let content: JSONValue
  private let isError: Bool

  /// The most characters of the text, and bytes of the content: some thousand tokens.
  private static let (mostOfText, mostOfContent) = (6_000, 16_000)
  private static let omitted: Set<String> = [
    "areas", "candidates", "geometry", "groups", "mapVersion", "replica", "schedule", "timings",
    "trafficVersion",
  ]

  /// - Throws: `EncodingError` where a number is not finite.
  init(_ text: String, _ reply: some Encodable, link: String? = nil) throws {
    let place = link.map { "On a map: \($0)\n" } ?? ""
    let beginning = text.prefix(Self.mostOfText)
    let more = beginning.endIndex < text.endIndex ? "…\nThere is more; ask for less.\n" : ""
    self.text = (text.isEmpty ? "Nothing found.\n" : beginning + more) + place
    content = try Self.brief(try JSONValue(writing: reply), link)
    isError = false
  }

  init(_ error: any Error) {
    let error =
      (error as? UsageError).map { ErrorReport($0).error } ?? error as? ServiceError
      ?? ServiceError(.internal, "\(error)")
    text = FailureReport.text(error, prefix: "\(error.code)")
    content = (try? JSONValue(writing: ErrorReport(error))) ?? [:]
    isError = true
  }

  /// The answer with something said before it.
  func after(_ notes: String) -> ToolAnswer {
    var answer = self
    answer.text = notes + text
    return answer
  }

  /// As the protocol has it.
  var result: [String: JSONValue] {
    [
      "content": [["type": "text", "text": .text(text)]], "structuredContent": content,
      "isError": .boolean(isError),
    ]
  }

  /// With only the first elements of long lists where it is too large otherwise, and says so then.
  private static func brief(_ reply: JSONValue, _ link: String?) throws -> JSONValue {
    var content: JSONValue = [:]
    for most in [Int.max, 24, 12, 6, 3, 1] {
      guard case .object(var members) = brief(reply, most) else { break }
      members["link"] = link.map { .text($0) }
      members["isShortened"] = most == .max ? nil : true
      content = .object(members)
      if try MessageCoder.encode(content).count <= mostOfContent { break }
    }
    return content
  }

  private static func brief(_ value: JSONValue, _ most: Int) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.filter { !omitted.contains($0.key) }.mapValues { brief($0, most) })
    case .array(let elements): .array(elements.prefix(most).map { brief($0, most) })
    case .null, .boolean, .number, .text: value
    }
  }
}
