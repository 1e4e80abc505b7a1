import FoundationEssentials
import MessageBus
import Messages

/// The base map over HTTP, as MapLibre and other programs load it.
///
/// | path | answer |
/// |---|---|
/// | `/map/style.json?theme=light` or `dark` | the style |
/// | `/map/tilejson.json` | where the tiles are, TileJSON 3.0.0 |
/// | `/map/<fingerprint>/{z}/{x}/{y}.pbf` | a vector tile, for ever the same |
/// | `/map/glyphs/{fonts}/{range}.pbf` | letters |
/// | `/map/sprite.json`, `.png`, `@2x.json`, `@2x.png` | icons |
@Memberwise struct MapRoutes: Sendable {
  private let services: any ServiceClient
  private let timeout: Duration
  private let outside: OutsideMap

  /// The response to a GET of a path that begins with `/map/`; `nil` for any other path.
  func answer(_ request: HTTPRequest) async -> HTTPResponse? {
    let parts = request.path.dropFirst("/map/".count).split(
      separator: "/", omittingEmptySubsequences: false)
    do {
      switch parts.count {
      case 1: return try await document(String(parts[0]), request)
      case 3 where parts[0] == "glyphs": return try await glyphs(parts[1], parts[2], request)
      case 4: return try await tile(parts, request)
      default: return nil
      }
    } catch let error as ServiceError {
      return .problem(error)
    } catch {
      return .problem(ServiceError(.internal, "\(error)"))
    }
  }

  private func document(_ name: String, _ request: HTTPRequest) async throws -> HTTPResponse? {
    switch name {
    case "style.json":
      let text = request.query["theme"] ?? MapTheme.light.rawValue
      guard let theme = MapTheme(rawValue: text) else {
        throw ServiceError(
          .invalidRequest, "There is no theme “\(text)”.",
          suggestions: MapTheme.allCases.map(\.rawValue))
      }
      if let address = outside.style(theme) {
        return HTTPResponse(307, headers: [.init("Location", address)])
      }
      let reply = try await services.send(MapStyleRequest(theme: theme), timeout: timeout)
      return checked(outside.withTiles(reply.style, of: reply.fingerprint), request)
    case "tilejson.json":
      let reply = try await services.send(MapStyleRequest(), timeout: timeout)
      return checked(outside.withTiles(reply.tileJSON, of: reply.fingerprint), request)
    case "sprite.json", "sprite.png": return try await sprite(1, name, request)
    case "sprite@2x.json", "sprite@2x.png": return try await sprite(2, name, request)
    default: return nil
    }
  }

  /// With whole URLs, which MapLibre wants of sprites. Checked again each time: it changes with the
  /// map.
  private func checked(_ text: String, _ request: HTTPRequest) -> HTTPResponse {
    let whole = text.replacing("\"/map/", with: "\"\(request.origin)/map/")
    return .cacheable(Data(whole.utf8), "application/json", .checked, for: request)
  }

  private func sprite(
    _ scale: Int, _ name: String, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let reply = try await services.send(MapSpriteRequest(scale: scale), timeout: timeout)
    return name.hasSuffix(".json")
      ? .cacheable(Data(reply.index.utf8), "application/json", caching(request), for: request)
      : .cacheable(reply.image, "image/png", caching(request), for: request)
  }

  private func glyphs(
    _ fonts: Substring, _ file: Substring, _ request: HTTPRequest
  ) async throws -> HTTPResponse? {
    guard let match = file.wholeMatch(of: /(\d{1,5})-(\d{1,5})\.pbf/), let start = Int(match.1),
      Int(match.2) == start + 255
    else { return nil }
    let reply = try await services.send(
      MapGlyphsRequest(fonts: String(fonts), start: start), timeout: timeout)
    return .cacheable(reply.bytes, "application/x-protobuf", caching(request), for: request)
  }

  private func tile(_ parts: [Substring], _ request: HTTPRequest) async throws -> HTTPResponse? {
    guard let z = Self.number(parts[1]), let x = Self.number(parts[2]),
      let match = parts[3].wholeMatch(of: /(\d+)\.pbf/), let y = Self.number(match.1)
    else { return nil }
    let reply = try await services.send(
      MapTileRequest(z: z, x: x, y: y, map: String(parts[0])), timeout: timeout)
    return .cacheable(
      reply.bytes, "application/vnd.mapbox-vector-tile", .immutable, isPacked: true, for: request)
  }

  /// The style names letters and icons with the map's fingerprint behind a question mark.
  private func caching(_ request: HTTPRequest) -> Caching {
    request.query["v"] == nil ? .aDay : .immutable
  }

  private static func number(_ text: Substring) -> Int? {
    text.count <= 7 && text.allSatisfy { $0.isASCII && $0.isWholeNumber } ? Int(text) : nil
  }
}

/// A style or tiles of somebody else's, by setting.
@Memberwise package struct OutsideMap: Sendable, Hashable {
  /// The environment variable of a style's URL, in which `{theme}` becomes `light` or `dark`.
  package static let styleVariable = "QUICKBREW_MAP_STYLE"
  /// The environment variable of a template of tile URLs, with `{z}`, `{x}` and `{y}`.
  package static let tilesVariable = "QUICKBREW_MAP_TILES"

  package let styleURL: String?
  package let tileURL: String?

  /// The sites that the page may load from, for its policy: "https://tiles.example".
  package var origins: [String] {
    [styleURL, tileURL].compactMap { $0 }.compactMap { address in
      address.firstMatch(of: /^https?:\/\/[A-Za-z0-9.:\-]+/).map { String($0.output) }
    }
  }

  func style(_ theme: MapTheme) -> String? {
    styleURL?.replacing("{theme}", with: theme.rawValue)
  }

  func withTiles(_ document: String, of fingerprint: String) -> String {
    guard let tileURL else { return document }
    return document.replacing("/map/\(fingerprint)/{z}/{x}/{y}.pbf", with: tileURL)
  }
}
