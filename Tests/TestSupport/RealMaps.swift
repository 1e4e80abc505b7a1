import Foundation
package import Testing

/// The real OpenStreetMap extracts that some tests and measurements read.
///
/// They are not part of the repository. They are expected in the folder of the environment variable
/// QUICKBREW_MAPS, else in `shared/maps` beside the package. Where they are absent, tests skip:
/// `@Test(.enabled(if: RealMaps.areAvailable, RealMaps.absence))`.
package enum RealMaps {
  /// The path of the extract of this name, or `nil` where it is absent.
  package static func path(_ name: String) -> String? {
    let path = folder + "/" + name
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Whether the extracts are available.
  package static var areAvailable: Bool { path("monaco_2020.osm.pbf") != nil }

  /// The comment of a skipped test.
  package static let absence: Comment = "no real maps: set QUICKBREW_MAPS to a folder of extracts"

  private static var folder: String {
    if let named = ProcessInfo.processInfo.environment["QUICKBREW_MAPS"] { return named }
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appending(path: "shared/maps").path
  }
}
