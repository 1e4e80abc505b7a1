import Hashing
import Memberwise

/// Identifies the contents of a map file, so that nothing is rebuilt from a file that has not
/// changed.
///
/// The hash is FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): it detects changes but
/// does not protect against forgery.
@Memberwise package struct MapFingerprint: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Sixteen hexadecimal digits: as text, a hash survives any JSON reader.
  package let hash: String
  /// The length of the contents.
  package let byteCount: Int

  /// Reads the whole file: about a second per gigabyte.
  init(of file: PlainFile) throws(MapFileError) {
    var hash = Fingerprint()
    var count = 0
    try file.forEachChunk(ofAtMost: 1 << 18) { chunk in
      hash.add(chunk)
      count += chunk.count
      return true
    }
    self.init(hash: hash.description, byteCount: count)
  }

  /// Both parts, fit for a file name: "08095f07b4c8252e-2".
  package var description: String { "\(hash)-\(byteCount)" }
}
