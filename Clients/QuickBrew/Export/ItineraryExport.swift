import Geography
import Interchange
import Messages
import Time

/// An itinerary in the file formats of other programs.
enum ItineraryExport {
  /// Points as waypoints, legs as tracks (GPX 1.1).
  static func gpx(_ trip: Itinerary) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata><name>\(XML.escaped(trip.title))</name></metadata>

      """
    for point in trip.points {
      let time = (point.arrival ?? point.departure).map { "<time>\(utc($0))</time>" } ?? ""
      let address = point.address.map { "<desc>\(XML.escaped($0))</desc>" } ?? ""
      let times = "<cmt>\(XML.escaped(point.times))</cmt>"
      text += "  <wpt \(PinExport.position(point.coordinate))>\(time)"
      text += "<name>\(XML.escaped(point.name))</name>\(times)\(address)</wpt>\n"
    }
    for (index, leg) in trip.legs.enumerated() {
      let name = "\(trip.points[index].name) to \(trip.points[index + 1].name)"
      text += "  <trk><name>\(XML.escaped(name))</name><trkseg>\n"
      text += leg.line.map { "    <trkpt \(PinExport.position($0))/>\n" }.joined()
      text += "  </trkseg></trk>\n"
    }
    return text + "</gpx>\n"
  }

  /// A point for each place and a line for each leg (RFC 7946).
  static func geoJSON(_ trip: Itinerary) throws -> String {
    let points = trip.points.map { point in
      GeoJSON.Feature(
        .point(point.coordinate),
        Properties(
          name: point.name, address: point.address, arrival: point.arrival,
          departure: point.departure))
    }
    let legs = trip.legs.enumerated().map { index, leg in
      GeoJSON.Feature(
        .line(leg.line),
        Properties(
          name: "\(trip.points[index].name) to \(trip.points[index + 1].name)",
          durationSeconds: leg.durationSeconds, distanceMeters: leg.distanceMeters))
    }
    return try JSONLine.text(GeoJSON.Collection(points + legs)) + "\n"
  }

  /// The instant in UTC, as GPX has it.
  private static func utc(_ time: Timestamp) -> String {
    Timestamp(secondsSince1970: time.secondsSince1970).description
  }

  private struct Properties: Encodable, Sendable {
    let name: String
    var address: String?
    var arrival: Timestamp?
    var departure: Timestamp?
    var durationSeconds: Int?
    var distanceMeters: Int?
  }
}
