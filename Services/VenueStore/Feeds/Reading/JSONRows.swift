import Messages

/// A streaming parser that finds the rows of a JSON document: the elements of the arrays at given
/// paths.
///
/// Memory: one row. Only the structure around the rows is checked. Each row is parsed by the
/// caller, so that an invalid one does not affect the next.
@Memberwise struct JSONRows {
  enum Element {
    case row([UInt8])
    /// The row was longer than `maximumRowBytes`.
    case tooLarge
  }

  private enum Container { case object, array, rows }

  private enum State {
    case structure
    case text(isKey: Bool, isEscaped: Bool)
    /// In a row, in which `depth` containers are open; none if the row is a scalar.
    case row(depth: Int, inText: Bool, isEscaped: Bool)
    case end
  }

  private static let maximumDepth = 512

  /// The keys from the root to the arrays of rows, not counting arrays in between. The empty path
  /// is the document itself.
  private let paths: Set<[String]>
  private let maximumRowBytes: Int
  private var state = State.structure
  private var open: [Container] = []
  /// The latest key of each open object.
  private var path: [String] = []
  private var expectsKey = false
  private var key: [UInt8] = []
  private var row: [UInt8] = []
  private var isTooLarge = false

  /// Parses the next bytes, and calls `body` with each row that they complete.
  ///
  /// - Throws: `FeedFailure` if the document is not JSON; whatever `body` throws.
  mutating func consume(_ bytes: ArraySlice<UInt8>, _ body: (Element) throws -> Void) throws {
    for byte in bytes {
      switch state {
      case .structure: try consumeStructure(byte, body)
      case .text(let isKey, let isEscaped): consumeText(byte, isKey, isEscaped)
      case .row(let depth, let inText, let isEscaped):
        try consumeRow(byte, depth, inText, isEscaped, body)
      case .end:
        guard byte.isSpace else { throw FeedFailure("Something follows the end of the JSON.") }
      }
    }
  }

  /// Checks that the document is complete; to be called after the last byte.
  ///
  /// - Throws: `FeedFailure` if it is not.
  func finish() throws(FeedFailure) {
    if case .end = state { return }
    if open.isEmpty { throw FeedFailure("The document is empty.") }
    throw FeedFailure("The document was cut off: its JSON has no end.")
  }

  private mutating func consumeStructure(
    _ byte: UInt8, _ body: (Element) throws -> Void
  ) throws {
    if byte.isSpace { return }
    if open.last == .rows, !Self.endsValue(byte) { return try beginRow(byte, body) }
    switch byte {
    case Mark.openBrace:
      try enter(.object)
      path.append("")
      expectsKey = true
    case Mark.openBracket: try enter(paths.contains(path) ? .rows : .array)
    case Mark.closeBrace:
      try leave(if: open.last == .object)
      path.removeLast()
    case Mark.closeBracket: try leave(if: open.last == .array || open.last == .rows)
    case Mark.comma: expectsKey = open.last == .object
    case Mark.quote where !open.isEmpty:
      key = []
      state = .text(isKey: expectsKey, isEscaped: false)
    default: if open.isEmpty { throw FeedFailure("The document is not JSON.") }
    }
  }

  private mutating func enter(_ container: Container) throws(FeedFailure) {
    guard open.count < Self.maximumDepth else {
      throw FeedFailure("The JSON has more than \(Self.maximumDepth) values inside one another.")
    }
    open.append(container)
    expectsKey = false
  }

  private mutating func leave(if matches: Bool) throws(FeedFailure) {
    guard matches else {
      throw FeedFailure("The JSON is not well formed: a bracket does not match.")
    }
    open.removeLast()
    expectsKey = false
    if open.isEmpty { state = .end }
  }

  private mutating func consumeText(_ byte: UInt8, _ isKey: Bool, _ isEscaped: Bool) {
    if byte == Mark.quote, !isEscaped {
      // Escapes are not decoded: no path has a key that needs them.
      if isKey, !path.isEmpty { path[path.count - 1] = String(decoding: key, as: UTF8.self) }
      expectsKey = false
      state = .structure
      return
    }
    if isKey, key.count < Self.maximumKeyBytes { key.append(byte) }
    state = .text(isKey: isKey, isEscaped: byte == Mark.backslash && !isEscaped)
  }

  /// Longer keys are cut, as no path has one.
  private static let maximumKeyBytes = 100
}

// MARK: Rows

extension JSONRows {
  private mutating func beginRow(_ byte: UInt8, _ body: (Element) throws -> Void) throws {
    row.removeAll(keepingCapacity: true)
    isTooLarge = false
    try consumeRow(byte, 0, false, false, body)
  }

  private mutating func consumeRow(
    _ byte: UInt8, _ depth: Int, _ inText: Bool, _ isEscaped: Bool,
    _ body: (Element) throws -> Void
  ) throws {
    if Self.endsValue(byte), !inText, depth == 0, !row.isEmpty {
      // The end of a scalar; the byte belongs to the structure around the row.
      try endRow(body)
      return try consumeStructure(byte, body)
    }
    if row.count < maximumRowBytes { row.append(byte) } else { isTooLarge = true }
    if inText {
      let ends = byte == Mark.quote && !isEscaped
      state = .row(
        depth: depth, inText: !ends, isEscaped: byte == Mark.backslash && !isEscaped)
      return
    }
    switch byte {
    case Mark.quote: state = .row(depth: depth, inText: true, isEscaped: false)
    case Mark.openBrace, Mark.openBracket:
      state = .row(depth: depth + 1, inText: false, isEscaped: false)
    case Mark.closeBrace, Mark.closeBracket:
      if depth <= 1 { return try endRow(body) }
      state = .row(depth: depth - 1, inText: false, isEscaped: false)
    default: state = .row(depth: depth, inText: false, isEscaped: false)
    }
  }

  private mutating func endRow(_ body: (Element) throws -> Void) throws {
    state = .structure
    try body(isTooLarge ? .tooLarge : .row(row))
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == Mark.comma || byte == Mark.closeBracket || byte == Mark.closeBrace
  }

  private enum Mark {
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
  }
}
