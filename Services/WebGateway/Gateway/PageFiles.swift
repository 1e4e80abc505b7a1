package import FoundationEssentials
import Hashing

/// The files of the page: its own, which are compiled into the executable, and MapLibre's, which
/// `deploy/stack up` copies into the home. All are loaded once, so no request opens a file.
package struct PageFiles: Sendable {
  package struct File: Sendable, Hashable {
    package let type: String
    package let bytes: Data
    /// The same packed by gzip; `nil` for a picture.
    let packed: Data?
    /// Identifies the contents.
    package let entityTag: String
    let caching: Caching

    /// Without its bytes where the browser has them.
    func response(to request: HTTPRequest) -> HTTPResponse {
      .cacheable(type, caching, tag: entityTag, packed: packed, plain: bytes, for: request)
    }
  }

  /// The files of MapLibre that there may be, in the folder `vendor` of the home. The last two are
  /// only in some editions.
  package static let mapLibreNames = [
    "maplibre-gl.js", "maplibre-gl.css", "maplibre-gl-csp.js", "maplibre-gl-csp-worker.js",
  ]

  private var files: [String: File] = [:]
  /// Whether MapLibre was found.
  package private(set) var hasMapLibre = false

  /// - Parameter vendor: the directory of MapLibre's files; without them the page has no map.
  package init(vendor: String) {
    for source in Self.own { add(source.path, Data(source.text.utf8), source.caching) }
    for name in Self.mapLibreNames {
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

extension PageFiles {
  /// The page's content security policy: only scripts, styles and connections of this origin,
  /// besides pictures and connections of `origins`; nothing inline, no framing. MapLibre makes its
  /// workers and pictures of blobs.
  static func policy(_ origins: [String]) -> String {
    let others = origins.map { " \($0)" }.joined()
    return "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self' blob:; "
      + "child-src blob:; img-src 'self' data: blob:\(others); manifest-src 'self'; "
      + "connect-src 'self'\(others); base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  }
}
