/// Parses tokens as rules.
///
/// Recursive descent without backtracking: every choice needs only the next few tokens.
struct HoursParser {
  let text: HoursText
  private let tokens: [HoursToken]
  private(set) var index = 0
  private(set) var warnings: [HoursWarning] = []
  /// Whether times are written as “0830”; four digits are then no year.
  var hasCompactTimes = false

  init(_ text: HoursText, tokens: [HoursToken]) {
    self.text = text
    self.tokens = tokens
  }

  /// The rules, at least one.
  ///
  /// - Throws: `HoursError`.
  mutating func run() throws(HoursError) -> [HoursRule] {
    var rules: [HoursRule] = []
    var starts: [HoursToken?] = []
    var join = HoursRule.Join.normal
    while true {
      while acceptSymbol(";") { warn("an empty rule says nothing") }
      if isAtEnd { break }
      starts.append(peek())
      var draft = RuleDraft(join: join)
      let separator = try read(&draft)
      rules.append(draft.rule)
      switch separator {
      case .end: break
      case .normal: join = .normal
      case .fallback:
        join = .fallback
        if isAtEnd { throw expected("a rule after “||”") }
      case .additional: join = draft.rule.join == .fallback ? .fallback : .additional
      }
    }
    if rules.isEmpty { throw expected("a rule") }
    for index in rules.indices where rules[index].cutsNight(of: rules[..<index]) {
      warn("this rule ends the night before it at midnight; “,” would not", at: starts[index])
    }
    return rules
  }

  private enum Separator { case normal, additional, fallback, end }

  /// Parses one rule, and what separates it from the next.
  private mutating func read(_ draft: inout RuleDraft) throws(HoursError) -> Separator {
    while let token = peek() {
      switch token.kind {
      case .fallback:
        if draft.isEmpty { throw expected("a rule before “||”") }
        advance()
        return .fallback
      case .symbol(";"):
        advance()
        return .normal
      case .symbol(","):
        guard draft.hasTimes || draft.hasState else { throw expected(draft.continuation) }
        advance()
        if isAtEnd { warn("the comma at the end says nothing") }
        return .additional
      case .symbol(":") where draft.mayHaveColon: advance()
      case .comment(let range):
        draft.add(comment: text[range])
        advance()
      case .keyword(.state(let state)):
        draft.set(state)
        advance()
      default:
        if isDayStart {
          if draft.isComplete, !isTrailingSelector(draft.rule.days) {
            warn("a “;” is missing before “\(text[token.range])”")
            return .normal
          }
          if draft.isComplete { warn("weeks and dates stand before weekdays and times") }
          try readDays(&draft)
        } else if isTimeStart {
          try readTimes(&draft)
        } else {
          throw expected(draft.continuation)
        }
      }
    }
    return .end
  }

  /// Whether the days that begin here narrow the rule before them, as in `Mo-Su 10:00-12:00 week 05
  /// Feb`: they are of kinds that it lacks, and no time or state follows them.
  private func isTrailingSelector(_ days: DaySelectors) -> Bool {
    switch peek()?.kind {
    case .keyword(.week): guard days.weeks.isEmpty else { return false }
    case .keyword(.month), .keyword(.easter): guard days.dates.isEmpty else { return false }
    case .number: guard days.dates.isEmpty, days.years.isEmpty else { return false }
    default: return false
    }
    var rest = self
    var draft = RuleDraft(join: .normal)
    while rest.isDayStart, draft.rule.days.weekdays.isEmpty {
      guard (try? rest.readDays(&draft)) != nil else { return false }
    }
    switch rest.peek()?.kind {
    case nil, .symbol(";"), .symbol(","), .fallback: return draft.rule.days.weekdays.isEmpty
    default: return false
    }
  }

