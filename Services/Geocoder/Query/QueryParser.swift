import FoldedText
import Messages
import PlaceWords

/// Parses text into a query: classifies its tokens and expands them to terms of one index.
struct QueryParser {
  let dictionary: TermDictionary
  let classifier: TokenClassifier

  /// How many spelling errors are tolerated.
  enum Fuzziness: Sendable, Comparable {
    /// Only tokens without any other expansion may be misspelt.
    case strict
    /// Every token may be misspelt.
    case tolerant
    /// One edit more than usual; what is found this way is mostly a suggestion.
    case lastResort
  }

  /// Splits unknown compounds, then parses; without tokens the query is empty.
  func parse(_ all: [WordToken], _ fuzziness: Fuzziness) -> ParsedQuery {
    let tokens = splitCompounds(
      all.prefix(GeocoderLimits.maximumQueryTokens).map(inKnownScript))
    return parse(tokens, ignoring: max(0, all.count - GeocoderLimits.maximumQueryTokens), fuzziness)
  }

  /// Parses tokens as they are.
  ///
  /// - Parameter ignored: how many further tokens the text had.
  func parse(
    _ tokens: [WordToken], ignoring ignored: Int, _ fuzziness: Fuzziness
  ) -> ParsedQuery {
    let tokens = Array(tokens.prefix(GeocoderLimits.maximumQueryTokens))
    var query = ParsedQuery(
      tokens: tokens, roles: classifier.roles(of: tokens), ignoredTokens: ignored)
    for position in tokens.indices { addVariants(position, to: &query) }
    let known = query.expandedTokens
    for position in tokens.indices {
      if fuzziness > .strict || known & (1 << position) == 0 {
        addMisspellings(position, fuzziness, to: &query)
      } else {
        addCommonType(position, to: &query)
      }
    }
    query.kinds = classifier.kinds(of: tokens)
    query.weights = tokens.indices.map { weight($0, query) }
    return query
  }

  /// Adds the exact term, its variants, and the token joined with the next one.
  private func addVariants(_ position: Int, to query: inout ParsedQuery) {
    let letters = query.tokens[position].letters
    let bits = UInt32(1) << position
    func add(_ letters: [UInt32], _ bits: UInt32, _ similarity: Float, _ kind: TermExpansion.Kind) {
      guard let term = dictionary.find(letters) else { return }
      query.expansions.append(
        TermExpansion(
          position: position, bits: bits, term: term, similarity: similarity, kind: kind))
    }
    add(letters, bits, 1, .exact)
    if query.tokens[position].isUnfinished { addCompletions(position, to: &query) }
    for variant in TermVariants.of(letters) { add(variant, bits, 0.99, .variant) }
    let isLatin = letters.allSatisfy { $0 < 0x80 }
    if query.roles[position] != .number, !isLatin || dictionary.find(letters) == nil {
      for word in TermVariants.declined(letters) { add(word, bits, 0.97, .variant) }
    }
    if position + 1 < query.tokens.count, query.roles[position] != .number {
      let joined = letters + query.tokens[position + 1].letters
      add(joined, bits | bits << 1, 0.97, .joined)
      for variant in TermVariants.of(joined).prefix(4) {
        add(variant, bits | bits << 1, 0.96, .joined)
      }
    }
  }

  /// Adds the terms that start with the token; where no term does, the terms that start with the
  /// token after one typing error is corrected.
  private func addCompletions(_ position: Int, to query: inout ParsedQuery) {
    let letters = query.tokens[position].letters
    let bits = UInt32(1) << position
    func add(_ letters: [UInt32], _ bits: UInt32, _ similarity: Float) -> Bool {
      guard let terms = dictionary.terms(withPrefix: letters) else { return false }
      query.expansions.append(
        TermExpansion(
          position: position, bits: bits, terms: terms, similarity: similarity, kind: .prefix))
      return true
    }
    if position > 0, query.roles[position - 1] != .number {
      let joined = query.tokens[position - 1].letters + letters
      if let terms = dictionary.terms(withPrefix: joined) {
        query.expansions.append(
          TermExpansion(
            position: position - 1, bits: bits | bits >> 1, terms: terms,
            similarity: RankingModel.prefixSimilarity - 0.03, kind: .joined))
      }
    }
    guard !add(letters, bits, RankingModel.prefixSimilarity),
      letters.count >= TermDictionary.shortestMisspelling + 1,
      letters.count <= GeocoderLimits.maximumFuzzyLetters
    else { return }
    for other in dictionary.correctedPrefixes(of: letters) {
      _ = add(other, bits, Self.similarity(1, letters.count))
    }
  }

