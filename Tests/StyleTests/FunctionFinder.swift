/// A function's position and length.
struct FoundFunction: Equatable {
  /// The line of `func`, `init`, `deinit` or `subscript`; counted from 1.
  let line: Int
  /// From that line to the one with the closing brace, both included.
  let lineCount: Int
}

/// Finds functions by matching braces in code without comments and strings.
struct FunctionFinder {
  private(set) var functions: [FoundFunction] = []

  /// A word, or a single punctuation character.
  private struct Token {
    let text: Substring
    let line: Int
  }

  private let tokens: [Token]

  init(_ source: SwiftSource) {
    tokens = source.code.enumerated().flatMap { index, line in
      Self.words(of: line).map { Token(text: $0, line: index + 1) }
    }
    for index in tokens.indices where declaresFunction(at: index) {
      guard let opening = body(after: index), let closing = end(of: opening) else { continue }
      let line = tokens[index].line
      functions.append(FoundFunction(line: line, lineCount: tokens[closing].line - line + 1))
    }
  }

  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    var rest = line.drop { $0 == " " }
    while let first = rest.first {
      let isWord = first.isLetter || first == "_"
      let word = isWord ? rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" } : rest.prefix(1)
      words.append(word)
      rest = rest[word.endIndex...].drop { $0 == " " }
    }
    return words
  }

  private func declaresFunction(at index: Int) -> Bool {
    switch tokens[index].text {
    case "func", "deinit", "subscript": true
    case "init":  // not a call: `self.init(…)`
      index == 0 || tokens[index - 1].text != "."
    default: false
    }
  }

  /// The brace that opens the body; `nil` for a requirement of a protocol.
  private func body(after declaration: Int) -> Int? {
    var depth = 0
    for index in tokens.indices.dropFirst(declaration + 1) {
      switch tokens[index].text {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{" where depth == 0: return index
      case "}" where depth == 0: return nil
      case "func", "var", "let", "init", "subscript", "associatedtype", "static":
        if depth == 0 { return nil }
      default: break
      }
    }
    return nil
  }

  /// The brace that closes the one at `opening`.
  private func end(of opening: Int) -> Int? {
    var depth = 0
    for index in tokens.indices.dropFirst(opening) {
      switch tokens[index].text {
      case "{": depth += 1
      case "}":
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }
}
