import Foundation
import Geography
import Messages
import OpenStreetMap

/// The planner's file of the map directory: `planner.json`.
package struct MapManifest: Codable, Sendable, Hashable {
  package static let fileName = "planner.json"
  /// Grows whenever an older planner could not read the file, or would read it wrongly.
  package static let currentVersion = 1

  package let formatVersion: Int
  /// The fingerprint of the extract it was made from.
  package let source: String
  package let map: MapInfo

  package init(formatVersion: Int = currentVersion, source: String, map: MapInfo) {
    self.formatVersion = formatVersion
    self.source = source
    self.map = map
  }

  /// Describes an extract; reads all of it, twice where the country is not given.
  ///
  /// - Throws: `MapFileError`.
  package init(
    of file: MapFile, fingerprint: String, timeZone: String, country: MapCountry?
  ) throws {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let country = try country ?? MapCountry(of: file)
    self.init(
      source: fingerprint,
      map: MapInfo(
        name: name, box: try file.boundingBox(), timeZone: timeZone, country: country?.code,
        state: country?.state))
  }

  package func write(to path: String) throws {
    try MessageCoder.encodePretty(self).write(to: URL(filePath: path))
  }

  /// Reads the file at `path` and checks that all in it makes sense.
  ///
  /// - Throws: `MapManifestError`.
  package static func read(_ path: String) throws(MapManifestError) -> PlanningMap {
    guard let data = FileManager.default.contents(atPath: path) else { throw .missing(path) }
    struct Format: Decodable { let formatVersion: Int }
    let format: Format
    do { format = try MessageCoder.decode(Format.self, from: data) } catch {
      throw .damaged(path, error.message)
    }
    guard format.formatVersion == currentVersion else {
      throw .otherVersion(path, format.formatVersion)
    }
    let manifest: MapManifest
    do { manifest = try MessageCoder.decode(MapManifest.self, from: data) } catch {
      throw .damaged(path, error.message)
    }
    let box = manifest.map.box
    guard box.south <= box.north, box.west <= box.east,
      Coordinate(latitude: box.south, longitude: box.west).isValid,
      Coordinate(latitude: box.north, longitude: box.east).isValid
    else { throw .damaged(path, "its box is none") }
    guard let map = PlanningMap(manifest.map) else {
      throw .unknownTimeZone(path, manifest.map.timeZone)
    }
    return map
  }
}

/// Why the planner cannot start on a map.
package enum MapManifestError: Error, Sendable, Hashable, CustomStringConvertible {
  case missing(String)
  case damaged(String, String)
  case otherVersion(String, Int)
  case unknownTimeZone(String, String)

  package var description: String {
    switch self {
    case .missing(let path):
      "There is no map to plan on: \(path) is missing or cannot be read. \(Self.remedy)"
    case .damaged(let path, let reason):
      "The planner's map file \(path) is damaged: \(reason) \(Self.remedy)"
    case .otherVersion(let path, let version):
      "The planner's map file \(path) has format \(version); this planner reads format "
        + "\(MapManifest.currentVersion). \(Self.remedy)"
    case .unknownTimeZone(let path, let name):
      "The planner's map file \(path) names the time zone “\(name)”, which does not exist here. "
        + Self.remedy
    }
  }

  private static let remedy = "Build it again: planner build MAP --into DIR."
}
