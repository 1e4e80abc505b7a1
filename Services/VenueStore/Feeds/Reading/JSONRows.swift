/// Finds the rows of a JSON document while it streams by: the elements of the arrays at some paths.
///
/// Memory: one row. What is around the rows is followed and not judged; a row is judged by whoever
/// reads it, so that a wrong one does no harm to the next.
struct JSONRows {
  enum Found {
    case row([UInt8])
    /// The row was longer than rows may be.
    case tooLarge
  }

  private enum Container { case object, array, rows }

  private enum State {
    case structure
    case text(isKey: Bool, isEscaped: Bool)
    /// In a row, with so many containers open; a scalar row has none.
    case row(depth: Int, inText: Bool, isEscaped: Bool)
    case end
  }

  private static let maximumDepth = 512

  private let paths: Set<[String]>
  private let maximumRowBytes: Int
  private var state = State.structure
  private var open: [Container] = []
  /// The key that stands last in each object that is open.
  private var path: [String] = []
  private var awaitsKey = false
  private var key: [UInt8] = []
  private var row: [UInt8] = []
  private var isTooLarge = false

  /// - Parameter paths: the keys that lead to an array of rows; arrays on the way do not count. The
  ///   empty path is the document itself.
  init(at paths: Set<[String]>, maximumRowBytes: Int) {
    self.paths = paths
    self.maximumRowBytes = maximumRowBytes
  }

  /// - Throws: `FeedFailure` where the document is no JSON; whatever `body` throws.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ body: (Found) throws -> Void) throws {
    for byte in bytes {
      switch state {
      case .structure: try takeStructure(byte, body)
      case .text(let isKey, let isEscaped): takeText(byte, isKey, isEscaped)
      case .row(let depth, let inText, let isEscaped):
        try takeRow(byte, depth, inText, isEscaped, body)
      case .end:
        guard byte.isSpace else { throw FeedFailure("Something follows the end of the JSON.") }
      }
    }
  }

  /// - Throws: `FeedFailure` where the document was not whole.
  func finish() throws(FeedFailure) {
    if case .end = state { return }
    if open.isEmpty { throw FeedFailure("The document is empty.") }
    throw FeedFailure("The document was cut off: its JSON has no end.")
  }

  private mutating func takeStructure(
    _ byte: UInt8, _ body: (Found) throws -> Void
  ) throws {
    if byte.isSpace { return }
    if open.last == .rows, !Self.endsValue(byte) { return try beginRow(byte, body) }
    switch byte {
    case Mark.openBrace:
      try enter(.object)
      path.append("")
      awaitsKey = true
    case Mark.openBracket: try enter(paths.contains(path) ? .rows : .array)
    case Mark.closeBrace:
      try leave(where: open.last == .object)
      path.removeLast()
    case Mark.closeBracket: try leave(where: open.last == .array || open.last == .rows)
    case Mark.comma: awaitsKey = open.last == .object
    case Mark.quote where !open.isEmpty:
      key = []
      state = .text(isKey: awaitsKey, isEscaped: false)
    default: if open.isEmpty { throw FeedFailure("The document is no JSON.") }
    }
  }

  private mutating func enter(_ container: Container) throws(FeedFailure) {
    guard open.count < Self.maximumDepth else {
      throw FeedFailure("The JSON has more than \(Self.maximumDepth) values inside one another.")
    }
    open.append(container)
    awaitsKey = false
  }

  private mutating func leave(where fits: Bool) throws(FeedFailure) {
    guard fits else { throw FeedFailure("The JSON is not well formed: a bracket does not fit.") }
    open.removeLast()
    awaitsKey = false
    if open.isEmpty { state = .end }
  }

  private mutating func takeText(_ byte: UInt8, _ isKey: Bool, _ isEscaped: Bool) {
    if byte == Mark.quote, !isEscaped {
      // A key with escapes leads to no rows that we know of.
      if isKey, !path.isEmpty { path[path.count - 1] = String(decoding: key, as: UTF8.self) }
      awaitsKey = false
      state = .structure
      return
    }
    if isKey, key.count < Self.maximumKeyBytes { key.append(byte) }
    state = .text(isKey: isKey, isEscaped: byte == Mark.backslash && !isEscaped)
  }

  /// Longer keys are none of ours.
  private static let maximumKeyBytes = 100
}

// MARK: Rows

extension JSONRows {
  private mutating func beginRow(_ byte: UInt8, _ body: (Found) throws -> Void) throws {
    row.removeAll(keepingCapacity: true)
    isTooLarge = false
    try takeRow(byte, 0, false, false, body)
  }

  private mutating func takeRow(
    _ byte: UInt8, _ depth: Int, _ inText: Bool, _ isEscaped: Bool,
    _ body: (Found) throws -> Void
  ) throws {
    if Self.endsValue(byte), !inText, depth == 0, !row.isEmpty {
      // The end of a number, a text or a word; the byte belongs to what is around.
      try endRow(body)
      return try takeStructure(byte, body)
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

  private mutating func endRow(_ body: (Found) throws -> Void) throws {
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
