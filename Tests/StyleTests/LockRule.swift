import Foundation

/// Nobody else's code runs under a lock of ours: it may wait for what another thread holds that
/// waits for the lock.
///
/// What is found by its name inside the closure of `withLock`, of `whileLocked` (of a file, for
/// which other processes wait), or of a change of a `WaitableState`, and in a function that changes
/// a state in place, where a file has a lock: continuations that are resumed, streams that are
/// yielded to or end, tasks that start or are cancelled, optional callbacks, and those named
/// `onEvent`. A function with such a call returns what is to be done, and its caller does it once
/// the lock is free. A call that is known to call nobody has its reason in a comment above.
enum LockRule {
  private static let locks = #"\b(Locked|WaitableState)\b|\b(withLock|whileLocked)\b"#
  private static let guarded =
    #"\b(withLock|whileLocked)\s*\(?\s*\{|\b(contents|state)\.(change|wait)\s*\{"#
  private static let changing = #"\bmutating\s+func\b|\bfunc\b[^{]*\binout\b"#
  private static let calls =
    #"\.(yield|suspend|finish|cancel|onTermination)\b|\.resume\((\)|returning|throwing|with)"#
    + #"|\bTask\s*[{(.]|\bNamedThread\b|\w\?\(|\bon[A-Z]\w*\("#

  static func callsUnderLock(_ source: SwiftSource) -> [Violation] {
    guard let top = source.folders.first, top != "Tests" else { return [] }
    let code = source.code.joined(separator: "\n")
    guard code.range(of: locks, options: .regularExpression) != nil else { return [] }
    let found = Set(WordRules.lines(matching: calls, in: source.code))
    let held = bodies(after: guarded, in: code).union(bodies(after: changing, in: code))
    return found.intersection(held).sorted().filter {
      !WordRules.isExplained($0, of: found, in: source)
    }.map { index in
      Violation(
        path: source.path, line: index + 1,
        what: "a call of others under a lock: return it, and make it once the lock is free")
    }
  }

  /// The lines of all blocks in braces that begin at or after a match.
  private static func bodies(after pattern: String, in code: String) -> Set<Int> {
    var lines: Set<Int> = []
    var rest = code.startIndex
    while let match = code.range(
      of: pattern, options: .regularExpression, range: rest..<code.endIndex)
    {
      rest = match.upperBound
      let start = code[..<rest].last == "{" ? code.index(before: rest) : rest
      guard let body = block(from: start, in: code) else { continue }
      let first = code[..<body.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") }
      let count = code[body].utf8.count { $0 == UInt8(ascii: "\n") }
      lines.formUnion(first...(first + count))
    }
    return lines
  }

  /// From the next opening brace to the one that closes it.
  private static func block(from start: String.Index, in code: String) -> Range<String.Index>? {
    guard let open = code[start...].firstIndex(of: "{") else { return nil }
    var depth = 0
    for index in code[open...].indices {
      if code[index] == "{" { depth += 1 }
      if code[index] == "}" { depth -= 1 }
      if depth == 0 { return open..<code.index(after: index) }
    }
    return nil
  }
}
