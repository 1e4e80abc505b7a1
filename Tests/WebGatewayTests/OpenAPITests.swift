import Foundation
import Messages
import TestSupport
import Testing

@testable import WebGateway

/// The description of the HTTP interface, made of the messages and their fixtures. After a change
/// that is meant: `QUICKBREW_RECORD_FIXTURES=1 swift test --filter OpenAPITests`.
@Suite struct OpenAPITests {
  private static let file = URL(
    filePath: Executables.repository + "/Services/WebGateway/Page/reference/openapi.json")

  @Test("/openapi.json describes every operation as the messages are")
  func isCurrent() async throws {
    let document = Self.lines(try Self.document(), depth: 3) + "\n"
    if ProcessInfo.processInfo.environment["QUICKBREW_RECORD_FIXTURES"] == "1" {
      try Data(document.utf8).write(to: Self.file)
    }
    let written = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(written == document, "record it: see above")
    let served = await gateway().answer(HTTPRequest("GET", "/openapi.json"))
    #expect(served.header("Content-Type") == "application/json")
    #expect(!served.text.isEmpty)
  }

  @Test("every reference leads to a part, and every operation has its methods")
  func references() throws {
    let document = Self.text(try Self.document())
    let root = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    for match in document.matches(of: /"\$ref":"#\/([^"]+)"/) {
      let found = match.1.split(separator: "/").reduce(root as Any?) { part, name in
        (part as? [String: Any])?[String(name)]
      }
      #expect(found != nil, "\(match.1)")
    }
    let paths = try #require(root?["paths"] as? [String: [String: Any]])
    for operation in OperationTable.requests.map({ $0.operation }) {
      let path = try #require(paths[Self.path(operation)], "\(operation)")
      #expect(Set(path.keys) == (operation.scope == .read ? ["get", "post"] : ["post"]))
    }
    let ids = paths.values.flatMap(\.values).map {
      ($0 as? [String: Any])?["operationId"] as? String
    }
    #expect(!ids.contains(nil) && Set(ids).count == ids.count)
    #expect(ids.compactMap(\.self).allSatisfy { $0.wholeMatch(of: /[\w.\/-]+/) != nil })
  }

  /// JSON with one line for each member down to a depth, so that a change is seen.
  private static func lines(_ value: Any, depth: Int) -> String {
    guard depth > 0, let object = value as? [String: Any] else { return text(value) }
    let members = object.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\":\(lines($0.value, depth: depth - 1))"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}"
  }

  static func text(_ object: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object,
      options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}

// MARK: - The document

extension OpenAPITests {
  static func document() throws -> [String: Any] {
    let names: [String: Any] = ["type": "object", "additionalProperties": ["type": "string"]]
    var schemas = try OpenAPISchemas(forms: [ObjectIdentifier(NamesByLanguage.self): names])
    var paths: [String: Any] = fixedPaths
    for request in OperationTable.requests {
      paths[path(request.operation)] = try operation(request, request.operation.scope, &schemas)
    }
    var parts = schemas.described()
    parts["Problem"] = problem
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "QuickBrew", "version": "1",
        "description": "Every public operation as JSON. A failure is a problem (RFC 9457).",
      ],
      "servers": [["url": "/", "description": "The gateway that serves this document."]],
      "paths": paths,
      "security": [[String: Any](), ["token": [Any]()]],
      "components": [
        "schemas": parts,
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description": "Where the gateway can be reached by other machines.",
          ]
        ],
        "responses": ["Problem": content("application/problem+json", ref("Problem"), "A failure.")],
      ],
    ]
  }

  /// The first version of an operation needs no number.
  static func path(_ operation: Messages.Operation) -> String {
    "/v1/" + (operation.name.hasSuffix("/1") ? "\(operation.name.dropLast(2))" : operation.name)
  }

  private static func operation<Request: RequestMessage>(
    _ type: Request.Type, _ scope: AccessScope, _ schemas: inout OpenAPISchemas
  ) throws -> [String: Any] {
    let request = try schemas.add(type)
    let reply = try schemas.add(Request.Reply.self)
    let example = try OpenAPIExamples.example(of: "\(type)")
    var responses = problems(["4XX", "501", "503", "504"])
    responses["200"] = content("application/json", reply, "The reply.")
    let common: [String: Any] = [
      "tags": ["\(Request.operation.service?.rawValue ?? "")"],
      "summary": schemas.summary(of: "\(type)"),
      "description": "Needs the scope \(scope.rawValue) where the gateway asks for a token.",
      "responses": responses,
    ]
    let name = String(path(Request.operation).dropFirst("/v1/".count))
    var post = common
    post["operationId"] = name
    post["requestBody"] = [
      "required": true,
      "content": ["application/json": ["schema": request, "example": example]],
    ]
    guard scope == .read else { return ["post": post] }
    var get = common
    get["operationId"] = "\(name).get"
    get["parameters"] = parameters(schemas.schemas["\(type)"] as? [String: Any] ?? [:], example)
    return ["get": get, "post": post]
  }

  /// The members of a request as parameters: scalars as they are, the rest as JSON.
  private static func parameters(_ schema: [String: Any], _ example: [String: Any]) -> [Any] {
    let required = schema["required"] as? [String] ?? []
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    return properties.sorted { $0.key < $1.key }.map { name, schema in
      var parameter: [String: Any] = [
        "name": name, "in": "query", "required": required.contains(name),
      ]
      let isScalar = ["string", "integer", "number", "boolean"].contains(schema["type"] as? String)
      if isScalar {
        parameter["schema"] = schema
        parameter["example"] = example[name]
      } else {
        var content: [String: Any] = ["schema": schema]
        content["example"] = example[name]
        parameter["content"] = ["application/json": content]
      }
      return parameter
    }
  }
}