  private func addMisspellings(_ position: Int, _ fuzziness: Fuzziness, to query: inout ParsedQuery)
  {
    let letters = query.tokens[position].letters
    guard query.roles[position] != .number, !letters.contains(where: Letters.isDigit) else {
      return
    }
    let swapped = TermVariants.swappedSharpS(in: query.tokens[position].typed)
    for other in TermVariants.homophones(of: letters) + swapped {
      guard let term = dictionary.find(other) else { continue }
      query.expansions.append(
        TermExpansion(
          position: position, bits: 1 << position, term: term,
          similarity: Self.similarity(1, letters.count), kind: .edits(1)))
    }
    var limit = TermDictionary.allowedEdits(letters.count)
    // Two edits of four letters make another word: "Zara" is no suggestion for "Park".
    if fuzziness == .lastResort, letters.count > 4 { limit += 1 }
    for found in dictionary.misspellings(of: letters, within: limit) {
      let term = dictionary.terms[Int(found.term)]
      let similarity =
        Self.isAnotherCompound(letters, term, found.edits)
        ? Self.similarity(3, letters.count) : Self.similarity(found.edits, letters.count)
      query.expansions.append(
        TermExpansion(
          position: position, bits: 1 << position, term: found.term,
          similarity: similarity - (term.first == letters.first ? 0 : 0.03),
          kind: .edits(found.edits)))
    }
    addCommonTypes(position, within: 2, to: &query)
  }

  /// Whether two compounds share their street type and little else: "Dorfstraße", "Orffstraße".
  private static func isAnotherCompound(
    _ typed: [UInt32], _ term: ArraySlice<UInt32>, _ edits: Int
  ) -> Bool {
    guard edits > 1 else { return false }
    let type = EuropeanAbbreviations.compoundSuffixes.first {
      typed.ends(with: $0.full) && term.suffix($0.full.count).elementsEqual($0.full)
    }
    return type.map { edits > TermDictionary.allowedEdits(typed.count - $0.full.count) } ?? false
  }

  /// Adds common street types to a rare word that is one edit from them: the map has the same
  /// typing error in some name, "Trqi" for "Triq".
  private func addCommonType(_ position: Int, to query: inout ParsedQuery) {
    guard let term = dictionary.find(query.tokens[position].letters), dictionary.isRare(term) else {
      return
    }
    addCommonTypes(position, within: 1, to: &query)
  }

  /// Adds the street types of many names; of those within two edits the longer ones, where no
  /// other word of the map is near: "Straeß".
  private func addCommonTypes(_ position: Int, within limit: Int, to query: inout ParsedQuery) {
    let letters = query.tokens[position].letters
    let shortest = TermDictionary.shortestCommonType + limit - 1
    guard query.roles[position] == .word, letters.count >= shortest else { return }
    if limit > 1, query.expansions.contains(where: { $0.position == position }) { return }
    for type in dictionary.commonTypes
    where abs(dictionary.terms.range(Int(type)).count - letters.count) <= limit {
      var distance = EditDistance(to: letters, within: limit)
      let term = dictionary.terms[Int(type)]
      guard let edits = distance.edits(from: term), edits > 0, term.count >= 3 * edits else {
        continue
      }
      query.expansions.append(
        TermExpansion(
          position: position, bits: 1 << position, term: type,
          similarity: Self.similarity(edits, letters.count), kind: .edits(edits)))
    }
  }

  /// The similarity of a misspelt word to the term, by edit distance and word length:
  ///
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

