import CommandLineKit
import FoundationEssentials
import Geography
import Interchange
import Messages
import Time

/// Reads favourites from a file of this or another program. The format follows from the first
/// character.
enum FavouriteReader {
  /// - Parameter path: the name of the file in error messages.
  /// - Throws: `UsageError` that locates the error; nothing is imported then.
  static func favourites(in text: String, _ path: String) throws(UsageError) -> [ImportedFavourite]
  {
    let favourites: [ImportedFavourite]
    do throws(UsageError) {
      favourites = try self.favourites(in: text)
    } catch {
      throw UsageError("Cannot read favourites from \(path): \(error.message)")
    }
    guard favourites.count <= VenueLimits.maximumFavourites else {
      throw UsageError(
        "\(path) has \(favourites.count) places; \(VenueLimits.maximumFavourites) is the most.")
    }
    return favourites
  }

  private static func favourites(in text: String) throws(UsageError) -> [ImportedFavourite] {
    switch text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) {
    case "<": return try gpx(text)
    case "{": return try json(Data(text.utf8))
    default: throw UsageError("it is neither GPX nor what favourite export writes")
    }
  }

  private static func gpx(_ text: String) throws(UsageError) -> [ImportedFavourite] {
    let document: XMLElement
    do { document = try XML.read(text) } catch { throw UsageError("\(error)") }
    guard document.name == "gpx" else {
      throw UsageError("it is XML, but <\(document.name)> is no GPX")
    }
    var favourites: [ImportedFavourite] = []
    for point in document.children where point.name == "wpt" {
      favourites.append(try waypoint(point))
    }
    return favourites
  }

  private static func waypoint(_ point: XMLElement) throws(UsageError) -> ImportedFavourite {
    let subject = "line \(point.line): the waypoint"
    guard let latitude = point.attributes["lat"], let longitude = point.attributes["lon"] else {
      throw UsageError("\(subject) has no lat and lon")
    }
    guard let coordinate = Coordinate(text: "\(latitude),\(longitude)") else {
      throw UsageError("\(subject)’s lat “\(latitude)” and lon “\(longitude)” are no place")
    }
    let extensions = point.children.first { $0.name == "extensions" }
    return ImportedFavourite(
      described: VenueDescription(
        id: extensions?.text(of: "venue").map { VenueID(rawValue: $0) },
        name: point.text(of: "name"), coordinate: coordinate, address: point.text(of: "desc")),
      addedAt: try time(point.text(of: "time"), subject))
  }

  private static func json(_ data: Data) throws(UsageError) -> [ImportedFavourite] {
    let list: FavouriteRecordList
    do {
      list = try MessageCoder.decode(FavouriteRecordList.self, from: data)
    } catch {
      // The message begins with a Swift type name, which means nothing to a user.
      throw UsageError(String(error.message.split(separator: ": ", maxSplits: 1).last ?? ""))
    }
    return list.favourites.map { favourite in
      ImportedFavourite(
        described: VenueDescription(
          id: favourite.venueID, name: favourite.venue?.name,
          coordinate: favourite.venue?.coordinate, address: favourite.venue?.address),
        addedAt: favourite.addedAt)
    }
  }

  private static func time(_ text: String?, _ subject: String) throws(UsageError) -> Timestamp? {
    guard let text else { return nil }
    guard let time = Timestamp(text) else {
      throw UsageError("\(subject)’s time “\(text.prefix(40))” is not like 2026-11-21T08:00:00Z")
    }
    return time
  }
}
