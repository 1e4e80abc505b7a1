/// Names contents by 64 bits, so that a change shows. No safeguard against someone who wants to
/// deceive.
///
/// Source: Fowler, Noll, Vo: FNV-1a.
package struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
  @usableFromInline var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of bytes: some Sequence<UInt8>) { add(bytes) }

  /// Continues with these bytes.
  @inlinable
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
