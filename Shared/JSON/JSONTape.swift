/// A JSON text as a flat list of its values, in the order of the text.
///
/// An object is followed by its keys and values alternately, an array by its elements. Both store
/// the index of the next value after them, so that a value can be skipped in one step. Created in
/// one pass by `JSONScanner`, which has validated the whole text before a value is read.
///
/// Source: the "tape" of Langdale and Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal
/// 28 (2019).
final class JSONTape: Sendable {
  /// A value or a key. 8 bytes: the tape of the densest text, `[1,1,…]`, is four times as large.
  struct Token: Sendable {
    /// The offset of its first byte, which determines its kind.
    let start: UInt32
    /// Of a scalar: the offset of its end. Of a container: the index of the token after its last
    /// one.
    var extent: UInt32
  }

  enum Kind {
    case object, array, text, number, boolean, null
  }

  /// The text and a terminating zero.
  let bytes: [UInt8]
  let tokens: [Token]

  init(bytes: [UInt8], tokens: [Token]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  /// The first byte of a token, which determines its kind.
  func mark(_ index: Int) -> UInt8 { bytes[Int(tokens[index].start)] }

  func kind(_ index: Int) -> Kind {
    switch mark(index) {
    case .openBrace: .object
    case .openBracket: .array
    case .quote: .text
    case .letterN: .null
    case .letterT, .letterF: .boolean
    default: .number
    }
  }

  /// The token after a value and everything inside it.
  func next(after index: Int) -> Int {
    switch mark(index) {
    case .openBrace, .openBracket: Int(tokens[index].extent)
    default: index + 1
    }
  }

  /// The bytes of a scalar.
  func range(_ index: Int) -> Range<Int> {
    Int(tokens[index].start)..<Int(tokens[index].extent)
  }
}

// MARK: Members and paths

extension JSONTape {
  /// The members of an object: the tokens of each key and its value.
  func members(of object: Int) -> some Sequence<(key: Int, value: Int)> {
    let end = next(after: object)
    return sequence(state: object + 1) { at in
      guard at < end else { return nil }
      defer { at = self.next(after: at + 1) }
      return (at, at + 1)
    }
  }

  /// Whether a key or a text equals another text.
  func isText(_ index: Int, _ other: String) -> Bool {
    let range = range(index)
    var at = range.lowerBound + 1
    for byte in other.utf8 {
      // A backslash or the closing quote ends the comparison of different texts.
      guard bytes[at] == byte, byte != .backslash, byte != .quote else {
        return bytes[range].contains(.backslash) && text(index) == other
      }
      at += 1
    }
    return at == range.upperBound - 1
      || bytes[at] == .backslash && text(index) == other
  }

  /// The coding path of a value, for messages. Linear in the text.
  func path(to target: Int) -> [any CodingKey] {
    var path: [PathKey] = []
    var container = 0
    while container < target {
      let isObject = kind(container) == .object
      var (child, number) = (container + 1, 0)
      while child < target, next(after: isObject ? child + 1 : child) <= target {
        child = next(after: isObject ? child + 1 : child)
        number += 1
      }
      path.append(isObject ? PathKey(stringValue: text(child)) : PathKey(intValue: number))
      container = isObject ? child + 1 : child
    }
    return path
  }
}

/// A key of an object, or the index of an array's element.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let letterE = UInt8(ascii: "e")
  static let letterF = UInt8(ascii: "f")
  static let letterN = UInt8(ascii: "n")
  static let letterT = UInt8(ascii: "t")
  static let letterU = UInt8(ascii: "u")

  var isDigit: Bool { self &- .zero < 10 }
}
