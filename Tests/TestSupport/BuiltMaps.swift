import Foundation

/// The maps that the stacks of this process serve: each is built once, as that takes seconds of a
/// core, and copied for each stack.
package actor BuiltMaps {
  package static let shared = BuiltMaps()

  /// Removed when the process ends, unless it is killed.
  private static let folder = "\(FileManager.default.temporaryDirectory.path)/quickbrew-\(getpid())"

  private var builds: [[String]: Task<String, any Error>] = [:]

  private init() {
    atexit { try? FileManager.default.removeItem(atPath: BuiltMaps.folder) }
  }

  /// The folder of a map's artifacts.
  ///
  /// - Parameters:
  ///   - zone: a time zone; `nil` for the map's own.
  ///   - drawn: whether with the base map.
  /// - Throws: `Unexpected` if it cannot be built.
  package func folder(of map: String, zone: String?, drawn: Bool) async throws -> String {
    let key = [map, zone ?? "", "\(drawn)"]
    let folder = "\(Self.folder)/\(builds.count)"
    let build = builds[key] ?? Task { try await Self.build(map, zone, drawn, into: folder) }
    builds[key] = build
    return try await build.value
  }

  private static func build(
    _ map: String, _ zone: String?, _ drawn: Bool, into folder: String
  ) async throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let builders = ["router", "geocoder", "venue-store", "planner"]
    for builder in builders + (drawn ? ["map-tiles"] : []) {
      let options = builder == "planner" ? zone.map { ["--time-zone", $0] } ?? [] : []
      let outcome = try await Executables.run(
        builder, ["build", map, "--into", folder] + options, in: Self.folder)
      guard outcome.status == 0 else { throw Unexpected("\(builder): \(outcome.errors)") }
    }
    return folder
  }
}
