import CommandLineKit
import FoundationEssentials
import Messages

/// The headers of a feed as a person writes them down: `NAME: VALUE` on each line.
///
/// A value may be a key, so it never comes from the command line, which every user of the machine
/// can list and a shell keeps, and no message repeats a line.
enum HeaderFile {
  /// Lines that are read, blank ones too: there are few headers, and input may be endless.
  static let maximumLines = 100

  /// Reads the headers of a file that nobody else may read, or of standard input for `-`.
  ///
  /// - Throws: `UsageError`, with the number of the line that is wrong.
  static func read(_ path: String, _ surroundings: Surroundings) async throws -> [String: String] {
    let source: any LineSource =
      path == "-" ? try surroundings.openLines(path) : try DescriptorLines(secret: path)
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
    return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
  }
}
