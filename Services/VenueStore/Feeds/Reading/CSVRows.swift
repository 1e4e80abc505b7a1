import JSON
import Messages

/// Reads the rows of a CSV document while it streams by, each as an object with the header's names.
///
/// Source: RFC 4180; lines may also end with a line feed alone. Empty fields are left out. Memory:
/// one row.
struct CSVRows {
  private enum State { case plain, quoted, quoteInQuoted }

  private let maximumRowBytes: Int
  private var header: [String]?
  private var state = State.plain
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  private var rowBytes = 0

  init(maximumRowBytes: Int) { self.maximumRowBytes = maximumRowBytes }

  /// - Throws: `FeedFailure` where the header cannot be read; whatever `body` throws.
  mutating func take(
    _ bytes: ArraySlice<UInt8>, _ body: (Result<JSONValue, WrongRow>) throws -> Void
  ) throws {
    for byte in bytes { try take(byte, body) }
  }

  /// Hands over the last row where no line end follows it.
  ///
  /// - Throws: as `take`; `FeedFailure` where there was no header.
  mutating func finish(_ body: (Result<JSONValue, WrongRow>) throws -> Void) throws {
    let isCutOff = state == .quoted
    if rowBytes > 0 { try endRow(body) }
    if isCutOff { throw FeedFailure("The document was cut off: a quote has no end.") }
    if header == nil { throw FeedFailure("The document is empty.") }
  }

  private mutating func take(
    _ byte: UInt8, _ body: (Result<JSONValue, WrongRow>) throws -> Void
  ) throws {
    rowBytes += 1
    switch (state, byte) {
    case (.quoted, Mark.quote): state = .quoteInQuoted
    case (.quoted, _): add(byte)
    case (.quoteInQuoted, Mark.quote):
      add(byte)
      state = .quoted
    case (_, Mark.comma):
      endField()
    case (_, Mark.lineFeed): try endRow(body)
    case (.plain, Mark.quote) where field.isEmpty: state = .quoted
    default:
      state = .plain
      add(byte)
    }
  }

  private mutating func add(_ byte: UInt8) {
    if rowBytes <= maximumRowBytes { field.append(byte) }
  }

  private mutating func endField() {
    fields.append(field)
    field.removeAll(keepingCapacity: true)
    state = .plain
  }

  private mutating func endRow(_ body: (Result<JSONValue, WrongRow>) throws -> Void) throws {
    if field.last == Mark.carriageReturn { field.removeLast() }
    endField()
    defer {
      fields.removeAll(keepingCapacity: true)
      rowBytes = 0
    }
    // A blank line is no row.
    if fields.count == 1, fields[0].isEmpty { return }
    guard let header else { return try readHeader() }
    try body(row(header))
  }

  private mutating func readHeader() throws(FeedFailure) {
    let names = fields.map { String(validating: $0, as: UTF8.self) ?? "" }
    guard names.count > 1, rowBytes <= maximumRowBytes, names.allSatisfy({ !$0.isEmpty }) else {
      throw FeedFailure("The document is no CSV with the names of its columns in the first line.")
    }
    header = names
  }

  private func row(_ header: [String]) -> Result<JSONValue, WrongRow> {
    if rowBytes > maximumRowBytes { return .failure(.tooLarge) }
    guard fields.count == header.count else {
      return .failure(WrongRow("row with more or fewer fields than columns"))
    }
    var members: [String: JSONValue] = [:]
    for (name, bytes) in zip(header, fields) where !bytes.isEmpty {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return .failure(.notText)
      }
      members[name] = .text(text)
    }
    return .success(.object(members))
  }

  private enum Mark {
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
  }
}

extension WrongRow {
  static let tooLarge = WrongRow("row that is too long")
  static let notText = WrongRow("row that is not UTF-8")
}
