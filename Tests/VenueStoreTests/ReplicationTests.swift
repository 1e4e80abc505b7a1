import PostgreSQL
import SQL
import Stores
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReplicationTests {
  @Test("what a standby server has not replayed is its lag, until it has")
  func lag() async throws {
    try await PostgreSQLPair.with { pair in
      let server = try Database(postgreSQL: pair.url)
      let standby = try Database(postgreSQL: pair.standby)
      #expect(try Replication.counts(on: server)["standbys"] == 1)
      #expect(try Replication.counts(on: standby)["standbys"] == 0)

      try standby.execute("SELECT pg_wal_replay_pause()")
      try await untilDone {
        try standby.first("SELECT pg_get_wal_replay_pause_state() AS state") { $0.text("state") }
          == "paused"
      }
      // Its log has each row, of a thousand bytes and a few.
      try server.execute(
        "CREATE TABLE filler AS SELECT repeat('x', 1000) FROM generate_series(1, 2000)")
      #expect(try #require(try Replication.counts(on: server)["lagBytes"]) > 2_000_000)
      try standby.execute("SELECT pg_wal_replay_resume()")
      try await untilDone { try Replication.counts(on: server)["lagBytes"] ?? .max < 10_000 }
    }
  }

  @Test("a role that may not read statistics reports nothing, rather than no standby")
  func withoutRight() async throws {
    try await PostgreSQLPair.with { pair in
      let owner = try Database(postgreSQL: pair.url)
      try owner.execute("CREATE ROLE reader LOGIN")
      let url = pair.url.replacing("user=quickbrew", with: "user=reader")
      #expect(try Replication.counts(on: Database(postgreSQL: url)).isEmpty)
      try owner.execute("GRANT pg_monitor TO reader")
      #expect(try Replication.counts(on: Database(postgreSQL: url))["standbys"] == 1)
    }
  }

  @Test("a file has no server to measure")
  func file() async {
    let replication = Replication(of: .file(path: "/nowhere/store.sqlite"))
    await replication.run()
    #expect(replication.counts.isEmpty)
  }

  private func untilDone(_ isDone: () throws -> Bool) async throws {
    while try !isDone() {
      // The server announces neither, so it is asked again.
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
