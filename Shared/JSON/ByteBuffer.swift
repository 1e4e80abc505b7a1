import FoundationEssentials
import Glibc

/// Bytes that are appended to and then given away without a copy.
///
/// Raw memory instead of an array, whose every access is checked for exclusivity and uniqueness:
/// over `[UInt8]` the encoder took 5.9 µs for a request of 132 bytes and 13.5 µs for a route of
/// 494, over this 3.8 and 9.4 µs.
///
/// 1. `memory` holds `capacity` bytes of `malloc`'s, of which the first `count` are initialized.
/// 2. Only `reserve` is asked for room, before every write; it moves the bytes with `realloc`.
/// 3. `takeData` hands the memory to a `Data`, which frees it, and leaves an empty buffer;
///    `deinit` frees what was not handed over.
final class ByteBuffer {
  private var memory: UnsafeMutablePointer<UInt8>?
  private var capacity = 0
  private(set) var count = 0

  init(capacity: Int) { reserve(capacity) }

  deinit { free(memory) }

  /// The last byte; zero where there is none.
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

  /// Appends a text as it stands between the quotes of JSON.
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

  /// Gives the bytes away.
  func takeData() -> Data {
    guard let memory else { return Data() }
    defer { (self.memory, capacity, count) = (nil, 0, 0) }
    return Data(bytesNoCopy: memory, count: count, deallocator: .free)
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count).update(from: first, count: bytes.count)
    count += bytes.count
  }

  /// Where the next `room` bytes go.
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
  /// How many bytes from the front need no escape; eight are looked at together.
  private static func plainPrefix(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var at = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while at + 8 <= raw.count,
      !JSONBlock(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)).isSpecial
    {
      at += 8
    }
    while at < bytes.count, bytes[at] >= 0x20, bytes[at] != .quote, bytes[at] != .backslash {
      at += 1
    }
    return at
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

/// Eight bytes of a text at once.
///
/// Source: Anderson, "Bit Twiddling Hacks": "Determine if a word has a zero byte", "… a byte less
/// than n".
struct JSONBlock {
  private let bytes: UInt64

  init(_ bytes: UInt64) { self.bytes = bytes }

  /// Whether one is a control character, a quote or a backslash.
  var isSpecial: Bool {
    let isControl = (bytes &- Self.each(0x20)) & ~bytes
    return (isControl | isZero(bytes ^ Self.each(.quote)) | isZero(bytes ^ Self.each(.backslash)))
      & Self.each(0x80) != 0
  }

  private func isZero(_ bytes: UInt64) -> UInt64 { (bytes &- Self.each(1)) & ~bytes }

  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
