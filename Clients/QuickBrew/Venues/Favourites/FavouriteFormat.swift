import Messages
import Time

/// A favourite as read from a file: a description of the venue, to be matched by the store.
struct ImportedFavourite: Sendable, Hashable {
  var described: VenueDescription
  var addedAt: Timestamp?
}

/// A file format for exported favourites.
enum FavouriteFormat: String, CaseIterable {
  case json, gpx

  /// The contents of the file. GPX leaves out favourites without a known coordinate.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
  func text(_ list: FavouriteRecordList) throws -> String {
    switch self {
    case .json: try JSONLine.text(list) + "\n"
    case .gpx: Self.gpx(list)
    }
  }

  private static func gpx(_ list: FavouriteRecordList) -> String {
    GPXFile(
      waypoints: list.favourites.compactMap { favourite in
        favourite.venue.map {
          .init(
            name: $0.name, coordinate: $0.coordinate, time: favourite.addedAt?.description,
            description: $0.address, type: $0.category.rawValue,
            venue: favourite.venueID.rawValue)
        }
      }
    ).text
  }
}
