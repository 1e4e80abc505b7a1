/// What people type around a kind of place or a chain: "open", "vegan", "near". `Words/search.txt`
/// is the table, in many languages.
package struct SearchWords: Sendable {
  /// What a phrase asks for.
  package enum Meaning: Sendable, Hashable {
    /// Stands beside the place: "near", "in".
    case around
    /// Stands instead of a place: "near me".
    case here
    /// Stands before a criterion and says nothing: "with", "the".
    case with
    case open
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
      case "here": self = .here
      case "with": self = .with
      case "open": self = .open
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
    package var isCriterion: Bool { self != .around && self != .here && self != .with }
  }

  /// The table that is compiled in; parsed once.
  package static let all = SearchWords(
    String(decoding: PackageResources.search_txt, as: UTF8.self))

  /// Finds the phrases in a text. Of a phrase with several meanings the first line counts.
  package private(set) var table = PhraseTable<Meaning>()

  /// - Parameter text: lines of `meaning: phrase; phrase`; malformed ones are skipped.
  package init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, let meaning = Meaning(halves[0]) else { continue }
      for phrase in halves[1].split(separator: ";") { table.add(String(phrase), meaning) }
    }
  }
}
