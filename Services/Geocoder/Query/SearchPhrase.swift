import FoldedText
import Geography
import Messages
import PlaceWords

/// The parts of a text that may ask for venues: "open vegan restaurant 2 km around Porto station".
struct SearchPhrase {
  typealias Meaning = SearchWords.Meaning

  /// The kind of places: by its words, or by a tag: "[amenity=cafe]".
  private(set) var kind: KindWords.Kind?
  /// What they have to be besides: open, vegan.
  private(set) var criteria: [Meaning] = []
  /// The words beside the kind on the side where no place is: "Paul" of "Paul bakery near the Dom".
  private(set) var name: [WordToken] = []
  /// The words of the place; of a text without a kind all words.
  private(set) var rest: [WordToken] = []
  /// Words before it that may be part of its name: "Am" of "Am Haag".
  private(set) var leading: [WordToken] = []
  /// Words behind it that may be part of its name, and are criteria else: "Terrace" of
  /// "Latrobe Park Terrace".
  private(set) var trailing: [WordToken] = []
  private var trailingCriteria: [Meaning] = []
  /// Where words like "near" may divide all words into a chain's name and the place.
  private(set) var divisions: [Range<Int>] = []
  /// Whether a tag names the kind.
  private(set) var isTagged = false
  /// Bits of the words like "near" that stand before the place, among all words.
  private(set) var aroundBits: UInt32 = 0
  /// Whether "near" or another such word stands before the place.
  var isAround: Bool { aroundBits != 0 }
  /// Whether a word for it stands beside the kind that can hardly be part of a name: "near", unlike
  /// "de" and "at".
  private(set) var isSurelyAround = false
  /// Bits of the words for the kind.
  private(set) var kindBits: UInt32 = 0
  /// Whether the kind comes first, with a word such as "near" behind it; in languages where that
  /// stands behind the place whether the kind comes last: "Kampin lähellä apteekki".
  private(set) var isKindFirst = false
  /// Whether `rest` is two places, and what is asked for is between them.
  private(set) var isBetween = false
  /// Whether it is wanted on the way to the place.
  private(set) var isOnTheWay = false
  /// Whether "near me" stands instead of one.
  private(set) var isHere = false
  private(set) var radius: Meters?
  /// A coordinate in place of the place.
  private(set) var point: Coordinate?
  /// All words, without tag, radius and coordinate.
  private(set) var tokens: [WordToken] = []

  /// The ways to read a text, one for each of its words for kinds of venues; at least one.
  static func readings(of text: String) -> [SearchPhrase] {
    let first = SearchPhrase(text)
    let others = (0..<maximumReadings).dropFirst().prefix { $0 < first.kindCount }
    return [first] + others.map { SearchPhrase(text, kind: $0) }
  }

  private static let maximumReadings = 3
  /// How many words for kinds of venues the text has.
  private var kindCount = 0

  /// - Parameter number: which of the text's words for kinds of venues is the kind.
  init(_ text: String, kind number: Int = 0) {
    var text = Self.withoutElisions(text)
    kind = Self.takeTag(from: &text)
    point = Self.takePoint(from: &text)
    radius = Self.takeRadius(from: &text)
    tokens = WordTokenizer.tokens(in: text, limit: GeocoderLimits.maximumQueryTokens)
    let words = tokens.map(\.writtenWord)
    isTagged = kind != nil
    isOnTheWay = words.indices.contains { Self.means(.onTheWay, at: $0, words) }
    divisions = Self.divisions(of: words)
    let kinds = Self.kinds(in: words, TokenClassifier.forms(of: tokens), before: divisions)
    kindCount = kinds.count
    guard kind == nil, let found = kinds.dropFirst(number).first else {
      setRest(strip(0..<tokens.count, words))
      return
    }
    kind = found.kind
    kindBits = found.range.reduce(0) { $0 | 1 << UInt32($1) }
    if let cuisine = SearchWords.all.phrase(at: found.range.lowerBound, of: words),
      cuisine.meaning.isCriterion
    {
      criteria.append(cuisine.meaning)
      // What there is to eat is not only in restaurants.
      if case .cuisine = cuisine.meaning { kind = KindWords.all.kind(named: "food") }
    }
    let before = strip(0..<found.range.lowerBound, words)
    let bitsBefore = aroundBits
    let next = tokens.dropFirst(found.range.upperBound).first
    let isAside = isSurelyAround && next?.separatorsBefore.contains(.comma) == true
    let after = strip(found.range.upperBound..<tokens.count, words)
    // "near the church, Am Markt 5" is the house.
    isKindFirst =
      !isAside && aroundBits & ~bitsBefore != 0 || Self.isBehind(before.trailing, words)
    let isPlaceBefore = after.range.isEmpty && point == nil
    setRest(isPlaceBefore ? before : after)
    name = isPlaceBefore ? [] : Array(tokens[before.range])
  }

