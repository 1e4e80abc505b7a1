/// Parses the numbers of a JSON text, whose syntax `JSONScanner` has checked.
enum JSONNumber {
  /// A whole number, also written as `1.0` or `1e3`; `nil` if it has a fraction or does not fit.
  /// From 2⁵³ on only plain digits are accepted, as the other forms are not exact there.
  static func integer<Number: FixedWidthInteger>(
    _ tape: JSONTape, _ index: Int
  ) -> Number? {
    let range = tape.range(index)
    let isNegative = tape.bytes[range.lowerBound] == .minus
    var number: Number = 0
    for at in range.dropFirst(isNegative ? 1 : 0) {
      let byte = tape.bytes[at]
      guard byte.isDigit else { return wholeDecimal(tape, index) }
      let (tenfold, isOver) = number.multipliedReportingOverflow(by: 10)
      let digit = Number(truncatingIfNeeded: byte &- .zero)
      let (next, isOverToo) =
        isNegative
        ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      // A negative exponent may still make it fit.
      guard !isOver, !isOverToo else { return wholeDecimal(tape, index) }
      number = next
    }
    return number
  }

  private static func wholeDecimal<Number: FixedWidthInteger>(
    _ tape: JSONTape, _ index: Int
  ) -> Number? {
    guard let decimal = double(tape, index), abs(decimal) < exactLimit else { return nil }
    return Number(exactly: decimal)
  }

  /// The nearest number to the digits; `nil` if that would be infinite, or zero though the digits
  /// are not.
  static func double(_ tape: JSONTape, _ index: Int) -> Double? {
    shortDecimal(tape, index) ?? nearest(tape, index)
  }

  static func float(_ tape: JSONTape, _ index: Int) -> Float? { nearest(tape, index) }

  private static func nearest<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ tape: JSONTape, _ index: Int
  ) -> Number? {
    let text = text(tape, index)
    guard let number = Number(text), number.isFinite else { return nil }
    return number.isZero && hasDigit(text) ? nil : number
  }

  /// Whether there is a digit other than zero before the exponent.
  private static func hasDigit(_ text: String) -> Bool {
    text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains { $0.isDigit && $0 != .zero }
  }

  private static func text(_ tape: JSONTape, _ index: Int) -> String {
    String(decoding: tape.bytes[tape.range(index)], as: UTF8.self)
  }

  /// Below this, every whole number is exact in a `Double`.
  private static let exactLimit = 9_007_199_254_740_992.0
  private static let exactDigits: UInt64 = 9_007_199_254_740_992
  /// The powers of ten that are exact.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A number whose digits are exact and which has few decimals: one exact number divided by
  /// another is rounded once, hence correctly. `nil` for others.
  ///
  /// Source: Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990.
  private static func shortDecimal(_ tape: JSONTape, _ index: Int) -> Double? {
    let range = tape.range(index)
    var digits: UInt64 = 0
    var decimals: Int?
    var isNegative = false
    // 19 digits cannot overflow.
    guard range.count <= 19 else { return nil }
    for at in range {
      let byte = tape.bytes[at]
      if byte.isDigit {
        digits = digits &* 10 &+ UInt64(byte &- .zero)
        decimals = decimals.map { $0 + 1 }
      } else if byte == .point {
        decimals = 0
      } else if byte == .minus, at == range.lowerBound {
        isNegative = true
      } else {
        return nil
      }
    }
    guard digits < exactDigits else { return nil }
    let magnitude = Double(digits) / powers[decimals ?? 0]
    return isNegative ? -magnitude : magnitude
  }
}

extension JSONTape {
  /// A key or a text without its quotes and escapes.
  func text(_ index: Int) -> String {
    let range = range(index)
    let inside = bytes[range.lowerBound + 1..<range.upperBound - 1]
    return inside.contains(.backslash)
      ? unescaped(inside) : String(decoding: inside, as: UTF8.self)
  }

  private func unescaped(_ inside: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(inside.count)
    var at = inside.startIndex
    while at < inside.endIndex {
      if bytes[at] == .backslash, let escape = JSONEscape(bytes, at: at) {
        plain.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
        at += escape.length
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
