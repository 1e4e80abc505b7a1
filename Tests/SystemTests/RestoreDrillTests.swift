import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// Last night's copy on a machine that has nothing.
@Suite(.timeLimit(.minutes(10))) struct RestoreDrillTests {
  private static let places = [
    Coordinate(latitude: 37.785834, longitude: -122.406417),
    Coordinate(latitude: 37.802395, longitude: -122.405822),
  ]

  @Test("a copy comes back onto an empty machine by one command, with every row of every table")
  func drill() async throws {
    try await RealStack.run { stack in
      try await fill(stack)
      let copy = stack.home + "/copy"
      let elsewhere = stack.home + "/elsewhere"
      let made = try await backup([copy], home: stack.home)
      #expect(made.status == 0, "\(made)")
      let old = try await rows(of: stack.home)
      #expect(Set(old.keys).count >= 4 && old.values.contains { ($0["plan"] ?? 0) > 0 }, "\(old)")
      for table in [
        "note", "favourite_mark", "review", "board", "watch", "event", "device", "plan",
      ] {
        #expect(old.values.contains { ($0[table] ?? 0) > 0 }, "nothing in \(table): \(old)")
      }

      let restored = try await backup(["--restore", copy], home: elsewhere)
      #expect(restored.status == 0, "\(restored)")
      let new = try await rows(of: elsewhere)
      #expect(new == old)
    }
  }

  /// Something of everything that is stored.
  private func fill(_ stack: RealStack) async throws {
    let client = stack.bus.client
    let venue = try #require(
      try await client.send(NearbyRequest(coordinate: Self.places[0])).venues.first)
    _ = try await client.send(
      NotePutRequest(user: "ann", venueID: venue.venue.id, text: "corner table"))
    _ = try await client.send(FavouriteAddRequest(user: "ann", venueID: venue.venue.id))
    _ = try await client.send(ReviewPutRequest(user: "ann", venueID: venue.venue.id, stars: 4))
    _ = try await client.send(FenceAddRequest(center: Self.places[0], radiusMeters: 300))
    for second in 0..<4 {
      let time = Timestamp.now().adding(seconds: second * 60 - 300)
      _ = try await client.send(
        PositionReportRequest(
          device: "phone", coordinate: Self.places[second == 0 ? 1 : 0], time: time))
    }
    _ = try await client.send(
      PinAddRequest(board: "ann", place: .coordinate(Self.places[1])))
    _ = try await client.send(
      PlanRequest(
        origin: .coordinate(Self.places[0]), destination: .coordinate(Self.places[1]),
        deadline: .fromNow(seconds: 2_700)))
    // Kept plans are written after a moment; to list them waits for it.
    _ = try await client.send(PlanListRequest())
  }

  private func backup(_ arguments: [String], home: String) async throws -> Executables.Outcome {
    try await Executables.run(
      "/usr/bin/python3", ["-B", Executables.repository + "/deploy/backup"] + arguments,
      environment: ["QUICKBREW_HOME": home], in: NSTemporaryDirectory())
  }

  /// How many rows each table of each store has.
  private func rows(of home: String) async throws -> [String: [String: Int]] {
    let script = """
      import glob, json, os, sqlite3, sys
      def count(path):
          store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
          names = [row[0] for row in store.execute(
              "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
          return {each: store.execute(f"SELECT count(*) FROM {each}").fetchone()[0]
                  for each in names}
      stores = glob.glob(sys.argv[1] + "/data/*.sqlite")
      print(json.dumps({os.path.basename(path): count(path) for path in stores}))
      """
    let outcome = try await Executables.run("/usr/bin/python3", ["-c", script, home], in: home)
    return try JSONDecoder().decode([String: [String: Int]].self, from: Data(outcome.output.utf8))
  }
}
