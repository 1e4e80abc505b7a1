import Algorithms
import Foundation
import Geography

/// The numbers and places of all nodes of roads, for traffic that names roads by nodes: a file
/// beside the networks, mapped on first use.
///
/// Little-endian: magic, count, checksum of what follows, zero, each of 8 bytes; the numbers in
/// OpenStreetMap, ascending, of 8 bytes; latitude and longitude of each in 1e-7 degrees, of 4.
struct RoadNodes: Sendable {
  static let fileName = "router.nodes"
  /// Grows with every change of the layout.
  static let version = 1
  /// "QBRNODES" read as a little-endian number.
  private static let magic: UInt64 = 0x5345_444F_4E52_4251
  private static let headerSize = 32

  /// Keeps the mapping alive.
  private let file: MappedFile
  private let numbers: MappedArray<Int64>
  private let points: MappedArray<Int32>

  /// Reads the file once, to verify its checksum.
  ///
  /// - Throws: `NetworkFileError`.
  init(path: String) throws(NetworkFileError) {
    file = try MappedFile(path: path)
    guard let header = file.array(at: 0, count: 4, of: UInt64.self), header[0] == Self.magic,
      header[1] <= UInt64(file.count),
      case let count = Int(header[1]), case let end = Self.headerSize + 8 * count,
      let numbers = file.array(at: Self.headerSize, count: count, of: Int64.self),
      let points = file.array(at: end, count: 2 * count, of: Int32.self),
      file.checksum(from: Self.headerSize) == header[2]
    else { throw .inconsistent(path: path, reason: "its nodes are damaged") }
    self.numbers = numbers
    self.points = points
  }

  /// Where a node is; `nil` if no road passes it. Logarithmic.
  func coordinate(of node: Int) -> Coordinate? {
    let index = numbers.partitioningIndex { $0 >= Int64(node) }
    guard index < numbers.count, numbers[index] == Int64(node) else { return nil }
    return FixedPoint(latitude: points[2 * index], longitude: points[2 * index + 1]).coordinate
  }

  /// - Parameters:
  ///   - numbers: ascending.
  ///   - places: by number, in 1e-7 degrees.
  /// - Throws: as `Data.write`.
  static func write(_ numbers: [Int64], _ places: [FixedPoint], to path: String) throws {
    let size = 16 * numbers.count
    let block = NetworkFormat.blockSize
    var content: [UInt8] = []
    content.reserveCapacity(size + block)
    numbers.map(\.littleEndian).withUnsafeBytes { content += $0 }
    for place in places {
      for degrees in [place.latitude, place.longitude] {
        withUnsafeBytes(of: degrees.littleEndian) { content += $0 }
      }
    }
    content += repeatElement(0, count: (block - size % block) % block)
    var checksum = NetworkChecksum()
    checksum.add(content)
    let header = [magic, UInt64(numbers.count), checksum.value, 0].map(\.littleEndian)
    try (header.withUnsafeBytes { Data($0) } + Data(content)).write(to: URL(filePath: path))
  }
}
