extension Database {
  /// The version of the schema: how many migration steps have been applied.
  ///
  /// - Throws: `SQLError`.
  package func schemaVersion() throws(SQLError) -> Int { try connection.schemaVersion() }

  /// Brings the schema up to date: runs the steps that have not been applied, all of them or none.
  ///
  /// A step that has been released is never edited or removed: append another. Two processes that
  /// start at once run each step once.
  ///
  /// - Parameter steps: scripts for `define`; step 0 creates the first schema.
  /// - Throws: `NewerSchemaError` if more steps have been applied than there are; `SQLError`.
  package func migrate(_ steps: [String]) throws {
    guard try pendingSteps(steps) > 0 else { return }
    try transaction {
      for index in (steps.count - (try pendingSteps(steps)))..<steps.count {
        try define(steps[index])
      }
      try connection.setSchemaVersion(steps.count)
    }
  }

  private func pendingSteps(_ steps: [String]) throws -> Int {
    let found = try schemaVersion()
    guard found <= steps.count else {
      throw NewerSchemaError(location: location, found: found, known: steps.count)
    }
    return steps.count - found
  }
}
