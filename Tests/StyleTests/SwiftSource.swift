/// A Swift file separated into code, comments and strings, so that a rule about code is not misled
/// by text.
struct SwiftSource {
  /// The file's path from the repository's root.
  let path: String
  let text: String
  /// Line by line, as typed.
  let lines: [Substring]
  /// Line by line, with comments and string literals blanked out.
  let code: [Substring]
  /// Line by line, the comments alone.
  let comments: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    var scanner = Scanner(text)
    scanner.run()
    lines = Self.lines(of: text)
    code = Self.lines(of: scanner.keeping(.code))
    comments = Self.lines(of: scanner.keeping(.comment))
  }

  /// The folders from the root down to the file: `["Services", "Router", "Main"]`.
  var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Separates code, comments and string literals, byte by byte.
///
/// Supports nested block comments, raw and multi-line strings and interpolation (whose code counts
/// as string), and regular expressions written `#/…/#`. The bare form `/…/` counts as code.
private struct Scanner {
  enum Kind: UInt8 { case code, comment, string }

  private let bytes: [UInt8]
  private var kinds: [Kind]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    kinds = Array(repeating: .code, count: bytes.count)
  }

  /// The text with everything of other kinds replaced by spaces, except line ends.
  func keeping(_ kind: Kind) -> String {
    let newline = UInt8(ascii: "\n")
    let kept = zip(bytes, kinds).map { $1 == kind || $0 == newline ? $0 : UInt8(ascii: " ") }
    return String(decoding: kept, as: UTF8.self)
  }

  mutating func run() {
    while position < bytes.count { step() }
  }

  private mutating func step() {
    if sees("//") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { consume(.comment) }
    } else if sees("/*") {
      blockComment()
    } else if let opening = stringOpening() {
      string(opening)
    } else {
      consume(.code)
    }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        consume(.comment, count: 2)
      } else if sees("*/") {
        depth -= 1
        consume(.comment, count: 2)
      } else {
        consume(.comment)
      }
    } while depth > 0 && position < bytes.count
  }

  /// The opening delimiter of a literal that begins here, and its closing one.
  private struct Opening {
    let length: Int
    let closing: String
    let escape: String
    let endsWithLine: Bool
  }

  private func stringOpening() -> Opening? {
    var hashes = 0
    while position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "#") {
      hashes += 1
    }
    let fence = String(repeating: "#", count: hashes)
    if sees(fence + "\"\"\"") {
      return Opening(
        length: hashes + 3, closing: "\"\"\"" + fence, escape: "\\" + fence, endsWithLine: false)
    }
    if sees(fence + "\"") {
      return Opening(
        length: hashes + 1, closing: "\"" + fence, escape: "\\" + fence, endsWithLine: true)
    }
    if hashes > 0, sees(fence + "/") {
      return Opening(
        length: hashes + 1, closing: "/" + fence, escape: "\\", endsWithLine: true)
    }
    return nil
  }

  private mutating func string(_ opening: Opening) {
    consume(.string, count: opening.length)
    while position < bytes.count {
      if sees(opening.closing) {
        consume(.string, count: opening.closing.utf8.count)
        return
      }
      if sees(opening.escape + "(") {
        consume(.string, count: opening.escape.utf8.count + 1)
        interpolation()
      } else if sees(opening.escape) {
        consume(.string, count: opening.escape.utf8.count + 1)
      } else if opening.endsWithLine, bytes[position] == UInt8(ascii: "\n") {
        return
      } else {
        consume(.string)
      }
    }
  }

  /// The rest of `\(…)`, with strings inside it.
  private mutating func interpolation() {
    var depth = 1
    while depth > 0, position < bytes.count {
      if let opening = stringOpening() {
        string(opening)
      } else {
        if sees("(") { depth += 1 }
        if sees(")") { depth -= 1 }
        consume(.string)
      }
    }
  }

  private func sees(_ token: String) -> Bool {
    bytes[position...].starts(with: token.utf8)
  }

  private mutating func consume(_ kind: Kind, count: Int = 1) {
    for _ in 0..<count where position < bytes.count {
      kinds[position] = kind
      position += 1
    }
  }
}
