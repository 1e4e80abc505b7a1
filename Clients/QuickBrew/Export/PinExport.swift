import Geography
import Interchange
import Messages

/// Exports pin boards to file formats of other programs.
enum PinExport {
  /// Pins as waypoints and drives as tracks (GPX 1.1).
  static func gpx(_ board: PinBoard) -> String {
    GPXFile(
      waypoints: board.pins.map {
        .init(name: "\($0.label): \($0.place.label)", coordinate: $0.place.coordinate)
      },
      tracks: board.legs.map {
        let name = Formats.phrase("file.leg", ["from": $0.from, "to": $0.to])
        return (name, $0.drive.geometry.coordinates ?? [])
      }
    ).text
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
