/// What people type around a kind of place or a chain: "open", "vegan", "near". `Words/search.txt`
/// is the table, in many languages.
package struct SearchWords: Sendable {
  /// What a phrase asks for.
  package enum Meaning: Sendable, Hashable {
    /// Stands beside the place: "near", "in".
    case around
    /// Stands before two places: "between".
    case between
    /// Stands before the end of the trip on which it is wanted: "on the way to".
    case onTheWay
    /// Stands instead of a place: "near me".
    case here
    /// Stands before a criterion and says nothing: "with", "the".
    case with
    /// Open now.
    case open
    /// Open at another time: "open on sunday evening", "24 hours"; `sunday evening`, `always`.
    case openAt(String)
    /// Open at a time that nobody here knows: "on duty".
    case openLater
    case outdoor
    case takeaway
    case wheelchair
    case wifi
    /// A value of OpenStreetMap's `cuisine`.
    case cuisine(String)
    /// An attribute of venues that is a diet: `vegan`, `glutenFree`.
    case diet(String)

    init?(_ text: some StringProtocol) {
      switch text {
      case "around": self = .around
      case "between": self = .between
      case "onTheWay": self = .onTheWay
      case "here": self = .here
      case "with": self = .with
      case "open": self = .open
      case "openLater": self = .openLater
      case "outdoor": self = .outdoor
      case "takeaway": self = .takeaway
      case "wheelchair": self = .wheelchair
      case "wifi": self = .wifi
      default:
        let parts = text.split(separator: "=")
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "cuisine": self = .cuisine(String(parts[1]))
        case "diet": self = .diet(String(parts[1]))
        case "open": self = .openAt(String(parts[1]))
        default: return nil
        }
      }
    }

    /// Whether it restricts what is found.
    package var isCriterion: Bool {
      switch self {
      case .around, .between, .onTheWay, .here, .with: false
      default: true
      }
    }
  }

  /// The table that is compiled in; parsed once.
  package static let all = SearchWords(
    String(decoding: PackageResources.search_txt, as: UTF8.self))

  /// Finds the phrases in a text. Of a phrase with several meanings the first line counts.
  private var table = PhraseTable<Meaning>()
  /// Days and times of day, which mean something beside a word for `open` only.
  private var times = PhraseTable<String>()
  /// Parts of a day, which mean something behind a day only.
  private var parts = PhraseTable<String>()

  /// - Parameters:
  ///   - text: lines of `meaning: phrase; phrase`; malformed ones are skipped.
  ///   - address: its words for "near", for courtesies and its articles have their meaning here,
  ///     too.
  package init(_ text: String, _ address: AddressWords = .all) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let phrases = halves[1].split(separator: ";").map(String.init)
      if halves[0].hasPrefix(Self.time) {
        for phrase in phrases { times.add(phrase, String(halves[0].dropFirst(Self.time.count))) }
      } else if halves[0].hasPrefix(Self.part) {
        for phrase in phrases { parts.add(phrase, String(halves[0].dropFirst(Self.part.count))) }
      } else if let meaning = Meaning(halves[0]) {
        for phrase in phrases { table.add(phrase, meaning) }
      }
    }
    let sections: [(AddressWords.Section, Meaning)] = [
      (.near, .around), (.courtesy, .with), (.article, .with),
    ]
    for (section, meaning) in sections {
      for form in address.words(section).joined() { table.add(form, meaning) }
    }
  }

  private static let time = "time="
  private static let part = "part="

  /// The longest phrase that begins at a word of a text whose words are folded; a word for `open`
  /// and a time beside it are one: "open on sunday evening", "sonntags geöffnet".
  package func phrase(at start: Int, of words: [String]) -> PhraseTable<Meaning>.Found? {
    let found = table.phrase(at: start, of: words)
    let isOpen = found?.meaning == .open
    let time = isOpen ? nil : time(at: start, of: words)
    guard let count = isOpen ? found?.count : time?.count, start + count < words.count else {
      return found
    }
    let next = table.phrase(at: start + count, of: words)
    let other = time ?? self.time(at: start + count, of: words)
    guard let other, isOpen || next?.meaning == .open else { return found }
    let opening = isOpen ? other.count : next?.count ?? 0
    return .init(count: count + opening, meaning: .openAt(other.meaning))
  }

  /// A day or a time of day, with the part of the day that stands behind it.
  private func time(at start: Int, of words: [String]) -> PhraseTable<String>.Found? {
    guard let time = times.phrase(at: start, of: words), start + time.count < words.count,
      let part = parts.phrase(at: start + time.count, of: words)
    else { return times.phrase(at: start, of: words) }
    return .init(count: time.count + part.count, meaning: "\(time.meaning) \(part.meaning)")
  }
}
