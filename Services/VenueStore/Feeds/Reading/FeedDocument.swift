import FoundationEssentials
import Messages

/// How the documents of a format hold rows, and what a row says.
struct FeedReader {
  /// The paths of the arrays of rows in a JSON document; see `JSONRows`.
  let paths: Set<[String]>
  /// Whether a document that does not begin like JSON is CSV.
  var acceptsCSV = false
  let read: @Sendable (JSONValue) throws(WrongRow) -> FeedRow
}

/// One document of a feed, on disk.
struct FeedDocument {
  let path: String
  let limits: FeedLimits

  /// Hands over every row in order, read or with what is wrong with it. Memory: a row.
  ///
  /// - Throws: `FeedFailure` where the document as a whole cannot be read, or was cut off; whatever
  ///   `body` throws.
  func forEachRow(
    _ reader: FeedReader, _ body: (Result<FeedRow, WrongRow>) throws -> Void
  ) throws {
    try forEachValue(reader) { value in
      try body(value.flatMap { value in Result { () throws(WrongRow) in try reader.read(value) } })
    }
  }

  /// How many rows there are, right or wrong.
  ///
  /// - Throws: as `forEachRow`.
  func count(_ reader: FeedReader) throws -> Int {
    var count = 0
    var rows = JSONRows(at: reader.paths, maximumRowBytes: limits.maximumRowBytes)
    try FileChunks.forEach(path) { bytes in try rows.consume(bytes) { _ in count += 1 } }
    try rows.finish()
    return count
  }

  private func forEachValue(
    _ reader: FeedReader, _ body: (Result<JSONValue, WrongRow>) throws -> Void
  ) throws {
    let first = try FileChunks.firstByte(path)
    if reader.acceptsCSV, let first, first != UInt8(ascii: "["), first != UInt8(ascii: "{") {
      var rows = CSVRows(maximumRowBytes: limits.maximumRowBytes)
      try FileChunks.forEach(path) { bytes in try rows.take(bytes, body) }
      return try rows.finish(body)
    }
    var rows = JSONRows(at: reader.paths, maximumRowBytes: limits.maximumRowBytes)
    try FileChunks.forEach(path) { bytes in
      try rows.consume(bytes) { found in try body(Self.value(found)) }
    }
    try rows.finish()
  }

  private static func value(_ found: JSONRows.Element) -> Result<JSONValue, WrongRow> {
    guard case .row(let bytes) = found else { return .failure(.tooLarge) }
    guard String(validating: bytes, as: UTF8.self) != nil else { return .failure(.notText) }
    guard let value = try? JSONValue(reading: Data(bytes)) else {
      return .failure(WrongRow("row that is no JSON"))
    }
    guard case .object = value else { return .failure(WrongRow("row that is no object")) }
    return .success(value)
  }
}
