import FoundationEssentials
import Geography
import Hashing

#if canImport(Glibc)
  import Glibc
#endif

/// A folder of tiles (`HeightTile`), of any number: only those that a map lies on are opened.
struct HeightFolder: Sendable {
  private let paths: [HeightTile.Corner: String]
  /// Changes with the tiles' names, sizes and times of change: their contents may be many
  /// gigabytes.
  let fingerprint: String

  /// - Throws: `HeightMapError` where the folder cannot be read, or holds no tile.
  init(path: String) throws(HeightMapError) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .noFolder(path)
    }
    var paths: [HeightTile.Corner: String] = [:]
    var fingerprint = Fingerprint()
    for name in names.sorted() {
      guard let corner = HeightTile.Corner(fileName: name) else { continue }
      let tile = path + "/" + name
      var status = stat()
      guard stat(tile, &status) == 0 else { continue }
      let changed = "\(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
      fingerprint.add("\(name) \(status.st_size) \(changed)".utf8)
      paths[corner] = tile
    }
    guard !paths.isEmpty else { throw .noTiles(path) }
    self.paths = paths
    self.fingerprint = "\(fingerprint)"
  }

  /// The heights of some points' surroundings.
  ///
  /// - Throws: `HeightMapError` where no tile holds any of the points, or a file is no tile;
  ///   `NetworkFileError` where one cannot be read.
  func map(of points: some Sequence<Coordinate>) throws -> HeightMap {
    var corners: Set<HeightTile.Corner> = []
    var last: HeightTile.Corner?
    for point in points {
      let corner = HeightTile.Corner(below: point)
      // Points that follow each other mostly lie on one tile.
      if corner != last { corners.insert(corner) }
      last = corner
    }
    var tiles: [HeightTile.Corner: HeightTile] = [:]
    for corner in corners {
      if let path = paths[corner] { tiles[corner] = try HeightTile(path: path, corner: corner) }
    }
    guard !tiles.isEmpty else {
      let names = corners.map(\.fileName).sorted().prefix(4).joined(separator: ", ")
      throw HeightMapError.notHere(missing: names)
    }
    return HeightMap(tiles)
  }
}

/// Why heights could not be read.
enum HeightMapError: Error, Hashable, CustomStringConvertible {
  case noFolder(String)
  case noTiles(String)
  case notHere(missing: String)
  case noTile(path: String, bytes: Int)

  var description: String {
    switch self {
    case .noFolder(let path):
      "Reading heights: there is no folder \(path). Name one with tiles such as N47E009.hgt."
    case .noTiles(let path):
      "Reading heights: the folder \(path) holds no tile such as N47E009.hgt."
    case .notHere(let missing):
      "Reading heights: no tile of the folder holds a part of the map, which needs \(missing)."
    case .noTile(let path, let bytes):
      """
      Reading heights from \(path): \(bytes) bytes are no tile; those have 1201 × 1201 or \
      3601 × 3601 numbers of two bytes. Unpack it, or remove it.
      """
    }
  }
}
