import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

/// `quickbrew forget` and `export`, on the stores of real services that run.
@Suite(.timeLimit(.minutes(10)))
struct ForgetTests {
  private static let shop = "osm/node/422"

  @Test("nothing of a forgotten user stays in any store, log or file, and all of another's does")
  func forgetting() async throws { try await forget(storesAt: nil) }

  @Test("nor on a server, where the stores are on one")
  func forgettingOnServer() async throws {
    try await PostgreSQLServer.withDatabase { url in
      try await forget(storesAt: url)
      #expect(try await !dumpMentions("ann-secret", at: url))
      #expect(try await !dumpMentions("\"ann\"", at: url))
      #expect(try await dumpMentions("bob-secret", at: url))
    }
  }

  private static let settings = ["venues-at", "plans-at", "fences-at"]

  private func forget(storesAt url: String?) async throws {
    let stores = url.map { url in Dictionary(uniqueKeysWithValues: Self.settings.map { ($0, url) })
    }
    try await RealStack.run(stores: stores ?? [:]) { stack in
      try await contribute("ann", to: stack)
      try await contribute("bob", to: stack)
      // The newest sample of all is one that goes.
      try await succeed(stack, "position", "report", "37.80241,-122.4058", "--device", "ann.phone")
      if let url {
        #expect(try await dumpMentions("ann-secret", at: url))
      } else {
        #expect(try mentions("ann-secret", in: stack) > 0)
      }
      try leaveTraces(in: stack)
      try await expectExport(of: stack)

      for _ in 1...2 { try await succeed(stack, "forget", "ann") }
      for trace in ["ann-secret", "ann.phone", "\"ann\""] {
        #expect(try mentions(trace, in: stack) == 0, "\(trace)")
        if let url { #expect(try await !dumpMentions(trace, at: url), "\(trace)") }
      }
      if url == nil { #expect(try mentions("bob-secret", in: stack) > 0) }
      try expectTracesOfBob(in: stack)
      let audit = try String(contentsOfFile: stack.home + "/logs/audit.log", encoding: .utf8)
      #expect(audit.contains(#""operation":"forget""#) && audit.contains("ann"))
      // Numbers go on after a restart, too, and what is new is accepted.
      await stack.kill(.geofenceMonitor)
      try stack.start(.geofenceMonitor)
      try await stack.waitUntilReady()
      try await expectOnlyBob(on: stack)
    }
  }

  private func expectExport(of stack: RealStack) async throws {
    let exported = try await stack.quickbrew("export", "ann")
    #expect(exported.status == 0, "\(exported)")
    for word in [
      "ann-secret-note", "ann-secret-review", "ann-secret-plan", "ann.phone", Self.shop, "Coit",
    ] {
      #expect(exported.output.contains(word), "\(word)")
    }
    #expect(!exported.output.contains("bob"))
    // The export erases nothing, and an unknown user has nothing.
    let unknown = try await stack.quickbrew("export", "nobody")
    #expect(unknown.status == 0 && !unknown.output.contains("secret"), "\(unknown)")
  }

  private static let log = "logs/geofence-monitor-1.log"

  /// What services and clients write beside the stores.
  private func leaveTraces(in stack: RealStack) throws {
    try FileManager.default.createDirectory(
      atPath: stack.home + "/logs", withIntermediateDirectories: true)
    let lines = ["ann", "bob"].flatMap { user in
      ["The track of “\(user).phone” is damaged.", #"{"user":"\#(user)","status":200}"#]
    }
    try (lines + ["The announcement is planned."]).joined(separator: "\n")
      .write(toFile: stack.home + "/" + Self.log, atomically: true, encoding: .utf8)
    #expect(try favourites(in: stack).contains(#""ann""#))
  }

  private func favourites(in stack: RealStack) throws -> String {
    try String(contentsOfFile: stack.home + "/client/favourites.json", encoding: .utf8)
  }

  private func expectTracesOfBob(in stack: RealStack) throws {
    let log = try String(contentsOfFile: stack.home + "/" + Self.log, encoding: .utf8)
    #expect(log.split(separator: "\n").count == 3)
    #expect(log.contains("“bob.phone”") && log.contains("announcement") && !log.contains("“ann"))
    let favourites = try favourites(in: stack)
    #expect(favourites.contains(#""bob""#) && !favourites.contains(#""ann""#))
  }

  /// Whether a text is in a database, as text or in the bytes of a kept reply.
  private func dumpMentions(_ text: String, at url: String) async throws -> Bool {
    let dump = try await Executables.run(
      "/usr/bin/pg_dump", ["--dbname", url], environment: [:], in: "/")
    #expect(dump.status == 0, "\(dump.errors)")
    let hex = text.utf8.map { String($0, radix: 16) }.joined()
    return dump.output.contains(text) || dump.output.contains(hex)
  }

  private func contribute(_ user: String, to stack: RealStack) async throws {
    try await succeed(stack, "favourite", "add", Self.shop, "--user", user)
    try await succeed(stack, "note", "set", Self.shop, "\(user)-secret-note", "--user", user)
    let stars = user == "ann" ? "1" : "5"
    try await succeed(
      stack, "review", "add", Self.shop, stars, "\(user)-secret-review", "--user", user)
    try await succeed(stack, "pins", "add", "Coit Tower", "--board", user)
    let pin = Coordinate(latitude: 37.7955, longitude: -122.3937)
    // Its kept reply has the board, and is erased as well.
    _ = try await stack.bus.client.send(
      PinAddRequest(
        board: BoardID(rawValue: user), place: .coordinate(pin, label: "\(user)-secret-pin")))
    for place in ["37.785834,-122.406417", "37.8024,-122.4058"] {
      try await succeed(stack, "position", "report", place, "--device", "\(user).phone")
    }
    // With a key of the user's; nothing in it names them.
    let id = PlanID(rawValue: "\(user)-secret-plan")
    let client = stack.bus.client.acting(for: Caller(name: "key", scope: .write, user: user))
    let (from, to) = (
      Coordinate(latitude: 37.785834, longitude: -122.406417),
      Coordinate(latitude: 37.802395, longitude: -122.405822)
    )
    _ = try await client.send(
      PlanRequest(
        origin: .coordinate(from), destination: .coordinate(to), departure: nil,
        deadline: .after(seconds: 2700), id: id))
    // Written before it is shown.
    _ = try await client.send(PlanShowRequest(id: id))
  }

  /// Bob's remain, with the rating that is his alone; new positions and pins are taken.
  private func expectOnlyBob(on stack: RealStack) async throws {
    let reviews = try await stack.quickbrew("review", "list", Self.shop).output
    #expect(reviews.contains("bob-secret-review") && !reviews.contains("ann"))
    let venue = try await stack.bus.client.send(VenueRequest(id: VenueID(rawValue: Self.shop)))
    #expect(venue.rating?.count == 1)
    #expect(try await stack.quickbrew("favourite", "list", "--user", "bob").output.contains("422"))
    #expect(try await stack.quickbrew("pins", "list", "--board", "bob").output.contains("Coit"))
    #expect(try await !stack.quickbrew("pins", "list", "--board", "ann").output.contains("Coit"))
    #expect(try await stack.quickbrew("position", "show", "--device", "ann.phone").status == 3)
    let plans = try await stack.bus.client.send(PlanListRequest()).plans
    #expect(plans.map(\.id) == ["bob-secret-plan"])
    for user in ["ann", "bob"] {
      try await succeed(
        stack, "position", "report", "37.7861,-122.4071", "--device", "\(user).phone")
    }
  }

  private func succeed(_ stack: RealStack, _ arguments: String...) async throws {
    let outcome = try await Executables.run(
      "quickbrew", arguments, environment: ["QUICKBREW_HOME": stack.home], in: stack.home)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
  }

  /// In how many files of the stores a text is, anywhere in their bytes.
  private func mentions(_ text: String, in stack: RealStack) throws -> Int {
    let data = stack.home + "/data"
    return try FileManager.default.contentsOfDirectory(atPath: data).count { name in
      let bytes = try? Data(contentsOf: URL(filePath: "\(data)/\(name)"))
      return bytes?.range(of: Data(text.utf8)) != nil
    }
  }
}
