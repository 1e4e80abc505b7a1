import Foundation
import Geography
import Hashing
package import Messages

/// The map's own properties, which belong to no service: its box, time zone and country. Kept in
/// `map.json` beside the artifacts of the services; `planner build` writes it, every service may
/// read it.
package struct MapManifest: Codable, Sendable, Hashable {
  package static let fileName = "map.json"
  /// Grows whenever an older reader could not read the file, or would read it wrongly.
  package static let currentVersion = 1

  package let formatVersion: Int
  /// The fingerprint of the extract it was made from.
  package let source: String
  package let map: MapInfo
  /// The fingerprint of the map's JSON, by which damage is noticed; `nil` in files of earlier
  /// versions.
  package let checksum: String?

  package init(formatVersion: Int = currentVersion, source: String, map: MapInfo) {
    self.formatVersion = formatVersion
    self.source = source
    var map = map
    map.version = source
    self.map = map
    checksum = Self.checksum(of: map)
  }

  private static func checksum(of map: MapInfo) -> String? {
    (try? MessageCoder.encode(map)).map { "\(Fingerprint(of: $0))" }
  }

  package func write(to path: String) throws {
    try MessageCoder.encodePretty(self).write(to: URL(filePath: path))
  }

  /// The map of the file at `path`: its box is valid, and its time zone exists on this machine.
  ///
  /// - Throws: `MapManifestError`.
  package static func read(_ path: String) throws(MapManifestError) -> MapInfo {
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
    guard manifest.checksum == nil || manifest.checksum == checksum(of: manifest.map) else {
      throw .damaged(path, "its checksum does not match.")
    }
    let box = manifest.map.box
    guard box.south <= box.north, box.west <= box.east,
      Coordinate(latitude: box.south, longitude: box.west).isValid,
      Coordinate(latitude: box.north, longitude: box.east).isValid
    else { throw .damaged(path, "its box is invalid") }
    guard TimeZone(identifier: manifest.map.timeZone) != nil else {
      throw .unknownTimeZone(path, manifest.map.timeZone)
    }
    return manifest.map
  }
}

/// Why a service cannot start on a map.
package enum MapManifestError: Error, Sendable, Hashable, CustomStringConvertible {
  case missing(String)
  case damaged(String, String)
  case otherVersion(String, Int)
  case unknownTimeZone(String, String)

  package var description: String {
    switch self {
    case .missing(let path):
      "There is no map to work on: \(path) is missing or cannot be read. \(Self.remedy)"
    case .damaged(let path, let reason):
      "The map file \(path) is damaged: \(reason) \(Self.remedy)"
    case .otherVersion(let path, let version):
      "The map file \(path) has format \(version); this version reads format "
        + "\(MapManifest.currentVersion). \(Self.remedy)"
    case .unknownTimeZone(let path, let name):
      "The map file \(path) names the time zone “\(name)”, which does not exist here. "
        + Self.remedy
    }
  }

  private static let remedy = "Build it again: planner build MAP --into DIR."
}
