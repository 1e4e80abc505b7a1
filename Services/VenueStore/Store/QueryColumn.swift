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

extension Row {
  func int(_ column: some QueryColumn) -> Int { int(column.rawValue) }
  func int64(_ column: some QueryColumn) -> Int64 { int64(column.rawValue) }
  func text(_ column: some QueryColumn) -> String { text(column.rawValue) }
  func optionalInt64(_ column: some QueryColumn) -> Int64? { optionalInt64(column.rawValue) }
  func optionalText(_ column: some QueryColumn) -> String? { optionalText(column.rawValue) }
}
