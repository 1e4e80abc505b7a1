import FoundationEssentials
import JSON

/// A server's side of the Model Context Protocol, for tools alone: what to do with each line of a
/// client. It remembers nothing: newer clients name their revision in every request, and older ones
/// do not need it to be remembered.
///
/// Source: modelcontextprotocol.io, specification, revisions 2024-11-05 to 2026-07-28: base
/// protocol, versioning, stdio, cancellation, tools; JSON-RPC 2.0.
struct ToolProtocol: Sendable {
  enum Step: Sendable, Hashable {
    case nothing
    case reply(JSONValue)
    case call(id: JSONValue, tool: String, arguments: JSONValue)
    case cancel(id: JSONValue)
  }

  /// The codes of JSON-RPC, and of the protocol.
  enum Code: Double, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case unknownMethod = -32601
    case invalidParameters = -32602
    case unsupportedRevision = -32022
  }

  /// The accepted revisions, the latest first. That of 2025-03-26 is not one: it demands batches,
  /// which those after it have given up.
  static let revisions = ["2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"]
  /// Those that begin with `initialize`.
  private static let handshakes = revisions.dropFirst()
  private static let metadata = "io.modelcontextprotocol/"
  /// How long a client may keep the list of tools: the tools are those of this executable.
  private static let freshMilliseconds = 3_600_000.0

  /// By name, in the order of the list: title, schema and so on, as the protocol has them.
  let tools: [(name: String, description: JSONValue)]
  let version: String

  /// What follows from a line.
  func step(_ line: InputLine) -> Step {
    guard case .text(let text) = line else {
      let limit = "A message has at most \(InputLimits.maximumLineBytes) bytes."
      return .reply(Self.failure(.null, .invalidRequest, limit))
    }
    if text.allSatisfy(\.isWhitespace) { return .nothing }
    guard let message = try? JSONValue(reading: Data(text.utf8)) else {
      return .reply(Self.failure(.null, .parseError, "The line is not JSON."))
    }
    // Replies: nothing was asked.
    if message["method"] == nil, message["result"] ?? message["error"] != nil { return .nothing }
    let id = message["id"]
    guard message["jsonrpc"]?.string == "2.0", let method = message["method"]?.string,
      id?.isRequestID ?? true
    else {
      let isReadable = id?.isRequestID ?? false
      return .reply(
        Self.failure(
          (isReadable ? id : nil) ?? .null, .invalidRequest, "That is no request of JSON-RPC 2.0."))
    }
    let parameters = message["params"] ?? [:]
    guard let id else {
      guard method == "notifications/cancelled", let id = parameters["requestId"] else {
        return .nothing
      }
      return .cancel(id: id)
    }
    return step(id, method, parameters)
  }

  private func step(_ id: JSONValue, _ method: String, _ parameters: JSONValue) -> Step {
    if let revision = parameters["_meta"]?[Self.metadata + "protocolVersion"],
      !Self.revisions.contains(revision.string ?? "")
    {
      return .reply(
        Self.failure(
          id, .unsupportedRevision, "Unsupported protocol version",
          ["supported": Self.list(Self.revisions), "requested": revision]))
    }
    switch method {
    case "initialize":
      let wanted = parameters["protocolVersion"]?.string ?? ""
      let revision = Self.handshakes.contains(wanted) ? wanted : Self.handshakes.first ?? ""
      return .reply(
        reply(
          id,
          [
            "protocolVersion": .text(revision), "capabilities": ["tools": [:]],
            "serverInfo": identity,
          ]))
    case "server/discover":
      return .reply(
        reply(
          id,
          cached(["supportedVersions": Self.list(Self.revisions), "capabilities": ["tools": [:]]])))
    case "ping": return .reply(reply(id, [:]))
    case "tools/list":
      return .reply(reply(id, cached(["tools": .array(tools.map(\.description))])))
    case "tools/call": return call(id, parameters)
    default: return .reply(Self.failure(id, .unknownMethod, "There is no method “\(method)”."))
    }
  }

  private func call(_ id: JSONValue, _ parameters: JSONValue) -> Step {
    let name = parameters["name"]?.string ?? ""
    guard tools.contains(where: { $0.name == name }) else {
      let names = tools.map(\.name).joined(separator: ", ")
      return .reply(
        Self.failure(id, .invalidParameters, "Unknown tool “\(name)”; there are \(names)."))
    }
    let arguments = parameters["arguments"] ?? [:]
    guard case .object = arguments else {
      return .reply(Self.failure(id, .invalidParameters, "arguments is an object."))
    }
    return .call(id: id, tool: name, arguments: arguments)
  }

  /// A message with a result.
  func reply(_ id: JSONValue, _ result: [String: JSONValue]) -> JSONValue {
    let common: [String: JSONValue] = [
      "resultType": "complete", "_meta": [Self.metadata + "serverInfo": identity],
    ]
    return [
      "jsonrpc": "2.0", "id": id, "result": .object(result.merging(common) { own, _ in own }),
    ]
  }

  /// A message with an error.
  static func failure(
    _ id: JSONValue, _ code: Code, _ message: String, _ data: JSONValue? = nil
  ) -> JSONValue {
    var error: [String: JSONValue] = ["code": .number(code.rawValue), "message": .text(message)]
    error["data"] = data
    return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
  }

  private var identity: JSONValue {
    ["name": "quickbrew", "title": "QuickBrew", "version": .text(version)]
  }

  private func cached(_ result: [String: JSONValue]) -> [String: JSONValue] {
    result.merging(["ttlMs": .number(Self.freshMilliseconds), "cacheScope": "public"]) { $1 }
  }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .text($0) }) }
}

extension JSONValue {
  fileprivate var isRequestID: Bool {
    switch self {
    case .text, .number: true
    case .null, .boolean, .array, .object: false
    }
  }
}
