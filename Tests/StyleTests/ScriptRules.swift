import Foundation

/// The limits of length that hold for Python and for shells, as `ShapeRules` for Swift. What they
/// say otherwise is judged by ruff and shellcheck, in `.ci/run`.
enum ScriptRules {
  /// All scripts of the repository: by their ending, else by their first line.
  static let scripts: [Script] = ["deploy", ".ci", "Tests", "Shared", "Services", "Clients"]
    .flatMap { folder in
      let paths = FileManager.default.enumerator(
        atPath: Repository.root.appending(path: folder).path)
      return (paths?.allObjects ?? []).compactMap { $0 as? String }.sorted()
        .filter { !$0.contains(".") || $0.hasSuffix(".py") || $0.hasSuffix(".sh") }
        .compactMap { name in
          let path = "\(folder)/\(name)"
          return Repository.text(of: path).flatMap { Script(path: path, text: $0) }
        }
    }

  static func violations(in script: Script) -> [Violation] {
    var found: [Violation] = []
    if script.lines.count > ShapeRules.linesInFile {
      let what = "\(script.lines.count) lines, \(ShapeRules.linesInFile) are allowed"
      found.append(Violation(path: script.path, line: 0, what: what))
    }
    for (index, line) in script.lines.enumerated() where line.count > ShapeRules.columns {
      let what = "\(line.count) columns, \(ShapeRules.columns) are allowed"
      found.append(Violation(path: script.path, line: index + 1, what: what))
    }
    for function in script.functions where function.lineCount > ShapeRules.linesInFunction {
      let what =
        "a function of \(function.lineCount) lines, \(ShapeRules.linesInFunction) are allowed"
      found.append(Violation(path: script.path, line: function.line, what: what))
    }
    return found
  }
}

/// A script, and where its functions begin and end.
struct Script {
  enum Language { case python, shell }

  let path: String
  let language: Language
  let lines: [Substring]

  /// `nil` if the text is neither Python nor for a shell.
  init?(path: String, text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let first = lines.first ?? ""
    if path.hasSuffix(".py") || first.hasPrefix("#!") && first.contains("python") {
      language = .python
    } else if path.hasSuffix(".sh") || first.hasPrefix("#!") && first.hasSuffix("sh") {
      language = .shell
    } else {
      return nil
    }
    self.path = path
    self.lines = lines
  }

  /// In Python a function ends with the last line that is deeper than its first, in a shell with
  /// the brace below its first.
  var functions: [FoundFunction] {
    lines.indices.filter { begins(lines[$0]) }.map { start in
      let depth = indentation(lines[start])
      let rest = lines.indices.dropFirst(start + 1)
      let last =
        switch language {
        case .python:
          rest.prefix { index in
            lines[index].isEmpty || lines[index].hasPrefix(")") || indentation(lines[index]) > depth
          }.last { !lines[$0].isEmpty }
        case .shell:
          rest.first { lines[$0] == String(repeating: " ", count: depth) + "}" }
        }
      return FoundFunction(line: start + 1, lineCount: (last ?? start) - start + 1)
    }
  }

  private func begins(_ line: Substring) -> Bool {
    switch language {
    case .python: line.contains(#/^\s*(async )?def \w/#)
    case .shell: line.contains(#/^\w+\(\) *\{$/#)
    }
  }

  private func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
}