  private mutating func readTimes(_ draft: inout RuleDraft) throws(HoursError) {
    if draft.hasTimes {
      if draft.daysFollowTimes { throw expected("“;” before another time") }
      warn("a “,” is missing")
    }
    draft.hasTimes = true
    if acceptKeyword(.always) || acceptAlways() {
      _ = acceptSymbol(":")
      return
    }
    draft.rule.spans += try timeSpans()
  }

  // MARK: Tokens

  /// The next token, or one after it; `nil` at the end.
  func peek(_ ahead: Int = 0) -> HoursToken? {
    index + ahead < tokens.count ? tokens[index + ahead] : nil
  }

  func symbol(_ ahead: Int = 0) -> Unicode.Scalar? {
    if case .symbol(let sign) = peek(ahead)?.kind { sign } else { nil }
  }

  func keyword(_ ahead: Int = 0) -> Keyword? {
    if case .keyword(let keyword) = peek(ahead)?.kind { keyword } else { nil }
  }

  func number(_ ahead: Int = 0) -> Int? {
    if case .number(let number, _) = peek(ahead)?.kind { number } else { nil }
  }

  var isAtEnd: Bool { index >= tokens.count }

  mutating func advance(_ count: Int = 1) { index += count }

  mutating func acceptSymbol(_ sign: Unicode.Scalar) -> Bool {
    guard symbol() == sign else { return false }
    advance()
    return true
  }

  mutating func acceptKeyword(_ expected: Keyword) -> Bool {
    guard keyword() == expected else { return false }
    advance()
    return true
  }

  /// Consumes `24/7`.
  private mutating func acceptAlways() -> Bool {
    guard isAlways else { return false }
    advance(3)
    return true
  }

  private var isAlways: Bool { number() == 24 && symbol(1) == "/" && number(2) == 7 }

  /// Whether the next token begins a time selector; only checked after `isDayStart`.
  private var isTimeStart: Bool {
    switch peek()?.kind {
    case .number, .symbol("("): true
    case .keyword(.sun), .keyword(.clock), .keyword(.always), .keyword(.daylight): true
    default: false
    }
  }

  // MARK: Warnings and errors

  mutating func warn(_ message: String) { warn(message, at: peek()) }

  mutating func warn(_ message: String, at token: HoursToken?) {
    warnings.append(text.warning(message, at: token?.range.lowerBound ?? text.bytes.count))
  }

  func expected(_ what: String) -> HoursError {
    expected(what, at: byteOffset, found: peek().map { "“\(text[$0.range])”" } ?? "the end")
  }

  func expected(_ what: String, at byteOffset: Int, found: String) -> HoursError {
    text.error(at: byteOffset, expected: what, found: found)
  }

  /// The byte at which the next token begins, or the value ends.
  var byteOffset: Int { peek()?.range.lowerBound ?? text.bytes.count }
}

/// A rule while it is parsed.
struct RuleDraft {
  var rule = HoursRule()
  var hasTimes = false
  private(set) var hasState = false
  private(set) var daysFollowTimes = false

  init(join: HoursRule.Join) { rule.join = join }

  var isEmpty: Bool { rule.days.isEmpty && !hasTimes && !hasState }

  /// Whether following days must belong to another rule.
  var isComplete: Bool { (hasTimes || hasState) && !rule.days.isEmpty && !daysFollowTimes }

  /// A colon may stand between days and times, and after a comment or state.
  var mayHaveColon: Bool { rule.spans.isEmpty && !isEmpty }

  /// What may follow, for error messages.
  var continuation: String {
    hasTimes || hasState
      ? "“;”, “,” or a comment" : "a day, a time, “off” or a comment"
  }

  mutating func noteDays() { if hasTimes { daysFollowTimes = true } }

  mutating func set(_ state: HoursState) {
    rule.state = state
    hasState = true
  }

  /// A comment without a state means that the state is unknown.
  mutating func add(comment text: String) {
    rule.comment = rule.comment.map { "\($0), \(text)" } ?? text
    if !hasState { set(.unknown) }
  }
}
