import Geography
import Messages
import Time

/// The heights of one degree by one degree, as the Shuttle Radar Topography Mission's data come:
/// `N47E009.hgt` has its south-western corner at 47° north, 9° east.
///
/// 1,201 × 1,201 samples 3″ apart or 3,601 × 3,601 samples 1″ apart, each a big-endian 16-bit
/// number of metres above the sea, row by row from the north-western corner; the edges belong to
/// the neighbouring tiles too. -32768 stands for a void. Source: USGS, "SRTM Topography", sections
/// 2.1 and 3.1.
struct HeightTile: Sendable {
  /// South and west edges in degrees.
  @Memberwise struct Corner: Sendable, Hashable {
    let latitude: Int
    let longitude: Int

    /// Of the tile that holds a coordinate.
    init(below point: Coordinate) {
      latitude = min(89, Int(point.latitude.rounded(.down)))
      longitude = min(179, Int(point.longitude.rounded(.down)))
    }

    /// "N47E009.hgt".
    var fileName: String {
      (latitude < 0 ? "S" : "N") + abs(latitude).padded(to: 2) + (longitude < 0 ? "W" : "E")
        + abs(longitude).padded(to: 3) + ".hgt"
    }

    /// Reads "N47E009.hgt"; `nil` for the name of anything else.
    init?(fileName: String) {
      let pattern = #/([NSns])(\d{2})([EWew])(\d{3})\.[Hh][Gg][Tt]/#
      guard let found = fileName.wholeMatch(of: pattern), let north = Int(found.2),
        let east = Int(found.4)
      else { return nil }
      latitude = found.1.lowercased() == "n" ? north : -north
      longitude = found.3.lowercased() == "e" ? east : -east
      guard -90..<90 ~= latitude, -180..<180 ~= longitude else { return nil }
    }
  }

  /// What a tile has where its height is not known.
  static let void = Int16.min
  /// Heights that no place on land has are voids, too.
  static let plausible: ClosedRange<Int16> = -500...9_000

  let corner: Corner
  private let side: Int
  /// Keeps the mapping alive.
  private let file: MappedFile
  private let samples: MappedArray<UInt16>

  /// - Throws: `NetworkFileError` where the file cannot be read; `HeightMapError` where its size is
  ///   that of no tile.
  init(path: String, corner: Corner) throws {
    let file = try MappedFile(path: path)
    guard let side = [1_201, 3_601].first(where: { 2 * $0 * $0 == file.count }),
      let samples = file.array(at: 0, count: side * side, of: UInt16.self)
    else { throw HeightMapError.noTile(path: path, bytes: file.count) }
    self.corner = corner
    self.file = file
    self.side = side
    self.samples = samples
  }

  /// Metres above the sea, between the four samples around a point of the tile (bilinear); `nil` in
  /// a void.
  func height(at point: Coordinate) -> Double? {
    let last = Double(side - 1)
    let east = min(last, max(0, (point.longitude - Double(corner.longitude)) * last))
    let south = min(last, max(0, (Double(corner.latitude + 1) - point.latitude) * last))
    let (column, row) = (min(side - 2, Int(east)), min(side - 2, Int(south)))
    var height = 0.0
    for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      let (x, y) = (east - Double(column), south - Double(row))
      let share = (right == 1 ? x : 1 - x) * (down == 1 ? y : 1 - y)
      guard share > 0 else { continue }
      guard let sample = sample(row + down, column + right) else { return nil }
      height += share * sample
    }
    return height
  }

  private func sample(_ row: Int, _ column: Int) -> Double? {
    let sample = Int16(bitPattern: UInt16(bigEndian: samples[row * side + column]))
    return Self.plausible.contains(sample) ? Double(sample) : nil
  }
}
