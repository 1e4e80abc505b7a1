import Geography
import Interchange
import Messages

/// Exports pin boards to file formats of other programs.
enum PinExport {
  /// Pins as waypoints and drives as tracks (GPX 1.1).
  static func gpx(_ board: PinBoard) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="QuickBrew" xmlns="http://www.topografix.com/GPX/1/1">

      """
    for pin in board.pins {
      let name = XML.escaped("\(pin.label): \(pin.place.label)")
      text += "  <wpt \(position(pin.place.coordinate))><name>\(name)</name></wpt>\n"
    }
    for leg in board.legs {
      text += "  <trk><name>\(leg.from) to \(leg.to)</name><trkseg>\n"
      for point in leg.drive.geometry.coordinates ?? [] {
        text += "    <trkpt \(position(point))/>\n"
      }
      text += "  </trkseg></trk>\n"
    }
    return text + "</gpx>\n"
  }

  static func position(_ point: Coordinate) -> String {
    "lat=\"\(Formats.decimal(point.latitude, places: 6))\" "
      + "lon=\"\(Formats.decimal(point.longitude, places: 6))\""
  }

  /// A point for each pin and a line for each drive (RFC 7946).
  static func geoJSON(_ board: PinBoard) throws -> String {
    let pins = board.pins.map { pin in
      GeoJSON.Feature(
        .point(pin.place.coordinate), Properties(label: pin.label, name: pin.place.label))
    }
    let drives = board.legs.map { leg in
      GeoJSON.Feature(
        .line(leg.drive.geometry.coordinates ?? []),
        Properties(
          from: leg.from, to: leg.to, name: leg.drive.name,
          durationSeconds: leg.drive.durationSeconds, distanceMeters: leg.drive.distanceMeters))
    }
    return try JSONLine.text(GeoJSON.Collection(pins + drives)) + "\n"
  }

  private struct Properties: Encodable, Sendable {
    var label: String?
    var from: String?
    var to: String?
    var name: String?
    var durationSeconds: Int?
    var distanceMeters: Int?
  }
}
