extension Database {
  /// The version of the schema: how many migration steps the file has seen.
  ///
  /// - Throws: `SQLError`.
  package func schemaVersion() throws(SQLError) -> Int { try connection.schemaVersion() }

  /// Brings the schema up to date: runs the steps the file has not seen, all of them or none.
  ///
  /// A step that has been released is never edited or removed: append another. Two processes that
  /// start at once do each step once.
  ///
  /// - Parameter steps: SQL scripts; step 0 makes the first schema.
  /// - Throws: `NewerSchemaError` where the file has seen more steps than there are; `SQLError`.
  package func migrate(_ steps: [String]) throws {
    guard try pendingSteps(steps) > 0 else { return }
    try transaction {
      for index in (steps.count - (try pendingSteps(steps)))..<steps.count {
        try execute(steps[index])
      }
      try connection.setSchemaVersion(steps.count)
    }
  }

  private func pendingSteps(_ steps: [String]) throws -> Int {
    let found = try schemaVersion()
    guard found <= steps.count else {
      throw NewerSchemaError(place: place, found: found, known: steps.count)
    }
    return steps.count - found
  }
}
