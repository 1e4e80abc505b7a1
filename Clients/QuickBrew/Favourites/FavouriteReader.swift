import CommandLineKit
import FoundationEssentials
import Geography
import Messages
import Time

/// Reads favourites from a file of this or another program; its first character tells which kind.
enum FavouriteReader {
  /// - Parameter path: what the file is called in errors.
  /// - Throws: `UsageError` that says where the file is wrong: then none of it counts.
  static func places(in text: String, _ path: String) throws(UsageError) -> [FavouritePlace] {
    let places: [FavouritePlace]
    do throws(UsageError) {
      places = try self.places(in: text)
    } catch {
      throw UsageError("Cannot read favourites from \(path): \(error.message)")
    }
    guard places.count <= VenueLimits.maximumFavourites else {
      throw UsageError(
        "\(path) has \(places.count) places; \(VenueLimits.maximumFavourites) is the most.")
    }
    return places
  }

  private static func places(in text: String) throws(UsageError) -> [FavouritePlace] {
    switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "<": return try gpx(text)
    case "{": return try json(Data(text.utf8))
    default: throw UsageError("it is neither GPX nor GeoJSON, nor what favourite export writes")
    }
  }

  private static func gpx(_ text: String) throws(UsageError) -> [FavouritePlace] {
    let document = try XML.read(text)
    guard document.name == "gpx" else {
      throw UsageError("it is XML, but <\(document.name)> is no GPX")
    }
    var places: [FavouritePlace] = []
    for point in document.children where point.name == "wpt" {
      places.append(try waypoint(point))
    }
    return places
  }

  private static func waypoint(_ point: XML.Element) throws(UsageError) -> FavouritePlace {
    let place = "line \(point.line): the waypoint"
    guard let latitude = point.attributes["lat"], let longitude = point.attributes["lon"] else {
      throw UsageError("\(place) has no lat and lon")
    }
    guard let coordinate = Coordinate(text: "\(latitude),\(longitude)") else {
      throw UsageError("\(place)’s lat “\(latitude)” and lon “\(longitude)” are no place")
    }
    let extensions = point.children.first { $0.name == "extensions" }
    return FavouritePlace(
      described: DescribedVenue(
        id: extensions?.text(of: "venue").map { VenueID(rawValue: $0) },
        name: point.text(of: "name"), coordinate: coordinate, address: point.text(of: "desc")),
      addedAt: try time(point.text(of: "time"), place))
  }

  private static func json(_ data: Data) throws(UsageError) -> [FavouritePlace] {
    struct Kind: Decodable {
      let type: String?
    }
    guard try decode(Kind.self, data).type == nil else { return try geoJSON(data) }
    return try decode(KeptFavourites.self, data).favourites.map { favourite in
      FavouritePlace(
        described: DescribedVenue(
          id: favourite.venueID, name: favourite.venue?.name,
          coordinate: favourite.venue?.coordinate, address: favourite.venue?.address),
        addedAt: favourite.addedAt)
    }
  }

  private static func geoJSON(_ data: Data) throws(UsageError) -> [FavouritePlace] {
    let collection = try decode(FavouriteFeatures.self, data)
    guard collection.type == "FeatureCollection" else {
      throw UsageError("it is a \(collection.type.prefix(40).description), no FeatureCollection")
    }
    var places: [FavouritePlace] = []
    for (index, feature) in collection.features.enumerated() {
      places.append(try place(feature, "feature \(index + 1)"))
    }
    return places
  }

  private static func place(
    _ feature: FavouriteFeatures.Feature, _ which: String
  ) throws(UsageError) -> FavouritePlace {
    guard feature.geometry?.type == "Point",
      case .point(let numbers) = feature.geometry?.coordinates
    else { throw UsageError("\(which) is no point") }
    guard numbers.count > 1 else { throw UsageError("\(which) has no longitude and latitude") }
    let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0])
    guard coordinate.isValid else {
      throw UsageError("\(which) is at longitude \(numbers[0]), latitude \(numbers[1]): no place")
    }
    let said = feature.properties
    var id: VenueID?
    if case .text(let text) = feature.id { id = VenueID(rawValue: text) }
    return FavouritePlace(
      described: DescribedVenue(
        id: id, name: said?.name ?? said?.title ?? said?.location?.name, coordinate: coordinate,
        address: said?.address ?? said?.location?.address),
      addedAt: try time(said?.addedAt ?? said?.date, which))
  }

  private static func time(_ text: String?, _ place: String) throws(UsageError) -> Timestamp? {
    guard let text else { return nil }
    guard let time = Timestamp(text) else {
      throw UsageError("\(place)’s time “\(text.prefix(40))” is none like 2026-11-21T08:00:00Z")
    }
    return time
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ data: Data
  ) throws(UsageError) -> Value {
    do {
      return try MessageCoder.decode(type, from: data)
    } catch {
      // The type has a name of ours, which tells nobody anything.
      let parts = error.message.split(separator: ": ", maxSplits: 1)
      throw UsageError(String(parts.last ?? ""))
    }
  }
}
