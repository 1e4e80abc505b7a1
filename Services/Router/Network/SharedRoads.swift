import Algorithms
import Geography

/// The roads of a map that the networks of all its profiles share: the points, classes, names and
/// numbers of ways and parts of ways, and their nodes, for traffic that names roads by nodes.
/// Immutable and mapped from a file beside the networks.
///
/// Roads are sorted along a Hilbert curve, as are the segments that profiles cut from them; so a
/// segment's road and its points have numbers near those of its neighbours.
struct SharedRoads: Sendable {
  static let fileName = "router.roads"

  /// Keeps the mapping alive.
  private let file: MappedFile
  /// Identifies the contents.
  let checksum: UInt64
  /// By point: latitude and longitude, side by side as a search reads both.
  private let degrees: NearNumbers<Int16>
  /// By block of points: those from which theirs differ.
  private let blockDegrees: MappedArray<UInt32>
  let names: BlockNumbers<Int16>
  let ways: MappedArray<Int64>
  let classes: MappedArray<UInt8>
  private let firstNameByte: MappedArray<UInt32>
  private let nameBytes: MappedArray<UInt8>
  /// By run of nodes: the number of its first in OpenStreetMap, ascending.
  private let nodeRuns: MappedArray<Int64>
  /// By run: its first node; one more entry at the end.
  private let firstNode: MappedArray<UInt32>
  /// By node: its number less that of its run.
  private let nodeSteps: MappedArray<UInt16>
  private let nodePoints: BlockNumbers<Int16>

  /// Opens the file beside a network.
  ///
  /// - Throws: each case of `NetworkFileError`.
  init(beside network: String) throws(NetworkFileError) {
    let sections = try NetworkSections(
      path: NetworkFormat.path(of: Self.fileName, beside: network))
    file = sections.file
    checksum = sections.checksum
    degrees = try NearNumbers(sections, .degrees)
    blockDegrees = try sections.array(.degrees, .blocks, of: UInt32.self)
    names = try BlockNumbers(sections, .names)
    ways = try sections.array(.ways, of: Int64.self)
    classes = try sections.array(.classes, of: UInt8.self)
    firstNameByte = try sections.array(.firstNameByte, of: UInt32.self)
    nameBytes = try sections.array(.nameBytes, of: UInt8.self)
    nodeRuns = try sections.array(.nodeRuns, of: Int64.self)
    firstNode = try sections.array(.firstNode, of: UInt32.self)
    nodeSteps = try sections.array(.nodeSteps, of: UInt16.self)
    nodePoints = try BlockNumbers(sections, .nodePoints)
  }

  /// Each point has its block in a faulty file as well.
  var pointCount: Int {
    min(degrees.count, blockDegrees.count << NetworkFormat.pointShift) / 2
  }
  var nameCount: Int { max(0, firstNameByte.count - 1) }

  @inline(__always)
  func point(_ index: Int) -> FixedPoint {
    let block = 2 * (index &>> NetworkFormat.pointShift)
    let latitude = degrees[2 * index, near: Int(blockDegrees[block])]
    let longitude = degrees[2 * index + 1, near: Int(blockDegrees[block + 1])]
    return FixedPoint(
      latitude: Int32(bitPattern: latitude), longitude: Int32(bitPattern: longitude))
  }

  /// The text of a name; `nil` for index 0.
  func name(at index: UInt32) -> String? {
    guard index > 0 else { return nil }
    let bytes = Int(firstNameByte[Int(index)])..<Int(firstNameByte[Int(index) + 1])
    return String(decoding: nameBytes[bytes], as: UTF8.self)
  }

  /// Where a node is; `nil` if no road passes it. Logarithmic.
  func coordinate(ofNode node: Int) -> Coordinate? {
    let run = nodeRuns.partitioningIndex { $0 > Int64(node) } - 1
    // The difference may not fit 64 bits with a sign.
    guard run >= 0, let step = UInt16(exactly: UInt(bitPattern: node &- Int(nodeRuns[run])))
    else { return nil }
    let nodes = Int(firstNode[run])..<Int(firstNode[run + 1])
    let index = nodes.partitioningIndex { nodeSteps[$0] >= step }
    guard index < nodes.upperBound, nodeSteps[index] == step else { return nil }
    return point(Int(nodePoints[index])).coordinate
  }

  /// Whether all numbers are in range. Linear in the file's size.
  var isSound: Bool {
    classes.count == ways.count && classes.allSatisfy { RoadClass(rawValue: $0) != nil }
      && degrees.count == 2 * pointCount && (0..<pointCount).allSatisfy { point($0).isOnEarth }
      && firstNameByte.isStarts(of: nameCount, in: nameBytes.count)
      && names.count == ways.count && names.allSatisfy { Int($0) < nameCount }
      && firstNode.isStarts(of: nodeRuns.count, in: nodeSteps.count)
      && nodePoints.count == nodeSteps.count && nodePoints.allSatisfy { Int($0) < pointCount }
  }
}
