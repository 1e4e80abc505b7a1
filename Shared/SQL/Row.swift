package import Foundation

/// One row of a result, valid while it is the query's current row. It cannot be copied or stored:
/// copy its values.
///
/// A column is read by its name, the one after AS or that of the table's column; a name that the
/// statement does not have is a programming error. Where a search reads millions of rows, columns
/// are read by their index, from 0.
///
/// A column of another type is converted: NULL reads as 0, "" or no bytes. Use the `optional…`
/// forms if NULL has a meaning.
package struct Row: ~Copyable {
  // The row is the statement's current one as long as this value exists: it cannot be copied out of
  // the closure that receives it.
  private let cached: CachedStatement

  init(_ statement: CachedStatement) { cached = statement }

  private var statement: any PreparedStatement { cached.statement }

  /// How many columns the row has.
  package var count: Int { statement.columnCount }

  /// Whether the column is NULL, or there is no such column.
  package func isNull(_ column: Int) -> Bool { statement.isNull(column) }

  /// The whole number; a real is truncated, text is parsed as far as it is a number.
  package func int64(_ column: Int) -> Int64 { statement.int64(column) }

  /// As `int64`.
  package func int(_ column: Int) -> Int { Int(int64(column)) }

  /// Whether the column is a number other than 0.
  package func bool(_ column: Int) -> Bool { int64(column) != 0 }

  /// The number; text is parsed as far as it is a number.
  package func double(_ column: Int) -> Double { statement.double(column) }

  /// The text, NUL characters included; bytes that are not UTF-8 become U+FFFD.
  package func text(_ column: Int) -> String { statement.text(column) }

  /// A copy of the bytes; of text, its UTF-8.
  package func data(_ column: Int) -> Data { withBytes(column) { Data($0) } }

  /// Calls `body` with the bytes of a blob, without copying them. Do not store the pointer.
  package func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try statement.withBytes(column, body)
  }

  /// The column as it is stored, unconverted.
  package func value(_ column: Int) -> SQLValue { statement.value(column) }
}

// MARK: By name

extension Row {
  package func isNull(_ name: String) -> Bool { isNull(cached.index(of: name)) }
  package func int64(_ name: String) -> Int64 { int64(cached.index(of: name)) }
  package func int(_ name: String) -> Int { int(cached.index(of: name)) }
  package func bool(_ name: String) -> Bool { bool(cached.index(of: name)) }
  package func double(_ name: String) -> Double { double(cached.index(of: name)) }
  package func text(_ name: String) -> String { text(cached.index(of: name)) }
  package func data(_ name: String) -> Data { data(cached.index(of: name)) }
  package func value(_ name: String) -> SQLValue { value(cached.index(of: name)) }

  /// As `int64`, but `nil` for NULL; the others likewise.
  package func optionalInt64(_ name: String) -> Int64? { isNull(name) ? nil : int64(name) }
  package func optionalBool(_ name: String) -> Bool? { isNull(name) ? nil : bool(name) }
  package func optionalDouble(_ name: String) -> Double? { isNull(name) ? nil : double(name) }
  package func optionalText(_ name: String) -> String? { isNull(name) ? nil : text(name) }
  package func optionalData(_ name: String) -> Data? { isNull(name) ? nil : data(name) }
}
