package import FoundationEssentials
import Hashing

/// The files of the page: its own, which are compiled into the executable; Leaflet's, from the
/// distribution's package; MapLibre's, which `deploy/stack up` puts into the home. All are loaded
/// once, so no request opens a file.
package struct PageFiles: Sendable {
  package struct File: Sendable, Hashable {
    package let type: String
    package let bytes: Data
    /// The same packed by gzip; `nil` for a picture.
    let packed: Data?
    /// Identifies the contents.
    package let entityTag: String
    let caching: Caching
  }

  /// The directory of Debian's package `libjs-leaflet`.
  package static let leafletDirectory = "/usr/share/javascript/leaflet"

  /// The files of MapLibre that there may be, in the folder `vendor` of the home. The last two are
  /// only in some editions.
  package static let mapLibreNames = [
    "maplibre-gl.js", "maplibre-gl.css", "maplibre-gl-csp.js", "maplibre-gl-csp-worker.js",
  ]

  private var files: [String: File] = [:]
  /// Whether all files of Leaflet were found.
  package private(set) var hasLeaflet = false
  /// Whether MapLibre was found.
  package private(set) var hasMapLibre = false

  /// - Parameters:
  ///   - leaflet: the directory of Leaflet.
  ///   - vendor: the directory of MapLibre's files; without it and Leaflet the page has no map.
  package init(leaflet: String = Self.leafletDirectory, vendor: String = "") {
    // A test holds that there is a bundle of what is compiled in.
    for file in (try? Self.bundled.get()) ?? [] { add(file.path, Data(file.bytes), file.caching) }
    for (path, name) in Self.leafletNames {
      guard let bytes = Self.contents("\(leaflet)/\(name)") else { continue }
      for folder in ["/leaflet/", "/vendor/"] { add(folder + path, bytes, .aDay) }
    }
    hasLeaflet = Self.leafletNames.allSatisfy { files["/vendor/\($0.path)"] != nil }
    for name in Self.mapLibreNames where !vendor.isEmpty {
      if let bytes = Self.contents("\(vendor)/\(name)") { add("/vendor/\(name)", bytes, .aDay) }
    }
    hasMapLibre = Self.mapLibreNames.prefix(2).allSatisfy { files["/vendor/\($0)"] != nil }
  }

  private static func contents(_ path: String) -> Data? {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)),
      bytes.count <= GatewayLimits.maximumFileBytes
    else { return nil }
    return bytes
  }

  /// The file at a path of the site, such as `/` or `/page/app.js`.
  package subscript(path: String) -> File? { files[path] }

  private mutating func add(_ path: String, _ bytes: Data, _ caching: Caching) {
    let type = Self.type(of: path)
    files[path] = File(
      type: type, bytes: bytes, packed: Gzip.isWorthwhile(type) ? Gzip.pack(bytes) : nil,
      entityTag: Self.tag(bytes), caching: caching)
  }

  private static let leafletNames: [(path: String, name: String)] = [
    ("leaflet.js", "leaflet.esm.min.js"),
    ("leaflet.css", "leaflet.css"),
    ("images/layers.png", "images/layers.png"),
    ("images/marker-icon.png", "images/marker-icon.png"),
    ("images/marker-shadow.png", "images/marker-shadow.png"),
  ]

  private static func type(of path: String) -> String {
    if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if path.hasSuffix(".json") { return "application/json" }
    if path.hasSuffix(".webmanifest") { return "application/manifest+json" }
    if path.hasSuffix(".svg") { return "image/svg+xml" }
    if path.hasSuffix(".png") { return "image/png" }
    return "text/html; charset=utf-8"
  }

  /// A tag that changes with the contents.
  private static func tag(_ bytes: Data) -> String { "\"\(Fingerprint(of: bytes))\"" }
}
