import Foundation
import Stores

/// Copies a store of venues into an empty one.
///
/// The cursors of devices stay the same. The stream of changes starts a new epoch, so that every
/// replica copies everything again.
enum VenueStoreCopy {
  /// All but `stream` and `change`.
  static let copy = StoreCopy([
    .init("venue", key: ["id"], kind: "venues"),
    .init(
      "feed", isNumbered: true, initially: "definition IS NULL",
      kind: "sources"),
    .init("feed_row", isNumbered: true, kind: "rows of sources"),
    .init("derived_place", key: ["geocodable_address"], kind: "places of addresses"),
    .init("review", isNumbered: true, kind: "reviews"),
    .init("note", isNumbered: true, kind: "notes"),
    .init("deal", isNumbered: true, kind: "deals"),
    .init("favourite_mark", key: ["owner", "venue_id"], kind: "marks of favourites"),
    .init(
      "favourite_log", key: ["identity"], initially: "changes = 0", kind: "logs of favourites"
    ),
    .init("kept_reply", isNumbered: true, kind: "kept replies"),
  ])

  /// - Parameter progress: receives the finished part, 0 ... 1, and the kind being copied.
  /// - Throws: `ServiceError` with `conflict` if the target is not empty; `SQLError`. Nothing is
  ///   copied then.
  static func run(
    from source: VenueDatabase, to target: VenueDatabase,
    progress: (Double, String) -> Void = { _, _ in }
  ) throws -> [StoreCopy.Count] {
    try copy.run(from: source.database, to: target.database, progress: progress) {
      try target.changeLog.startEpoch(UUID().uuidString)
    }
  }
}
