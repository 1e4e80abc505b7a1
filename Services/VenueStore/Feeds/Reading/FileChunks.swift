import Glibc

/// Reads a file chunk by chunk.
enum FileChunks {
  private static let chunkBytes = 1 << 16
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Calls `body` with the file's bytes in order, without a leading UTF-8 byte order mark.
  ///
  /// - Throws: `FeedFailure` if the file cannot be read; whatever `body` throws.
  static func forEach(_ path: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FeedFailure.unreadable(path, errno) }
    defer { close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: chunkBytes)
    var isFirst = true
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw FeedFailure.unreadable(path, errno) }
      if count == 0 { return }
      var bytes = chunk[..<count]
      if isFirst, bytes.starts(with: byteOrderMark) { bytes = bytes.dropFirst(3) }
      isFirst = false
      try body(bytes)
    }
  }

  /// The first byte that is not whitespace, or `nil`.
  ///
  /// - Throws: `FeedFailure` if the file cannot be read.
  static func firstByte(_ path: String) throws -> UInt8? {
    struct FirstByte: Error { let byte: UInt8 }
    do {
      try forEach(path) { bytes in
        if let byte = bytes.first(where: { !$0.isSpace }) { throw FirstByte(byte: byte) }
      }
      return nil
    } catch let first as FirstByte {
      return first.byte
    }
  }
}

extension FeedFailure {
  static func unreadable(_ path: String, _ number: Int32) -> FeedFailure {
    FeedFailure("Cannot read \(path): \(String(cString: strerror(number))).")
  }
}

extension UInt8 {
  /// Space, tab, line feed or carriage return.
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
