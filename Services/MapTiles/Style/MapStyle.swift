import FoundationEssentials
import Messages

/// Fills the template of the style, `Profile/style.json`, with colours and paths.
struct MapStyle {
  let fingerprint: String
  /// West, south, east, north.
  let bounds: String

  /// One reply for each theme.
  func replies() -> [MapTheme: MapStyleReply] {
    let template = String(decoding: PackageResources.style_json, as: UTF8.self)
    let replies = MapTheme.allCases.map { theme in
      let reply = MapStyleReply(
        fingerprint: fingerprint, style: Self.filled(template, values(theme)), tileJSON: tileJSON)
      return (theme, reply)
    }
    return Dictionary(uniqueKeysWithValues: replies)
  }

  /// TileJSON 3.0.0.
  private var tileJSON: String {
    let layers = [
      "aerodrome_label", "aeroway", "boundary", "building", "housenumber", "landcover", "landuse",
      "mountain_peak", "park", "place", "poi", "transportation", "transportation_name", "water",
      "water_name", "waterway",
    ].map { #"{"id":"\#($0)","fields":{}}"# }
    return Self.filled(
      #"""
      {"tilejson":"3.0.0","name":"QuickBrew","scheme":"xyz","tiles":["$tiles"],"minzoom":$minzoom,
      "maxzoom":$maxzoom,"bounds":[$bounds],"attribution":"$attribution",
      "vector_layers":[\#(layers.joined(separator: ","))]}
      """#, values(.light))
  }

  private func values(_ theme: MapTheme) -> [String: String] {
    Palette.colors(of: theme).merging([
      "tiles": "/map/\(fingerprint)/{z}/{x}/{y}.pbf", "bounds": bounds,
      "minzoom": "\(MapTileScheme.minimumZoom)", "maxzoom": "\(MapTileScheme.maximumZoom)",
      "fingerprint": fingerprint, "theme": theme.rawValue,
      "attribution": "© OpenStreetMap contributors",
    ]) { $1 }
  }

  /// The text with each `$name` replaced by its value.
  private static func filled(_ template: String, _ values: [String: String]) -> String {
    template.replacing(/\$([A-Za-z]+)/) { values[String($0.1)] ?? String($0.0) }
  }
}

/// The colours of the base map, quiet so that routes and pins stand out.
enum Palette {
  static func colors(of theme: MapTheme) -> [String: String] {
    colors.mapValues { theme == .light ? $0.light : $0.dark }
  }

  private static let colors: [String: (light: String, dark: String)] = [
    "land": ("#f6f5f1", "#1b1f24"), "built": ("#f0eee9", "#1f242a"),
    "wood": ("#dde8d4", "#1f2b25"), "grass": ("#e6eedb", "#212c26"),
    "sand": ("#f3ecd7", "#2b2a25"), "rock": ("#eceae6", "#262a2e"), "ice": ("#f4f9fb", "#2a3238"),
    "farmland": ("#f2f1e4", "#20251f"), "wetland": ("#e0ebe2", "#1d2a2a"),
    "special": ("#efeaf0", "#25242c"), "health": ("#f6eceb", "#2b2325"),
    "pitch": ("#d9e8d0", "#233029"), "water": ("#bcd8e6", "#12303f"),
    "waterLine": ("#a5c9db", "#1a3e50"), "building": ("#e6e2db", "#2a3037"),
    "buildingLine": ("#d9d4cb", "#343b43"),
    "motorway": ("#f3d3a4", "#5a4a33"), "motorwayCase": ("#dcb177", "#3b3226"),
    "major": ("#fbe9c6", "#4b4436"), "majorCase": ("#dfc99b", "#35312a"),
    "road": ("#ffffff", "#3a424b"), "roadCase": ("#dcd8d0", "#262c32"),
    "minor": ("#ffffff", "#333a42"), "path": ("#c9bfae", "#4a4f55"),
    "pedestrian": ("#f1eef3", "#2c2f38"), "rail": ("#b6b2ac", "#4a5058"),
    "transit": ("#c3bfd0", "#4a4a5c"), "ferry": ("#8fb6cb", "#2d5569"),
    "aeroway": ("#e7e6ea", "#2b2e36"), "border": ("#a898ac", "#6a6072"),
    "text": ("#3c4047", "#c6cdd6"), "quietText": ("#6d727a", "#8d96a1"),
    "waterText": ("#4f86a3", "#6fa6c1"), "natureText": ("#5a7f5e", "#82a888"),
    "stationText": ("#3f678f", "#8db4dc"), "halo": ("#fdfdfb", "#171b1f"),
  ]
}
