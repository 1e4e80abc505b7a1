import FoundationEssentials
import JSON
import Messages
import Time

/// Something that an assistant may ask: a command, with its message's members as arguments.
struct Tool: Sendable {
  typealias Body = @Sendable (JSONValue, CommandContext, PageLinks) async throws -> ToolAnswer

  let command: Command
  /// The JSON Schema of the arguments.
  let schema: JSONValue
  private let body: Body

  private init(
    _ command: Command, _ operation: Messages.Operation, _ body: @escaping Body
  ) {
    self.command = command
    self.schema = ToolArguments.schemas[operation.name] ?? [:]
    self.body = body
  }

  /// One that sends a request and shows the reply.
  ///
  /// - Parameter defaults: members of the request where an assistant says nothing.
  init<Request: RequestMessage>(
    _ command: Command, defaults: [String: JSONValue] = [:],
    text: @escaping @Sendable (Request, Request.Reply) -> String,
    link: @escaping @Sendable (Request, Request.Reply, PageLinks) -> String? = { _, _, _ in nil }
  ) {
    self.init(command, Request.operation) { arguments, context, links in
      let request = try await Self.request(Request.self, arguments, defaults, context)
      let reply = try await context.send(request)
      return ToolAnswer(
        text: text(request, reply), content: try JSONValue(writing: reply),
        link: link(request, reply, links))
    }
  }

  private static func request<Request: RequestMessage>(
    _ type: Request.Type, _ arguments: JSONValue, _ defaults: [String: JSONValue],
    _ context: CommandContext
  ) async throws -> Request {
    let schema = ToolArguments.schemas[Request.operation.name] ?? [:]
    var reader = ToolArguments(schema, context)
    return try await reader.request(type, arguments, defaults: defaults)
  }

  /// As the protocol lists it.
  var description: JSONValue {
    [
      "name": .text(command.name), "description": .text(command.summary), "inputSchema": schema,
      "annotations": ["readOnlyHint": true, "openWorldHint": false],
    ]
  }

  /// Answers a call. Notes of the program, such as how a place was understood, precede the text.
  func answer(
    _ arguments: JSONValue, _ context: CommandContext, _ links: PageLinks
  ) async throws -> ToolAnswer {
    guard case .object(var members) = arguments else { return ToolAnswer(text: "") }
    let settings = context.environment.configuration
    for (name, value) in [
      ("profile", settings.profile?.rawValue), ("category", settings[.category]),
    ]
    where schema["properties"]?[name] != nil && members[name] == nil {
      members[name] = value.map { .text($0) }
    }
    return try await body(.object(members), context, links)
  }

  /// Few enough that a model reads them all.
  private static let few: [String: JSONValue] = ["limit": .number(5)]

  static let all = [
    Tool(PlanCommand.command, defaults: few.merging(["partial": true]) { $1 }) {
      (_: PlanRequest, plan) in
      PlanRendering.render(plan, style: .plain)
    } link: { _, plan, links in
      links.plan(plan)
    },
    Tool(ErrandsCommand.command) { (_: ErrandsRequest, plan) in
      ErrandRendering.render(plan, style: .plain)
    } link: { request, plan, links in
      links.errands(request, plan)
    },
    Tool(MeetCommand.command, defaults: few) { (_: MeetRequest, plan) in
      MeetRendering.render(plan, style: .plain)
    } link: { request, plan, links in
      links.meeting(request, plan)
    },
    Tool(FindCommand.command, FindRequest.operation) { arguments, context, links in
      let found = try await FindCommand.found(
        try await request(FindRequest.self, arguments, few, context), context)
      switch found {
      case .places(let places):
        if places.hits.isEmpty { throw GeocodeCommand.nothingFound(places, for: "the text") }
        return ToolAnswer(
          text: GeocoderRendering.render(places, style: .plain),
          content: try JSONValue(writing: places),
          link: places.hits.first.map { links.venues(around: $0.coordinate) })
      case .venues(let venues):
        return ToolAnswer(
          text: venues.description + "\n" + venues.text(.plain),
          content: try JSONValue(writing: venues),
          link: links.venues(
            around: venues.request.coordinate, category: venues.request.filter?.category))
      }
    },
    Tool(NearbyCommand.command, defaults: few) { (_: NearbyRequest, reply) in
      NearbyRendering.render(
        NearbyLists(known: reply, unknown: nil, instant: .now()), style: .plain)
    } link: { request, _, links in
      links.venues(around: request.coordinate, category: request.filter?.category)
    },
    Tool(RouteCommand.command) { (request: RouteRequest, reply) in
      RouterRendering.render(
        reply, isOnEmptyRoads: reply.departure == nil && request.profile ?? .car == .car,
        style: .plain)
    },
    Tool(IsochroneCommand.command) { (_: IsochroneRequest, reply) in
      IsochroneCommand.text(reply, .plain)
    },
  ]
}

/// The answer to a tool's call.
struct ToolAnswer: Sendable {
  /// A few lines for a model.
  private(set) var text: String
  /// The same for programs: the reply, but for lines to draw and accounts of the services.
  private(set) var content: JSONValue = [:]
  private(set) var isError = false

  private static let omitted: Set<String> = [
    "areas", "candidates", "geometry", "groups", "mapVersion", "replica", "schedule", "timings",
    "trafficVersion",
  ]

  init(text: String, content: JSONValue = [:], link: String? = nil) {
    self.text = text.isEmpty ? "Nothing found.\n" : text
    self.content = Self.brief(content)
    guard let link, case .object(var members) = self.content else { return }
    members["link"] = .text(link)
    self.content = .object(members)
    self.text += "On a map: \(link)\n"
  }

  init(_ error: ServiceError) {
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

  private static func brief(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.filter { !omitted.contains($0.key) }.mapValues(brief))
    case .array(let elements): .array(elements.map(brief))
    case .null, .boolean, .number, .text: value
    }
  }
}
