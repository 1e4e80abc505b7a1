import Foundation

/// What SQLite stores in one column of one row.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A value that fits a `?` of a statement. `nil` fits every `?` and is stored as NULL.
package protocol SQLiteBindable {
  /// The value as SQLite stores it.
  var sqliteValue: SQLiteValue { get }
}

extension SQLiteValue: SQLiteBindable {
  /// Stored as it is.
  package var sqliteValue: SQLiteValue { self }
}

extension BinaryInteger where Self: SQLiteBindable {
  /// Stored as a signed 64-bit integer; a `UInt64` beyond that does not conform.
  package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int: SQLiteBindable {}
extension Int64: SQLiteBindable {}
extension Int32: SQLiteBindable {}
extension UInt32: SQLiteBindable {}

extension Bool: SQLiteBindable {
  /// Stored as 0 or 1.
  package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteBindable {
  /// A not-a-number is stored as NULL: SQLite knows none.
  package var sqliteValue: SQLiteValue { .real(self) }
}

extension String: SQLiteBindable {
  /// Stored as UTF-8, NUL characters included.
  package var sqliteValue: SQLiteValue { .text(self) }
}

extension [UInt8]: SQLiteBindable {
  /// Stored as a blob.
  package var sqliteValue: SQLiteValue { .blob(self) }
}

extension Data: SQLiteBindable {
  /// Stored as a blob.
  package var sqliteValue: SQLiteValue { .blob([UInt8](self)) }
}
