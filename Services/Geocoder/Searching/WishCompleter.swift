import Algorithms
import FoldedText
import Geography
import Messages
import PlaceWords

/// Completes texts that ask for what is near a place: "pharm", "coffee near m", "starbucks m".
/// A completion is at the nearest such thing, where a search for its label finds it.
struct WishCompleter {
  let searcher: Searcher
  let options: SearchOptions

  private var index: PlaceIndex { searcher.index }
  /// Shorter words begin too many.
  private static let shortestWord = 3
  private static let maximumKinds = 2

  /// The places of a kind, or of a chain.
  private typealias Wish = (UInt32) -> Bool

  /// The words for kinds that a text begins, of which the map has some, each kind once.
  func kinds(_ text: String) throws -> [Completion] {
    let typed = FoldedWords.joined(text)
    guard typed.count >= Self.shortestWord else { return [] }
    var seen: Set<[String]> = []
    var found: [Completion] = []
    for word in Self.words(withPrefix: typed) {
      guard found.count < Self.maximumKinds, let kind = KindWords.all.kind(named: word),
        seen.insert(kind.tags).inserted, let wish = wish(kind),
        let completion = try completion(word, wish, near: options.near ?? index.middle)
      else { continue }
      found.append(completion)
    }
    return found
  }

  /// The words for kinds with their folded forms, by which they are sorted; folded once.
  private static let folded = KindWords.all.words.enumerated()
    .map { (key: FoldedWords.joined($1), order: $0, word: $1) }.sorted { $0.key < $1.key }

  /// In the order of the table, whose first words are the usual ones.
  private static func words(withPrefix typed: String) -> [String] {
    folded[folded.partitioningIndex { $0.key >= typed }...].prefix { $0.key.hasPrefix(typed) }
      .sorted { $0.order < $1.order }.map(\.word)
  }

  /// Where the words are a kind or a chain and the beginning of a place, such places: "coffee near
  /// m" with its link, "starbucks m" without.
  func places(_ words: [WordToken], _ text: String) throws -> [Completion] {
    for link in SearchPhrase(text).divisions {
      let head = words[..<link.lowerBound], tail = words[link.upperBound...]
      guard let wish = try kind(Array(head)) ?? chain(Array(head)) else { continue }
      return try completions(words[..<link.upperBound], wish, Array(tail))
    }
    for cut in words.indices.dropFirst().reversed() {
      guard let wish = try chain(Array(words[..<cut])) else { continue }
      return try completions(words[..<cut], wish, Array(words[cut...]))
    }
    return []
  }

  /// - Parameter head: the words before those of the place.
  private func completions(
    _ head: ArraySlice<WordToken>, _ wish: Wish, _ place: [WordToken]
  ) throws -> [Completion] {
    let start = head.map(\.typed).joined(separator: " ")
    let begun = try Suggester(searcher, options).begun(place, .strict)
    var labels: Set<String> = []
    return try begun.filter { $0.evidence.fit >= RankingModel.goodFit }
      .sorted { $0.rank > $1.rank }
      .filter { labels.insert($0.hit.label).inserted }.prefix(options.limit)
      .compactMap { place in
        try completion("\(start) \(place.hit.label)", wish, near: place.hit.coordinate)
      }
  }

  private func completion(
    _ label: String, _ wish: Wish, near point: Coordinate
  ) throws -> Completion? {
    let finder = NearestFinder(searcher: searcher, options: options)
    guard let found = finder.nearest(1, to: point, wish).first else { return nil }
    let entry = try searcher.context(options).entries.entry(found.entry)
    return Completion(
      label: label, coordinate: entry.coordinate, accuracy: entry.kind.accuracy,
      category: entry.optionalCategory,
      distanceMeters: options.near.map {
        ($0.distance(to: entry.coordinate) * 10).rounded() / 10
      }, address: entry.address)
  }

  private func kind(_ words: [WordToken]) -> Wish? {
    KindWords.all.kind(named: words.map(\.typed).joined(separator: " ")).flatMap(wish)
  }

  private func wish(_ kind: KindWords.Kind) -> Wish? {
    index.places(of: kind)
  }

  /// Where these words are the whole name of several points of interest and of nothing else.
  private func chain(_ words: [WordToken]) throws -> Wish? {
    let hits = try searcher.hits(words, .strict, options).filter {
      $0.evidence.fit >= RankingModel.leastNamedFit && $0.evidence.isWhole
    }
    let branches = ReplyBuilder(ranked: hits, options: options).answers().hits.map(\.ranked)
    guard branches.count > 1, let name = branches[0].spelling,
      branches.allSatisfy({ $0.spelling == name && $0.hit.accuracy == .venue })
    else { return nil }
    return { [index] entry in
      index.names.names(of: entry).contains { index.names.spelling(of: $0) == name }
    }
  }
}
