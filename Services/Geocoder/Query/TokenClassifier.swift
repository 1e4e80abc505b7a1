import FoldedText
import PlaceWords

/// Assigns roles to the tokens of a query: number, unit, region, aside, stop word, or ordinary
/// word.
///
/// A role other than `number` only says what the token means where no name explains it.
struct TokenClassifier {
  /// Names and codes of the countries and states that the map touches.
  let regions: PhraseTable<Void>
  /// The numbers of the categories of the index.
  let categories: [String: UInt32]

  func roles(of tokens: [WordToken]) -> [ParsedQuery.Role] {
    var marks = TokenRoles(tokens)
    guard tokens.contains(where: { $0.component == .any }) else { return marks.roles }
    marks.markPhone()
    marks.markAsides()
    marks.markPeople()
    marks.markUnits()
    marks.markNumberWords()
    marks.markRegions(regions)
    return marks.roles
  }

  /// The words for kinds of places, also declined: "station", "торговому центру". A kind that the
  /// index lacks has no categories.
  func kinds(of tokens: [WordToken]) -> [KindMention] {
    guard tokens.contains(where: { $0.component == .any }) else { return [] }
    let words = tokens.map(\.writtenWord)
    let forms = Self.forms(of: tokens)
    var mentions: [KindMention] = []
    var index = 0
    while index < words.count {
      guard let found = Self.kind(at: index, of: words, forms) else {
        index += 1
        continue
      }
      let bits = (index..<(index + found.count)).reduce(UInt32(0)) { $0 | 1 << $1 }
      mentions.append(
        KindMention(
          bits: bits, categories: Set(found.meaning.tags.compactMap { categories[$0] }),
          isVenue: found.meaning.category != nil))
      index += found.count
    }
    return mentions
  }

  /// The words for a kind that begin at a word, also declined, or a compound whose parts are
  /// written apart: "book store".
  static func kind(
    at index: Int, of words: [String], _ forms: [[String]]
  ) -> PhraseTable<KindWords.Kind>.Found? {
    let table = KindWords.all.table
    let whole =
      table.phrase(at: index, of: words)
      ?? (forms.isEmpty ? nil : table.phrase(at: index, ofForms: forms))
    guard index + 1 < words.count, min(words[index].count, words[index + 1].count) > 2,
      whole.map({ $0.count == 1 }) ?? true, let joined = table[words[index] + words[index + 1]]
    else { return whole }
    return .init(count: 2, meaning: joined)
  }

  /// Each word, and what it may be declined from.
  static func forms(of tokens: [WordToken]) -> [[String]] {
    tokens.map { token in
      let letters = token.written ?? token.letters
      let isLong = letters.count >= leastDeclinedLetters
      let declined = isLong ? TermVariants.declined(letters) : []
      return [token.writtenWord] + declined.map { String(letters: $0) }
    }
  }

  /// Of shorter words most are no declined form.
  private static let leastDeclinedLetters = 6
}

/// Words of a query for a kind of place.
struct KindMention: Sendable {
  /// Bits of their tokens.
  let bits: UInt32
  /// The numbers of the categories that they mean.
  let categories: Set<UInt32>
  /// Whether shop search has places of this kind.
  let isVenue: Bool
}

/// The roles of a query's tokens while they are found.
private struct TokenRoles {
  private(set) var roles: [ParsedQuery.Role]
  private let tokens: [WordToken]
  /// The folded tokens.
  private let words: [String]

  init(_ tokens: [WordToken]) {
    self.tokens = tokens
    words = tokens.map(\.writtenWord)
    roles = tokens.map { token in
      let mayBeNumber = token.component == .any || token.component == .houseNumber
      if mayBeNumber, HouseNumber.parts(of: token.letters) != nil { return .number }
      return AddressVocabulary.stops.contains(token.writtenWord) ? .stopWord : .word
    }
  }

