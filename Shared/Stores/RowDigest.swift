import Hashing
package import Messages
package import SQL

/// The digest of what a row says, in its column `digest`: a flipped bit may leave a text that reads
/// well, or another number. It is checked before anything of the row is served.
package enum RowDigest {
  /// - Parameter values: in the order in which they are read.
  package static func of(_ values: (any SQLBindable)?...) -> String {
    of(values)
  }

  /// As `of(_:)` with the values in an array.
  package static func of(_ values: [(any SQLBindable)?]) -> String {
    var print = Fingerprint()
    for value in values {
      switch value?.sqlValue ?? .null {
      case .null: print.add([0xFE])
      case .integer(let number): print.add("\(number)".utf8)
      case .real(let number): print.add("\(number)".utf8)
      case .text(let text): print.add(text.utf8)
      case .blob(let bytes): print.add(bytes)
      }
      // Stands in no text.
      print.add([0xFF])
    }
    return print.description
  }
}

extension Row {
  /// Whether these columns are as they were written, in the order of `RowDigest.of`.
  package func isIntact(_ columns: String...) -> Bool { isIntact(columns) }

  /// As `isIntact(_:)` with the columns in an array.
  package func isIntact(_ columns: [String]) -> Bool {
    text("digest") == RowDigest.of(columns.map { value($0) })
  }

  /// - Parameter what: the row, at the start of the message: "The note".
  /// - Throws: `ServiceError` with `internal` for a row that is not as it was written.
  package func check(_ what: String, _ columns: String...) throws(ServiceError) {
    guard !isIntact(columns) else { return }
    throw ServiceError(
      .internal,
      "\(what) is damaged in the store, and not shown. Write it again, or restore a copy: "
        + "deploy/backup --restore.")
  }
}
