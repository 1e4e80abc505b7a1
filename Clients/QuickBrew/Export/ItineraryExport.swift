import Interchange
import Time

/// An itinerary in the file formats of other programs.
enum ItineraryExport {
  /// Points as waypoints, legs as tracks (GPX 1.1).
  static func gpx(_ trip: Itinerary) -> String {
    GPXFile(
      title: trip.title,
      waypoints: trip.points.map {
        .init(
          name: $0.name, coordinate: $0.coordinate, time: ($0.arrival ?? $0.departure).map(utc),
          comment: $0.times, description: $0.address)
      },
      tracks: trip.legs.enumerated().map { (name($0, of: trip), $1.line) }
    ).text
  }

  private static func name(_ leg: Int, of trip: Itinerary) -> String {
    Formats.phrase(
      "file.leg", ["from": trip.points[leg].name, "to": trip.points[leg + 1].name])
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
          name: name(index, of: trip), durationSeconds: leg.durationSeconds,
          distanceMeters: leg.distanceMeters))
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
