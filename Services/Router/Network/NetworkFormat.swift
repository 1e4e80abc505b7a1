package import Messages

/// The layout of `router.car.network`, of the other profiles' files and of `router.roads`:
/// little-endian, sections aligned to 32 bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0 ..< 8 | magic `QBROUTER` |
/// | 8 ..< 12 | format version |
/// | 12 ..< 16 | number of sections |
/// | 16 ..< 24 | size of the file |
/// | 24 ..< 32 | checksum of everything from byte 32 on |
/// | 32 ..< 32 + 64 n | offset and element count of each `NetworkPart` of each section |
/// | then | the sections, in the order of `NetworkSection` |
package enum NetworkFormat {
  /// The name of a profile's file in the folder of a map.
  package static func fileName(for profile: TravelProfile) -> String {
    "router.\(profile.rawValue).network"
  }

  /// The path of a file in the folder of another.
  static func path(of name: String, beside other: String) -> String {
    "\(other.lastIndex(of: "/").map { other[...$0] } ?? "")\(name)"
  }

  /// Incremented with every change of the layout or of the importer's rules.
  package static let version: UInt32 = 13
  /// "QBROUTER" read as a little-endian number.
  static let magic: UInt64 = 0x5245_5455_4f52_4251
  static let checksumOffset = 24
  static let headerSize = 32
  /// How many bytes the checksum consumes at a time.
  static let blockSize = MemoryLayout<NetworkChecksum.Block>.size
  static let tableEntrySize = 16
  /// 64 numbers make up a block of `BlockNumbers`.
  static let blockShift = 6
  /// 16 points make up one: fewer of them are then too far from their block's.
  static let pointShift = 4
  /// Arcs and turns have 31-bit numbers: the search marks its starts with the highest bit.
  static let maximumCount = Int(Int32.max)
}

/// The parts of a section; most have only numbers.
enum NetworkPart: Int, CaseIterable {
  /// Or their differences from others: from those that the reader knows (`NearNumbers`), or from
  /// their block's (`BlockNumbers`).
  case numbers
  /// The far ones. `UInt64`.
  case far
  /// By block: the number from which those in it differ. `UInt32`.
  case blocks
  /// The distinct values, ascending, of a column that has their numbers (`DistinctValues`).
  case values
}

/// The sections of the file, one column each.
enum NetworkSection: Int, CaseIterable {
  /// South, west, north, east of all roads: four `Int32`.
  case box
  /// The checksum of the `SharedRoads` that the network belongs to. `UInt64`.
  case sharedRoads
  /// By segment: its road in `SharedRoads`. In blocks, `Int16`.
  case roads
  /// By segment: its first point in `SharedRoads`. In blocks, `Int16`.
  case firstPoint
  /// By segment: how many points it has. In blocks, `UInt8`.
  case pointCounts
  /// By segment: centimetres, at least 1. In blocks, `UInt16`.
  case lengths
  /// By segment: the number of its `SegmentKind.packed`, `UInt64`. Bytes.
  case segmentKinds
  /// By directed segment: its arc, or `RoadNetwork.arcListMark` with an index in `arcLists`.
  /// `UInt32`.
  case arcs
  /// Lists of arcs, each preceded by its length; the first is empty. `UInt32`.
  case arcLists
  /// By arc: its directed segment. In blocks, `Int16`.
  case directedSegments
  /// By arc: its first turn; one more entry at the end. In blocks, `UInt8`.
  case firstTurn
  /// By turn: the arc it leads to, less the one it leaves, as in `NearNumbers`. `Int16`.
  case turnTargets
  /// By turn: the number of its `TurnKind.packed`, `UInt32`. Bytes.
  case turnKinds
  /// By arc: its first entry in `incomingOrigins`; one more entry at the end. In blocks,
  /// `UInt8`.
  case firstIncoming
  /// The arcs that turns come from, less the arcs they lead to, sorted by the latter, as in
  /// `NearNumbers`. `Int16`.
  case incomingOrigins
  /// By level of the spatial index: its first box; one more entry at the end. `UInt32`.
  case firstBox
  /// South, west, north, east of each box: `Int32`.
  case boxes
  /// The properties of the whole network, indexed by `NetworkProperty`. `UInt32`.
  case properties
  /// The segments sorted by way, those of a way along it. `UInt32`.
  case segmentsByWay
  /// By rank: its parent in the elimination tree, `Hierarchy.none` where it has none, less the
  /// rank, as in `NearNumbers`. `UInt16`.
  case parents
  /// By row of the hierarchy, out rows first: its first edge; one more entry at the end. `UInt32`:
  /// in blocks half as large, but tables took 4 % longer, and searches 9 % where the reader had the
  /// number of the block in hand.
  case firstEdge
  /// By edge of the hierarchy: its higher rank, less the lower, as in `NearNumbers`. `UInt16`.
  case heads
  /// The segments that have signs, ascending. `UInt32`.
  case signedSegments
  /// By signed segment: the number of its set in `signs`. `UInt32`.
  case signNumbers
  /// The sets of signs, `RoadSigns.fieldCount` names each. `UInt32`.
  case signs
  /// The segments with limits on the size of vehicles, ascending. `UInt32`.
  case limitedSegments
  /// By limited segment: `SizeLimits.packed`. `UInt64`.
  case segmentLimits
  /// The turns with such limits, ascending. `UInt32`.
  case limitedTurns
  /// By limited turn: `SizeLimits.packed`. `UInt64`.
  case turnLimits
  /// The distinct times of rules: the index of a name, a value of `OpeningHours`. `UInt32`.
  case hours
  /// The directed segments with rules that hold at times, ascending; once for each rule, in order.
  /// `UInt32`.
  case ruledSegments
  /// By ruled segment: `RoadRule.packed`. `UInt64`.
  case segmentRules
  /// The turns that are forbidden at times, ascending. `UInt32`.
  case ruledTurns
  /// By ruled turn: its times, an index in `hours`. `UInt32`.
  case turnHours
  /// The directed segments onto which the map itself gives an instruction, ascending. `UInt32`.
  case maneuverEntries
  /// By maneuver: `ManeuverAction.packed`. `UInt32`.
  case maneuverActions
  /// By maneuver: its first entry in `maneuverSegments`; one more entry at the end. `UInt32`.
  case firstManeuverSegment
  /// The directed segments of a path that the instruction is for. `UInt32`.
  case maneuverSegments

