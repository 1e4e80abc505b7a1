package import SQL

extension StoredReplies {
  /// Deletes the replies of all operations whose names begin so, whoever asked: a reply holds what
  /// was said, mostly without a name. A change that is repeated afterwards is made again.
  ///
  /// - Parameter prefixes: such as `planner.pin`.
  /// - Throws: `SQLError`.
  package func erase(_ prefixes: [String], from database: Database) throws {
    for prefix in prefixes {
      try database.run("DELETE FROM kept_reply WHERE operation LIKE ?", prefix + "%")
    }
  }
}
