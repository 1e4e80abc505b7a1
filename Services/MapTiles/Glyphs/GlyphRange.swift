import FoundationEssentials

/// A character as a signed distance field of `GlyphScale`.
struct Glyph: Hashable {
  let codePoint: UInt32
  /// `width + 6` bytes by `height + 6` rows; empty for a glyph without an outline.
  let bitmap: [UInt8]
  /// Of the outline, in pixels.
  let width: Int
  let height: Int
  /// From the pen to the outline.
  let left: Int
  /// From the font's ascender up to the outline's top: negative for all but the tallest.
  let top: Int
  let advance: Int
}

/// The sizes that MapLibre expects.
///
/// Source: https://github.com/mapbox/node-fontnik and
/// https://github.com/mapbox/sdf-glyph-foundry: size 24, buffer 3, radius 8, cutoff 0.25.
enum GlyphScale {
  static let pixels = 24
  /// Pixels around the outline.
  static let buffer = 3
  /// Distances beyond cannot be told apart.
  static let radius = 8.0
  /// The part of a byte's range that is inside of the outline.
  static let cutoff = 0.25
}

/// The glyphs of 256 code points.
struct GlyphRange {
  let font: String
  /// A multiple of 256.
  let start: Int
  let glyphs: [Glyph]

  /// As a protocol buffer.
  ///
  /// Source: https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto.
  func encoded() -> Data {
    var stack = ProtocolBuffer()
    stack.add(1, Array(font.utf8))
    stack.add(2, Array("\(start)-\(start + 255)".utf8))
    for glyph in glyphs {
      var message = ProtocolBuffer()
      message.add(1, number: UInt64(glyph.codePoint))
      if !glyph.bitmap.isEmpty { message.add(2, glyph.bitmap) }
      message.add(3, number: UInt64(glyph.width))
      message.add(4, number: UInt64(glyph.height))
      message.add(5, signed: glyph.left)
      message.add(6, signed: glyph.top)
      message.add(7, number: UInt64(glyph.advance))
      stack.add(3, message.bytes)
    }
    var whole = ProtocolBuffer()
    whole.add(1, stack.bytes)
    return Data(whole.bytes)
  }
}

/// Writes fields of a protocol buffer.
///
/// Source: https://protobuf.dev/programming-guides/encoding/.
struct ProtocolBuffer {
  private(set) var bytes: [UInt8] = []

  /// A variable-length integer.
  mutating func add(_ field: UInt64, number: UInt64) {
    addInteger(field << 3)
    addInteger(number)
  }

  /// The same, small for negative numbers, too (zigzag).
  mutating func add(_ field: UInt64, signed number: Int) {
    add(field, number: UInt64(bitPattern: Int64(number << 1 ^ number >> 63)))
  }

  /// Bytes with their length.
  mutating func add(_ field: UInt64, _ contents: [UInt8]) {
    addInteger(field << 3 | 2)
    addInteger(UInt64(contents.count))
    bytes += contents
  }

  private mutating func addInteger(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
