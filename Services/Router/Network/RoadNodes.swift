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
      let blocks = file.array(
        at: Self.headerSize, count: (file.count - Self.headerSize) / NetworkFormat.blockSize,
        of: NetworkChecksum.Block.self),
      case var checksum = NetworkChecksum(),
      blocks.indices.allSatisfy({
        checksum.add(blocks[$0])
        return true
      }), checksum.value == header[2]
    else { throw .inconsistent(path: path, reason: "its nodes are damaged") }
    self.numbers = numbers
    self.points = points
  }

  /// Where a node is; `nil` if no road passes it. Logarithmic.
  func coordinate(of node: Int) -> Coordinate? {
    let index = numbers.indices.partitioningIndex { numbers[$0] >= Int64(node) }
    guard index < numbers.count, numbers[index] == Int64(node) else { return nil }
    return FixedPoint(latitude: points[2 * index], longitude: points[2 * index + 1]).coordinate
  }

  /// Writes the nodes of a survey.
  ///
  /// - Throws: as `Data.write`.
  static func write(_ survey: RoadSurvey, to path: String) throws {
    var points = [Int32](repeating: 0, count: 2 * survey.nodeIDs.count)
    for (node, point) in zip(survey.nodeIndices, survey.points) {
      points[2 * Int(node)] = point.latitude
      points[2 * Int(node) + 1] = point.longitude
    }
    var content: [UInt8] = []
    content.reserveCapacity(8 * points.count + NetworkFormat.blockSize)
    survey.nodeIDs.map(\.littleEndian).withUnsafeBytes { content += $0 }
    points.map(\.littleEndian).withUnsafeBytes { content += $0 }
    let block = NetworkFormat.blockSize
    content += repeatElement(0, count: (block - content.count % block) % block)
    var checksum = NetworkChecksum()
    checksum.add(content)
    let header = [magic, UInt64(survey.nodeIDs.count), checksum.value, 0].map(\.littleEndian)
    try (header.withUnsafeBytes { Data($0) } + Data(content)).write(to: URL(filePath: path))
  }
}
