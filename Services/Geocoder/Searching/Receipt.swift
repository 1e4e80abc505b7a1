/// Says how a text was understood, as one sentence without a full stop:
/// "house number 1 of Telegraph Hill Boulevard; telegraf → telegraph (2 edits); city assumed".
struct Receipt {
  private var parts: [String]

  init(_ head: String) { parts = [head] }

  var text: String { parts.joined(separator: "; ") }

  mutating func add(_ part: String) { parts.append(part) }

  /// What the best guess about each word changed, and what it could not explain.
  mutating func addChanges(
    _ match: Match, _ query: Query, numberBits: UInt32, _ vocabulary: Vocabulary
  ) {
    for reading in match.found.compactMap({ $0 }) + match.contextChanges {
      addChange(reading, query, vocabulary)
    }
    let left = match.leftOver(numberBits: numberBits, query).map { "“\(query.words[$0].typed)”" }
    if !left.isEmpty { add("\(left.joined(separator: ", ")) not understood") }
  }

  private mutating func addChange(
    _ reading: Reading, _ query: Query, _ vocabulary: Vocabulary
  ) {
    let typed = query.words[reading.position].typed
    let meant = vocabulary.text(reading.word)
    switch reading.change {
    case .none: return
    case .variant: add("\(typed) = \(meant)")
    case .joined: add("\(typed) \(query.words[reading.position + 1].typed) = \(meant)")
    case .edits(let count): add("\(typed) → \(meant) (\(count) \(count == 1 ? "edit" : "edits"))")
    }
  }
}

extension FoundHouse {
  /// "house number 12 of Main Street", or what stands in for it.
  func head(asked: HouseNumber, street: String) -> String {
    let number = "\(asked.number)\(asked.suffix)"
    return switch how {
    case .exact: "house number \(text) of \(street)"
    case .inRange: "house number \(number) of \(street), which lies in \(text)"
    case .otherSuffix: "house number \(text) of \(street), for \(number) that is not known"
    case .onLine(let low, let high):
      "house number \(number) of \(street), interpolated between \(low) and \(high)"
    case .between(let low, let high):
      "house number \(number) of \(street), interpolated between \(low) and \(high)"
    case .nearest(let near):
      "house number \(near) of \(street), the nearest to \(number) that is known"
    case .unknown: "street \(street); house number \(number) is not known"
    }
  }
}
