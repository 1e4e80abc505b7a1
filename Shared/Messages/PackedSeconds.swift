import FoundationEssentials

/// Many durations in little room: little-endian 32-bit whole seconds, in base64 on the wire; -1
/// stands for none.
///
/// A thousand numbers cost 0.3 ms to read as a JSON array.
package struct PackedSeconds: Sendable, Hashable, Codable {
  private let bytes: Data

  package init(_ seconds: some Sequence<Int32?>) {
    var bytes = Data()
    for value in seconds {
      withUnsafeBytes(of: (value ?? -1).littleEndian) { bytes.append(contentsOf: $0) }
    }
    self.bytes = bytes
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    bytes = try container.decode(Data.self)
    guard bytes.count.isMultiple(of: 4) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(bytes.count) bytes are no whole number of cells.")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }

  /// How many cells there are.
  package var count: Int { bytes.count / 4 }

  /// Every cell, `nil` where there is no duration.
  package var seconds: [Int32?] {
    var cells: [Int32?] = []
    cells.reserveCapacity(count)
    var value: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      value |= UInt32(byte) << UInt32(8 * (index % 4))
      if index % 4 == 3 {
        cells.append(value == .max ? nil : Int32(bitPattern: value))
        value = 0
      }
    }
    return cells
  }
}
