import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import Geocoder

/// The names that a search compares term by term, against scoring each name of the map by itself.
@Suite struct CandidateTests {
  private static let words = ["Oak", "Elm", "Mill", "Hill", "North", "Street", "Lane", "Café"]

  /// A map on which each of a few names is that of many streets and places.
  private static func map(_ random: inout SeededGenerator) -> TownBuilder {
    var town = TownBuilder()
    let names = (0..<40).map { _ in
      words.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
        .joined(separator: " ")
    }
    for number in 0..<Int.random(in: 50...700, using: &random) {
      let (east, north) = (Double(number % 30) * 900, Double(number / 30) * 900)
      let name = names.randomElement(using: &random) ?? "Oak"
      if Bool.random(using: &random) {
        town.road(name, [(east, north), (east + 90, north)])
      } else {
        town.node(["name": name, "amenity": "cafe"], east, north)
      }
    }
    return town
  }

  @Test("names of one spelling are found as if each were scored", arguments: Seeds.all(4))
  func spellings(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let town = Self.map(&random)
    try Indexed.with(town.map) { searcher in
      let index = searcher.index
      var finder = CandidateFinder(nameCount: index.names.count)
      for _ in 0..<30 {
        let text = Self.words.shuffled(using: &random).prefix(2).joined(separator: " ")
        let kinds: Set<EntryKind> = Bool.random(using: &random) ? [] : [.street]
        let query = searcher.parser.parse(WordTokenizer.tokens(in: text), .tolerant)
        let near = SmallTown.at(Double.random(in: 0...20_000, using: &random), 3_000)
        let options = SearchOptions(near: Bool.random(using: &random) ? near : nil)
        let found = finder.candidates(for: query, in: index, options, kinds)
        let oracle = Self.candidates(query, index, options, kinds)
        #expect(found == oracle, "“\(text)” \(kinds), seed \(seed)")
      }
    }
  }

  /// As `CandidateFinder`, with the posting lists of names.
  private static func candidates(
    _ query: ParsedQuery, _ index: PlaceIndex, _ options: SearchOptions, _ kinds: Set<EntryKind>
  ) -> [UInt32] {
    let names = index.names, dictionary = index.dictionary
    var scores: [UInt32: (score: Float, explained: UInt32)] = [:]
    var order: [UInt32] = []
    let lists = query.expansions.sorted {
      ($1.similarity, dictionary.postings(of: $0.terms).count)
        < ($0.similarity, dictionary.postings(of: $1.terms).count)
    }
    for expansion in lists {
      for term in expansion.terms {
        for name in dictionary.postings[Int(term)] {
          let known = scores[name] ?? (0, 0)
          guard known.explained & expansion.bits == 0 else { continue }
          if known.explained == 0 { order.append(name) }
          let gain = dictionary.weights[Int(term)] * expansion.similarity
          scores[name] = (known.score + gain, known.explained | expansion.bits)
        }
      }
    }
    let scored = order.map { name -> (name: UInt32, score: Float, weight: Float) in
      let weight = names.terms(of: name).reduce(0) { $0 + dictionary.weights[Int($1)] }
      let score = scores[name]?.score ?? 0
      return (name, score - 0.25 * max(0, weight - score), weight)
    }
    .filter { kinds.isEmpty || kinds.contains(names.kind(of: names.entries[Int($0.name)])) }
    let top = scored.reduce(0) { max($0, $1.score) }
    let good = scored.filter { $0.score >= 0.3 * top || $0.score >= 0.9 * $0.weight }
    guard good.count > GeocoderLimits.maximumCandidates else { return good.map(\.name) }
    return best(good.map { ($0.name, $0.score) }, top, index, options)
  }

  /// The best ones by steps of a hundred and twenty-eighth of the best score; of the last step
  /// those that come first by importance and nearness.
  private static func best(
    _ good: [(name: UInt32, score: Float)], _ top: Float, _ index: PlaceIndex,
    _ options: SearchOptions
  ) -> [UInt32] {
    let steps = Dictionary(grouping: good) { min(127, Int(max(0, $0.score / top) * 128)) }
    var kept: Set<UInt32> = []
    var tied: [UInt32] = []
    for (_, names) in steps.sorted(by: { $0.key > $1.key }) {
      let isLast = kept.count + names.count > GeocoderLimits.maximumCandidates
      if isLast {
        tied = names.map { ($0.name, Ranking.tieBreak($0.name, index, options)) }
          .sorted { $0.1 > $1.1 }.map(\.0)
        break
      }
      kept.formUnion(names.map(\.name))
    }
    let rest = tied.prefix(GeocoderLimits.maximumCandidates - kept.count)
    return good.map(\.name).filter(kept.contains) + rest
  }
}
