import Foundation
import Stores

/// Copies a store of venues into an empty one.
///
/// The cursors of devices stay the same. The stream of changes starts a new epoch, so that every
/// replica copies everything again.
enum VenueStoreCopy {
  /// All but `stream` and `change`.
  static let copy = StoreCopy([
    .init(name: "venue", key: ["id"], kind: "venues"),
    .init(
      name: "feed", isNumbered: true, initially: "definition IS NULL",
      kind: "sources"),
    .init(name: "feed_row", isNumbered: true, kind: "rows of sources"),
    .init(name: "derived_place", key: ["geocodable_address"], kind: "places of addresses"),
    .init(name: "review", isNumbered: true, kind: "reviews"),
    .init(name: "note", isNumbered: true, kind: "notes"),
    .init(name: "deal", isNumbered: true, kind: "deals"),
    .init(name: "favourite_mark", key: ["owner", "venue_id"], kind: "marks of favourites"),
    .init(
      name: "favourite_log", key: ["identity"], initially: "changes = 0", kind: "logs of favourites"
    ),
    .init(name: "kept_reply", isNumbered: true, kind: "kept replies"),
  ])

  /// - Parameter progress: receives the finished part, 0 ... 1, and the kind being copied.
  /// - Throws: `ServiceError` with `conflict` if the target is not empty; `SQLError`. Nothing is
  ///   copied then.
  static func run(
    from source: VenueDatabase, to target: VenueDatabase,
    progress: (Double, String) -> Void = { _, _ in }
  ) throws -> [String] {
    try copy.run(from: source.database, to: target.database, progress: progress) {
      try target.changeLog.startEpoch(UUID().uuidString)
    }
  }
}
