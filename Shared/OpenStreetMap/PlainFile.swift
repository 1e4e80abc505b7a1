import Glibc

/// A regular file that exists, and its bytes in order.
struct PlainFile {
  let path: String
  let byteCount: Int

  /// - Throws: `missing`, `notAFile`, `unreadable`.
  init(path: String) throws(MapFileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let gone = errno == ENOENT || errno == ENOTDIR
      throw gone ? .missing(path: path) : Self.unreadable(path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    self.path = path
    byteCount = Int(status.st_size)
  }

  /// At most `count` bytes from the start.
  func firstBytes(_ count: Int) throws(MapFileError) -> [UInt8] {
    var first: [UInt8] = []
    try forEachChunk(ofAtMost: count) { chunk in
      first += chunk
      return first.count < count
    }
    return Array(first.prefix(count))
  }

  /// Calls `body` with the contents chunk by chunk until it returns false. The pointer is valid
  /// only during the call.
  ///
  /// - Throws: `unreadable`.
  func forEachChunk(
    ofAtMost size: Int, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(MapFileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(path) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: size)
    while true {
      let count = Glibc.read(descriptor, &buffer, size)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Self.unreadable(path) }
      guard count > 0 else { return }
      // The read filled the first `count` bytes, and the buffer has at least as many.
      let goesOn = buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      guard goesOn else { return }
    }
  }

  private static func unreadable(_ path: String) -> MapFileError {
    .unreadable(path: path, reason: String(cString: strerror(errno)))
  }
}
