import Foundation
import Messages
import TestSupport
import Testing

@testable import WebGateway

@Suite struct MapRouteTests {
  private let packed = Gzip.pack(Data(String(repeating: "tile ", count: 500).utf8)) ?? Data()

  private func bus() -> ScriptedBus {
    let packed = packed
    return ScriptedBus()
      .answering(MapTileRequest.self) { request in
        MapTileReply(bytes: request.z == 14 ? packed : Data())
      }
      .answering(MapStyleRequest.self) { request in
        MapStyleReply(
          fingerprint: "f00d",
          style:
            #"{"name":"\#(request.theme?.rawValue ?? "none")","t":"/map/f00d/{z}/{x}/{y}.pbf"}"#,
          tileJSON: #"{"tilejson":"3.0.0"}"#)
      }
      .answering(MapGlyphsRequest.self) { request in
        MapGlyphsReply(bytes: Data("\(request.fonts) \(request.start)".utf8))
      }
      .answering(MapSpriteRequest.self) { request in
        MapSpriteReply(image: Data([1, UInt8(request.scale ?? 0)]), index: #"{"cafe":{}}"#)
      }
  }

  private func get(
    _ path: String, query: [String: String] = [:], headers: [String: String] = [:]
  ) async -> HTTPResponse {
    await gateway(bus()).answer(HTTPRequest("GET", path, query: query, headers: headers))
  }

  @Test("a tile is kept for ever, packed for those who accept it")
  func tile() async throws {
    let response = await get("/map/f00d/14/1/2.pbf", headers: ["accept-encoding": "br, gzip"])
    #expect(response.status == 200)
    #expect(response.header("Content-Encoding") == "gzip")
    #expect(response.header("Cache-Control")?.contains("immutable") == true)
    #expect(response.header("Content-Type") == "application/vnd.mapbox-vector-tile")
    let plain = await get("/map/f00d/14/1/2.pbf", headers: ["accept-encoding": "gzip;q=0, br"])
    #expect(plain.header("Content-Encoding") == nil)
    #expect(plain.text.hasPrefix("tile tile"))
    let tag = try #require(response.header("ETag"))
    let again = await get("/map/f00d/14/1/2.pbf", headers: ["if-none-match": tag])
    #expect(again.status == 304)
    #expect(await get("/map/f00d/3/1/2.pbf").text == "")
  }

  @Test("the style is checked each time, in the theme that is asked for")
  func style() async {
    #expect(await get("/map/style.json").text.contains(#""name":"light""#))
    let dark = await get("/map/style.json", query: ["theme": "dark"])
    #expect(dark.text.contains(#""name":"dark""#))
    #expect(dark.header("Cache-Control") == "no-cache")
    #expect(dark.text.contains(#""t":"http://localhost:8080/map/f00d/{z}/{x}/{y}.pbf""#))
    let proxied = await get("/map/style.json", headers: ["x-forwarded-proto": "https"])
    #expect(proxied.text.contains(#""t":"https://localhost:8080/map/"#))
    #expect(await get("/map/style.json", query: ["theme": "pink"]).status == 400)
    #expect(await get("/map/tilejson.json").text.contains("3.0.0"))
  }

  @Test("letters and icons are kept for ever where their URL names the map")
  func assets() async {
    let letters = await get("/map/glyphs/Noto Sans Bold/256-511.pbf", query: ["v": "f00d"])
    #expect(letters.text == "Noto Sans Bold 256")
    #expect(letters.header("Cache-Control")?.contains("immutable") == true)
    #expect(
      await get("/map/sprite.json").header("Cache-Control")?.contains("immutable") == false)
    #expect(await get("/map/sprite@2x.png").text == "\u{01}\u{02}")
    #expect(await get("/map/sprite@2x.png").header("Content-Type") == "image/png")
  }

  @Test(
    "no other path is part of the map",
    arguments: [
      "/map/", "/map/f00d/14/1/2.png", "/map/f00d/14/1/-2.pbf", "/map/f00d/99999999/1/2.pbf",
      "/map/f00d/14/1", "/map/../page/app.js", "/map/glyphs/Noto/0-100.pbf", "/map/sprite@3x.png",
      "/map/glyphs/a/b/0-255.pbf", "/map/style.json/",
    ])
  func others(path: String) async {
    #expect(await get(path).status == 404)
  }

  @Test("a style or tiles of another site take the place of ours, and the policy allows them")
  func outside() async throws {
    let site = OutsideMap(
      styleURL: "https://s.example/{theme}.json", tileURL: "https://t.example:8443/{z}/{x}/{y}")
    let both = Gateway(
      services: bus(), topics: ScriptedTopics(), probe: ScriptedProbe(),
      files: PageFiles(vendor: "/nowhere"),
      outside: site)
    let style = await both.answer(
      HTTPRequest("GET", "/map/style.json", query: ["theme": "dark"]))
    #expect(style.status == 307)
    #expect(style.header("Location") == "https://s.example/dark.json")
    let policy = try #require(style.header("Content-Security-Policy"))
    #expect(policy.contains("connect-src 'self' https://s.example https://t.example:8443;"))
    let tiles = Gateway(
      services: bus(), topics: ScriptedTopics(), probe: ScriptedProbe(),
      files: PageFiles(vendor: "/nowhere"),
      outside: OutsideMap(tileURL: "https://t.example/{z}/{x}/{y}"))
    #expect(
      await tiles.answer(HTTPRequest("GET", "/map/style.json")).text
        .contains(#""t":"https://t.example/{z}/{x}/{y}""#))
  }

  @Test("what gzip packs it unpacks; what it has not packed it refuses")
  func gzip() {
    let text = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    #expect(Gzip.pack(text).flatMap(Gzip.unpack) == text)
    #expect(Gzip.unpack(text) == nil)
    #expect(Gzip.pack(text).map { Gzip.unpack($0.dropLast(20)) } == .some(nil))
  }
}
