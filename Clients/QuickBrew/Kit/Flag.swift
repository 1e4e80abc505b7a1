import CommandLineKit

/// A flag of a command. Its one definition feeds the parser, the help, the manual page and the
/// completion.
struct Flag: Sendable {
  let name: String
  /// The placeholder for the value, such as `LAT,LON`; `nil` for a switch.
  let value: String?
  /// One line of help, with the default in parentheses.
  let help: String
  private(set) var short: Character?
  private(set) var isRepeatable = false
  /// The accepted values, if they are few; else empty.
  private(set) var choices: [String] = []
  /// The value of the bare flag where its value is optional; `nil` for other flags.
  private(set) var impliedValue: String?
  /// The flags that it does not go with; a name in capitals means the arguments of the command.
  private(set) var excludes: [String] = []
  /// It goes with one of these flags only; empty where it stands alone.
  private(set) var requires: [String] = []
}

extension Flag {
  /// A switch.
  init(
    _ name: String, short: Character? = nil, excludes: [String] = [], requires: [String] = [],
    _ help: String
  ) {
    self.init(
      name: name, value: nil, help: help, short: short, excludes: excludes, requires: requires)
  }

  /// A flag with a value.
  init(
    _ name: String, _ value: String, repeatable: Bool = false, excludes: [String] = [],
    requires: [String] = [], _ help: String
  ) {
    self.init(
      name: name, value: value, help: help, isRepeatable: repeatable, excludes: excludes,
      requires: requires)
  }

  /// A flag with a value out of an enumeration.
  init<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ value: String, of type: Choice.Type, short: Character? = nil,
    excludes: [String] = [], requires: [String] = [], _ help: String
  ) where Choice.RawValue == String {
    self.init(
      name: name, value: value, help: help, short: short, choices: type.allCases.map(\.rawValue),
      excludes: excludes, requires: requires)
  }

  /// A flag with an optional value out of a few; the bare flag means the first.
  init(_ name: String, choices: [String], excludes: [String] = [], _ help: String) {
    self.init(
      name: name, value: "[\(choices.joined(separator: "|"))]", help: help, choices: choices,
      impliedValue: choices.first, excludes: excludes)
  }

  /// A flag with an optional value that must not begin with a hyphen; the bare flag means
  /// `impliedValue`.
  init(_ name: String, _ value: String, implied impliedValue: String, _ help: String) {
    self.init(name: name, value: "[\(value)]", help: help, impliedValue: impliedValue)
  }

  /// The flags that every command has.
  static let common = [
    Flag("json", "print the reply as JSON: indented on a terminal, else one line"),
    Flag("output", "FORMAT", of: OutputFormat.self, short: "o", "wide: all columns; or json"),
    Flag("timeout", "TIME", "give up waiting for a reply after this long (10s)"),
    Flag("home", "DIR", "the stack's directory ($QUICKBREW_HOME, else .quickbrew)"),
    Flag(
      "region", "NAME", "which of several maps to ask (that of the places); info lists them"),
    Flag(
      "lang", "TAG", "texts, and names of places, in this language where known: de, pt-BR ($LANG)"),
    Flag("units", "UNITS", of: DistanceUnits.self, "metric, imperial or uk (as in that region)"),
    Flag("clock", "HOURS", of: ClockHours.self, "12 or 24 of them (as in that region)"),
    Flag("help", short: "h", "print this help"),
  ]
  /// A flag of `quickbrew` without a command.
  static let version = Flag("version", "print the version")

  /// The flag as typed, with what it excludes or requires checked.
  ///
  /// - Throws: `UsageError`.
  fileprivate func check(_ arguments: Arguments) throws(UsageError) {
    guard arguments.has(name) else { return }
    for other in excludes {
      let isArgument = other.allSatisfy(\.isUppercase)
      if isArgument ? !arguments.positional.isEmpty : arguments.has(other) {
        throw UsageError("--\(name) does not go with \(isArgument ? other : "--\(other)").")
      }
    }
    guard requires.isEmpty || requires.contains(where: arguments.has) else {
      let others = requires.map { "--\($0)" }.joined(separator: " or ")
      throw UsageError("--\(name) goes with \(others) only.")
    }
  }

  /// The words of a command line, with the implied value written out after each bare flag.
  fileprivate static func completing(_ words: [String], _ flags: [Flag]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words.enumerated().map { index, word in
      guard index < end, let flag = flags.first(where: { "--\($0.name)" == word }),
        let impliedValue = flag.impliedValue
      else { return word }
      let isFollowed = index + 1 < end && flag.accepts(words[index + 1])
      return isFollowed ? word : "\(word)=\(impliedValue)"
    }
  }

  private func accepts(_ next: String) -> Bool {
    choices.isEmpty ? !next.hasPrefix("-") : choices.contains(next)
  }
}

extension Arguments {
  /// Parses words by flags, and checks that these go together.
  ///
  /// - Throws: `UsageError`.
  init(_ words: [String], _ flags: [Flag]) throws(UsageError) {
    let valued = flags.filter { $0.value != nil }
    try self.init(
      parsing: Flag.completing(words, flags),
      values: valued.filter { !$0.isRepeatable }.map(\.name),
      repeatable: valued.filter(\.isRepeatable).map(\.name),
      switches: flags.filter { $0.value == nil }.map(\.name),
      short: Dictionary(
        flags.compactMap { flag in flag.short.map { ($0, flag.name) } }
      ) { first, _ in first })
    for flag in flags { try flag.check(self) }
  }

  /// The value of a flag that must be given.
  ///
  /// - Throws: `UsageError` where it is not.
  func required(_ flag: String) throws(UsageError) -> String {
    guard let text = self[flag] else { throw UsageError("--\(flag) is missing.") }
    return text
  }

  /// `true` for a switch that is given, else `nil`, as requests have it.
  func ifGiven(_ flag: String) -> Bool? { has(flag) ? true : nil }

  /// A flag's value out of an enumeration; `nil` where the flag is not given.
  ///
  /// - Throws: `UsageError` that lists the accepted values.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ flag: String
  ) throws(UsageError) -> Choice? where Choice.RawValue == String {
    guard let text = self[flag] else { return nil }
    return try Self.choice(Choice.self, text, "--\(flag)")
  }

  /// A value out of an enumeration.
  ///
  /// - Throws: `UsageError` that lists the accepted values.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type, _ text: String, _ name: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    throw UsageError(
      "\(name) is \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), "
        + "not “\(text)”.",
      suggestions: Spelling.nearest(to: text, among: words, limit: 1))
  }
}
