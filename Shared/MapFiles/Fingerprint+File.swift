import Glibc
import Hashing

extension Fingerprint {
  /// The fingerprint of a file, read a piece at a time; about a second for a gigabyte.
  ///
  /// - Throws: `ArtifactError` where the file cannot be read.
  package init(ofFile path: String) throws(ArtifactError) {
    self.init()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ArtifactError(reading: path, errno) }
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw ArtifactError(reading: path, errno) }
      if count == 0 { return }
      // Over the array's memory: a slice would cost a check a byte.
      piece.withUnsafeBufferPointer { add($0[..<count]) }
    }
  }
}
