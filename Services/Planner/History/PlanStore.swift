import FoundationEssentials
import MessageBus
import Messages
import SQL
import Stores
import Time

/// The plans that are kept: the newest `PlannerLimits.maximumKeptPlans` of the home's owner, and
/// `PlanningLimits.keptPlansOfUser` of each user, of all planners that share them on a server.
///
/// Each has an owner, and its identifier is one of its owner's: what one user calls a plan neither
/// finds nor replaces another's.
///
/// Runs on its own thread, as it waits for the disk or the server.
actor PlanStore {
  private let executor = ThreadExecutor("plans")
  private let database: Database
  private let location: StoreLocation

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store, or creates it.
  ///
  /// - Throws: `SQLError`, with `isCorrupt` for a damaged file; `SchemaVersionError`.
  init(at location: StoreLocation) throws {
    self.location = location
    database = try Self.database(at: location)
  }

  /// The database with its tables.
  ///
  /// - Throws: as `init` does.
  static func database(at location: StoreLocation) throws -> Database {
    let database = try location.open()
    try database.create(tables)
    return database
  }

  private static let tables = Schema(
    version: 2,
    tables: """
      CREATE TABLE plan (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        -- A user, or empty for the home's owner.
        owner TEXT NOT NULL,
        id TEXT NOT NULL,
        -- Lets others see the plan.
        secret TEXT,
        made_at_milliseconds INTEGER NOT NULL,
        -- A `PlanSummary` and a `KeptPlan`, both as JSON.
        summary BLOB NOT NULL,
        content BLOB NOT NULL,
        -- A `RowDigest` of owner, identifier, secret, summary and content.
        digest TEXT NOT NULL,
        UNIQUE (owner, id)
      );
      -- Old plans are found by time, and linked ones by identifier and secret.
      CREATE INDEX plan_by_time ON plan (made_at_milliseconds);
      CREATE INDEX plan_by_id ON plan (id);
      """)

  /// Keeps plans in one transaction, and deletes those that are too many or too old. A plan
  /// replaces one of the same owner and identifier.
  ///
  /// - Parameter plans: each with its user; `nil` for the home's owner.
  /// - Throws: `SQLError`.
  func keep(_ plans: [(plan: KeptPlan, user: String?)], now: Timestamp) throws {
    try database.transaction {
      for (plan, user) in plans {
        let (owner, id) = (user ?? Self.homeOwner, plan.plan.id.rawValue)
        let content = try MessageCoder.encode(plan)
        let summary = try MessageCoder.encode(PlanSummary(plan))
        try database.run("DELETE FROM plan WHERE owner = ? AND id = ?", owner, id)
        try database.run(
          """
          INSERT INTO plan (owner, id, secret, made_at_milliseconds, summary, content, digest)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, owner, id, plan.secret, plan.made.millisecondsSince1970, summary, content,
          RowDigest.of(owner, id, plan.secret, summary, content))
      }
      let oldest = now.adding(seconds: -PlannerLimits.keptPlanSeconds)
      try database.run(
        """
        DELETE FROM plan WHERE made_at_milliseconds < ?
        """, oldest.millisecondsSince1970)
      for user in Set(plans.map(\.user)) { try deleteExcess(of: user) }
    }
  }

  /// Deletes the oldest plans of one owner, so that nobody's push out another's.
  private func deleteExcess(of user: String?) throws {
    let (owner, limit) =
      user.map { ($0, Caller.quota(PlanningLimits.keptPlansOfUser, of: $0)) }
      ?? (Self.homeOwner, PlannerLimits.maximumKeptPlans)
    try database.run(
      """
      DELETE FROM plan WHERE owner = ? AND number <= (
        SELECT number FROM plan WHERE owner = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
      """, owner, owner, limit)
  }

  private static let homeOwner = ""

  /// The plan that a request names.
  ///
  /// - Parameter user: the only one whose plans may be seen without a secret; `nil` for all.
  /// - Throws: `ServiceError` with `notFound`, the same whether there is no such plan or it is
  ///   somebody else's; `SQLError`.
  func plan(_ request: PlanShowRequest, for user: String?) throws -> KeptPlan {
    let id = request.id.rawValue
    let linked = try request.secret.flatMap { try first("id = ? AND secret = ?", [id, $0]) }
    let (condition, values) =
      user.map { ("owner = ? AND id = ?", [$0, id]) } ?? ("id = ?", [id])
    guard let content = try linked ?? first(condition, values) else {
      throw ServiceError(
        .notFound,
        "There is no plan “\(id.prefix(60))”; plans are kept for a week, the last "
          + "\(PlannerLimits.maximumKeptPlans).")
    }
    return try MessageCoder.decode(KeptPlan.self, from: content)
  }

  /// The newest of the plans that meet a condition.
  private func first(_ condition: String, _ values: [String]) throws -> Data? {
    try database.query(
      """
      SELECT * FROM plan WHERE \(condition) ORDER BY number DESC LIMIT 1
      """, values
    ) { row in
      try Self.checkDigest(row)
      return row.data("content")
    }.first
  }

  private static func checkDigest(_ row: borrowing Row) throws {
    if row.isIntact("owner", "id", "secret", "summary", "content") { return }
    // Earlier versions left out the summary.
    try row.check("The plan", "owner", "id", "secret", "content")
  }

  /// The newest plans, newest first.
  ///
  /// - Parameter user: the only one whose plans are listed; `nil` for all.
  /// - Throws: `ServiceError` with `invalidRequest` for a limit out of range; `SQLError`.
  func list(_ request: PlanListRequest, for user: String?) throws -> PlanListReply {
    let limit = request.limit ?? 20
    try check(limit, "The number of plans", in: 1...PlannerLimits.maximumKeptPlans)
    let condition = user == nil ? "" : "WHERE owner = ?"
    let summaries = try database.query(
      "SELECT * FROM plan \(condition) ORDER BY number DESC LIMIT \(limit)",
      user.map { [$0] } ?? []
    ) { row in
      try Self.checkDigest(row)
      return row.data("summary")
    }
    return PlanListReply(
      plans: try summaries.map { try MessageCoder.decode(PlanSummary.self, from: $0) })
  }
}

// MARK: - Personal data

extension PlanStore {
  /// The user's plans, and all that name one of the devices.
  ///
  /// - Throws: `SQLError`.
  func export(_ subject: DataSubject) throws -> [[String: String]] {
    try rows(about: subject).flatMap { rows in
      try rows.export(["owner", "id", "content"], from: database)
    }
  }

  /// Erases them.
  ///
  /// - Returns: how many there were.
  /// - Throws: `ServiceError` with `unavailable`: repeat it; `SQLError`.
  func erase(_ subject: DataSubject) async throws -> Int {
    let count = try database.transaction {
      try rows(about: subject).reduce(0) { try $0 + $1.erase(from: database) }
    }
    try await database.rewrite(["plan"], at: location)
    return count
  }

  private func rows(about subject: DataSubject) throws -> [PersonalRows] {
    let name = subject.user ?? subject.device?.rawValue ?? ""
    let quoted = String(decoding: try MessageCoder.encode(name), as: UTF8.self)
    // In JSON a name stands between quotation marks; a user's devices go on with a dot or a slash.
    let mentions =
      [quoted] + (subject.user == nil ? [] : [".", "/"].map { quoted.dropLast() + $0 })
    return try database.query("SELECT number, owner, content FROM plan") { row in
      let content = row.text("content")
      let isAbout = row.text("owner") == subject.user || mentions.contains { content.contains($0) }
      return isAbout ? PersonalRows("plan", where: "number = ?", ["\(row.int64("number"))"]) : nil
    }.compactMap(\.self)
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
