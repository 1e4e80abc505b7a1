import Foundation

/// A violation of a rule.
struct Violation: CustomStringConvertible, Equatable {
  let path: String
  /// Counted from 1; 0 for the whole file.
  let line: Int
  let what: String

  var description: String { line == 0 ? "\(path): \(what)" : "\(path):\(line): \(what)" }
}

/// A style rule for one Swift file.
typealias Rule = @Sendable (SwiftSource) -> [Violation]

/// The rules about the length of files, lines and functions.
enum ShapeRules {
  static let linesInFile = 400
  static let linesInFunction = 60
  static let linesInMain = 30
  static let columns = 100

  static func fileLength(_ source: SwiftSource) -> [Violation] {
    let limit = source.name == "Main.swift" ? linesInMain : linesInFile
    guard source.lines.count > limit else { return [] }
    return [
      Violation(
        path: source.path, line: 0, what: "\(source.lines.count) lines, \(limit) are allowed")
    ]
  }

  static func lineLength(_ source: SwiftSource) -> [Violation] {
    source.lines.enumerated().filter { $1.count > columns }.map { index, line in
      Violation(
        path: source.path, line: index + 1,
        what: "\(line.count) columns, \(columns) are allowed")
    }
  }

  static func functionLength(_ source: SwiftSource) -> [Violation] {
    FunctionFinder(source).functions.filter { $0.lineCount > linesInFunction }.map { function in
      Violation(
        path: source.path, line: function.line,
        what: "a function of \(function.lineCount) lines, \(linesInFunction) are allowed")
    }
  }

  static func finalNewline(_ source: SwiftSource) -> [Violation] {
    guard !source.text.hasSuffix("\n") || source.text.hasSuffix("\n\n") else { return [] }
    return [
      Violation(path: source.path, line: 0, what: "does not end with exactly one line end")
    ]
  }
}

/// The rules about words that are forbidden, or need an explanation.
enum WordRules {
  /// Constructs that switch off a check of the compiler, crash, or wait. Foundation's `Process` is
  /// one that crashes, where its own process has some 1,350 descriptors.
  static let needReason = [
    #"@unchecked\s+Sendable"#, #"nonisolated\(unsafe\)"#, #"\bunsafeBitCast\b"#, #"\bUnmanaged\b"#,
    #"\btry!"#, #"\bfatalError\("#, #"\bas!"#, #"\b(u|nano)?sleep\("#, #"\bProcess\(\)"#,
  ]

  static func publicAccess(_ source: SwiftSource) -> [Violation] {
    forbid(#"\b(public|open) +(\w+ +)*(func|var|let|struct|class|enum|actor|init|protocol)\b"#)(
      source, "access is `package` here, never public")
  }

  /// Only clients print; tests may print a seed.
  static func printing(_ source: SwiftSource) -> [Violation] {
    guard let top = source.folders.first, !["Clients", "Tests"].contains(top) else { return [] }
    return forbid(#"(?<![.\w])(?<!func )(print|debugPrint|dump)\("#)(
      source, "`print` belongs to clients; a service logs")
  }

  static func unexplained(_ source: SwiftSource) -> [Violation] {
    needReason.flatMap { pattern in
      let found = Set(lines(matching: pattern, in: source.code))
      return found.sorted().filter { !isExplained($0, of: found, in: source) }.map { index in
        Violation(
          path: source.path, line: index + 1,
          what: "needs its reason in a comment directly above: \(trimmed(source.lines[index]))")
      }
    }
  }

  /// Unfinished work is finished or recorded elsewhere, not marked in the code.
  static func unfinished(_ source: SwiftSource) -> [Violation] {
    lines(matching: #"\b(TO"# + #"DO|FIX"# + #"ME|XX"# + #"X)\b"#, in: source.comments).map {
      Violation(path: source.path, line: $0 + 1, what: "a mark of unfinished work")
    }
  }

  /// Whether there is a comment on the line or above it, ignoring attributes and lines that need
  /// the same explanation.
  static func isExplained(_ index: Int, of found: Set<Int>, in source: SwiftSource) -> Bool {
    if !trimmed(source.comments[index]).isEmpty { return true }
    var above = index - 1
    while above >= 0, found.contains(above) || trimmed(source.lines[above]).hasPrefix("@") {
      if !trimmed(source.comments[above]).isEmpty { return true }
      above -= 1
    }
    return above >= 0 && trimmed(source.code[above]).isEmpty
      && !trimmed(source.comments[above]).isEmpty
  }

  private static func forbid(_ pattern: String) -> (SwiftSource, String) -> [Violation] {
    { source, what in
      lines(matching: pattern, in: source.code).map {
        Violation(path: source.path, line: $0 + 1, what: what)
      }
    }
  }

  private static func trimmed(_ line: Substring) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }

  /// Indices of the lines that match the regular expression.
  static func lines(matching pattern: String, in lines: [Substring]) -> [Int] {
    let whole = lines.joined(separator: "\n")
    var found: [Int] = []
    var line = 0
    var counted = whole.startIndex
    var rest = whole.startIndex
    while let match = whole.range(
      of: pattern, options: .regularExpression, range: rest..<whole.endIndex)
    {
      line += whole[counted..<match.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") }
      counted = match.lowerBound
      if found.last != line { found.append(line) }
      rest = match.upperBound
    }
    return found
  }
}
