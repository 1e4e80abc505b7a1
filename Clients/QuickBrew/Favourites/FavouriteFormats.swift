import Geography
import Messages
import Time

/// A favourite as a file tells of it.
struct FavouritePlace: Sendable, Hashable {
  var described: DescribedVenue
  var addedAt: Timestamp?
}

/// A form in which favourites are written for other programs.
enum FavouriteFormat: String, CaseIterable {
  case json, gpx, geojson

  /// Stands for the identifier of a venue in GPX.
  static let namespace = "urn:quickbrew"

  /// The whole file. GPX and GeoJSON leave out what has no known place.
  ///
  /// - Throws: `EncodingError` where a number is not finite.
  func text(_ list: KeptFavourites) throws -> String {
    switch self {
    case .json: try JSONLine.text(list) + "\n"
    case .gpx: Self.gpx(list)
    case .geojson: try JSONLine.text(Self.features(list)) + "\n"
    }
  }

  /// Waypoints; elements in the order of the schema (GPX 1.1, topografix.com/GPX/1/1).
  private static func gpx(_ list: KeptFavourites) -> String {
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

  /// Points (RFC 7946).
  private static func features(_ list: KeptFavourites) -> FavouriteFeatures {
    FavouriteFeatures(
      features: list.favourites.compactMap { favourite in
        guard let venue = favourite.venue else { return nil }
        return FavouriteFeatures.Feature(
          id: .text(favourite.venueID.rawValue),
          geometry: FavouriteFeatures.Geometry(
            coordinates: .point([venue.coordinate.longitude, venue.coordinate.latitude])),
          properties: FavouriteFeatures.Properties(
            name: venue.name, address: venue.address, category: venue.category.rawValue,
            addedAt: favourite.addedAt?.description))
      })
  }
}

/// A FeatureCollection of points, as it is written and read. Other programs' names of a point are
/// taken where the usual ones are missing.
struct FavouriteFeatures: Codable, Sendable {
  var type = "FeatureCollection"
  let features: [Feature]

  struct Feature: Codable, Sendable {
    var type = "Feature"
    let id: Identifier?
    let geometry: Geometry?
    let properties: Properties?
  }

  struct Geometry: Codable, Sendable {
    var type = "Point"
    let coordinates: Numbers?
  }

  struct Properties: Codable, Sendable {
    var name: String?
    var address: String?
    var category: String?
    var addedAt: String?
    var title: String?
    var date: String?
    var location: Location?
  }

  /// As in Google's file of saved places.
  struct Location: Codable, Sendable {
    let name: String?
    let address: String?
  }

  /// A text; a number, which RFC 7946 allows as well, names no venue of ours.
  enum Identifier: Codable, Sendable {
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      self = (try? decoder.singleValueContainer().decode(String.self)).map { .text($0) } ?? .other
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .text(let text) = self {
        try container.encode(text)
      } else {
        try container.encodeNil()
      }
    }
  }

  /// Longitude, latitude and perhaps height; other geometries have lists of these.
  enum Numbers: Codable, Sendable {
    case point([Double])
    case other

    init(from decoder: any Decoder) throws {
      let point = try? decoder.singleValueContainer().decode([Double].self)
      self = point.map { .point($0) } ?? .other
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if case .point(let point) = self { try container.encode(point) }
    }
  }
}
