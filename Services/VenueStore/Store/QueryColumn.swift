import FoundationEssentials
import SQL

/// The columns of a query, one case each, so that a row is read by the column and not by a number.
///
/// `list` has the columns in the order of the cases, and a case's raw value is its index there.
protocol QueryColumn: RawRepresentable<Int>, CaseIterable, Sendable {
  /// The SQL expression of the column: "venue.name".
  var sql: String { get }
}

extension QueryColumn {
  /// The number of columns: where the columns of a joined table begin.
  static var count: Int { allCases.count }

  /// All columns, for SELECT.
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }
}

/// Reads the value of a column. `first` is the index of the first case in the row; it is not 0 if
/// the columns follow those of another table.
extension Row {
  func isNull(_ column: some QueryColumn, from first: Int = 0) -> Bool {
    isNull(first + column.rawValue)
  }

  func int(_ column: some QueryColumn, from first: Int = 0) -> Int {
    int(first + column.rawValue)
  }

  func int64(_ column: some QueryColumn, from first: Int = 0) -> Int64 {
    int64(first + column.rawValue)
  }

  func double(_ column: some QueryColumn, from first: Int = 0) -> Double {
    double(first + column.rawValue)
  }

  func text(_ column: some QueryColumn, from first: Int = 0) -> String {
    text(first + column.rawValue)
  }

  func data(_ column: some QueryColumn, from first: Int = 0) -> Data {
    data(first + column.rawValue)
  }

  func optionalInt64(_ column: some QueryColumn, from first: Int = 0) -> Int64? {
    optionalInt64(first + column.rawValue)
  }

  func optionalBool(_ column: some QueryColumn, from first: Int = 0) -> Bool? {
    optionalBool(first + column.rawValue)
  }

  func optionalDouble(_ column: some QueryColumn, from first: Int = 0) -> Double? {
    optionalDouble(first + column.rawValue)
  }

  func optionalData(_ column: some QueryColumn, from first: Int = 0) -> Data? {
    optionalData(first + column.rawValue)
  }

  func optionalText(_ column: some QueryColumn, from first: Int = 0) -> String? {
    optionalText(first + column.rawValue)
  }
}
