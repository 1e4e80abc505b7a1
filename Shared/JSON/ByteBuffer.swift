import FoundationEssentials
import Glibc

/// A growable byte buffer whose contents can be detached without a copy.
///
/// Raw memory instead of an array, whose every access is checked for exclusivity and uniqueness:
/// over `[UInt8]` the encoder needed 5.9 µs for a request of 132 bytes and 13.5 µs for a route of
/// 494, over this 3.8 and 9.4 µs.
///
/// 1. `memory` holds `capacity` bytes of `malloc`'s, of which the first `count` are initialized.
/// 2. Every write gets its memory from `reserve`, which moves the bytes with `realloc`.
/// 3. `detachData` transfers the memory to a `Data`, which frees it, and leaves an empty buffer;
///    `deinit` frees what was not transferred.
final class ByteBuffer {
  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private(set) var count = 0

  init(capacity: Int) { reserve(capacity) }

  deinit { free(memory) }

  /// The last byte; zero if the buffer is empty.
  var last: UInt8 {
    guard count > 0, let memory else { return 0 }
    return memory[count - 1]
  }

  func append(_ byte: UInt8) {
    reserve(1)[0] = byte
    count += 1
  }

  /// Appends the bytes of a text.
  func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let first = bytes.baseAddress else { return }
      reserve(bytes.count).update(from: first, count: bytes.count)
      count += bytes.count
    }
  }

  /// Appends a text escaped for a JSON string, without the quotes.
  func appendEscaped(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let plain = Self.plainPrefix(of: UnsafeBufferPointer(rebasing: rest))
        append(UnsafeBufferPointer(rebasing: rest.prefix(plain)))
        rest = rest.dropFirst(plain)
        if let special = rest.popFirst() { escape(special) }
      }
    }
  }

  /// Transfers the bytes to a `Data` and leaves an empty buffer.
  func detachData() -> Data {
    guard let memory else { return Data() }
    defer { (self.memory, capacity, count) = (nil, 0, 0) }
    return Data(bytesNoCopy: memory, count: count, deallocator: .free)
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count).update(from: first, count: bytes.count)
    count += bytes.count
  }

  /// The address of the next `room` bytes, which are not initialized.
  @discardableResult
  private func reserve(_ room: Int) -> UnsafeMutablePointer<UInt8> {
    if let memory, capacity - count >= room { return memory + count }
    capacity = max(count + room, 2 * capacity)
    guard let moved = realloc(memory, capacity) else {
      preconditionFailure("no memory for \(capacity) bytes")
    }
    let memory = moved.assumingMemoryBound(to: UInt8.self)
    self.memory = memory
    return memory + count
  }
}

extension ByteBuffer {
  /// How many bytes from the front need no escape; eight are checked at a time.
  private static func plainPrefix(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while offset + 8 <= raw.count,
      !JSONBlock(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)).isSpecial
    {
      offset += 8
    }
    while offset < bytes.count, bytes[offset] >= 0x20, bytes[offset] != .quote,
      bytes[offset] != .backslash
    {
      offset += 1
    }
    return offset
  }

  private func escape(_ byte: UInt8) {
    switch byte {
    case .quote: append("\\\"")
    case .backslash: append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      let digits = String(byte, radix: 16)
      append(byte < 16 ? "\\u000" : "\\u00")
      append(digits)
    }
  }
}

/// Eight bytes of a text as one word.
///
/// Source: Anderson, "Bit Twiddling Hacks": "Determine if a word has a zero byte", "… a byte less
/// than n".
struct JSONBlock {
  private let bytes: UInt64

  init(_ bytes: UInt64) { self.bytes = bytes }

  /// Whether any of them is a control character, a quote or a backslash.
  var isSpecial: Bool {
    let isControl = (bytes &- Self.each(0x20)) & ~bytes
    return (isControl | isZero(bytes ^ Self.each(.quote)) | isZero(bytes ^ Self.each(.backslash)))
      & Self.each(0x80) != 0
  }

  private func isZero(_ bytes: UInt64) -> UInt64 { (bytes &- Self.each(1)) & ~bytes }

  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
