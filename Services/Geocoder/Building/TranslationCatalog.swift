import Foundation

/// The translations in a message catalog of GNU gettext (a `.mo` file).
///
/// Source of the layout: the manual of GNU gettext, "The Format of GNU MO Files".
struct TranslationCatalog {
  private let bytes: Data
  private let count: Int
  private let originals: Int
  private let translations: Int

  private static let magic: UInt32 = 0x9504_12DE

  /// `nil` where there is no such file, or it is no catalog in this machine's byte order.
  init?(path: String) {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count >= 28 else {
      return nil
    }
    self.bytes = bytes
    func number(_ offset: Int) -> Int {
      bytes.withUnsafeBytes {
        Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      }
    }
    guard number(0) == Self.magic else { return nil }
    (count, originals, translations) = (number(8), number(12), number(16))
    guard originals + 8 * count <= bytes.count, translations + 8 * count <= bytes.count else {
      return nil
    }
  }

  /// The translation of a text, or `nil`. Originals are sorted by their bytes.
  subscript(text: String) -> String? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      guard let candidate = string(originals + 8 * middle) else { return nil }
      if candidate == text { return string(translations + 8 * middle) }
      if candidate.utf8.lexicographicallyPrecedes(text.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return nil
  }

  private func string(_ entry: Int) -> String? {
    let (length, start) = (number(entry), number(entry + 4))
    guard start + length <= bytes.count else { return nil }
    return String(decoding: bytes[(bytes.startIndex + start)..<(start + length)], as: UTF8.self)
  }

  private func number(_ offset: Int) -> Int {
    bytes.withUnsafeBytes {
      Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
  }
}
