import CommandLineKit
import Foundation
import TestSupport
import Testing

/// `deploy/stack up --secure`, and the client from elsewhere.
@Suite(.timeLimit(.minutes(10)), .enabled(if: StackScript.isUsable, StackScript.absence))
struct SecureStackTests {
  private static let drive = ["route", "37.7955,-122.3937", "37.8024,-122.4058"]

  @Test("a stack listens over TCP to those with a key, with keys that only the owner may read")
  func secure() async throws {
    try await StackScript.with(hasMap: true) { stack in
      let port = try freePorts(256)
      let listen = "127.0.0.1:\(port)"
      let up = try await stack("up", "--listen", listen)
      #expect(up.status == 0, "\(up.errors)")
      let peers = try #require(
        up.errors.split(separator: "'").first { $0.hasPrefix("geocoder=tcp://\(listen)") })
      for file in ["keys/server.key", "keys/client.key", "http-tokens", "listen-at"] {
        let mode = try FileManager.default.attributesOfItem(atPath: "\(stack.home)/\(file)")
        #expect(mode[.posixPermissions] as? Int == 0o600, "\(file)")
      }
      let keys = try await stack.quickbrew(
        "keys", "add", "laptop", "--bus", "--scope", "write", "--user", "ann")
      #expect(try await stack.quickbrew("keys", "list").output.contains("bus"))

      let elsewhere = stack.temporary + "/elsewhere"
      let home = Home(directory: elsewhere)
      _ = try home.privateDirectory(BusKeyFile.folder)
      func quickbrew(_ arguments: [String]) async throws -> Executables.Outcome {
        try await Executables.run(
          "quickbrew", arguments,
          environment: ["QUICKBREW_HOME": elsewhere, Home.peersVariable: String(peers)],
          in: stack.temporary)
      }
      let keyless = try await quickbrew(Self.drive)
      #expect(keyless.status != 0 && keyless.errors.contains("keys add"), "\(keyless)")
      try write(keys.output, to: home.busKeyPath(BusKeyFile.client))
      let route = try await quickbrew(Self.drive)
      #expect(route.status == 0 && route.output.contains("km"), "\(route)")
      let denied = try await quickbrew(["favourite", "list", "--user", "bob"])
      #expect(denied.status != 0 && denied.errors.contains("ann"), "\(denied)")
      let stop = try await quickbrew(["feed", "remove", "x", "--yes"])
      #expect(stop.status != 0 && stop.errors.contains("admin"), "\(stop)")

      try await stack.succeedsAsClient("keys", "revoke", "laptop", "--yes")
      let revoked = try await quickbrew(Self.drive)
      #expect(revoked.status != 0 && revoked.errors.contains("does not know"), "\(revoked)")
      // The owner's Unix sockets ask for nothing.
      #expect(try await stack.quickbrew("status").status == 0)
      try await stack.succeeds("up", "--listen", "none")
      let ended = try await quickbrew(Self.drive)
      #expect(ended.status == 5, "\(ended)")
    }
  }

  @Test("a service that is to listen and has no keys does not start")
  func keyless() async throws {
    try await TemporaryDirectory.with { directory in
      let outcome = try await Executables.run(
        "router", ["serve", "--home", directory.path, "--listen", "tcp://0.0.0.0:7400"],
        in: directory.path)
      #expect(outcome.status == 1 && outcome.errors.contains("server.key"), "\(outcome)")
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}

extension StackScript {
  func succeedsAsClient(_ arguments: String...) async throws {
    let outcome = try await Executables.run(
      "quickbrew", arguments, environment: ["QUICKBREW_HOME": home], in: temporary)
    #expect(outcome.status == 0, "\(outcome)")
  }
}
