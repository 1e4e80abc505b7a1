import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

/// `quickbrew keys` by several processes at once.
@Suite(.timeLimit(.minutes(5))) struct KeyCommandTests {
  private static func quickbrew(
    _ arguments: [String], in home: String
  ) async throws -> Executables.Outcome {
    try await Executables.run(
      "quickbrew", arguments, environment: ["QUICKBREW_HOME": home], in: home)
  }

  /// Runs commands at once, and returns what each printed; none fails.
  private static func atOnce(
    _ commands: [[String]], in home: String
  ) async throws -> [String] {
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, command) in commands.enumerated() {
        group.addTask {
          let outcome = try await quickbrew(command, in: home)
          #expect(outcome.status == 0, "\(command): \(outcome)")
          return (index, outcome.output.trimmingCharacters(in: .whitespacesAndNewlines))
        }
      }
      var outputs = [String](repeating: "", count: commands.count)
      for try await (index, output) in group { outputs[index] = output }
      return outputs
    }
  }

  private static func adds(_ names: some Sequence<String>) -> [[String]] {
    names.map { ["keys", "add", $0] }
  }

  @Test("twelve keys that are added at once are all kept, beside those there were")
  func adding() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path(KeyFile.fileName)
      let old = try await Self.atOnce(Self.adds(["old-0", "old-1"]), in: directory.path)
      let new = try await Self.atOnce(Self.adds((0..<12).map { "new-\($0)" }), in: directory.path)
      let keys = try KeyFile(path: path)
      for token in old + new { #expect(keys.caller(of: token) != nil) }
      #expect(keys.callers.count == 14)
      let rest = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".new") }
      #expect(rest.isEmpty)
    }
  }

  @Test("a key whose revocation is reported counts no more, whatever is added beside it")
  func revoking() async throws {
    try await TemporaryDirectory.with { directory in
      let ring = try KeyRing(path: directory.path(KeyFile.fileName), log: Log("test"))
      let names = (0..<6).map { "old-\($0)" }
      let tokens = try await Self.atOnce(Self.adds(names), in: directory.path)
      async let added = Self.atOnce(Self.adds((0..<6).map { "new-\($0)" }), in: directory.path)
      try await withThrowingTaskGroup { group in
        for (name, token) in zip(names, tokens) {
          group.addTask {
            let revoked = try await Self.quickbrew(
              ["keys", "revoke", name, "--yes"], in: directory.path)
            #expect(revoked.status == 0, "\(revoked)")
            #expect(ring.keys.caller(of: token) == nil, "\(name)")
          }
        }
        try await group.waitForAll()
      }
      for token in try await added { #expect(ring.keys.caller(of: token) != nil) }
      for token in tokens { #expect(ring.keys.caller(of: token) == nil) }
    }
  }

  @Test("keys for the bus that are made at once are all of one server")
  func busKeys() async throws {
    try await TemporaryDirectory.with { directory in
      let commands = (0..<6).map { ["keys", "add", "caller-\($0)", "--bus"] }
      let files = try await Self.atOnce(commands, in: directory.path)
      let servers = files.map { $0.split(separator: "\n").first { $0.hasPrefix("server ") } }
      #expect(Set(servers).count == 1 && servers.first != nil)
      let home = Home(directory: directory.path)
      let server = try BusKeyFile.readServer(at: home.busKeyPath(BusKeyFile.server))
      #expect(server?.publicKey == servers[0]?.split(separator: " ").last.map(String.init))
      #expect(try KeyFile(path: home.keyFile).busNames.count == 6)
    }
  }
}
