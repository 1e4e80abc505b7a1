import FoundationEssentials
import JSON

/// How to find the rows in a format's documents, and how to convert them.
struct FeedReader {
  /// The paths of the arrays of rows in a JSON document; see `JSONRows`.
  let paths: Set<[String]>
  /// Whether a document that does not start like JSON is read as CSV.
  var acceptsCSV = false
  let read: @Sendable (JSONValue) throws(RejectedRow) -> FeedRow
}

/// One document of a feed, on disk.
struct FeedDocument {
  let path: String
  let limits: FeedLimits

  /// Calls `body` with every row in order, or with its error. Memory: one row.
  ///
  /// - Throws: `FeedFailure` if the document cannot be read or is cut off; whatever
  ///   `body` throws.
  func forEachRow(
    _ reader: FeedReader, _ body: (Result<FeedRow, RejectedRow>) throws -> Void
  ) throws {
    try forEachValue(reader) { value in
      try body(
        value.flatMap { value in Result { () throws(RejectedRow) in try reader.read(value) } })
    }
  }

  /// The number of rows, including invalid ones.
  ///
  /// - Throws: as `forEachRow`.
  func count(_ reader: FeedReader) throws -> Int {
    var count = 0
    func add(_ element: JSONRows.Element) throws {
      guard count < limits.maximumRows else { throw FeedFailure.tooManyRows(limits.maximumRows) }
      count += 1
    }
    var rows = JSONRows(paths: reader.paths, maximumRowBytes: limits.maximumRowBytes)
    try FileChunks.forEach(path) { bytes in try rows.consume(bytes, add) }
    try rows.finish()
    return count
  }

  private func forEachValue(
    _ reader: FeedReader, _ body: (Result<JSONValue, RejectedRow>) throws -> Void
  ) throws {
    let first = try FileChunks.firstByte(path)
    if reader.acceptsCSV, let first, first != UInt8(ascii: "["), first != UInt8(ascii: "{") {
      var rows = CSVRows(limits)
      try FileChunks.forEach(path) { bytes in try rows.consume(bytes, body) }
      return try rows.finish(body)
    }
    var rows = JSONRows(paths: reader.paths, maximumRowBytes: limits.maximumRowBytes)
    try FileChunks.forEach(path) { bytes in
      try rows.consume(bytes) { element in try body(value(element)) }
    }
    try rows.finish()
  }

  private func value(_ element: JSONRows.Element) -> Result<JSONValue, RejectedRow> {
    guard case .row(let bytes) = element else { return .failure(.tooLong(limits)) }
    guard String(validating: bytes, as: UTF8.self) != nil else { return .failure(.notText) }
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(reading: Data(bytes), maximumValues: limits.maximumRowValues)
    } catch {
      return .failure(
        error.isTooManyValues
          ? RejectedRow("row of more than \(limits.maximumRowValues) values")
          : RejectedRow("row that is not JSON"))
    }
    guard case .object = value else { return .failure(RejectedRow("row that is not an object")) }
    return .success(value)
  }
}