  private mutating func setRest(_ stripped: Stripped) {
    rest = Array(tokens[stripped.range])
    leading = Array(tokens[stripped.leading])
    trailing = rest.isEmpty ? [] : Array(tokens[stripped.trailing])
    trailingCriteria = rest.isEmpty ? [] : stripped.criteria
  }

  /// Takes words beside the place for a part of its name.
  mutating func extendRest(leading hasLeading: Bool, trailing hasTrailing: Bool) {
    rest = (hasLeading ? leading : []) + rest + (hasTrailing ? trailing : [])
    if hasTrailing { criteria.removeAll { trailingCriteria.contains($0) } }
  }

  /// The words before a division, without those that say nothing.
  func nameBefore(_ division: Range<Int>) -> [WordToken] {
    let words = tokens.map(\.writtenWord)
    var low = 0
    while low < division.lowerBound, let found = SearchWords.all.phrase(at: low, of: words),
      found.meaning == .with, low + found.count < division.lowerBound
    {
      low += found.count
    }
    return Array(tokens[low..<division.lowerBound])
  }

  /// The words behind a division, without articles.
  func placeBehind(_ division: Range<Int>) -> [WordToken] {
    var phrase = self
    return Array(
      tokens[phrase.strip(division.upperBound..<tokens.count, tokens.map(\.writtenWord)).range])
  }

  /// The kinds before a word such as "near", then those of venues in order, else the first kind of
  /// other places.
  private static func kinds(
    in words: [String], _ forms: [[String]], before divisions: [Range<Int>]
  ) -> [(kind: KindWords.Kind, range: Range<Int>)] {
    var division: Range<Int>?
    var first: [(KindWords.Kind, Range<Int>)] = []
    var venues: [(KindWords.Kind, Range<Int>)] = []
    var other: (KindWords.Kind, Range<Int>)?
    var index = 0
    while index < words.count {
      // A declined kind behind "near" is the anchor's.
      let isAnchor = divisions.contains { $0.upperBound <= index && !isBehind($0, words) }
      guard let found = TokenClassifier.kind(at: index, of: words, isAnchor ? [] : forms) else {
        index += 1
        continue
      }
      let range = index..<(index + found.count)
      division = division ?? divisions.first { $0.lowerBound >= range.upperBound }
      if let division, range.upperBound <= division.lowerBound {
        first.append((found.meaning, range))
      } else if found.meaning.category != nil {
        venues.append((found.meaning, range))
      } else {
        other = other ?? (found.meaning, range)
      }
      index = range.upperBound
    }
    if first.isEmpty, venues.isEmpty, let division = divisions.first(where: { isSure(words[$0]) }) {
      first += misspelt(in: words, before: division)
    }
    if !first.isEmpty {
      return first.filter { $0.0.category != nil } + first.filter { $0.0.category == nil } + venues
    }
    return venues.isEmpty ? [other].compactMap { $0 } : venues
  }

