import Foundation
import Geography
import Interchange
import Testing

@Suite struct GeoJSONTests {
  private struct Named: Codable, Hashable {
    let name: String
  }

  private static let here = Coordinate(latitude: 37.5, longitude: -122.25)
  private static let there = Coordinate(latitude: 38, longitude: -121)

  @Test(
    "a geometry is read as it was written",
    arguments: [
      (.point(here), #"{"coordinates":[-122.25,37.5],"type":"Point"}"#),
      (.line([here, there]), #"{"coordinates":[[-122.25,37.5],[-121,38]],"type":"LineString"}"#),
      (
        .lines([[here, there]]),
        #"{"coordinates":[[[-122.25,37.5],[-121,38]]],"type":"MultiLineString"}"#
      ),
      (.polygon([[here, there, here]]), nil), (.polygons([[[here]], [[there], [here]]]), nil),
      (.other("GeometryCollection"), #"{"type":"GeometryCollection"}"#),
    ] as [(GeoJSON.Geometry, String?)])
  func geometries(geometry: GeoJSON.Geometry, text: String?) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(geometry)
    if let text { #expect(String(decoding: data, as: UTF8.self) == text) }
    #expect(try JSONDecoder().decode(GeoJSON.Geometry.self, from: data) == geometry)
  }

  @Test("heights and unknown members are ignored, and so is a number as an ID")
  func features() throws {
    let text = """
      {"type":"FeatureCollection","bbox":[0,0,1,1],"features":[
      {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[-122.25,37.5,12]},
      "properties":{"name":"x","more":1}},{"type":"Feature","geometry":null,"properties":null}]}
      """
    let collection = try JSONDecoder().decode(
      GeoJSON.Collection<Named>.self, from: Data(text.utf8))
    #expect(collection.type == "FeatureCollection")
    #expect(collection.features.map(\.geometry) == [.point(Self.here), nil])
    #expect(collection.features.map(\.properties) == [Named(name: "x"), nil])
    #expect(collection.features.map(\.id) == [nil, nil])
  }

  @Test(
    "a feature and a bare geometry are read as collections of one",
    arguments: [
      #"{"type":"Point","coordinates":[-122.25,37.5]}"#,
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.25,37.5]}}"#,
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":[1],
      "geometry":{"type":"Point","coordinates":[-122.25,37.5]}}]}
      """,
    ])
  func single(text: String) throws {
    let collection = try JSONDecoder().decode(
      GeoJSON.Collection<GeoJSON.AnyProperties>.self, from: Data(text.utf8))
    #expect(collection.features.map(\.geometry) == [.point(Self.here)])
  }

  @Test(
    "what is no geometry is refused",
    arguments: [
      "{}", #"{"type":"Point"}"#, #"{"type":"Point","coordinates":[1]}"#,
      #"{"type":"LineString","coordinates":[["1","2"]]}"#,
      #"{"type":"Polygon","coordinates":[[1,2]]}"#,
    ])
  func refuses(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GeoJSON.Geometry.self, from: Data(text.utf8))
    }
  }
}
