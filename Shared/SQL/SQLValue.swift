package import Foundation

/// What a database stores in one column of one row.
package enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A value that can be bound to a `?` of a statement. `nil` can be bound to every `?` as NULL.
package protocol SQLBindable {
  /// The value as a database stores it.
  var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
  /// Stored as it is.
  package var sqlValue: SQLValue { self }
}

extension BinaryInteger where Self: SQLBindable {
  /// Stored as a signed 64-bit integer; `UInt64` does not fit and does not conform.
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int: SQLBindable {}
extension Int64: SQLBindable {}
extension Int32: SQLBindable {}
extension UInt32: SQLBindable {}

extension Bool: SQLBindable {
  /// Stored as 0 or 1.
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
  /// A not-a-number is stored as NULL: not every engine can store one.
  package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
  /// Stored as UTF-8; PostgreSQL refuses NUL characters.
  package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
  /// Stored as a blob.
  package var sqlValue: SQLValue { .blob(self) }
}

extension Data: SQLBindable {
  /// Stored as a blob.
  package var sqlValue: SQLValue { .blob([UInt8](self)) }
}
