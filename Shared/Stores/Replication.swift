import MessageBus
package import SQL

/// How far the servers that follow a store's server are behind it.
///
/// Needs a role that may read all statistics: the superuser, or a member of `pg_monitor`.
/// Source: https://www.postgresql.org/docs/15/monitoring-stats.html, `pg_stat_replication`.
package struct Replication: Sendable {
  private let server: StoreConnection<Database>?
  private let measured = Locked<[String: Int]>([:])

  /// Connects with the first measurement.
  package init(of location: StoreLocation) {
    server = location.isShared ? StoreConnection("replication") { try location.open() } : nil
  }

  /// For `stats`, as measured at most 15 seconds ago: how many `standbys` follow the server, and
  /// how many `lagBytes` of its log the last of them has not replayed; empty for a file, and where
  /// the server does not say.
  package var counts: [String: Int] { measured.withLock { $0 } }

  /// Measures until cancelled; a file not at all.
  package func run() async {
    while let server, !Task.isCancelled {
      let counts = try? await server.perform(Self.counts)
      measured.withLock { $0 = counts ?? [:] }
      // Throws only when the service is stopping; the loop then ends.
      try? await Task.sleep(for: .seconds(15))
    }
  }

  /// What `counts` reports, as of now.
  ///
  /// - Throws: `SQLError`.
  @Sendable package static func counts(on server: Database) throws -> [String: Int] {
    // What only copies the server's files, such as `pg_basebackup`, replays nothing.
    try server.first(
      """
      SELECT count(replay_lsn) AS standbys,
        CAST(coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0) AS BIGINT) AS lag
      FROM pg_stat_replication HAVING pg_has_role('pg_read_all_stats', 'USAGE')
      """
    ) { ["standbys": $0.int("standbys"), "lagBytes": $0.int("lag")] } ?? [:]
  }
}
