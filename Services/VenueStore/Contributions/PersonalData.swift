import Idempotency
package import Messages
import SQL
import Stores

/// What the store has of a user, to be exported and erased. It knows no devices.
package struct PersonalData {
  private let store: VenueDatabase

  package init(_ store: VenueDatabase) { self.store = store }

  private static let tables = ["favourite_mark", "note", "review", "kept_reply"]
  /// The operations whose replies repeat what a user said.
  private static let repeated = ["favourite", "note", "review"].map {
    "\(ServiceName.venueStore).\($0)"
  }

  private static func marks(of user: String) -> PersonalRows {
    PersonalRows("favourite_mark", where: "owner = ?", [user])
  }

  private static func notes(of user: String) -> PersonalRows {
    PersonalRows("note", where: "author = ?", [user])
  }

  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  package func export(_ request: VenueStoreExportRequest) throws -> ExportReply {
    try request.subject.validate()
    guard let user = request.subject.user else { return ExportReply(rows: [:]) }
    let reviews = PersonalRows("review", where: "author = ?", [user])
    let database = store.database
    let rows = [
      "favourite_mark": try Self.marks(of: user).export(
        ["venue_id", "added_at_milliseconds", "stamp_milliseconds", "device"], from: database),
      "note": try Self.notes(of: user).export(
        ["venue_id", "text", "changed_at_milliseconds"], from: database),
      "review": try reviews.export(
        ["venue_id", "stars", "text", "written_at_milliseconds", "changed_at_milliseconds"],
        from: database),
    ]
    return ExportReply(rows: rows.filter { !$0.value.isEmpty })
  }

  /// Erases the rows; the ratings of the reviewed venues change. `rewrite` is to follow.
  ///
  /// - Parameter publish: receives the venues whose ratings change.
  /// - Throws: `ServiceError` with `invalidRequest`; `SQLError`.
  func erase(
    _ request: VenueStoreEraseRequest, _ publish: VenueStream.Publish
  ) throws -> EraseReply {
    try request.subject.validate()
    guard let user = request.subject.user else { return EraseReply(rows: [:]) }
    let rows = try Favourites(store).changing {
      [
        "review": try Reviews(store).erase(of: user, publish),
        "note": try Self.notes(of: user).erase(from: store.database),
        "favourite_mark": try Self.marks(of: user).erase(from: store.database),
      ]
    }
    try store.replies.erase(Self.repeated, from: store.database)
    return EraseReply(rows: rows.filter { $0.value > 0 })
  }

  /// Leaves nothing in the store of what was erased.
  ///
  /// - Throws: as `Database.rewrite`.
  func rewrite(at location: StoreLocation) throws {
    try store.database.rewrite(Self.tables, at: location)
  }
}
