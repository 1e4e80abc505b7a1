/// Which form of a phrase goes with a number, by the rules of the Unicode CLDR for cardinals, as
/// its tables have them: `one: n % 10 = 1 and n % 100 != 11,12 or n = 0..1`.
///
/// Source: Unicode Technical Standard 35, part 3, "Language Plural Rules". Of its operands `n` and
/// `i` are the number and all others 0, as numbers here are whole.
struct PluralRules: Sendable {
  private typealias Relation = @Sendable (Int) -> Bool

  private var conditions: [(form: String, alternatives: [[Relation]])] = []

  /// Adds a form after those before it. Returns whether the rule can be read.
  mutating func add(_ form: String, _ rule: String) -> Bool {
    let alternatives = rule.split(separator: " or ").map {
      $0.split(separator: " and ").map(Self.relation)
    }
    conditions.append((form, alternatives.map { $0.compactMap { $0 } }))
    return alternatives.joined().allSatisfy { $0 != nil }
  }

  /// `one`, `few` …: the first form whose rule holds, else `other`.
  func form(of number: Int) -> String {
    let number = Int(number.magnitude)
    return conditions.first { $0.alternatives.contains { $0.allSatisfy { $0(number) } } }?.form
      ?? "other"
  }

  /// `n % 10 = 2..4`; `nil` where it is none.
  private static func relation(_ text: Substring) -> Relation? {
    guard let match = text.wholeMatch(of: /([a-z])(?: % (\d+))? (!?=) (\d[\d.,]*)/) else {
      return nil
    }
    let ranges = match.4.split(separator: ",").map { range in
      let ends = range.split(separator: ".").compactMap { Int($0) }
      return (ends.first ?? 0)...max(ends.first ?? 0, ends.last ?? 0)
    }
    let (isNumber, divisor) = ("ni".contains(match.1), match.2.flatMap { Int($0) })
    let isEqual = match.3 == "="
    return { number in
      let value = isNumber ? divisor.map { number % $0 } ?? number : 0
      return ranges.contains { $0.contains(value) } == isEqual
    }
  }
}
