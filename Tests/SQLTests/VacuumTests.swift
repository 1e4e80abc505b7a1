import PostgreSQL
import SQL
import Stores
import TestSupport
import Testing

/// What a server does about rows that were erased.
@Suite(.timeLimit(.minutes(10))) struct VacuumTests {
  /// In `note` every second row is Ann's, in `board` one of all, in `plan` the last third; nobody
  /// reads that one.
  private static let tables = ["note", "board", "plan"]

  private func withTables(_ body: (StoreLocation, Database) async throws -> Void) async throws {
    try await PostgreSQLServer.withDatabase { url in
      let location = StoreLocation.server(url: url)
      let database = try location.open()
      try database.execute("CREATE EXTENSION pageinspect")
      for (table, isAnns) in zip(Self.tables, ["n % 2 = 0", "n = 7", "n > 20000"]) {
        try database.execute(
          """
          CREATE TABLE \(table) (number BIGINT PRIMARY KEY, author TEXT)
            WITH (autovacuum_enabled = FALSE);
          INSERT INTO \(table) SELECT n, CASE WHEN \(isAnns) THEN 'ann' ELSE 'bob' || n END
            FROM generate_series(1, 30000) AS n;
          """)
      }
      try database.execute("ANALYZE")
      try await body(location, database)
    }
  }

  private func sizes(_ database: Database) throws -> [Int] {
    try Self.tables.map { table in
      try database.first("SELECT pg_relation_size('\(table)')") { $0.int(0) } ?? 0
    }
  }

  private func count(_ database: Database, _ what: String) throws -> Int? {
    try database.first("SELECT count(*) FROM \(what)") { $0.int(0) }
  }

  @Test("space and statistics of erased rows go while tables are read, under no exclusive lock")
  func whileRead() async throws {
    try await withTables { location, database in
      let before = try sizes(database)
      let statistics = "pg_stats WHERE attname = 'author' AND most_common_vals::TEXT LIKE '%ann%'"
      #expect(try count(database, statistics) == 2)
      let reader = try location.open()
      try reader.execute("BEGIN; LOCK TABLE note, board IN ACCESS SHARE MODE")
      for table in Self.tables { try database.run("DELETE FROM \(table) WHERE author = 'ann'") }
      #expect(try database.rewrite(Self.tables, at: location, to: .max) == nil)
      let vacuumed = "pg_stat_user_tables WHERE vacuum_count > 0"
      // Other tests have databases of the same server.
      let running =
        "pg_stat_activity WHERE datname = current_database() AND query LIKE 'VACUUM%'"
      let locks = """
        pg_locks JOIN pg_database AS d ON d.oid = database WHERE datname = current_database()
        AND relation > 16383 AND mode = 'AccessExclusiveLock'
        """
      while try count(database, vacuumed) != 3 || count(database, running) != 0 {
        try #require(try count(database, locks) == 0)
        // The server announces nothing, so it is polled.
        try await Task.sleep(for: .milliseconds(5))
      }
      try reader.execute("COMMIT")
      #expect(try count(database, statistics) == 0)
      for (table, size) in zip(Self.tables, before) {
        // Neither deleted, nor only the address of a row that an index still has.
        let dead = """
          generate_series(0, \(size / 8_192 - 1)) AS n, heap_page_items(get_raw_page('\(table)', n))
          WHERE lp_flags = 3 OR t_xmax::TEXT <> '0'
          """
        #expect(try count(database, dead) == 0, "\(table)")
      }
      // Not made shorter; what is free is used again.
      #expect(try sizes(database) == before)
      try database.execute(
        "INSERT INTO note SELECT -n, 'cleo' FROM generate_series(1, 15000) AS n")
      #expect(try sizes(database) == before)
    }
  }
}
