import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Searches on real extracts; skipped where they are absent.
@Suite(.computing, .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct GeocoderRealMapTests {
  private func with<Result>(_ name: String, _ body: (Searcher) throws -> Result) throws -> Result {
    let path = try #require(RealMaps.path(name))
    return try Indexed.with(MapFile(path: path), body)
  }

  /// Expects the first hit within `meters` of the coordinate.
  private func expect(
    _ searcher: Searcher, _ text: String, finds label: String, at coordinate: Coordinate,
    within meters: Meters = 60, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let reply = try searcher.search(GeocodeRequest(text: text))
    let first = reply.hits.first
    #expect(first?.label.contains(label) == true, "\(text): \(reply)", sourceLocation: location)
    let distance = first?.coordinate.distance(to: coordinate) ?? .infinity
    #expect(distance <= meters, "\(text): \(reply)", sourceLocation: location)
  }

  @Test("Coit Tower is found at its position")
  func coitTower() throws {
    let tower = Coordinate(latitude: 37.8024, longitude: -122.4058)
    try with("sf_demo_derived.osm.pbf") { searcher in
      for text in ["Coit Tower", "coit towr", "Coit Tower, San Francisco", "tower coit"] {
        try expect(searcher, text, finds: "Coit Tower", at: tower)
      }
      for text in [
        "1 Telegraph Hill Boulevard", "1 telegraph hill blvd", "1 telegraf hill blvd",
        "1 Telegraph Hill Blvd, San Francisco, CA 94133", "telegraph hill boulevard 1",
      ] {
        try expect(searcher, text, finds: "1 Telegraph Hill Boulevard", at: tower)
      }
    }
  }

  @Test("addresses and places in Helsinki are found")
  func helsinki() throws {
    try with("helsinki.osm.pbf") { searcher in
      let station = Coordinate(latitude: 60.1712, longitude: 24.9414)
      try expect(
        searcher, "Mannerheimintie 5", finds: "Mannerheimintie 5",
        at: Coordinate(
          latitude: 60.1692, longitude: 24.9405), within: 150)
      try expect(
        searcher, "mannerhiemintie 5 helsinki", finds: "Mannerheimintie 5",
        at: Coordinate(
          latitude: 60.1692, longitude: 24.9405), within: 150)
      try expect(
        searcher, "Mannerheimvägen 5", finds: "Mannerheimintie 5",
        at: Coordinate(
          latitude: 60.1692, longitude: 24.9405), within: 150)
      try expect(searcher, "Helsinki", finds: "Helsinki", at: station, within: 3_000)
      try expect(searcher, "Esplanadi", finds: "splanadi", at: station, within: 1_500)
      let near = try searcher.search(GeocodeRequest(text: "cafe", near: station)).hits
      #expect((near.first?.distanceMeters ?? .infinity) < 2_000)
    }
  }
}
