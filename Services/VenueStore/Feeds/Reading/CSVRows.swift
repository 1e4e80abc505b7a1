import JSON

/// A streaming parser of CSV. Each row becomes an object with the header's names as keys.
///
/// Source: RFC 4180; lines may also end with a line feed alone, and semicolons or tabs separate the
/// fields if the first separator of the header is one. Empty fields are left out. Memory:
/// one row of up to `FeedLimits.maximumRowBytes`, and 8 bytes for each column.
struct CSVRows {
  private enum State { case plain, quoted, quoteInQuoted }

  private let limits: FeedLimits
  private var header: [String]?
  private var state = State.plain
  private var separator: UInt8?
  /// The row's fields, concatenated.
  private var bytes: [UInt8] = []
  /// The end in `bytes` of each complete field, except those beyond the last column.
  private var ends: [Int] = []
  /// The number of complete fields.
  private var fieldCount = 0
  private var rowBytes = 0
  private var isFieldEmpty = true

  init(_ limits: FeedLimits) { self.limits = limits }

  /// Parses the next bytes, and calls `body` with each row that they complete.
  ///
  /// - Throws: `FeedFailure` if the header cannot be read or is too large; whatever `body` throws.
  mutating func consume(
    _ bytes: ArraySlice<UInt8>, _ body: (Result<JSONValue, RejectedRow>) throws -> Void
  ) throws {
    for byte in bytes { try consume(byte, body) }
  }

  /// Completes a last row without a line end; to be called after the last byte.
  ///
  /// - Throws: as `consume`; `FeedFailure` if there is no header.
  mutating func finish(_ body: (Result<JSONValue, RejectedRow>) throws -> Void) throws {
    let isCutOff = state == .quoted
    if rowBytes > 0 { try endRow(body) }
    if isCutOff { throw FeedFailure("The document was cut off: a quote has no end.") }
    if header == nil { throw FeedFailure("The document is empty.") }
  }

  private mutating func consume(
    _ byte: UInt8, _ body: (Result<JSONValue, RejectedRow>) throws -> Void
  ) throws {
    rowBytes += 1
    if header == nil, rowBytes > limits.maximumRowBytes {
      throw FeedFailure.tooLarge(
        "The document's first line is longer than", "\(limits.maximumRowBytes) bytes")
    }
    switch (state, byte) {
    case (.quoted, Mark.quote): state = .quoteInQuoted
    case (.quoted, _): add(byte)
    case (.quoteInQuoted, Mark.quote):
      add(byte)
      state = .quoted
    case (_, _) where byte == separator || separator == nil && Mark.separators.contains(byte):
      separator = byte
      try endField()
    case (_, Mark.lineFeed): try endRow(body)
    case (.plain, Mark.quote) where isFieldEmpty: state = .quoted
    default:
      state = .plain
      add(byte)
    }
  }

  /// How many fields of a row are stored.
  private var maximumFields: Int { header?.count ?? limits.maximumColumns }

  private mutating func add(_ byte: UInt8) {
    isFieldEmpty = false
    if rowBytes <= limits.maximumRowBytes, fieldCount < maximumFields { bytes.append(byte) }
  }

  private mutating func endField() throws(FeedFailure) {
    if fieldCount < maximumFields { ends.append(bytes.count) }
    fieldCount += 1
    isFieldEmpty = true
    state = .plain
    if header == nil, fieldCount > limits.maximumColumns {
      throw .tooLarge("The document has more than", "\(limits.maximumColumns) columns")
    }
  }

  private mutating func endRow(_ body: (Result<JSONValue, RejectedRow>) throws -> Void) throws {
    if bytes.count > (ends.last ?? 0), bytes.last == Mark.carriageReturn { bytes.removeLast() }
    try endField()
    defer {
      bytes.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      fieldCount = 0
      rowBytes = 0
    }
    // Blank lines are skipped.
    if fieldCount == 1, bytes.isEmpty { return }
    guard let header else { return try readHeader() }
    try body(row(header))
  }

  /// The stored fields.
  private var fields: some Sequence<ArraySlice<UInt8>> {
    zip([0] + ends, ends).lazy.map { bytes[$0..<$1] }
  }

  private mutating func readHeader() throws(FeedFailure) {
    let names = fields.map { String(validating: $0, as: UTF8.self) ?? "" }
    guard names.count > 1, names.allSatisfy({ !$0.isEmpty }) else {
      throw FeedFailure("The document is not CSV with the names of its columns in the first line.")
    }
    header = names
  }

  private func row(_ header: [String]) -> Result<JSONValue, RejectedRow> {
    if rowBytes > limits.maximumRowBytes { return .failure(.tooLong(limits)) }
    guard fieldCount == header.count else {
      return .failure(RejectedRow("row with more or fewer fields than columns"))
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
    static let separators = Set(",;\t".utf8)
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
  }
}

extension RejectedRow {
  static func tooLong(_ limits: FeedLimits) -> RejectedRow {
    RejectedRow("row of more than \(limits.maximumRowBytes) bytes")
  }

  static let notText = RejectedRow("row that is not UTF-8")
}
