/// What people call kinds of places, such as "café", "coffee shop" and "кофейня", in many
/// languages, with OpenStreetMap's tags for each. `Words/kinds.txt` is the table.
package struct KindWords: Sendable {
  /// The table that is compiled in; parsed once.
  package static let all = KindWords(
    String(decoding: PackageResources.kinds_txt, as: UTF8.self))

  /// Finds the words in a text; the meaning of each is its tags.
  package private(set) var table = PhraseTable<[String]>()

  /// - Parameter text: lines of `tag|tag: word; word`. A word of several lines has the tags of all.
  package init(_ text: String) {
    var tags: [String: [String]] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let own = halves[0].split(separator: "|").map(String.init)
      for word in halves[1].split(separator: ";") { tags[String(word), default: []] += own }
    }
    for (word, own) in tags { table.add(word, own) }
  }
}
