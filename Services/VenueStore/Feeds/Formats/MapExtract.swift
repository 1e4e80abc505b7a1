import Messages
import OpenStreetMap

/// An OpenStreetMap extract as a feed, read by the import of `venue-store build`.
enum MapExtract {
  /// Calls `body` with every venue of the extract, and with an error for each skipped element.
  ///
  /// - Throws: `FeedFailure` if the extract cannot be read; whatever `body` throws.
  static func forEachRow(
    _ path: String, _ limits: FeedLimits,
    _ body: (Result<FeedRow, RejectedRow>) throws -> Void
  ) throws {
    do {
      let found = try VenueImport.read(MapFile(path: path, limits: limits.maximumExtract)) {
        try body(.success(FeedRow($0)))
      }
      for (reason, entry) in found.report.entries {
        for _ in 0..<entry.count { try body(.failure(RejectedRow(reason))) }
      }
    } catch let error as MapFileError {
      throw FeedFailure("\(error)")
    }
  }
}

extension FeedRow {
  /// A venue of a map, which always has a coordinate.
  init(_ venue: Venue) {
    self.init(
      id: venue.id.rawValue, name: venue.name, category: venue.category,
      coordinate: venue.coordinate, facts: venue.facts, standing: venue.standing)
  }
}
