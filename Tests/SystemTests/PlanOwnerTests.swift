import CommandLineKit
import Foundation
import Messages
import TestSupport
import Testing

/// Two users with keys of their own, through the gateway and over TCP, each with a plan of the same
/// identifier.
@Suite(.timeLimit(.minutes(10))) struct PlanOwnerTests {
  private static let trip =
    #"{"origin":{"coordinate":{"latitude":37.785834,"longitude":-122.406417}},"#
    + #""destination":{"coordinate":{"latitude":37.802395,"longitude":-122.405822}},"#
    + #""deadline":"+45m","id":"p""#

  @Test("through the gateway nobody reads, replaces or hears of another's plan; a link shows one")
  func overHTTP() async throws {
    try await RealStack.run { stack in
      var tokens: [String] = []
      for user in ["ann", "bob"] {
        let key = try await stack.quickbrew("keys", "add", user, "--user", user)
        tokens.append(key.output.trimmingCharacters(in: .newlines))
      }
      try stack.start(.webGateway, ["--address", "0.0.0.0", "--port", "0"])
      let port = try await WebDriver.number(
        of: /http:\/\/0\.0\.0\.0:(\d+)\//, in: "\(stack.home)/\(ServiceName.webGateway).log")
      let (ann, bob) = (Web(port: port, token: tokens[0]), Web(port: port, token: tokens[1]))
      let (annHears, bobHears) = (try await ann.stream(), try await bob.stream())

      let first = try await ann.post("planner.plan", Self.trip + "}")
      #expect(first.contains(#""options""#), "\(first)")
      let refusals = [
        try await bob.post("planner.plan-show", #"{"id":"p"}"#),
        try await bob.post("planner.plan-show", #"{"id":"q"}"#),
      ]
      #expect(refusals[0].contains("There is no plan"))
      #expect(refusals[0] == refusals[1].replacing("“q”", with: "“p”"))
      let second = try await bob.post("planner.plan", Self.trip + #","dwellSeconds":60}"#)
      #expect(second.contains(#""options""#), "\(second)")
      let kept = try await ann.kept(#"{"id":"p"}"#)
      #expect(kept.request.dwellSeconds == nil)
      let link = #"{"id":"p","secret":"\#(kept.secret ?? "")"}"#
      #expect(try await bob.kept(link) == kept)
      let third = try await ann.post("planner.plan", Self.trip + #","category":"drinks"}"#)
      #expect(third.contains(#""options""#), "\(third)")

      let (annHeard, bobHeard) = (
        try await annHears.read(until: #""category":"drinks""#),
        try await bobHears.read(until: #""user":"bob""#)
      )
      #expect(annHeard.contains(#""user":"ann""#) && !annHeard.contains(#""user":"bob""#))
      #expect(!bobHeard.contains(#""user":"ann""#))
    }
  }

  @Test("over TCP nobody lists, shows or replays another's plan")
  func overTCP() async throws {
    try await RealStack.run { stack in
      let port = try freePorts()
      var homes: [String: String] = [:]
      for user in ["ann", "bob"] {
        let key = try await stack.quickbrew(
          "keys", "add", user, "--bus", "--scope", "write", "--user", user)
        let home = Home(directory: "\(stack.home)/\(user)")
        _ = try home.privateDirectory(BusKeyFile.folder)
        let path = home.busKeyPath(BusKeyFile.client)
        try Data(key.output.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        homes[user] = home.directory
      }
      await stack.kill(.planner)
      try stack.start(.planner, ["--listen", "tcp://127.0.0.1:\(port)"])
      try await stack.waitUntilReady()
      func quickbrew(_ user: String, _ words: String...) async throws -> Executables.Outcome {
        try await Executables.run(
          "quickbrew", words,
          environment: [
            "QUICKBREW_HOME": try #require(homes[user]),
            Home.peersVariable: "planner=tcp://127.0.0.1:\(port)",
          ], in: stack.home)
      }
      let planned = try await quickbrew(
        "ann", "plan", "37.785834,-122.406417", "37.802395,-122.405822", "--arrive-by", "+45m",
        "--json")
      let plan = try MessageCoder.decode(Plan.self, from: Data(planned.output.utf8))
      #expect(try await quickbrew("ann", "plan", "list").output.contains(plan.id.rawValue))
      #expect(try await quickbrew("ann", "plan", "replay", plan.id.rawValue).status != 3)
      #expect(try await quickbrew("bob", "plan", "list").status == 3)
      for verb in ["show", "replay"] {
        let refused = try await quickbrew("bob", "plan", verb, plan.id.rawValue)
        #expect(refused.status == 3 && refused.errors.contains("There is no plan"), "\(refused)")
      }
      let kept = try await stack.quickbrew(KeptPlan.self, "plan", "show", plan.id.rawValue)
      let secret = try #require(kept.secret)
      let shown = try await quickbrew(
        "bob", "plan", "show", plan.id.rawValue, "--secret", secret, "--json")
      #expect(try MessageCoder.decode(KeptPlan.self, from: Data(shown.output.utf8)) == kept)
    }
  }
}

/// Whoever has a token of the gateway.
private struct Web {
  let port: Int
  let token: String

  private var headers: [String] {
    ["Authorization: Bearer \(token)", "Content-Type: application/json"]
  }

  func post(_ operation: String, _ body: String) async throws -> String {
    try await RawClient(port: port).exchange(http("POST", "/v1/\(operation)", headers, body: body))
      .body
  }

  func kept(_ body: String) async throws -> KeptPlan {
    try MessageCoder.decode(
      KeptPlan.self, from: Data(try await post("planner.plan-show", body).utf8))
  }

  /// A stream of completed plans that is live: of the identifier that everybody uses.
  func stream() async throws -> RawClient {
    let client = try RawClient(port: port)
    try await client.send(http("GET", "/v1/events?topic=plan.completed&plan=p", headers))
    _ = try await client.read(until: "event: live")
    return client
  }
}
