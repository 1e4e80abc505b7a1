import Foundation
import Messages
import TestSupport
import Testing

/// `deploy/stack join`: two homes with an address each, as two machines have them.
@Suite(.timeLimit(.minutes(10)), .enabled(if: StackScript.isUsable, StackScript.absence))
struct JoinTests {
  @Test("a machine joins by one line, works for the other one, follows it, and leaves")
  func join() async throws {
    try await StackScript.with { first in
      let second = StackScript(home: first.temporary + "/second", temporary: first.temporary)
      do {
        try await joins(first, second)
      } catch {
        _ = try await second("down")
        throw error
      }
      _ = try await second("down")
    }
  }

  private func joins(_ first: StackScript, _ second: StackScript) async throws {
    let port = try freePorts(257)
    let up = try await first("up", "--listen", "127.0.0.1:\(port + 1)")
    let token = try #require(
      up.errors.split(whereSeparator: \.isWhitespace).first { $0.hasSuffix("@127.0.0.1:\(port)") },
      "\(up)")
    try await refuses(second, token)
    try await refusesOld(first, second, token)
    try await second.succeeds(
      "join", String(token), "--services", "router", "--listen", "127.0.0.2:\(port + 1)")
    #expect(try await Set(second.instances().keys) == ["router-1"])
    let map = try first.map()
    #expect(try second.map() == map)
    let files = Set(second.contents(of: "maps/\(map)").map { $0.prefix { $0 != "." } })
    #expect(files == ["map", "router"])
    for file in ["keys/server.key", "keys/client.key", "http-tokens", "hosts/token", "peers"] {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(second.home)/\(file)")
      #expect(mode[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    // Each finds the other's router beside its own.
    let router = "127.0.0.2:\(port + 1 + 32)"
    for (stack, other) in [(first, router), (second, "127.0.0.1:\(port + 1 + 32)")] {
      try await untilDone {
        let status = try await stack.quickbrew("status", "--plain")
        guard status.status == 0, status.output.contains(other) else {
          throw ServiceError(.unavailable, "\(status)")
        }
      }
    }
    // The first one's services are started again one by one: a plan meanwhile waits for them.
    let plan = try await second.quickbrew(
      "plan", "--from", "37.7955,-122.3937", "--to", "37.8024,-122.4058")
    #expect(plan.status == 0, "\(plan)")

    // A road closed by whichever router is closed for all, and for one that was not there.
    let road = "37.7880,-122.4010"
    try await second.succeedsAsClient("traffic", "set", road, "--closed")
    for stack in [first, second] { try await untilDone { try await closed(1, in: stack) } }
    try await first.succeedsAsClient("traffic", "clear", "--all")
    for stack in [first, second] { try await untilDone { try await closed(0, in: stack) } }

    // What changes there changes here.
    let other = first.temporary + "/other.osm"
    try FileManager.default.copyItem(atPath: Executables.sampleMap, toPath: other)
    #expect(try await first.quickbrew("keys", "add", "bob", "--bus").status == 0)
    try await first.succeeds("map", "build", "--map", other)
    try await second.succeeds("join")
    #expect(try second.map() == first.map())
    #expect(try second.map().hasPrefix("other-"))
    #expect(try text("http-tokens", of: second).contains("bob"))

    try await second.succeeds("join", "none")
    #expect(second.contents(of: "keys").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: first.home + "/peers"))
  }

  /// Wrong secrets, another machine's certificate, services that keep data.
  private func refuses(_ second: StackScript, _ token: Substring) async throws {
    let nobody = String(repeating: "0", count: 32)
    for (token, reason) in [
      (nobody + token.dropFirst(32), "refuses this token"),
      (token.prefix(32) + nobody + token.dropFirst(64), "not the machine"),
    ] {
      let refused = try await second("join", String(token))
      #expect(refused.status == 1 && refused.errors.contains(reason), "\(refused)")
    }
    let keeper = try await second("join", String(token), "--services", "planner")
    #expect(keeper.status == 2 && keeper.errors.contains("keeps data"), "\(keeper)")
  }

  /// A token whose day is over.
  private func refusesOld(
    _ first: StackScript, _ second: StackScript, _ token: Substring
  ) async throws {
    let path = URL(filePath: first.home + "/hosts/invitation")
    let invitation = try text("hosts/invitation", of: first)
    try Data("\(invitation.prefix { $0 != " " }) 1000000000\n".utf8).write(to: path)
    let old = try await second("join", String(token))
    #expect(old.status == 1 && old.errors.contains("refuses this token"), "\(old)")
    try Data(invitation.utf8).write(to: path)
  }

  /// Requires that all routers which this home finds have so many roads with traffic.
  private func closed(_ count: Int, in stack: StackScript) async throws {
    let text = (try? text("run/router-traffic.json", of: stack)) ?? ""
    guard text.components(separatedBy: "\"closed\"").count == count + 1 else {
      throw ServiceError(.unavailable, text)
    }
  }

  private func text(_ file: String, of stack: StackScript) throws -> String {
    try String(contentsOfFile: "\(stack.home)/\(file)", encoding: .utf8)
  }
}
