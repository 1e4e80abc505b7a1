import FoldedText

/// Finds out what each word of a query may mean in one index.
struct QueryReader {
  let vocabulary: Vocabulary

  /// How forgiving to be about spelling.
  enum Spelling: Sendable, Comparable {
    /// Only words that are in no other way a word of the index may be misspelt.
    case strict
    /// Every word may be misspelt.
    case tolerant
    /// One edit more than usual: for suggestions.
    case desperate
  }

  /// How much an unknown or unexplained word of each role weighs.
  static let unitWeight: Float = 0
  static let fillerWeight: Float = 0.1
  static let numberWeight: Float = 0.5
  static let postcodeWeight: Float = 0.2

  /// No words give a query without words.
  func read(_ all: [Word], _ spelling: Spelling) -> Query {
    let words = splitUnknown(Array(all.prefix(GeocoderBounds.maximumQueryWords)))
    return read(words, ignoring: max(0, all.count - GeocoderBounds.maximumQueryWords), spelling)
  }

  /// Reads words that are split already.
  func read(_ words: [Word], ignoring ignored: Int, _ spelling: Spelling) -> Query {
    let words = Array(words.prefix(GeocoderBounds.maximumQueryWords))
    var query = Query(words: words, roles: QueryRoles.of(words), ignoredWords: ignored)
    for position in words.indices { addPlain(position, to: &query) }
    let known = query.hasReading
    for position in words.indices where spelling > .strict || known & (1 << position) == 0 {
      addMisspellings(position, spelling, to: &query)
    }
    query.weights = words.indices.map { weight($0, query) }
    return query
  }

  private func addPlain(_ position: Int, to query: inout Query) {
    let letters = query.words[position].letters
    let bits = UInt32(1) << position
    func add(_ letters: [UInt32], _ bits: UInt32, _ likeness: Float, _ change: Reading.Change) {
      guard let word = vocabulary.find(letters) else { return }
      query.readings.append(
        Reading(position: position, bits: bits, word: word, similarity: likeness, change: change))
    }
    add(letters, bits, 1, .none)
    if query.words[position].isUnfinished { addUnfinished(position, to: &query) }
    for variant in WordVariants.of(letters) { add(variant, bits, 0.99, .variant) }
    if position + 1 < query.words.count, query.roles[position] != .number {
      let joined = letters + query.words[position + 1].letters
      add(joined, bits | bits << 1, 0.97, .joined)
      for variant in WordVariants.of(joined).prefix(4) {
        add(variant, bits | bits << 1, 0.96, .joined)
      }
    }
  }

  /// What the word may become; where nothing begins so, what it may become once one slip of the
  /// finger is put right.
  private func addUnfinished(_ position: Int, to query: inout Query) {
    let letters = query.words[position].letters
    let bits = UInt32(1) << position
    func add(_ letters: [UInt32], _ bits: UInt32, _ likeness: Float) -> Bool {
      guard let words = vocabulary.words(beginning: letters) else { return false }
      query.readings.append(
        Reading(
          position: position, bits: bits, words: words, similarity: likeness, change: .unfinished))
      return true
    }
    if position > 0, query.roles[position - 1] != .number {
      let together = query.words[position - 1].letters + letters
      if let words = vocabulary.words(beginning: together) {
        query.readings.append(
          Reading(
            position: position - 1, bits: bits | bits >> 1, words: words,
            similarity: Self.unfinishedSimilarity - 0.03, change: .joined))
      }
    }
    guard !add(letters, bits, Self.unfinishedSimilarity),
      letters.count >= Vocabulary.shortestMisspelling + 1,
      letters.count <= GeocoderBounds.maximumMisspeltLetters
    else { return }
    for other in vocabulary.slips(in: letters) {
      _ = add(other, bits, Self.similarity(1, letters.count))
    }
  }

