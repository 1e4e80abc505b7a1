/// Identifies the contents of a map file, so that nothing is rebuilt from a file that has not
/// changed.
///
/// The hash is FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): it detects changes but
/// does not protect against forgery.
package struct MapFingerprint: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Sixteen hexadecimal digits: as text, a hash survives any JSON reader.
  package let hash: String
  /// The length of the contents.
  package let byteCount: Int

  /// A fingerprint that was stored beside what was built.
  package init(hash: String, byteCount: Int) {
    self.hash = hash
    self.byteCount = byteCount
  }

  /// Reads the whole file: about a second per gigabyte.
  init(of file: PlainFile) throws(MapFileError) {
    var hash = FNV1a()
    var count = 0
    try file.forEachChunk(ofAtMost: 1 << 18) { chunk in
      hash.add(chunk)
      count += chunk.count
      return true
    }
    self.init(hash: hash.digits, byteCount: count)
  }

  /// Both parts, fit for a file name: "08095f07b4c8252e-2".
  package var description: String { "\(hash)-\(byteCount)" }
}

/// The 64-bit Fowler–Noll–Vo hash, variant 1a.
struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  var digits: String {
    let short = String(value, radix: 16)
    return String(repeating: "0", count: 16 - short.count) + short
  }
}
