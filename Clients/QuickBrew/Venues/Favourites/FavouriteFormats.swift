import Interchange
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

  /// The XML namespace of the venue's ID in GPX.
  static let namespace = "urn:quickbrew"

  /// The contents of the file. GPX leaves out favourites without a known coordinate.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
  func text(_ list: FavouriteRecordList) throws -> String {
    switch self {
    case .json: try JSONLine.text(list) + "\n"
    case .gpx: Self.gpx(list)
    }
  }

  /// Waypoints, with their elements in the order of the schema (GPX 1.1, topografix.com/GPX/1/1).
  private static func gpx(_ list: FavouriteRecordList) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1"
        xmlns:quickbrew="\(namespace)">

      """
    for favourite in list.favourites {
      guard let venue = favourite.venue else { continue }
      text += "  <wpt \(PinExport.position(venue.coordinate))>\n"
      let parts = [
        ("time", favourite.addedAt?.description), ("name", venue.name), ("desc", venue.address),
        ("type", venue.category.rawValue),
      ]
      for case (let name, let value?) in parts {
        text += "    <\(name)>\(XML.escaped(value))</\(name)>\n"
      }
      let id = XML.escaped(favourite.venueID.rawValue)
      text += "    <extensions><quickbrew:venue>\(id)</quickbrew:venue></extensions>\n  </wpt>\n"
    }
    return text + "</gpx>\n"
  }
}