  /// The kind that the words before "near" are, with a typing error.
  private static func misspelt(
    in words: [String], before division: Range<Int>
  ) -> [(KindWords.Kind, Range<Int>)] {
    var low = 0
    while low < division.lowerBound,
      let found = SearchWords.all.phrase(at: low, of: words),
      found.meaning != .around, low + found.count < division.lowerBound
    {
      low += found.count
    }
    let range = low..<division.lowerBound
    return KindWords.all.kind(nearly: words[range].joined(separator: " ")).map { [($0, range)] }
      ?? []
  }

  /// A range without the phrases at both of its ends.
  private struct Stripped {
    var range: Range<Int>
    /// The last phrase at the start.
    var leading: Range<Int>
    /// The phrases at the end, and what they ask for.
    var trailing: Range<Int>
    var criteria: [Meaning]
  }

  /// Removes the phrases at both ends of a range and notes what they mean.
  private mutating func strip(_ range: Range<Int>, _ words: [String]) -> Stripped {
    let table = SearchWords.all
    var (low, high, before) = (range.lowerBound, range.upperBound, range.lowerBound)
    var isPlace = false
    while low < high, let found = table.phrase(at: low, of: words), low + found.count <= high {
      // Behind "near" a criterion is part of the place's name.
      if isPlace, found.meaning.isCriterion { break }
      isPlace = isPlace || [.around, .between, .onTheWay].contains(found.meaning)
      note(found.meaning, low..<(low + found.count), words)
      before = low
      low += found.count
    }
    let known = criteria
    while low < high, let found = Self.last(in: low..<high, words),
      !isPlace || high - found.count > low
    {
      note(found.meaning, (high - found.count)..<high, words)
      high -= found.count
    }
    return Stripped(
      range: low..<high, leading: min(before, low)..<low, trailing: high..<range.upperBound,
      criteria: criteria.filter { !known.contains($0) })
  }

  /// The longest phrase at the end of a range.
  private static func last(in range: Range<Int>, _ words: [String]) -> PhraseTable<Meaning>.Found? {
    range.lazy.compactMap { start in
      SearchWords.all.phrase(at: start, of: words).flatMap {
        start + $0.count == range.upperBound ? $0 : nil
      }
    }.first
  }

  private mutating func note(_ meaning: Meaning, _ range: Range<Int>, _ words: [String]) {
    switch meaning {
    case .around, .between, .onTheWay:
      aroundBits |= range.reduce(0) { $0 | 1 << UInt32($1) }
      isBetween = isBetween || meaning == .between
      isSurelyAround = isSurelyAround || meaning != .around || Self.isSure(words[range])
    case .here: isHere = true
    case .with: break
    default: if !criteria.contains(meaning) { criteria.append(meaning) }
    }
  }

  /// Whether the first of these words stands behind a place: "lähellä".
  private static func isBehind(_ range: Range<Int>, _ words: [String]) -> Bool {
    !range.isEmpty
      && AddressWords.all.table(.behind).phrase(at: range.lowerBound, of: words) != nil
  }

  private static func means(_ meaning: Meaning, at index: Int, _ words: [String]) -> Bool {
    SearchWords.all.phrase(at: index, of: words)?.meaning == meaning
  }

  /// Where words like "near" stand between others.
  private static func divisions(of words: [String]) -> [Range<Int>] {
    var divisions: [Range<Int>] = []
    var index = 0
    while index < words.count - 1 {
      // "take me to" is one phrase, whose "to" divides nothing.
      let found = SearchWords.all.phrase(at: index, of: words)
      var next = index + (found?.count ?? 1)
      // "on the way to" divides once.
      if found?.meaning == .onTheWay, next < words.count, means(.around, at: next, words) {
        next += SearchWords.all.phrase(at: next, of: words)?.count ?? 0
      }
      let isDivision = found.map { [.around, .between, .onTheWay].contains($0.meaning) } ?? false
      if index > 0, next < words.count, isDivision {
        divisions.append(index..<next)
      }
      index = next
    }
    return divisions
  }
}

extension SearchPhrase {
  /// Whether words for "near" can hardly be part of a name.
  static func isSure(_ words: ArraySlice<String>) -> Bool {
    words.contains { $0.count >= leastSureLetters }
  }

  private static let leastSureLetters = 4

