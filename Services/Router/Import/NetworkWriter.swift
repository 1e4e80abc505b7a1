import Algorithms
package import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// Lays out the columns of a network's file and writes them, section by section.
struct NetworkWriter {
  private var sections: [NetworkSection: [NetworkPart: (bytes: [UInt8], count: Int)]] = [:]

  mutating func set<Element: FixedWidthInteger>(
    _ section: NetworkSection, _ column: [Element], part: NetworkPart = .numbers
  ) {
    sections[section, default: [:]][part] = (NetworkFormat.bytes(column), column.count)
  }

  /// Adds a column for `BlockNumbers`.
  mutating func set<Difference: FixedWidthInteger>(
    _ section: NetworkSection, inBlocks numbers: [UInt32], as type: Difference.Type
  ) {
    let size = 1 << NetworkFormat.blockShift
    let starts = stride(from: 0, to: numbers.count, by: size)
    let blocks = starts.map { numbers[$0...].prefix(size).sorted() }
    // From the least where the differences have no sign, else from the middle.
    let others = blocks.map { $0[Difference.isSigned ? $0.count / 2 : 0] }
    set(section, others, part: .blocks)
    set(section, numbers, near: numbers.indices.map { others[$0 / size] }, as: type)
  }

  /// Adds a column for `NearNumbers`.
  ///
  /// - Parameter others: by index: the number that the reader knows.
  mutating func set<Difference: FixedWidthInteger>(
    _ section: NetworkSection, _ numbers: [UInt32], near others: [UInt32], as _: Difference.Type
  ) {
    let differences = zip(numbers, others).map { number, other in
      Difference(exactly: Int(number) - Int(other)) ?? .max
    }
    let farNumbers = numbers.indices.filter { differences[$0] == .max }
      .map { UInt64($0) << 32 | UInt64(numbers[$0]) }
    set(section, differences)
    set(section, farNumbers, part: .far)
  }

  /// Adds the points of `SharedRoads`: each differs from the middle of its block.
  mutating func set(_ section: NetworkSection, _ points: [FixedPoint]) {
    let size = 1 << NetworkFormat.pointShift
    let blocks = stride(from: 0, to: points.count, by: size).map { start in
      let block = points[start...].prefix(size)
      return [block.map(\.latitude), block.map(\.longitude)].map {
        UInt32(bitPattern: $0.sorted()[block.count / 2])
      }
    }
    set(section, blocks.flatMap { $0 }, part: .blocks)
    let degrees = points.flatMap {
      [UInt32(bitPattern: $0.latitude), UInt32(bitPattern: $0.longitude)]
    }
    let others = points.indices.flatMap { blocks[$0 / size] }
    set(section, degrees, near: others, as: Int16.self)
  }

  /// Adds a column for `DistinctValues`.
  mutating func set<Value: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ section: NetworkSection, distinct values: [Value]
  ) {
    let distinct = Set(values).sorted()
    let numbers = values.map { value in distinct.partitioningIndex { $0 >= value } }
    let bytes = (0..<DistinctValues<Value>.width(of: distinct.count)).flatMap { byte in
      numbers.map { UInt8(truncatingIfNeeded: $0 >> (8 * byte)) }
    }
    set(section, distinct, part: .values)
    set(section, bytes)
  }

  /// Writes the file and waits until it is on the disk.
  ///
  /// - Returns: its size in bytes.
  /// - Throws: `NetworkBuildError.cannotWrite`, such as for a full disk or a missing folder.
  func write(to path: String) throws(NetworkBuildError) -> Int {
    let all = NetworkSection.allCases.flatMap { section in
      NetworkPart.allCases.map { sections[section]?[$0] ?? ([], 0) }
    }
    let tableSize = NetworkFormat.bytes([UInt64](repeating: 0, count: 2 * all.count)).count
    var end = NetworkFormat.headerSize + tableSize
    var table: [UInt64] = []
    for part in all {
      table += [UInt64(end), UInt64(part.count)]
      end += part.bytes.count
    }
    let parts = [NetworkFormat.bytes(table)] + all.map(\.bytes)
    var checksum = NetworkChecksum()
    for part in parts { checksum.add(part) }
    let header = [
      NetworkFormat.magic,
      UInt64(NetworkFormat.version) | UInt64(NetworkSection.allCases.count) << 32, UInt64(end),
      checksum.value,
    ]
    try Self.write([NetworkFormat.bytes(header)] + parts, to: path)
    return end
  }

  private static func write(_ parts: [[UInt8]], to path: String) throws(NetworkBuildError) {
    guard let file = fopen(path, "wb") else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    let isWritten =
      parts.allSatisfy { fwrite($0, 1, $0.count, file) == $0.count } && fflush(file) == 0
      && fsync(fileno(file)) == 0
    let fault = errno
    guard fclose(file) == 0, isWritten else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(fault)))
    }
  }
}

/// Why a road network could not be built.
package enum NetworkBuildError: Error, Hashable, CustomStringConvertible {
  case noRoads(TravelProfile)
  case tooLarge(segments: Int)
  case cannotWrite(path: String, reason: String)

  package var description: String {
    switch self {
    case .noRoads(let profile):
      """
      Building the road network: the map holds no road for \(profile.rules.travellers). Use an \
      extract with highways.
      """
    case .tooLarge(let segments):
      "Building the road network: \(segments) segments are more than the format can number."
    case .cannotWrite(let path, let reason):
      "Writing the road network \(path): \(reason). Make room or choose another folder."
    }
  }
}
