import Geography

/// How well one name, with the surroundings of its entry, fits a query.
///
/// fit = coverage^1.5 × (0.55 + 0.45 × name coverage) × contradiction, where
/// - coverage is the weight of the query's words that the name or its surroundings explain, each
///   times the similarity of its spelling, over the weight of all its words;
/// - name coverage is the same of the name's words that the query holds;
/// - a word left over that names another settlement is a contradiction: 0.6.
///
/// So 1 means that every word was typed and every word of the name was found. It only falls
/// as edits are added, words of the query stay unexplained, or words of the name are missing.
struct Match {
  let name: UInt32
  let entry: UInt32
  /// For each word of the name the reading that found it.
  private(set) var found: [Reading?]
  /// Bits of query words that the name explains.
  private(set) var inName: UInt32 = 0
  /// Bits of query words that the surroundings explain.
  private(set) var inContext: UInt32 = 0
  /// The readings of words in the surroundings that were not typed as they are.
  private(set) var contextChanges: [Reading] = []
  /// Whether the words of the name were typed in their order.
  private(set) var isInOrder = true
  private(set) var isContradicted = false
  private(set) var nameCoverage: Float = 0
  private var explainedWeight: Float = 0
  private var totalWeight: Float = 0
  private let bareName: Float

  static let coverageExponent: Float = 1.5
  static let bareName: Float = 0.55
  /// The same while the name may not have been typed to its end.
  static let bareUnfinishedName: Float = 0.85
  static let contradiction: Float = 0.6
  static let shortestPostcode = 4
  /// What a word that did not fit into the query's limit weighs.
  static let ignoredWeight: Float = 1

  init(_ name: UInt32, _ query: Query, _ index: PlaceIndex) {
    self.name = name
    entry = index.names.entries[Int(name)]
    found = []
    bareName = query.isUnfinished ? Self.bareUnfinishedName : Self.bareName
    alignName(query, index)
    alignContext(query, index)
    weigh(query, index)
  }

  /// 0 ... 1, of the words alone; the house number is weighed apart.
  ///
  /// - Parameter numberBits: words that were understood as the house number.
  func fit(numberBits: UInt32, _ query: Query) -> Float {
    var explained = explainedWeight
    for position in query.words.indices
    where numberBits & (1 << position) != 0 && (inName | inContext) & (1 << position) == 0 {
      explained += query.weights[position]
    }
    let coverage = totalWeight > 0 ? min(1, explained / totalWeight) : 0
    let curved = coverage * coverage.squareRoot()
    let fit = curved * (bareName + (1 - bareName) * nameCoverage)
    return isContradicted ? fit * Self.contradiction : fit
  }

  private mutating func alignName(_ query: Query, _ index: PlaceIndex) {
    let words = index.names.words[Int(name)]
    let kind = index.names.kind(of: entry)
    var covered: Float = 0
    var last = -1
    for word in words {
      var best: Reading?
      for reading in query.readings
      where reading.words.contains(word) && reading.bits & inName == 0
        && reading.similarity > best?.similarity ?? 0
        && query.words[reading.position].part.mayName(kind)
      {
        best = reading
      }
      found.append(best?.meaning(word))
      guard let best else { continue }
      inName |= best.bits
      covered += index.vocabulary.weights[Int(word)] * best.similarity
      if best.position < last { isInOrder = false }
      last = best.position
    }
    nameCoverage = covered / max(0.001, index.names.weights[Int(name)])
  }

  private mutating func alignContext(_ query: Query, _ index: PlaceIndex) {
    let isStreet = index.names.kind(of: entry) == .street
    for reading in query.readings
    where reading.bits & (inName | inContext) == 0
      && query.words[reading.position].part.maySurround
    {
      // A short number beside a street's name is the house's, whatever else is called so; and so is
      // the letter after it: "12 a" in "Lauf a. d. Pegnitz".
      if isStreet, isOfHouse(reading.position, query) { continue }
      guard let word = index.names.wordAround(entry, reading.words) else { continue }
      inContext |= reading.bits
      explainedWeight += index.vocabulary.weights[Int(word)] * reading.similarity
      totalWeight += index.vocabulary.weights[Int(word)]
      if reading.change != .none { contextChanges.append(reading.meaning(word)) }
    }
  }

  private func isOfHouse(_ position: Int, _ query: Query) -> Bool {
    query.isSuffix(position)
      || query.roles[position] == .number
        && query.words[position].letters.count < Self.shortestPostcode
  }

  private mutating func weigh(_ query: Query, _ index: PlaceIndex) {
    for case let reading? in found {
      let weight = index.vocabulary.weights[Int(reading.word)]
      explainedWeight += weight * reading.similarity
      totalWeight += weight
    }
    for position in query.words.indices where (inName | inContext) & (1 << position) == 0 {
      totalWeight += query.weights[position]
      guard query.roles[position] == .word else { continue }
      isContradicted =
        isContradicted
        || query.readings.contains {
          $0.position == position && $0.change == .none
            && index.settlementWords.contains($0.word)
        }
    }
    totalWeight += Self.ignoredWeight * Float(query.ignoredWords)
  }

  /// The positions of words that nothing explains.
  func leftOver(numberBits: UInt32, _ query: Query) -> [Int] {
    query.words.indices.filter {
      (inName | inContext | numberBits) & (1 << $0) == 0
        && (query.roles[$0] == .word || query.roles[$0] == .number)
    }
  }
}

extension Word.Part {
  /// Whether a word of this part may belong to the name of such an entry.
  func mayName(_ kind: EntryKind) -> Bool {
    switch self {
    case .any: true
    case .street: kind == .street
    case .city: kind == .place
    case .postcode: kind == .postcode
    case .houseNumber: false
    }
  }

  /// Whether a word of this part may belong to what is around an entry.
  var maySurround: Bool { self == .any || self == .city || self == .postcode }
}
