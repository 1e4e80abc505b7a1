import Glibc
package import Hashing

extension Fingerprint {
  /// The fingerprint of a file, read in chunks; about a second per gigabyte.
  ///
  /// - Throws: `ArtifactError` if the file cannot be read.
  package init(ofFile path: String) throws(ArtifactError) {
    self.init()
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
}
