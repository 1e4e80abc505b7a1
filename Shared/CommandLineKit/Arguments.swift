/// A parsed command line: flags and positional arguments.
///
///     let arguments = try Arguments(parsing: list, values: ["into"], switches: ["steps"])
///     let directory = arguments["into"] ?? "."
///     let map = try arguments.positionals(["MAP"])[0]
///
/// A flag with a value is written `--into DIR` or `--into=DIR`. A value that begins with a hyphen
/// needs the second form, unless it is a number or coordinate such as `-37.1,144.2`, or the lone
/// `-` for standard input. `--` ends the flags. `--help` and `-h` are always accepted.
package struct Arguments: Sendable, Hashable {
  /// The arguments that are neither flags nor values of flags, in order.
  package let positional: [String]
  private let valuesByFlag: [String: [String]]

  /// Parses `list`, which begins after the command's own name.
  ///
  /// - Parameters:
  ///   - values: names of flags with a value, without hyphens; each may be given once.
  ///   - repeatable: names of flags with a value that may be given any number of times.
  ///   - switches: names of flags without a value.
  ///   - short: one-letter names of the above, such as `["f": "follow"]`.
  /// - Throws: `UsageError` for an unknown flag (with the nearest spelling), a missing or
  ///   superfluous value, and a flag given twice that is not repeatable.
  package init(
    parsing list: some Sequence<String>, values: [String] = [], repeatable: [String] = [],
    switches: [String] = [], short: [Character: String] = [:]
  ) throws(UsageError) {
    let grammar = FlagGrammar(
      values: values, repeatable: repeatable, switches: switches, short: short)
    var positional: [String] = []
    var found: [String: [String]] = [:]
    var words = Array(list)[...]
    while let word = words.popFirst() {
      if word == "--" {
        positional += words
        break
      }
      guard FlagGrammar.isFlag(word) else {
        positional.append(word)
        continue
      }
      let flag = try grammar.flag(word)
      let value = try grammar.value(of: flag, following: &words)
      if found[flag.name] != nil, !grammar.mayRepeat(flag.name) {
        throw UsageError("\(flag.written) is given twice.")
      }
      found[flag.name, default: []].append(value)
    }
    self.positional = positional
    self.valuesByFlag = found
  }

  /// The value of a flag, or `nil` if it is not given; of a repeated flag, the last.
  package subscript(flag: String) -> String? { valuesByFlag[flag]?.last }

  /// Every value of a repeatable flag, in the order given.
  package func values(_ flag: String) -> [String] { valuesByFlag[flag] ?? [] }

  /// The positional arguments and the values of all flags, in no particular order.
  package var allValues: [String] { positional + valuesByFlag.values.joined() }

  /// Whether the flag is given.
  package func has(_ flag: String) -> Bool { valuesByFlag[flag] != nil }

  /// The positional arguments: one for each of `names`, the last `optional` of which may be
  /// missing.
  ///
  /// - Parameter names: as the usage line writes them, such as `LAT,LON`.
  /// - Throws: `UsageError` that names the missing or the superfluous argument.
  package func positionals(
    _ names: [String], optional: Int = 0
  ) throws(UsageError) -> [String] {
    if positional.count > names.count {
      let extra = positional[names.count]
      let hint = names.last.map { " after \($0); text with spaces needs quotes" } ?? ""
      throw UsageError("Unexpected argument “\(extra)”\(hint).")
    }
    if positional.count < names.count - optional {
      throw UsageError("\(names[positional.count]) is missing.")
    }
    return positional
  }
}

/// The flags of a command, and how they are parsed.
private struct FlagGrammar {
  struct Flag {
    let name: String
    /// As written on the command line, without a value.
    let written: String
    /// The text after `=`.
    let attached: String?
  }

  private let valued: Set<String>
  private let repeatable: Set<String>
  private let switches: Set<String>
  private let short: [Character: String]

  init(values: [String], repeatable: [String], switches: [String], short: [Character: String]) {
    self.valued = Set(values + repeatable)
    self.repeatable = Set(repeatable)
    self.switches = Set(switches + ["help"])
    self.short = short.merging(["h": "help"]) { given, _ in given }
  }

  /// Whether a word is a flag: `-37.1,144.2`, `-.5` and `-` are not.
  static func isFlag(_ word: String) -> Bool {
    guard word.count > 1, word.first == "-" else { return false }
    var rest = word.dropFirst()
    if rest.first == "." { rest = rest.dropFirst() }
    guard let character = rest.first else { return true }
    return !(character.isASCII && character.isWholeNumber)
  }

  func mayRepeat(_ name: String) -> Bool { repeatable.contains(name) || switches.contains(name) }

  func flag(_ word: String) throws(UsageError) -> Flag {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let written = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if written.hasPrefix("--") {
      let name = String(written.dropFirst(2))
      guard valued.contains(name) || switches.contains(name) else { throw unknown(written) }
      return Flag(name: name, written: written, attached: attached)
    }
    let letters = written.dropFirst()
    guard letters.count == 1, let letter = letters.first, let name = short[letter] else {
      throw unknown(written)
    }
    return Flag(name: name, written: written, attached: attached)
  }

  /// The flag's value, consumed from the following words if none is attached; "" for a switch.
  func value(of flag: Flag, following words: inout ArraySlice<String>) throws(UsageError) -> String
  {
    guard valued.contains(flag.name) else {
      if flag.attached != nil { throw UsageError("\(flag.written) accepts no value.") }
      return ""
    }
    if let attached = flag.attached { return attached }
    guard let next = words.first, !Self.isFlag(next) else {
      throw UsageError("\(flag.written) needs a value.")
    }
    words.removeFirst()
    return next
  }

  private func unknown(_ written: String) -> UsageError {
    let names = (valued.union(switches)).sorted().map { "--\($0)" }
    let typed = written.hasPrefix("--") ? written : "-" + written
    let nearest = Spelling.nearest(to: typed, among: names)
    return UsageError("Unknown flag \(written).", suggestions: nearest.map { [$0] } ?? [])
  }
}
