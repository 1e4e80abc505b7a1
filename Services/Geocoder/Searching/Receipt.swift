import Messages

/// Says how a text was understood, for a person as one sentence without a full stop:
/// "house number 1 of Telegraph Hill Boulevard; telegraf → Telegraph, 1 edit; city assumed".
struct Receipt {
  private var parts: [String]
  private(set) var words: [WordReceipt] = []

  init(_ head: String) { parts = [head] }

  var text: String { parts.joined(separator: "; ") }

  mutating func add(_ part: String) { parts.append(part) }

  /// What the best guess about each word changed, and what it could not explain.
  ///
  /// - Parameter texts: the names and places of the hit, which tell how its words are written.
  mutating func addWords(
    _ match: Match, _ query: Query, numberBits: UInt32, _ vocabulary: Vocabulary,
    _ texts: [String?]
  ) {
    let changes = match.found.compactMap { $0 } + match.contextChanges
    let spelling = Spelling(texts)
    var left: [String] = []
    for (position, word) in query.words.enumerated() {
      let bit = UInt32(1) << position
      let isExplained = (match.inName | match.inContext | numberBits) & bit != 0
      let change = changes.first { $0.bits & bit != 0 }
      let meant = change.map { spelling.written(vocabulary.text($0.word)) }
      if let change, let meant, change.position == position {
        add(change: change, query, meant)
      }
      let isSetAside = query.roles[position] == .unit || query.roles[position] == .filler
      if !isExplained, !isSetAside { left.append("“\(word.typed)”") }
      words.append(
        WordReceipt(
          typed: word.typed,
          part: numberBits & bit != 0
            ? .houseNumber
            : match.inName & bit != 0
              ? .name
              : match.inContext & bit != 0
                ? .surroundings : isSetAside ? .setAside : .notUnderstood,
          meant: change.map(\.change) == Reading.Change.none ? nil : meant,
          change: change?.change.given ?? (word.isSplitOff ? .spacing : nil),
          edits: change?.change.edits))
    }
    if !left.isEmpty { add("\(left.joined(separator: ", ")) not understood") }
  }

  private mutating func add(change reading: Reading, _ query: Query, _ meant: String) {
    let typed = query.words[reading.position].typed
    switch reading.change {
    case .none, .unfinished: return
    case .variant: if typed != meant { add("\(typed) = \(meant)") }
    case .joined: add("\(typed) \(query.words[reading.position + 1].typed) = \(meant)")
    case .edits(let count): add("\(typed) → \(meant), \(count) \(count == 1 ? "edit" : "edits")")
    }
  }
}

/// Knows how the folded words of some texts are written there.
private struct Spelling {
  private var writtenByFolded: [String: String] = [:]

  init(_ texts: [String?]) {
    for word in texts.compactMap({ $0 }).flatMap({ Words.of($0) }) {
      writtenByFolded[word.folded] = writtenByFolded[word.folded] ?? word.typed
    }
  }

  func written(_ folded: String) -> String { writtenByFolded[folded] ?? folded }
}

extension Reading.Change {
  fileprivate var given: WordReceipt.Change? {
    switch self {
    case .none, .unfinished: nil
    case .variant: .spelling
    case .joined: .spacing
    case .edits: .misspelt
    }
  }

  fileprivate var edits: Int? { if case .edits(let count) = self { count } else { nil } }
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
    case .between(let low, let high, _):
      "house number \(number) of \(street), interpolated between \(low) and \(high)"
    case .nearest(let near):
      "house number \(near) of \(street), the nearest to \(number) that is known"
    case .unknown: "street \(street); house number \(number) is not known"
    }
  }
}