  private func weight(_ position: Int, _ query: ParsedQuery) -> Float {
    switch query.roles[position] {
    case .unit, .region, .aside: return RankingModel.unitWeight
    case .stopWord: return RankingModel.stopWordWeight
    case .number:
      let isPostcode = query.tokens[position].letters.count >= 4 && position > 0
      // "1AA" of "SW1A 1AA".
      let isSecondHalf =
        position > 0 && Self.isMixed(query.tokens[position - 1])
        && Self.isMixed(query.tokens[position])
      return isPostcode || isSecondHalf ? RankingModel.postcodeWeight : RankingModel.numberWeight
    case .word where query.kinds.contains(where: { $0.bits & (1 << position) != 0 }):
      return RankingModel.kindWeight
    // No town has a digit in its name: "SW1A" is another postcode.
    case .word where Self.isMixed(query.tokens[position]): return RankingModel.postcodeWeight
    case .word where query.tokens[position].letters.count == 1: return RankingModel.letterWeight
    case .word where query.tokens[position].isUnfinished: return RankingModel.numberWeight
    // What was typed as one word is one name: "Schlossstrasse" is not just any "Schloss".
    case .word where query.compound(with: position) != 0: return 1
    case .word:
      let known = query.expansions.first { $0.position == position && $0.kind.isSpelling }
      return known.map { dictionary.weights[Int($0.term)] } ?? 1
    }
  }

  /// Whether it has both letters and digits.
  private static func isMixed(_ token: WordToken) -> Bool {
    token.letters.contains(where: Letters.isDigit) && !token.letters.allSatisfy(Letters.isDigit)
  }

  /// The token in Latin letters where the index has nothing like it in its own script.
  private func inKnownScript(_ token: WordToken) -> WordToken {
    guard let latin = LatinScript.of(token.letters), !latin.isEmpty, !isKnown(token.letters),
      HouseNumber.parts(of: token.letters) == nil,
      dictionary.misspellings(
        of: token.letters, within: TermDictionary.allowedEdits(token.letters.count)
      ).isEmpty
    else { return token }
    var token = token
    token.written = token.letters
    token.letters = latin
    return token
  }

  /// Splits unknown words into known ones: "telegraphhill", "main5", "5астр".
  private func splitCompounds(_ tokens: [WordToken]) -> [WordToken] {
    guard tokens.count < GeocoderLimits.maximumQueryTokens else { return tokens }
    return tokens.flatMap { word -> [WordToken] in
      if !word.isUnfinished, !isKnown(word.letters), let parts = BuildingWords.split(word) {
        return parts
      }
      guard word.letters.count >= 5, word.letters.count <= GeocoderLimits.maximumFuzzyLetters,
        !word.startsWithDigit, !word.isUnfinished, !isKnown(word.letters),
        !KindWords.all.table.contains(word.writtenWord)
      else { return [word] }
      // A typing error is more likely than a missing space.
      let isMisspelt = !dictionary.misspellings(of: word.letters, within: 1).isEmpty
      for cut in 2..<(word.letters.count) {
        let head = Array(word.letters[..<cut]), tail = Array(word.letters[cut...])
        let isNumber = tail.allSatisfy(Letters.isDigit)
        let isSplit = isNumber || !isMisspelt && tail.count >= 3 && cut >= 3 && isNameTerm(tail)
        guard isSplit, isNameTerm(head) else { continue }
        return [
          WordToken(
            letters: head, typed: String(letters: head), separatorsBefore: word.separatorsBefore,
            component: word.component),
          WordToken(
            letters: tail, typed: String(letters: tail), separatorsBefore: [],
            component: word.component,
            isSplitOff: true),
        ]
      }
      return [word]
    }
  }

  /// Whether each word is part of the index as it was typed.
  func knows(_ words: some Sequence<WordToken>) -> Bool {
    words.allSatisfy { isKnown($0.letters) }
  }

  private func isKnown(_ letters: [UInt32]) -> Bool {
    dictionary.find(letters) != nil
      || TermVariants.of(letters).contains { dictionary.find($0) != nil }
      || TermVariants.declined(letters).contains { dictionary.find($0) != nil }
  }

  /// Whether the term is part of a name, not only of an address context.
  private func isNameTerm(_ letters: [UInt32]) -> Bool {
    dictionary.find(letters).map { !dictionary.postings[Int($0)].isEmpty } ?? false
  }
}
