import Idempotency
package import Messages
import SQL
import Stores

/// What the store has of a user, to be exported and erased. It knows no devices.
package struct PersonalData {
  private let store: VenueDatabase

  package init(_ store: VenueDatabase) { self.store = store }

  static let tables = ["favourite_mark", "note", "review", "kept_reply"]
  /// The operations whose replies repeat what a user said.
  private static let repeated = ["favourite", "note", "review"].map {
    "\(ServiceName.venueStore).\($0)"
  }

  private func rows(_ table: String, _ column: String = "author", of user: String) -> PersonalRows {
    PersonalRows(table, where: "\(column) = ?", [user])
  }

  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func export(_ request: VenueStoreExportRequest) throws -> ExportReply {
    try request.subject.validate()
    guard let user = request.subject.user else { return ExportReply(rows: [:]) }
    let database = store.database
    let found = [
      "favourite_mark": try rows("favourite_mark", "owner", of: user).export(
        ["venue_id", "added_at_milliseconds", "stamp_milliseconds", "device"], from: database),
      "note": try rows("note", of: user).export(
        ["venue_id", "text", "changed_at_milliseconds"], from: database),
      "review": try rows("review", of: user).export(
        ["venue_id", "stars", "text", "written_at_milliseconds", "changed_at_milliseconds"],
        from: database),
    ]
    return ExportReply(rows: found.filter { !$0.value.isEmpty })
  }

  /// Erases the rows; the ratings of the reviewed venues change. `Database.rewrite` is to follow.
  ///
  /// - Parameter publish: receives the venues whose ratings change.
  /// - Returns: how many, by table.
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  func erase(
    _ subject: DataSubject, _ publish: VenueStream.Publish
  ) throws -> [String: Int] {
    try subject.validate()
    guard let user = subject.user else { return [:] }
    let counts = try Favourites(store).changing {
      [
        "review": try Reviews(store).erase(of: user, publish),
        "note": try rows("note", of: user).erase(from: store.database),
        "favourite_mark": try rows("favourite_mark", "owner", of: user)
          .erase(from: store.database),
      ]
    }
    try store.replies.erase(Self.repeated, from: store.database)
    return counts.filter { $0.value > 0 }
  }
}