  /// Marks "suite 300", "2/F", "3rd floor", "2º Esq" and "Hinterhaus", wherever they stand. The
  /// only number of a query is never a unit: it is likelier the house's. What is set off by commas
  /// comes first: in "Ober Ställ 36, Whg. 3" the street is no "stall 36".
  mutating func markUnits() {
    let apart = tokens.indices.filter {
      startsPart($0) || tokens[$0 - 1].startsWithDigit && startsPart($0 - 1)
    }
    for index in apart + tokens.indices.filter({ !apart.contains($0) })
    where roles[index] != .unit && roles[index] != .aside && tokens[index].component == .any {
      if isBuildingPart(index) { continue }
      if markHash(index) || markLevel(index) || markUnit(index) || markAlone(index) { continue }
      markDoor(index)
    }
    for index in tokens.indices where roles[index] == .word && isBesideUnit(index) {
      let sections = [AddressVocabulary.units, AddressVocabulary.levels, AddressVocabulary.alone]
      if sections.contains(where: { $0.contains(words[index]) }) { roles[index] = .unit }
    }
  }

  /// Whether a unit stands next to it: "Flat" of "Ground Floor Flat".
  private func isBesideUnit(_ index: Int) -> Bool {
    let isBehind = index > 0 && !isAfterComma(index) && roles[index - 1] == .unit
    let isBefore =
      index + 1 < tokens.count && !isAfterComma(index + 1) && roles[index + 1] == .unit
    return isBehind || isBefore
  }

  /// "#300", where another number is the house's.
  private mutating func markHash(_ index: Int) -> Bool {
    guard tokens[index].separatorsBefore.contains(.number), hasNumber(besides: index...index) else {
      return false
    }
    return mark(index...index)
  }

  private mutating func markUnit(_ index: Int) -> Bool {
    guard let found = AddressVocabulary.units.phrase(at: index, of: words) else { return false }
    let next = index + found.count
    guard next < tokens.count, roles[next] != .unit, isDesignator(next) else { return false }
    if found.count == 1, index > 0, isAmbiguous(index) || endsStreet(index) { return false }
    guard hasNumber(besides: index...next) || isAfterComma(index) && roles[next] != .number else {
      return false
    }
    return mark(index...next)
  }

  private mutating func markLevel(_ index: Int) -> Bool {
    if words[index] == "f", tokens[index].separatorsBefore.contains(.slash), index > 0,
      roles[index - 1] == .number, hasNumber(besides: (index - 1)...index)
    {
      return mark((index - 1)...index)
    }
    guard let found = AddressVocabulary.levels.phrase(at: index, of: words) else { return false }
    let next = index + found.count
    // ", 3. OG,": nothing but a number and the word, which elsewhere may mean "and".
    let standsApart = index > 0 && startsPart(index - 1) && tokens[index - 1].startsWithDigit
    let isEnd = next == tokens.count || isAfterComma(next) || tokens[next].startsWithDigit
    guard found.count > 1 || !isAmbiguous(index) || standsApart && isEnd else { return false }
    let hasNext = next < tokens.count && !isAfterComma(next) && tokens[next].startsWithDigit
    let hasPrevious = index > 0 && !isAfterComma(index) && tokens[index - 1].startsWithDigit
    // "601 Van Ness Avenue, Apt 12": a plain number before the word belongs to it only where no
    // name follows, or a comma stands before it.
    let isApart = isEnd || index > 0 && isAfterComma(index - 1)
    if hasPrevious, isOrdinal(index - 1) || isApart && !hasNext,
      hasNumber(besides: (index - 1)...index)
    {
      return mark((index - 1)...(next - 1))
    }
    if hasNext, hasNumber(besides: index...next) { return mark(index...next) }
    return hasPrevious || isAfterComma(index) ? mark(index...(next - 1)) : false
  }

