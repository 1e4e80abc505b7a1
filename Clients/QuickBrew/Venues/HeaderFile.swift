import Algorithms
import CommandLineKit
import FoundationEssentials

/// The file with the HTTP headers of a feed: `NAME: VALUE` on each line.
///
/// A value may be a secret key. It is never read from the command line, which every user of the
/// machine can list and shells record, and no message repeats a line.
enum HeaderFile {
  /// The most lines that are read, blank ones included, as standard input may be endless.
  static let maximumLines = 100

  /// Reads the headers from a file that is private to its owner, or from standard input for `-`.
  ///
  /// - Throws: `UsageError` with the number of the invalid line.
  static func read(_ path: String, _ environment: CommandEnvironment) async throws -> [String:
    String]
  {
    let source: any LineSource =
      path == "-" ? try environment.openLines(path) : try DescriptorLines(secret: path)
    var headers: [String: String] = [:]
    var number = 0
    while let line = await source.next() {
      number += 1
      guard number <= maximumLines else {
        throw UsageError("--header-file \(path) has more than \(maximumLines) lines.")
      }
      guard let header = try header(line, "--header-file \(path), line \(number):") else {
        continue
      }
      guard headers.updateValue(header.value, forKey: header.name) == nil else {
        throw UsageError("--header-file \(path), line \(number): the name was there before.")
      }
    }
    guard !headers.isEmpty else {
      throw UsageError("--header-file \(path) has no line “NAME: VALUE”.")
    }
    return headers
  }

  /// `nil` for a blank line.
  private static func header(
    _ line: InputLine, _ prefix: String
  ) throws(UsageError) -> (name: String, value: String)? {
    guard case .text(let text) = line else { throw UsageError("\(prefix) it is too long.") }
    if text.allSatisfy(\.isWhitespace) { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw UsageError("\(prefix) it is not “NAME: VALUE”, with a colon after the name.")
    }
    return (String(parts[0]), parts[1].trimmed)
  }
}