  // Those of `SharedRoads`.

  /// By point, road by road: the bits of its latitude and its longitude, each as it differs from
  /// that of its block of 16 points. `Int16`.
  case degrees
  /// By road: index of its name, 0 where it has none. In blocks, `Int16`.
  case names
  /// By road: the way's number in OpenStreetMap. `Int64`.
  case ways
  /// By road: `RoadClass`. `UInt8`.
  case classes
  /// By name: its first byte; one more entry at the end. `UInt32`.
  case firstNameByte
  /// UTF-8.
  case nameBytes
  /// The nodes are in runs, ascending. By run: the number of its first in OpenStreetMap. `Int64`.
  case nodeRuns
  /// By run: its first node; one more entry at the end. `UInt32`.
  case firstNode
  /// By node: its number less that of its run. `UInt16`.
  case nodeSteps
  /// By node: one of its points. In blocks, `Int16`.
  case nodePoints
}

/// The indices of the section `properties`.
enum NetworkProperty: Int, CaseIterable {
  /// The index in `TravelProfile.allCases`.
  case profile
  /// `DrivingSide`.
  case drivingSide
  /// `DrivingSideReason`.
  case drivingSideReason
}

/// A checksum over 64-bit words: each step is a bijection of the word, so a change within one word
/// is always detected; any other change goes undetected once in 2^64.
///
/// The steps are those of FNV-1a (xor, multiply by an odd prime), word by word, with a rotation so
/// that high bits reach low ones; in four lanes, since a processor multiplies faster than it waits
/// for the product: 5 to 8 GB a second.
struct NetworkChecksum {
  /// Four consecutive words.
  struct Block: BitwiseCopyable {
    var lanes: (UInt64, UInt64, UInt64, UInt64)
  }

  private var state = Block(
    lanes: (
      0xcbf2_9ce4_8422_2325, 0x9ae1_6a3b_2f90_404f, 0xc949_d7c7_509e_6557, 0xff51_afd7_ed55_8ccd
    ))

  @inline(__always)
  mutating func add(_ block: Block) {
    Self.add(block.lanes.0, to: &state.lanes.0)
    Self.add(block.lanes.1, to: &state.lanes.1)
    Self.add(block.lanes.2, to: &state.lanes.2)
    Self.add(block.lanes.3, to: &state.lanes.3)
  }

  /// - Precondition: whole blocks.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: NetworkFormat.blockSize) {
        add(bytes.loadUnaligned(fromByteOffset: start, as: Block.self))
      }
    }
  }

  /// The checksum of all blocks added so far.
  var value: UInt64 {
    var value = state.lanes.0
    Self.add(state.lanes.1, to: &value)
    Self.add(state.lanes.2, to: &value)
    Self.add(state.lanes.3, to: &value)
    return value
  }

  @inline(__always)
  private static func add(_ word: UInt64, to lane: inout UInt64) {
    lane = (lane ^ word) &* 0x9e37_79b9_7f4a_7c15
    lane = lane << 29 | lane >> 35
  }
}

extension NetworkFormat {
  /// The elements as bytes, padded to whole blocks.
  static func bytes<Element: FixedWidthInteger>(_ column: [Element]) -> [UInt8] {
    let size = column.count * MemoryLayout<Element>.size
    let block = blockSize
    var bytes: [UInt8] = []
    bytes.reserveCapacity((size + block - 1) / block * block)
    column.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: repeatElement(0, count: (block - size % block) % block))
    return bytes
  }
}
