import Messages
import OpenStreetMap

/// An OpenStreetMap extract as a feed: the import that `venue-store build` uses.
enum MapExtract {
  /// Hands over every venue of the extract.
  ///
  /// - Throws: `FeedFailure` where the extract cannot be read; whatever `body` throws.
  static func forEachRow(
    _ path: String, _ limits: FeedLimits,
    _ body: (Result<FeedRow, WrongRow>) throws -> Void
  ) throws {
    do {
      let found = try VenueImport.read(MapFile(path: path, limits: limits.maximumExtract)) {
        try body(.success(FeedRow($0)))
      }
      for (reason, entry) in found.report.entries {
        for _ in 0..<entry.count { try body(.failure(WrongRow(reason))) }
      }
    } catch let error as MapFileError {
      throw FeedFailure("\(error)")
    }
  }
}

extension FeedRow {
  /// A venue of the map, which always has a place.
  init(_ venue: Venue) {
    self.init(
      id: venue.id.rawValue, name: venue.name, category: venue.category,
      coordinate: venue.coordinate, address: venue.address, phone: venue.phone,
      website: venue.website, openingHours: venue.openingHours, brand: venue.brand,
      cuisine: venue.cuisine, outdoorSeating: venue.outdoorSeating, takeaway: venue.takeaway,
      wheelchair: venue.wheelchair, wifi: venue.wifi, standing: venue.standing,
      geocodableAddress: nil)
  }
}
