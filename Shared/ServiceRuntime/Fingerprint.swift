import FoundationEssentials
import Glibc

/// A 64-bit hash that detects changes of contents. It does not protect against forgery.
///
/// Source: Fowler, Noll, Vo: FNV-1a.
package struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package init(of bytes: some Sequence<UInt8>) { add(bytes) }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// The fingerprint of a file, read in chunks; about a second per gigabyte.
  ///
  /// - Throws: `ArtifactError` if the file cannot be read.
  package init(ofFile path: String) throws(ArtifactError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ArtifactError(reading: path, errno) }
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw ArtifactError(reading: path, errno) }
      if count == 0 { return }
      // Over the array's memory: a slice would cost a bounds check per byte.
      chunk.withUnsafeBufferPointer { add($0[..<count]) }
    }
  }

  /// Sixteen hexadecimal digits.
  package var description: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