// MARK: - The parts that no message describes

extension OpenAPITests {
  private static func ref(_ name: String) -> [String: Any] {
    ["$ref": "#/components/schemas/\(name)"]
  }

  private static func content(
    _ type: String, _ schema: [String: Any], _ description: String
  ) -> [String: Any] {
    ["description": description, "content": [type: ["schema": schema]]]
  }

  /// That a service fails (500) is no answer to count on.
  private static func problems(_ statuses: [String]) -> [String: Any] {
    Dictionary(
      uniqueKeysWithValues: statuses.map { ($0, ["$ref": "#/components/responses/Problem"]) })
  }

  private static var problem: [String: Any] {
    [
      "type": "object", "required": ["type", "status", "detail", "code", "retryable"],
      "properties": [
        "type": ["type": "string"], "status": ["type": "integer"], "detail": ["type": "string"],
        "code": ["type": "string", "enum": ErrorCode.table.map(\.name)],
        "retryable": ["type": "boolean"],
        "suggestions": ["type": "array", "items": ["type": "string"]],
      ],
    ]
  }

  private static func get(
    _ id: String, _ summary: String, _ type: String, _ schema: [String: Any] = ["type": "object"],
    parameters: [[String: Any]] = [], also: [String: Any] = [:]
  ) -> [String: Any] {
    var responses = problems(["4XX", "503", "504"])
    responses["200"] = content(type, schema, summary)
    return [
      "get": [
        "tags": ["gateway"], "operationId": "gateway.\(id)", "summary": summary,
        "parameters": parameters,
        "responses": responses.merging(also) { $1 },
      ]
    ]
  }

  private static func parameter(
    _ name: String, in place: String, _ schema: [String: Any], required: Bool = true,
    example: String? = nil
  ) -> [String: Any] {
    var parameter: [String: Any] = [
      "name": name, "in": place, "required": required, "schema": schema,
    ]
    parameter["example"] = example
    return parameter
  }

  private static var fixedPaths: [String: Any] {
    let bytes: [String: Any] = [:]
    let number: [String: Any] = ["type": "integer", "minimum": 0, "maximum": 9_999_999]
    let topics: [String: Any] = [
      "type": "array", "minItems": 1,
      "items": ["type": "string", "enum": GatewayTopic.allCases.map(\.rawValue)],
    ]
    let subjects = EventSubject.allCases.map {
      parameter($0.rawValue, in: "query", ["type": "string"], required: false)
    }
    let theme: [String: Any] = ["type": "string", "enum": MapTheme.allCases.map(\.rawValue)]
    return [
      "/healthz": get("healthz", "This process is alive.", "application/json"),
      "/readyz": get(
        "readyz", "Which services answer.", "application/json",
        also: ["503": content("application/json", ["type": "object"], "Not all of them.")]),
      "/statusz": get(
        "statusz", "Which services answer; 200 in any case.", "application/json"),
      "/metrics": get(
        "metrics", "This gateway's statistics for Prometheus.", "text/plain", ["type": "string"]),
      "/metrics/services": get(
        "metrics-services", "All services' statistics for Prometheus; ask one gateway.",
        "text/plain", ["type": "string"]),
      "/v1/map": get(
        "map", "Which map the stack runs on.", "application/json", ref("MapInfo")),
      "/v1/caller": get(
        "caller", "Whom the gateway takes the client for; gives a guest its cookie.",
        "application/json"),
      "/v1/events": get(
        "events", "Server-sent events.", "text/event-stream", ["type": "string"],
        parameters: [parameter("topic", in: "query", topics)] + subjects),
      "/qr.svg": get(
        "qr", "A QR code of a text.", "image/svg+xml", ["type": "string"],
        parameters: [
          parameter(
            "text", in: "query", ["type": "string", "minLength": 1, "maxLength": 1_000],
            example: "https://coffee.example")
        ]),
      "/map/style.json": get(
        "map-style", "The style of the base map.", "application/json",
        parameters: [parameter("theme", in: "query", theme, required: false)],
        also: ["307": ["description": "A style of another site."]]),
      "/map/tilejson.json": get(
        "map-tilejson", "Where the tiles are: TileJSON 3.0.0.", "application/json"),
      "/map/{map}/{z}/{x}/{y}.pbf": get(
        "map-tile", "A vector tile, packed by gzip.", "application/vnd.mapbox-vector-tile", bytes,
        parameters: [parameter("map", in: "path", ["type": "string", "pattern": "^[0-9a-f]+$"])]
          + ["z", "x", "y"].map { parameter($0, in: "path", number) }),
    ]
  }
}