  /// A little less than a whole word's, so that a word that was typed whole comes first.
  static let unfinishedSimilarity: Float = 0.99

  private func addMisspellings(_ position: Int, _ spelling: Spelling, to query: inout Query) {
    let letters = query.words[position].letters
    guard query.roles[position] != .number, !letters.contains(where: Letters.isDigit) else {
      return
    }
    for other in WordVariants.soundAlikes(letters) {
      guard let word = vocabulary.find(other) else { continue }
      query.readings.append(
        Reading(
          position: position, bits: 1 << position, word: word,
          similarity: Self.similarity(1, letters.count), change: .edits(1)))
    }
    var limit = Vocabulary.allowedEdits(letters.count)
    if spelling == .desperate, limit > 0 { limit += 1 }
    for found in vocabulary.misspellings(of: letters, within: limit) {
      let isFirstKept = vocabulary.words[Int(found.word)].first == letters.first
      query.readings.append(
        Reading(
          position: position, bits: 1 << position, word: found.word,
          similarity: Self.similarity(found.edits, letters.count) - (isFirstKept ? 0 : 0.03),
          change: .edits(found.edits)))
    }
  }

  /// | edits | 3–7 letters | 8 letters and more |
  /// |---|---|---|
  /// | 1 | 0.86 | 0.92 |
  /// | 2 | 0.62 | 0.82 |
  /// | 3 | | 0.62 |
  static func similarity(_ edits: Int, _ letterCount: Int) -> Float {
    let isLong = letterCount >= 8
    return switch edits {
    case 1: isLong ? 0.92 : 0.86
    case 2: isLong ? 0.82 : 0.62
    default: 0.62
    }
  }

  private func weight(_ position: Int, _ query: Query) -> Float {
    switch query.roles[position] {
    case .unit: return Self.unitWeight
    case .filler: return Self.fillerWeight
    case .number:
      let isCode = query.words[position].letters.count >= 4 && position > 0
      return isCode ? Self.postcodeWeight : Self.numberWeight
    case .word where query.words[position].isUnfinished: return Self.numberWeight
    case .word:
      let best = query.readings.first { $0.bits & (1 << position) != 0 }
      return best.map { vocabulary.weights[Int($0.word)] } ?? 1
    }
  }

  /// Splits words that no name holds but whose two parts are words: "telegraphhill", "main5".
  private func splitUnknown(_ words: [Word]) -> [Word] {
    guard words.count < GeocoderBounds.maximumQueryWords else { return words }
    return words.flatMap { word -> [Word] in
      guard word.letters.count >= 5, word.letters.count <= GeocoderBounds.maximumMisspeltLetters,
        !word.startsWithDigit, !word.isUnfinished, !isKnown(word.letters)
      else { return [word] }
      // A slip of the finger is likelier than a missing space.
      let isSlip = !vocabulary.misspellings(of: word.letters, within: 1).isEmpty
      for cut in 2..<(word.letters.count) {
        let head = Array(word.letters[..<cut]), tail = Array(word.letters[cut...])
        let isNumber = tail.allSatisfy(Letters.isDigit)
        let isSplit = isNumber || !isSlip && tail.count >= 3 && cut >= 3 && isName(tail)
        guard isSplit, isName(head) else { continue }
        return [
          Word(letters: head, typed: String(letters: head), before: word.before, part: word.part),
          Word(
            letters: tail, typed: String(letters: tail), before: [], part: word.part,
            isSplitOff: true),
        ]
      }
      return [word]
    }
  }

  private func isKnown(_ letters: [UInt32]) -> Bool {
    vocabulary.find(letters) != nil
      || WordVariants.of(letters).contains { vocabulary.find($0) != nil }
  }

  /// Whether some name, not only some surroundings, holds the word.
  private func isName(_ letters: [UInt32]) -> Bool {
    vocabulary.find(letters).map { !vocabulary.postings[Int($0)].isEmpty } ?? false
  }
}
