import Messages
import SQL

/// Validates text that a user typed. Valid text is stored and shown unchanged, except for
/// surrounding whitespace.
enum UserText {
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func check(user: String) throws(ServiceError) {
    try Messages.check(user, "The user's name", bytes: 1...VenueLimits.maximumUserBytes)
    try checkCharacters(user, "The user's name", allowing: [])
  }

  /// One line, trimmed.
  ///
  /// - Parameter what: names the text at the start of an error message: "The deal".
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func singleLine(
    _ text: String, _ what: String, maximumBytes: Int
  ) throws(ServiceError) -> String {
    try required(text, what, maximumBytes: maximumBytes, allowing: [])
  }

  /// Text that may have line feeds, trimmed.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func multiline(
    _ text: String, _ what: String, maximumBytes: Int
  ) throws(ServiceError) -> String {
    try required(text, what, maximumBytes: maximumBytes, allowing: ["\n"])
  }

  private static func required(
    _ text: String, _ what: String, maximumBytes: Int, allowing allowed: Set<Unicode.Scalar>
  ) throws(ServiceError) -> String {
    // First, because the other checks visit each character.
    try Messages.check(text, what, bytes: 0...maximumBytes)
    try checkCharacters(text, what, allowing: allowed)
    let trimmed = text.drop(while: \.isWhitespace)
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else {
      throw ServiceError(.invalidRequest, "\(what) is empty.")
    }
    return String(trimmed[...last])
  }

  private static func checkCharacters(
    _ text: String, _ what: String, allowing allowed: Set<Unicode.Scalar>
  ) throws(ServiceError) {
    for (index, scalar) in text.unicodeScalars.enumerated()
    where PlainText.isUnprintable(scalar) && !allowed.contains(scalar) {
      let number = String(scalar.value, radix: 16, uppercase: true)
      let padding = String(repeating: "0", count: max(0, 4 - number.count))
      throw ServiceError(
        .invalidRequest,
        "\(what) has a control character, U+\(padding)\(number), in place \(index + 1).")
    }
  }
}

extension Database {
  /// - Parameters:
  ///   - table: one with a column `author`.
  ///   - most: rows of a user; of a guest, see `Caller.quota`.
  ///   - what: what the user has if there is no more room, such as "has 5 notes".
  /// - Throws: `ServiceError` with `conflict` where the user has the most rows; `SQLError`.
  func checkRoom(
    for user: String, in table: String, most: Int, _ what: (_ quota: Int) -> String
  ) throws {
    let count = try first("SELECT count(*) AS found FROM \(table) WHERE author = ?", user) {
      $0.int("found")
    }
    let quota = Caller.quota(most, of: user)
    try Messages.check(
      count ?? 0 < quota, or: .conflict, "“\(user)” \(what(quota)); remove some first.")
  }
}
