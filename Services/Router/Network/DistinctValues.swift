/// A column of values many of which are equal: the distinct ones, and by index the number of its
/// value, of as many bytes as the largest needs.
struct DistinctValues<Value: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  let values: MappedArray<Value>
  /// The lowest bytes of all numbers, then the next ones.
  private let bytes: MappedArray<UInt8>
  private let width: Int
  let count: Int

  /// - Throws: `inconsistent` where the section does not lie in the file.
  init(_ sections: NetworkSections, _ section: NetworkSection) throws(NetworkFileError) {
    values = try sections.array(section, .values, of: Value.self)
    bytes = try sections.array(section, of: UInt8.self)
    width = Self.width(of: values.count)
    count = bytes.count / width
  }

  /// How many bytes the numbers of some values take.
  static func width(of values: Int) -> Int {
    max(1, (Int.bitWidth - (values - 1).leadingZeroBitCount + 7) / 8)
  }

  @inline(__always)
  subscript(index: Int) -> Value { values[number(index)] }

  @inline(__always)
  private func number(_ index: Int) -> Int {
    var number = Int(bytes[index])
    for byte in 1..<width { number |= Int(bytes[index + byte * count]) << (8 * byte) }
    return number
  }

  /// Whether there is a value for each of `count` indices.
  func isSound(count: Int) -> Bool {
    self.count == count && (0..<count).allSatisfy { number($0) < values.count }
  }
}
