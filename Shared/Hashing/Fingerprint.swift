/// Names contents by 64 bits, so that a change shows. No safeguard against someone who wants to
/// deceive.
///
/// Source: Fowler, Noll, Vo: FNV-1a.
package struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of bytes: some Sequence<UInt8>) { add(bytes) }

  /// Continues with these bytes; about a second per gigabyte.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // Over memory where there is some: callers' modules do not specialize this, and would ask the
    // sequence for each byte.
    if bytes.withContiguousStorageIfAvailable({ add(UnsafeRawBufferPointer($0)) }) == nil {
      for byte in bytes { add(byte) }
    }
  }

  /// Continues with the bytes of memory.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { add(byte) }
  }

  private mutating func add(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
