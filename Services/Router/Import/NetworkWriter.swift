import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// Lays out the columns of a network's file and writes them.
struct NetworkWriter {
  private var sections: [NetworkSection: (bytes: [UInt8], count: Int)] = [:]

  mutating func set<Element: FixedWidthInteger>(_ section: NetworkSection, _ column: [Element]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(column.count * MemoryLayout<Element>.size)
    for element in column {
      withUnsafeBytes(of: element.littleEndian) { bytes.append(contentsOf: $0) }
    }
    sections[section] = (bytes, column.count)
  }

  /// The whole file in memory.
  func bytes() -> [UInt8] {
    let all = NetworkSection.allCases
    var table: [UInt64] = []
    var body: [UInt8] = []
    let start = NetworkFormat.headerSize + all.count * NetworkFormat.tableEntrySize
    for section in all {
      let (bytes, count) = sections[section] ?? ([], 0)
      table += [UInt64(start + body.count), UInt64(count)]
      body += bytes
      body += [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
    }
    var file: [UInt8] = []
    file.reserveCapacity(start + body.count)
    append(NetworkFormat.magic, to: &file)
    append(UInt64(NetworkFormat.version) | UInt64(all.count) << 32, to: &file)
    append(UInt64(start + body.count), to: &file)
    append(UInt64(0), to: &file)
    for entry in table { append(entry, to: &file) }
    file += body
    Self.seal(&file)
    return file
  }

  private func append(_ word: UInt64, to file: inout [UInt8]) {
    withUnsafeBytes(of: word.littleEndian) { file.append(contentsOf: $0) }
  }

  /// Writes the checksum of a file into its header.
  static func seal(_ file: inout [UInt8]) {
    var checksum = NetworkChecksum()
    for start in stride(from: NetworkFormat.headerSize, to: file.count, by: 8) {
      var word: UInt64 = 0
      for byte in 0..<8 { word |= UInt64(file[start + byte]) << UInt64(8 * byte) }
      checksum.add(word)
    }
    for byte in 0..<8 {
      file[NetworkFormat.checksumOffset + byte] = UInt8(
        truncatingIfNeeded: checksum.value >> UInt64(8 * byte))
    }
  }

  /// Writes bytes to a file and waits until they are on the disk.
  ///
  /// - Throws: `NetworkBuildError.cannotWrite`: a full disk, a folder that is not there.
  static func write(_ bytes: [UInt8], to path: String) throws(NetworkBuildError) {
    guard let file = fopen(path, "wb") else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    let isWritten =
      fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0
      && fsync(fileno(file)) == 0
    let fault = errno
    guard fclose(file) == 0, isWritten else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(fault)))
    }
  }
}

/// Why no road network could be made of a map.
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
