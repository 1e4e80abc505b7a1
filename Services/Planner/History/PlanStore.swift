import FoundationEssentials
import MessageBus
import Messages
import SQL
import Stores
import Time

/// The plans that are kept: the newest `PlannerLimits.maximumKeptPlans`, of all planners that share
/// them on a server.
///
/// Runs on a thread of its own, as it waits for the disk or the server.
actor PlanStore {
  private let executor = ThreadExecutor("plans")
  private let database: Database

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store, or creates it.
  ///
  /// - Throws: `SQLError`, with `isCorrupt` for a damaged file; `NewerSchemaError`.
  init(at location: StoreLocation) throws { database = try Self.database(at: location) }

  /// The database with its tables.
  ///
  /// - Throws: as `init` does.
  static func database(at location: StoreLocation) throws -> Database {
    let database = try location.open()
    try database.migrate([
      """
      -- `content` is a `KeptPlan`, `summary` a `PlanSummary`, both as JSON.
      CREATE TABLE plan (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        made_at_milliseconds INTEGER NOT NULL, summary BLOB NOT NULL, content BLOB NOT NULL
      );
      """,
      // Without it the old plans are found by reading all of them.
      "CREATE INDEX plan_by_time ON plan (made_at_milliseconds);",
    ])
    return database
  }

  /// Keeps plans in one transaction, and deletes those that are too many or too old. A plan
  /// replaces one of the same identifier.
  ///
  /// - Throws: `SQLError`.
  func keep(_ plans: [KeptPlan], now: Timestamp) throws {
    try database.transaction {
      for plan in plans {
        try database.run("DELETE FROM plan WHERE id = ?", plan.plan.id.rawValue)
        try database.run(
          """
          INSERT INTO plan (id, made_at_milliseconds, summary, content) VALUES (?, ?, ?, ?)
          """, plan.plan.id.rawValue, plan.made.millisecondsSince1970,
          try MessageCoder.encode(PlanSummary(plan)), try MessageCoder.encode(plan))
      }
      let oldest = now.adding(seconds: -PlannerLimits.keptPlanSeconds)
      try database.run(
        """
        DELETE FROM plan WHERE made_at_milliseconds < ?
        OR number <= (SELECT max(number) FROM plan) - ?
        """, oldest.millisecondsSince1970, PlannerLimits.maximumKeptPlans)
    }
  }

  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func plan(_ id: PlanID) throws -> KeptPlan {
    let content = try database.first("SELECT content FROM plan WHERE id = ?", id.rawValue) {
      $0.data(0)
    }
    guard let content else {
      throw ServiceError(
        .notFound,
        "There is no plan “\(id.rawValue.prefix(60))”; plans are kept for a week, the last "
          + "\(PlannerLimits.maximumKeptPlans).")
    }
    return try MessageCoder.decode(KeptPlan.self, from: content)
  }

  /// The newest plans, newest first.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a limit out of range; `SQLError`.
  func list(_ request: PlanListRequest) throws -> PlanListReply {
    let limit = request.limit ?? 20
    guard (1...PlannerLimits.maximumKeptPlans).contains(limit) else {
      throw ServiceError(
        .invalidRequest,
        "The limit is \(limit); it must be 1 to \(PlannerLimits.maximumKeptPlans).")
    }
    let summaries = try database.query(
      "SELECT summary FROM plan ORDER BY number DESC LIMIT ?", limit
    ) { $0.data(0) }
    return PlanListReply(
      plans: try summaries.map { try MessageCoder.decode(PlanSummary.self, from: $0) })
  }
}

extension PlanSummary {
  init(_ kept: KeptPlan) {
    let plan = kept.plan
    self.init(
      id: plan.id, made: kept.made, origin: plan.origin.label,
      destination: plan.destination.label, departure: plan.departure, deadline: plan.deadline,
      category: plan.category, onTime: plan.candidates.onTime)
  }
}
