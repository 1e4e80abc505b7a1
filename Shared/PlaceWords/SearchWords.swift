/// What people type around a kind of place or a chain: "open", "vegan", "near". `Words/search.txt`
/// is the table, in many languages.
package struct SearchWords: Sendable {
  /// What a phrase asks for.
  package enum Meaning: Sendable, Hashable {
    /// Stands beside the place: "near", "in".
    case around
    /// Stands before two places: "between".
    case between
    /// Stands instead of a place: "near me".
    case here
    /// Stands before a criterion and says nothing: "with", "the".
    case with
    /// Open now.
    case open
    /// Open at another time: "open on sunday", "24 hours".
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
        default: return nil
        }
      }
    }

    /// Whether it restricts what is found.
    package var isCriterion: Bool {
      switch self {
      case .around, .between, .here, .with: false
      default: true
      }
    }
  }

  /// The table that is compiled in; parsed once.
  package static let all = SearchWords(
    String(decoding: PackageResources.search_txt, as: UTF8.self))

  /// Finds the phrases in a text. Of a phrase with several meanings the first line counts.
  package private(set) var table = PhraseTable<Meaning>()

  /// - Parameters:
  ///   - text: lines of `meaning: phrase; phrase`; malformed ones are skipped.
  ///   - address: its words for "near", for courtesies and its articles have their meaning here,
  ///     too.
  package init(_ text: String, _ address: AddressWords = .all) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, let meaning = Meaning(halves[0]) else { continue }
      for phrase in halves[1].split(separator: ";") { table.add(String(phrase), meaning) }
    }
    let sections: [(AddressWords.Section, Meaning)] = [
      (.near, .around), (.courtesy, .with), (.article, .with),
    ]
    for (section, meaning) in sections {
      for form in address.words(section).joined() { table.add(form, meaning) }
    }
  }
}