  private mutating func markAlone(_ index: Int) -> Bool {
    guard roles[index] != .number,
      let found = AddressVocabulary.alone.phrase(at: index, of: words)
    else { return false }
    if found.count == 1, isAmbiguous(index) || words[index].count == 1,
      index == 0 || roles[index - 1] != .unit
    {
      return false
    }
    // "2 Esq": the number before it is the level.
    if index > 0, roles[index - 1] == .number, isAfterComma(index - 1), !isAfterComma(index),
      hasNumber(besides: (index - 1)...index)
    {
      return mark((index - 1)...(index + found.count - 1))
    }
    return mark(index...(index + found.count - 1))
  }

  /// "3º" and, behind a house number, "A 12": stairs and door.
  private mutating func markDoor(_ index: Int) {
    guard roles[index] == .number else { return }
    if isOrdinal(index), tokens[index].typed.contains(where: { "ºª°".contains($0) }),
      hasNumber(besides: index...index)
    {
      _ = mark(index...index)
    } else if index == 1, words[0].count == 1, roles[0] != .number,
      tokens[1].separatorsBefore == .space, tokens.count > 2, isAfterComma(2),
      hasNumber(besides: 0...1)
    {
      _ = mark(0...1)
    } else if index > 1, words[index - 1].count == 1, roles[index - 1] != .number,
      tokens[index].separatorsBefore == .space,
      roles[..<(index - 1)].contains(.number), hasNumber(besides: index...index)
    {
      _ = isAfterComma(index - 1) ? mark((index - 1)...index) : mark(index...index)
    }
  }

  /// "No 12", "дом 7".
  mutating func markNumberWords() {
    for index in tokens.indices.dropLast()
    where roles[index] != .number && AddressVocabulary.numbers.contains(words[index]) {
      if roles[index + 1] == .number, !isAfterComma(index + 1) { roles[index] = .unit }
    }
  }

  mutating func markRegions(_ regions: PhraseTable<Void>) {
    for index in tokens.indices where roles[index] != .region {
      guard let found = regions.phrase(at: index, of: words) else { continue }
      // "РФ, Москва, …"
      let next = found.count
      guard index > 0 || next < tokens.count && isAfterComma(next) else { continue }
      for position in index..<(index + found.count) where roles[position] != .number {
        roles[position] = .region
      }
    }
  }

  /// "near the church", "c/o Smith", "Frau Smith": up to the next comma or number.
  mutating func markAsides() {
    for index in tokens.indices where roles[index] == .word || roles[index] == .stopWord {
      if let title = AddressVocabulary.titles.phrase(at: index, of: words), startsPart(index) {
        markAside(from: index, title.count)
      }
      guard
        let found = AddressVocabulary.asides[0].phrase(at: index, of: words)
          ?? AddressVocabulary.asides[1].phrase(at: index, of: words),
        found.count > 1 || words[index].count > 2
      else { continue }
      markAside(from: index, found.count)
    }
  }

  /// Marks a phrase and the words behind it that belong to it. "Near the church" alone names the
  /// church: of a whole text only the phrase is marked.
  private mutating func markAside(from index: Int, _ count: Int) {
    let first = index + count
    let behind = (first..<max(first, min(tokens.count, first + Self.maximumAside)))
      .prefix { !isAfterComma($0) && roles[$0] != .number }
    let isAll = index == 0 && behind.endIndex == tokens.count && !behind.isEmpty
    for position in index..<(isAll ? first : behind.endIndex)
    where roles[position] == .word || roles[position] == .stopWord {
      roles[position] = .aside
    }
  }

  /// Marks the courtesies at both ends, and companies.
  mutating func markPeople() {
    var low = 0
    while low < tokens.count,
      let found = AddressVocabulary.courtesies.phrase(at: low, of: words)
    {
      for position in low..<(low + found.count) { roles[position] = .aside }
      low += found.count
    }
    var high = tokens.count
    while let start = (max(low, high - Self.maximumAside)..<max(low, high)).first(where: {
      AddressVocabulary.courtesies.phrase(at: $0, of: words)?.count == high - $0
    }) {
      for position in start..<high { roles[position] = .aside }
      high = start
    }
    markCompanies()
  }

