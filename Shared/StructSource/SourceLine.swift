/// A statement of a type's body: one line of source, or several.
struct SourceLine {
  /// Without comments and indentation.
  private(set) var code = ""
  /// Opening less closing braces, outside strings.
  private(set) var depthChange = 0
  private var openBrackets = 0

  init(_ line: some StringProtocol) {
    var isString = false
    var previous: Character = " "
    scan: for character in line.drop(while: { $0 == " " }) {
      if character == "\"", previous != "\\" { isString.toggle() }
      if !isString {
        switch character {
        case "{": depthChange += 1
        case "}": depthChange -= 1
        case "(", "[": openBrackets += 1
        case ")", "]": openBrackets -= 1
        case "/" where previous == "/":
          code.removeLast()
          break scan
        default: break
        }
      }
      code.append(character)
      previous = character
    }
    while code.last == " " { code.removeLast() }
  }

  /// This line and the next as one.
  func joined(_ next: SourceLine) -> SourceLine {
    if code.isEmpty { return next }
    var joined = self
    joined.code += " " + next.code
    joined.depthChange += next.depthChange
    joined.openBrackets += next.openBrackets
    return joined
  }

  /// Whether the statement goes on in the next line.
  var isUnfinished: Bool { openBrackets > 0 || code.hasSuffix("=") || code.hasSuffix(":") }

  /// `package`, `private`, `static` …
  var modifiers: [Substring] { words.prefix { Self.known.contains($0) } }

  /// The word after them, such as `var`.
  var keyword: Substring { words.dropFirst(modifiers.count).first ?? "" }

  /// What follows the keyword.
  var rest: String { words.dropFirst(modifiers.count + 1).joined(separator: " ") }

  private var words: [Substring] { code.split(separator: " ") }

  private static let known: Set<Substring> = [
    "fileprivate", "internal", "lazy", "package", "private", "private(set)", "static",
  ]
}
