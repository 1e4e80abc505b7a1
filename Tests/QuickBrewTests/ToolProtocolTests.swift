import FoundationEssentials
import JSON
import Testing

@testable import QuickBrew

/// What follows from a line; the expectations are read from the specification.
@Suite struct ToolProtocolTests {
  private let session = ToolProtocol(
    tools: [("plan", ["name": "plan"]), ("find", ["name": "find"])], version: "1.2.3")

  private func reply(_ line: String) throws -> JSONValue {
    guard case .reply(let reply) = session.step(.text(line)) else {
      throw Unexpected(line: line)
    }
    return reply
  }

  private struct Unexpected: Error { let line: String }

  private static func request(_ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(parameters)}"#
  }

  @Test(
    "the revision that a client asks for is agreed on, else the latest with a handshake",
    arguments: [
      ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"),
      ("2025-03-26", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"),
    ])
  func handshake(wanted: String, agreed: String) throws {
    let line = Self.request("initialize", #"{"protocolVersion":"\#(wanted)","capabilities":{}}"#)
    let reply = try reply(line)
    #expect(reply["id"] == .number(7))
    #expect(reply["result"]?["protocolVersion"]?.string == agreed)
    #expect(reply["result"]?["capabilities"] == ["tools": [:]])
    #expect(reply["result"]?["serverInfo"]?["version"] == "1.2.3")
    #expect(
      session.step(.text(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)) == .nothing)
  }

  @Test("a client without a handshake learns the revisions, and each request is held to its own")
  func discovery() throws {
    let key = #""_meta":{"io.modelcontextprotocol/protocolVersion":"#
    let found = try reply(Self.request("server/discover", #"{\#(key)"2026-07-28"}}"#))["result"]
    #expect(
      found?["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"])
    #expect(found?["resultType"] == "complete")
    #expect(found?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "quickbrew")
    let error = try reply(Self.request("tools/list", #"{\#(key)"1900-01-01"}}"#))["error"]
    #expect(error?["code"] == .number(-32022))
    #expect(error?["data"]?["requested"] == "1900-01-01")
    #expect(error?["data"]?["supported"] == found?["supportedVersions"])
  }

  @Test("tools are listed in their order; a ping is answered")
  func questions() throws {
    let list = try reply(Self.request("tools/list"))["result"]
    #expect(list?["tools"] == [["name": "plan"], ["name": "find"]])
    #expect(list?["cacheScope"] == "public")
    #expect(try reply(Self.request("ping"))["error"] == nil)
  }

  @Test(
    "what is wrong has the code of JSON-RPC",
    arguments: [
      ("{", -32700, JSONValue.null), ("not json", -32700, .null), ("[]", -32600, .null),
      (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, .null), ("1", -32600, .null),
      (#"{"id":3,"method":"ping"}"#, -32600, .number(3)),
      (#"{"jsonrpc":"2.0","id":"a"}"#, -32600, "a"),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, .null),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600, .null),
      (#"{"jsonrpc":"2.0","id":"b","method":"tools/fly"}"#, -32601, "b"),
      (request("tools/call", #"{"name":"fly"}"#), -32602, .number(7)),
      (request("tools/call", #"{"name":"plan","arguments":[]}"#), -32602, .number(7)),
      (request("tools/call"), -32602, .number(7)),
    ])
  func faults(line: String, code: Double, id: JSONValue) throws {
    let reply = try reply(line)
    #expect(reply["error"]?["code"] == .number(code))
    #expect(reply["error"]?["message"]?.string?.isEmpty == false)
    #expect(reply["id"] == id)
    #expect(reply["jsonrpc"] == "2.0")
    #expect(reply["result"] == nil)
  }

  @Test("a line that is too long is refused, and the next one is read")
  func longLine() throws {
    guard case .reply(let reply) = session.step(.tooLong) else { throw Unexpected(line: "long") }
    #expect(reply["error"]?["code"] == .number(-32600))
  }

  @Test(
    "nothing is answered where nothing was asked",
    arguments: [
      "", "  ", #"{"jsonrpc":"2.0","method":"notifications/progress"}"#,
      #"{"jsonrpc":"2.0","method":"ping"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#,
    ])
  func silence(line: String) { #expect(session.step(.text(line)) == .nothing) }

  @Test("a call has its arguments, and can be cancelled by its id, a number or a text")
  func calls() {
    let call = Self.request("tools/call", #"{"name":"find","arguments":{"text":"coffee"}}"#)
    #expect(
      session.step(.text(call))
        == .call(id: .number(7), tool: "find", arguments: ["text": "coffee"]))
    #expect(
      session.step(.text(Self.request("tools/call", #"{"name":"plan"}"#)))
        == .call(id: .number(7), tool: "plan", arguments: [:]))
    for (text, id) in [("7", JSONValue.number(7)), (#""7""#, .text("7"))] {
      let line =
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(text)}}"#
      #expect(session.step(.text(line)) == .cancel(id: id))
    }
  }
}
