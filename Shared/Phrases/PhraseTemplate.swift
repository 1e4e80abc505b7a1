/// A phrase with slots: "Turn right[ {onto}][ {towards}]".
///
/// What stands in brackets is left out where one of its slots is empty. A slot may name a form:
/// `{sentence:lower}` and `{sentence:upper}` change the first letter, any other is a declension of
/// the language's file.
struct PhraseTemplate: Sendable {
  enum Part: Sendable {
    case text(String)
    case slot(name: String, form: String?)
    case group([Part])
  }

  let parts: [Part]

  /// `nil` where brackets or braces do not match.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    guard let parts = Self.parts(of: &rest, inGroup: false), rest.isEmpty else { return nil }
    self.parts = parts
  }

  /// Reads up to the end, or to the bracket that closes the group, which it takes.
  private static func parts(of rest: inout Substring, inGroup: Bool) -> [Part]? {
    var parts: [Part] = []
    while let next = rest.firstIndex(where: { "[]{}".contains($0) }) {
      if next > rest.startIndex { parts.append(.text(String(rest[..<next]))) }
      let mark = rest[next]
      rest = rest[rest.index(after: next)...]
      switch mark {
      case "[":
        guard let group = Self.parts(of: &rest, inGroup: true) else { return nil }
        parts.append(.group(group))
      case "]": return inGroup ? parts : nil
      case "{":
        guard let end = rest.firstIndex(of: "}") else { return nil }
        let words = rest[..<end].split(separator: ":", maxSplits: 1)
        guard let name = words.first else { return nil }
        parts.append(.slot(name: String(name), form: words.dropFirst().first.map(String.init)))
        rest = rest[rest.index(after: end)...]
      default: return nil
      }
    }
    guard !inGroup else { return nil }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    rest = ""
    return parts
  }

  /// The names of the slots.
  var slots: Set<String> { Self.slots(in: parts) }

  private static func slots(in parts: [Part]) -> Set<String> {
    parts.reduce(into: []) { names, part in
      switch part {
      case .text: break
      case .slot(let name, _): names.insert(name)
      case .group(let parts): names.formUnion(slots(in: parts))
      }
    }
  }

  /// The phrase with its slots filled; an empty slot outside brackets is left out.
  func filled(_ slots: [String: String], declined: (String, String) -> String) -> String {
    Self.filled(parts, slots, declined).text
  }

  private static func filled(
    _ parts: [Part], _ slots: [String: String], _ declined: (String, String) -> String
  ) -> (text: String, isWhole: Bool) {
    var (text, isWhole) = ("", true)
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .slot(let name, let form):
        if let word = slots[name], !word.isEmpty {
          text += form.map { declined(word, $0) } ?? word
        } else {
          isWhole = false
        }
      case .group(let parts):
        let group = filled(parts, slots, declined)
        if group.isWhole { text += group.text }
      }
    }
    return (text, isWhole)
  }
}
