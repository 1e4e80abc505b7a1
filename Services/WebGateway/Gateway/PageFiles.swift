import FoundationEssentials
import Hashing

/// The files of the page: its own, which are compiled into the executable, and Leaflet's, from the
/// distribution's package. All are loaded once, so no request opens a file.
package struct PageFiles: Sendable {
  package struct File: Sendable, Hashable {
    package let type: String
    package let bytes: Data
    /// Identifies the contents.
    package let entityTag: String
    package let cacheControl: String
  }

  /// The directory of Debian's package `libjs-leaflet`.
  package static let leafletDirectory = "/usr/share/javascript/leaflet"

  private var files: [String: File] = [:]
  /// Whether all files of Leaflet were found.
  package private(set) var hasLeaflet = false

  /// - Parameter leaflet: the directory of Leaflet; without it the page has no map.
  package init(leaflet: String = Self.leafletDirectory) {
    for (path, bytes) in Self.embedded { add(path, Data(bytes), cache: "no-cache") }
    for (path, name) in Self.leafletNames {
      guard let bytes = try? Data(contentsOf: URL(filePath: "\(leaflet)/\(name)")),
        bytes.count <= GatewayLimits.maximumFileBytes
      else { continue }
      add(path, bytes, cache: "public, max-age=86400")
    }
    hasLeaflet = Self.leafletNames.allSatisfy { files[$0.path] != nil }
  }

  /// The file at a path of the site, such as `/` or `/page/app.js`.
  package subscript(path: String) -> File? { files[path] }

  private mutating func add(_ path: String, _ bytes: Data, cache: String) {
    files[path] = File(
      type: Self.type(of: path), bytes: bytes, entityTag: Self.tag(bytes), cacheControl: cache)
  }

  private static let leafletNames: [(path: String, name: String)] = [
    ("/leaflet/leaflet.js", "leaflet.esm.min.js"),
    ("/leaflet/leaflet.css", "leaflet.css"),
    ("/leaflet/images/layers.png", "images/layers.png"),
    ("/leaflet/images/marker-icon.png", "images/marker-icon.png"),
    ("/leaflet/images/marker-shadow.png", "images/marker-shadow.png"),
  ]

  private static func type(of path: String) -> String {
    if path.hasSuffix(".js") { return "text/javascript; charset=utf-8" }
    if path.hasSuffix(".css") { return "text/css; charset=utf-8" }
    if path.hasSuffix(".webmanifest") { return "application/manifest+json" }
    if path.hasSuffix(".svg") { return "image/svg+xml" }
    if path.hasSuffix(".png") { return "image/png" }
    return "text/html; charset=utf-8"
  }

  /// A tag that changes with the contents.
  private static func tag(_ bytes: Data) -> String { "\"\(Fingerprint(of: bytes))\"" }
}
