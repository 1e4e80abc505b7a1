import CommandLineKit
import Messages

/// `--user`: the user whose favourites, reviews and notes a command is about.
enum UserFlag {
  static let flag = Flag("user", "NAME", "who you are ($USER)")
  /// That of commands which need a user for `--favourites` only.
  static let ofFavourites = Flag("user", "NAME", requires: ["favourites"], "who you are ($USER)")
  private static let fallback = "me"

  /// The user's name; by default `$USER`.
  ///
  /// - Throws: `UsageError` for a name that is blank or too long.
  static func name(_ context: CommandContext) throws(UsageError) -> String {
    try context.name("user", else: fallback, maximumBytes: VenueLimits.maximumUserBytes)
  }
}

extension CommandContext {
  /// The value of a flag for a name; by default `$USER`.
  ///
  /// - Throws: `UsageError` for a name that is blank or too long.
  func name(
    _ flag: String, else fallback: String, maximumBytes: Int
  ) throws(UsageError) -> String {
    let name = arguments[flag] ?? environment.variables["USER"] ?? fallback
    if name.allSatisfy(\.isWhitespace) { throw UsageError("--\(flag) is empty.") }
    if name.utf8.count > maximumBytes {
      throw UsageError("--\(flag) is longer than \(maximumBytes) bytes.")
    }
    return name
  }
}

extension TypedID {
  /// An identifier given as an argument.
  ///
  /// - Throws: `UsageError` where it is blank.
  init(argument text: String) throws(UsageError) {
    if text.allSatisfy(\.isWhitespace) { throw UsageError("ID is empty.") }
    self.init(rawValue: text)
  }
}
