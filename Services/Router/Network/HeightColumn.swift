import FoundationEssentials
import Messages

/// How high the roads of one network lie: a file beside it, there if it was built with heights.
///
/// Little-endian: magic, the network's checksum, numbers of segments and of heights, checksum of
/// what follows, each of 8 bytes, and as many of padding to 64; then by segment its first height,
/// with one more entry at the end, each of 4 bytes; then the heights, in half metres above the sea,
/// each of 2. Both parts are padded to whole blocks.
struct HeightColumn: Sendable {
  /// Grows with every change of the layout, and of how heights are measured.
  static let version = 1
  /// "QBHEIGHT" read as a little-endian number.
  private static let magic: UInt64 = 0x5448_4749_4548_4251
  private static let headerSize = 64
  /// Stands for a height that is not known.
  private static let unknown = Int16.min

  static func fileName(for profile: TravelProfile) -> String {
    "router.\(profile.rawValue).heights"
  }

  /// Keeps the mapping alive.
  private let file: MappedFile
  private let first: MappedArray<UInt32>
  private let heights: MappedArray<Int16>

  /// `nil` if missing, or another network's.
  ///
  /// - Throws: `NetworkFileError` where the file is damaged.
  init?(path: String, network version: String, segments: Int) throws(NetworkFileError) {
    let file: MappedFile
    do { file = try MappedFile(path: path) } catch .missing { return nil }
    guard let header = file.array(at: 0, count: 5, of: UInt64.self), header[0] == Self.magic else {
      throw .corrupt(path: path)
    }
    guard header[1] == UInt64(version, radix: 16) else { return nil }
    let block = NetworkFormat.blockSize
    let start = Self.headerSize + (4 * (segments + 1) + block - 1) / block * block
    guard header[2] == UInt64(segments), let count = Int(exactly: header[3]),
      let first = file.array(at: Self.headerSize, count: segments + 1, of: UInt32.self),
      let heights = file.array(at: start, count: count, of: Int16.self)
    else { throw .corrupt(path: path) }
    // Each segment has two heights at least; so none is looked for outside of the column.
    guard file.checksum(from: Self.headerSize) == header[4], first[0] == 0,
      Int(first[segments]) == count,
      (0..<segments).allSatisfy({ Int(first[$0]) + 2 <= Int(first[$0 + 1]) })
    else { throw .corrupt(path: path) }
    self.file = file
    self.first = first
    self.heights = heights
  }

  /// The heights at evenly spaced points of a segment in metres, in the order of its points.
  func heights(of segment: SegmentID) -> [Double?] {
    (Int(first[segment.index])..<Int(first[segment.index + 1])).map { index in
      heights[index] == Self.unknown ? nil : Double(heights[index]) / 2
    }
  }

  /// - Parameters:
  ///   - first: by segment its first height; one more entry at the end.
  ///   - heights: metres; NaN where unknown.
  /// - Throws: as `Data.write`.
  static func write(
    _ heights: [Float], first: [UInt32], network version: String, to path: String
  ) throws {
    let stored = heights.map { $0.isNaN ? unknown : Int16(($0 * 2).rounded()) }
    let content = NetworkFormat.bytes(first) + NetworkFormat.bytes(stored)
    var checksum = NetworkChecksum()
    checksum.add(content)
    let header = [
      magic, UInt64(version, radix: 16) ?? 0, UInt64(first.count - 1), UInt64(stored.count),
      checksum.value, 0, 0, 0,
    ]
    try Data(NetworkFormat.bytes(header) + content).write(to: URL(filePath: path))
  }
}
