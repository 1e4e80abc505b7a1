import Glibc

/// The bytes of a file, a piece at a time.
enum FilePieces {
  private static let pieceBytes = 1 << 16
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Hands over the file's bytes in order, without the mark that some programs put before UTF-8.
  ///
  /// - Throws: `FeedFailure` where the file cannot be read; whatever `body` throws.
  static func forEach(_ path: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FeedFailure.unreadable(path, errno) }
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: pieceBytes)
    var isFirst = true
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw FeedFailure.unreadable(path, errno) }
      if count == 0 { return }
      var bytes = piece[..<count]
      if isFirst, bytes.starts(with: byteOrderMark) { bytes = bytes.dropFirst(3) }
      isFirst = false
      try body(bytes)
    }
  }

  /// The first byte that is no space; `nil` where there is none.
  ///
  /// - Throws: `FeedFailure` where the file cannot be read.
  static func firstByte(_ path: String) throws -> UInt8? {
    struct Found: Error { let byte: UInt8 }
    do {
      try forEach(path) { bytes in
        if let byte = bytes.first(where: { !$0.isSpace }) { throw Found(byte: byte) }
      }
      return nil
    } catch let found as Found {
      return found.byte
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