  /// Marks what is a company's name: the part between commas that its form ends, or a form of
  /// another script and the word behind it. Two Latin letters are also a canton's or state's:
  /// "Baden AG"; they are a form only at the start of the text.
  private mutating func markCompanies() {
    for index in tokens.indices where roles[index] == .word {
      guard let form = AddressVocabulary.companies.phrase(at: index, of: words) else { continue }
      var (first, end) = (index, index + form.count)
      while first > 0, !startsPart(first) { first -= 1 }
      let isEnd = end == tokens.count || isAfterComma(end)
      let isLatin = words[index].utf8.allSatisfy { $0 < 0x80 }
      if first == index, !isLatin, !isEnd {
        end += 1
      } else if !isEnd || first == index || first > 0 && isLatin && words[index].count < 3 {
        continue
      }
      // "5 Main Street Ltd" is an address beside the form.
      if roles[first..<index].contains(.number) { first = index }
      for position in first..<end where roles[position] == .word { roles[position] = .aside }
    }
  }

  /// Marks telephone numbers: "tel. 030 1234567", "+44 20 7946 0958".
  mutating func markPhone() {
    var index = 0
    while index < tokens.count {
      let word = AddressVocabulary.phones.phrase(at: index, of: words)
      let start = index + (word?.count ?? 0)
      var (end, digits) = (start, 0)
      while end < tokens.count, tokens[end].letters.allSatisfy(Letters.isDigit),
        end == start || !isAfterComma(end)
      {
        digits += tokens[end].letters.count
        end += 1
      }
      let isInternational =
        start < end && tokens[start].separatorsBefore.contains(.and) && end - start > 0
      if digits >= (word != nil ? 5 : isInternational ? 7 : 9), word != nil || isInternational {
        for position in index..<end { roles[position] = .unit }
      }
      index = max(end, index + 1)
    }
  }

  /// The words after "near" that belong to it.
  private static let maximumAside = 4
}

extension TokenRoles {
  private mutating func mark(_ range: ClosedRange<Int>) -> Bool {
    for position in range { roles[position] = .unit }
    return true
  }

  private func isAfterComma(_ index: Int) -> Bool {
    tokens[index].separatorsBefore.contains(.comma)
  }

  /// Whether the token is the first one or behind a comma.
  private func startsPart(_ index: Int) -> Bool { index == 0 || isAfterComma(index) }

  /// Whether a short word means something else as often: "at", "o". Behind a comma it does not.
  private func isAmbiguous(_ index: Int) -> Bool {
    guard words[index].count <= 2, !isAfterComma(index) else { return false }
    return words[index].count == 1 || AddressVocabulary.stops.contains(words[index])
      || AddressVocabulary.links.contains(words[index])
  }

  /// Whether the word is the type of the street whose name it stands behind: "Altdorfer Str. 47".
  private func endsStreet(_ index: Int) -> Bool {
    Abbreviations.isStreetType(words[index]) && !isAfterComma(index) && roles[index - 1] == .word
  }

  /// Whether a number is left for the house.
  private func hasNumber(besides range: ClosedRange<Int>) -> Bool {
    roles.indices.contains { roles[$0] == .number && !range.contains($0) }
  }

  /// Whether the token names a unit: "300", "4b", "B".
  private func isDesignator(_ index: Int) -> Bool {
    let letters = tokens[index].letters
    guard !isAfterComma(index), letters.count <= 5 else { return false }
    return letters.contains(where: Letters.isDigit) || letters.count == 1
  }

  /// "1st", "2eme", "3º".
  private func isOrdinal(_ index: Int) -> Bool {
    tokens[index].startsWithDigit && tokens[index].letters.contains { !Letters.isDigit($0) }
  }

  /// Whether the token is part of the house number before it: "стр" of "7 стр 2".
  private func isBuildingPart(_ index: Int) -> Bool {
    index > 0 && roles[index - 1] == .number && AddressVocabulary.buildings.contains(words[index])
  }
}
