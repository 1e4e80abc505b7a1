import FoundationEssentials

/// Validates a JSON text and lists its values, in one pass over its bytes and without recursion.
///
/// Accepts exactly the texts of RFC 8259 in UTF-8, up to `maximumDepth`.
struct JSONScanner {
  /// Nested arrays and objects; Foundation's decoder has the same limit.
  static let maximumDepth = 512
  /// A token's offsets have 32 bits.
  static let maximumBytes = Int(UInt32.max) - 1

  /// The text and a terminating zero. A zero is never valid, so nothing reads beyond the end.
  private let bytes: [UInt8]
  private let maximumTokens: Int
  private var at = 0
  private var tokens: [JSONTape.Token] = []
  /// The tokens of the open containers, innermost last.
  private var open: [Int] = []

  /// - Parameter maximumTokens: values and keys.
  /// - Throws: `JSONSyntaxError` if the text is not JSON, or has more tokens.
  static func scan(
    _ text: Data, maximumTokens: Int = .max
  ) throws(JSONSyntaxError) -> JSONTape {
    guard text.count <= maximumBytes else {
      throw JSONSyntaxError("it has more than \(maximumBytes) bytes", at: maximumBytes)
    }
    var scanner = JSONScanner(text, maximumTokens: maximumTokens)
    try scanner.scan()
    return JSONTape(bytes: scanner.bytes, tokens: scanner.tokens)
  }

  private init(_ text: Data, maximumTokens: Int) {
    self.maximumTokens = maximumTokens
    bytes = Array(unsafeUninitializedCapacity: text.count + 1) { memory, count in
      count = text.copyBytes(to: memory)
      memory[count] = 0
      count += 1
    }
    tokens.reserveCapacity(min(64, text.count / 8 + 1))
  }

  private mutating func scan() throws(JSONSyntaxError) {
    try value()
    while let container = open.last {
      let isObject = bytes[Int(tokens[container].start)] == .openBrace
      switch afterSpace() {
      case .comma:
        at += 1
        if isObject { try key() }
        try value()
      case .closeBrace where isObject, .closeBracket where !isObject:
        close()
      default:
        throw fault(isObject ? "a comma or “}” is missing" : "a comma or “]” is missing")
      }
    }
    _ = afterSpace()
    guard at == bytes.count - 1 else { throw fault("something follows the value") }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw JSONSyntaxError("it is not UTF-8", at: error.byteOffsets.lowerBound)
    }
  }

  /// Scans a value up to its first scalar or empty container; outer containers stay open.
  private mutating func value() throws(JSONSyntaxError) {
    while true {
      let mark = afterSpace()
      switch mark {
      case .openBrace, .openBracket:
        guard open.count < Self.maximumDepth else {
          throw fault("more than \(Self.maximumDepth) values are inside one another")
        }
        open.append(tokens.count)
        try append(JSONTape.Token(start: UInt32(at), extent: 0))
        at += 1
        let isObject = mark == .openBrace
        if afterSpace() == (isObject ? .closeBrace : .closeBracket) { return close() }
        if isObject { try key() }
      default: return try scalar(mark)
      }
    }
  }

  private mutating func close() {
    at += 1
    tokens[open.removeLast()].extent = UInt32(tokens.count)
  }

  private mutating func key() throws(JSONSyntaxError) {
    guard afterSpace() == .quote else { throw fault("a key is missing") }
    try scalar(.quote)
    guard afterSpace() == .colon else { throw fault("a colon is missing") }
    at += 1
  }

  private mutating func scalar(_ mark: UInt8) throws(JSONSyntaxError) {
    let start = at
    switch mark {
    case .quote: try text()
    case .letterT: try word("true")
    case .letterF: try word("false")
    case .letterN: try word("null")
    default: try number()
    }
    try append(JSONTape.Token(start: UInt32(start), extent: UInt32(at)))
  }

  private mutating func append(_ token: JSONTape.Token) throws(JSONSyntaxError) {
    guard tokens.count < maximumTokens else {
      throw JSONSyntaxError(
        "it has more than \(maximumTokens) values", at: at, isTooManyValues: true)
    }
    tokens.append(token)
  }

  /// Skips white space and returns the byte that follows; zero at the end.
  @inline(__always)
  private mutating func afterSpace() -> UInt8 {
    while true {
      let byte = bytes[at]
      // Space, tab, line feed, carriage return.
      guard byte <= 0x20, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
        return byte
      }
      at += 1
    }
  }

  private func fault(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(reason, at: at) }
}

// MARK: Scalars

extension JSONScanner {
  private mutating func word(_ word: String) throws(JSONSyntaxError) {
    for byte in word.utf8 {
      guard bytes[at] == byte else { throw fault("a value is missing") }
      at += 1
    }
  }

  private mutating func number() throws(JSONSyntaxError) {
    let start = at
    if bytes[at] == .minus { at += 1 }
    if bytes[at] == .zero { at += 1 } else { try digits(from: start) }
    if bytes[at] == .point {
      at += 1
      try digits(from: start)
    }
    if bytes[at] | 0x20 == .letterE {
      at += 1
      if bytes[at] == .minus || bytes[at] == .plus { at += 1 }
      try digits(from: start)
    }
  }

  private mutating func digits(from start: Int) throws(JSONSyntaxError) {
    guard bytes[at].isDigit else {
      throw fault(at == start ? "a value is missing" : "a digit is missing")
    }
    repeat { at += 1 } while bytes[at].isDigit
  }

  private mutating func text() throws(JSONSyntaxError) {
    at += 1
    while true {
      let byte = bytes[at]
      if byte == .quote { break }
      if byte == .backslash {
        try escape()
      } else if byte < 0x20 {
        throw fault(
          at == bytes.count - 1 ? "a text has no end" : "a control character is not escaped")
      } else {
        at += 1
      }
    }
    at += 1
  }

  private mutating func escape() throws(JSONSyntaxError) {
    guard let escape = JSONEscape(bytes, at: at) else { throw fault("it is no escape") }
    at += escape.length
  }
}

/// Why a text is not JSON, and at which byte.
package struct JSONSyntaxError: Error, CustomStringConvertible {
  let reason: String
  let offset: Int
  /// Whether it may be JSON, only with more values than are read.
  package let isTooManyValues: Bool

  init(_ reason: String, at offset: Int, isTooManyValues: Bool = false) {
    self.reason = reason
    self.offset = offset
    self.isTooManyValues = isTooManyValues
  }

  package var description: String { "at byte \(offset): \(reason)." }
}
