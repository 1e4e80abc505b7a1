/// An escape sequence.
struct JSONEscape {
  let scalar: Unicode.Scalar
  /// Its length in bytes: 2, 6 or 12.
  let length: Int

  /// Parses the escape sequence whose backslash is at `offset`; `nil` if it is invalid, or half a
  /// surrogate pair. `bytes` end with a zero.
  init?(_ bytes: [UInt8], at offset: Int) {
    if let plain = Self.plain(bytes[offset + 1]) {
      (scalar, length) = (plain, 2)
      return
    }
    guard let high = Self.unit(bytes, at: offset) else { return nil }
    if let whole = Unicode.Scalar(high) {
      (scalar, length) = (whole, 6)
      return
    }
    // The zero at the end of the bytes stops this from reading beyond the first half of a pair.
    guard UTF16.isLeadSurrogate(high), let low = Self.unit(bytes, at: offset + 6),
      UTF16.isTrailSurrogate(low),
      let pair = Unicode.Scalar(0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(low & 0x3FF))
    else { return nil }
    (scalar, length) = (pair, 12)
  }

  private static func plain(_ letter: UInt8) -> Unicode.Scalar? {
    switch letter {
    case .quote: "\""
    case .backslash: "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case .letterF: "\u{C}"
    case .letterN: "\n"
    case UInt8(ascii: "r"): "\r"
    case .letterT: "\t"
    default: nil
    }
  }

  /// The code unit of `\u00e9`; `nil` if the bytes are not such an escape.
  private static func unit(_ bytes: [UInt8], at offset: Int) -> UInt16? {
    guard bytes[offset] == .backslash, bytes[offset + 1] == .letterU else { return nil }
    var unit: UInt16 = 0
    for index in offset + 2..<offset + 6 {
      guard let digit = digit(bytes[index]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - .zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