  /// "près de l'Opéra" with the article apart, as in "l Opéra".
  private static func withoutElisions(_ text: String) -> String {
    guard text.contains(where: { $0 == "'" || $0 == "’" }) else { return text }
    let pattern = #/(^|[\s(])([LlDd]|[Dd]ell|[Aa]ll|[Nn]ell|[Ss]ull|[Dd]all)['’](?=\p{L})/#
    return text.replacing(pattern) { "\($0.1)\($0.2) " }
  }

  /// "[amenity=cafe]", also with quotes, as in Overpass.
  private static func takeTag(from text: inout String) -> KindWords.Kind? {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return nil }
    let pattern = #/\[\s*"?([a-z_:]+)"?\s*=\s*"?([a-z_]+)"?\s*\]/#
    guard let found = text.firstMatch(of: pattern) else { return nil }
    let tag = "\(found.1)=\(found.2)"
    text.replaceSubrange(found.range, with: " ")
    return KindWords.all.kind(tagged: tag) ?? KindWords.Kind(tag: tag)
  }

  /// "41.15,-8.61" among other words.
  private static func takePoint(from text: inout String) -> Coordinate? {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let pattern = #/(?:^|[\s(])(-?\d{1,3}\.\d+)\s*[,;]\s*(-?\d{1,3}\.\d+)(?:$|[\s)])/#
    guard let found = text.firstMatch(of: pattern),
      let point = Coordinate(text: "\(found.1),\(found.2)")
    else { return nil }
    text.replaceSubrange(found.range, with: " ")
    return point
  }

  /// "2 km", "500 m", "1.5 miles"; fewer than 50 m are more likely a house number.
  private static func takeRadius(from text: inout String) -> Meters? {
    guard text.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return nil }
    let pattern = #/(?:^|\s)(\d+(?:[.,]\d+)?)\s?([\p{L}]+)\.?(?=$|[\s,])/#
    for found in text.matches(of: pattern) {
      guard let unit = units[found.2.lowercased()],
        let number = Double(found.1.replacing(",", with: "."))
      else { continue }
      let radius = number * unit
      guard 50...ShopSearchLimits.maximumRadiusMeters ~= radius else { continue }
      text.replaceSubrange(found.range, with: " ")
      return radius
    }
    return nil
  }

  private static let units: [String: Meters] = [
    "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "metros": 1, "mètres": 1,
    "metri": 1, "м": 1, "метров": 1, "km": 1_000, "kms": 1_000, "kilometer": 1_000,
    "kilometers": 1_000, "kilometre": 1_000, "kilometres": 1_000, "kilometros": 1_000,
    "quilómetros": 1_000, "км": 1_000, "mi": 1_609.344, "mile": 1_609.344, "miles": 1_609.344,
    "yd": 0.9144, "yards": 0.9144, "ft": 0.3048, "feet": 0.3048,
  ]
}

extension VenueFilter {
  /// What a phrase asks for besides the place.
  init(_ phrase: SearchPhrase) {
    self.init(category: phrase.kind?.name.map(VenueCategory.init(rawValue:)))
    for criterion in phrase.criteria {
      switch criterion {
      case .open: hours = hours ?? HoursFilter()
      case .openAt(let time):
        let words = time.split(separator: " ").map(String.init)
        let moment = HoursFilter.Moment(rawValue: words[0])
        let part = words.dropFirst().first.flatMap(HoursFilter.DayPart.init)
        hours = HoursFilter(moment: moment, part: moment?.isDay == true ? part : nil)
      case .outdoor: amenities.attributes[.outdoorSeating] = true
      case .takeaway: amenities.attributes[.takeaway] = true
      case .wheelchair: amenities.wheelchair = .limited
      case .wifi: amenities.wifi = .yes
      case .cuisine(let value): cuisine = value
      case .diet(let name):
        if let attribute = VenueAttribute(rawValue: name) { amenities.attributes[attribute] = true }
      case .around, .between, .onTheWay, .here, .openLater, .with: break
      }
    }
  }
}
