/// The validated header and section table of a network file.
struct NetworkSections {
  let file: MappedFile
  let checksum: UInt64
  private let path: String
  private let table: MappedArray<UInt64>

  /// - Throws: each case of `NetworkFileError` except `inconsistent`.
  init(path: String) throws(NetworkFileError) {
    let file = try MappedFile(path: path)
    guard let header = file.array(at: 0, count: NetworkFormat.headerSize / 8, of: UInt64.self)
    else { throw .truncated(path: path, bytes: file.count) }
    guard header[0] == NetworkFormat.magic else { throw .notANetwork(path: path) }
    let version = UInt32(truncatingIfNeeded: header[1])
    guard version == NetworkFormat.version else {
      throw .wrongVersion(path: path, found: version)
    }
    guard header[2] == UInt64(file.count), file.count.isMultiple(of: NetworkFormat.blockSize) else {
      throw .truncated(path: path, bytes: file.count)
    }
    let sections = NetworkSection.allCases.count
    let words = 2 * NetworkPart.allCases.count * sections
    guard header[1] >> 32 == UInt64(sections),
      let table = file.array(at: NetworkFormat.headerSize, count: words, of: UInt64.self),
      let checksum = file.checksum(from: NetworkFormat.headerSize), header[3] == checksum
    else { throw .corrupt(path: path) }
    self.checksum = checksum
    self.file = file
    self.path = path
    self.table = table
  }

  /// - Throws: `inconsistent` where the section does not lie in the file.
  func array<Element: BitwiseCopyable>(
    _ section: NetworkSection, _ part: NetworkPart = .numbers, of type: Element.Type
  ) throws(NetworkFileError) -> MappedArray<Element> {
    let entry = 2 * (section.rawValue * NetworkPart.allCases.count + part.rawValue)
    let (offset, count) = (table[entry], table[entry + 1])
    guard let offset = Int(exactly: offset), let count = Int(exactly: count),
      count <= NetworkFormat.maximumCount,
      let array = file.array(at: offset, count: count, of: type)
    else { throw .inconsistent(path: path, reason: "section \(section) is not in the file") }
    return array
  }
}
