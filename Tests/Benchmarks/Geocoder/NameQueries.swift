import CommandLineKit
import FoldedText
import Geocoder
import Geography
import Messages

/// Names as people type them, alone and with a town that the place is not in.
package enum NameForm: String, Sendable, CaseIterable {
  /// Settlements, squares, stations, museums, parks and sights.
  case known = "name of a known place"
  case any = "name of anything"
  case foreignHouse = "house with another town"
  case foreignVenue = "name with another town"
}

/// Makes queries from the names of a map.
///
/// A name means all that bear it around one of them: a station, its entrances and its stops.
struct NameQueries {
  private let map: GatheredMap
  private let things: [(name: String, point: Coordinate, isKnown: Bool)]
  private let style: NumberStyle
  private let count: Int
  private let seed: UInt64

  /// How far from each other the parts of one thing are.
  private static let extent: Meters = 300
  private static let known: Set = [
    "railway=station", "public_transport=station", "railway=halt", "tourism=museum",
    "leisure=park", "tourism=attraction", "amenity=theatre", "amenity=marketplace",
    "highway=pedestrian", "aeroway=aerodrome", "amenity=university", "building=cathedral",
  ]
  /// Of several countries, so that hardly any map has one of them.
  private static let towns = [
    "Toronto", "Napoli", "Leeds", "Sevilla", "Kraków", "Osaka", "Denver", "Bergen", "Zagreb",
  ]

  init(_ map: GatheredMap, style: NumberStyle, count: Int?, seed: UInt64) {
    self.map = map
    self.style = style
    self.count = count ?? .max
    self.seed = seed
    things =
      map.places.map { ($0.names[0].text, $0.coordinate, true) }
      + map.pointsOfInterest.map {
        ($0.names[0].text, $0.coordinate, Self.known.contains($0.category))
      }
  }

  func queries(_ form: NameForm) -> [RelevanceQuery] {
    var generator = SeededGenerator(seed: seed)
    let words = Set(things.flatMap { FoldedWords.of($0.name) })
    let towns = Self.towns.filter { FoldedWords.of($0).allSatisfy { !words.contains($0) } }
    guard form != .foreignHouse else {
      let addresses = SampledAddress.all(of: map).shuffled(using: &generator).prefix(count)
      let labels = LabelFormatter(style: style)
      return addresses.compactMap { address in
        towns.randomElement(using: &generator).map { town in
          let line = labels.address(address.number, address.street)
          return RelevanceQuery(text: "\(line), \(town)", right: [])
        }
      }
    }
    let namesakes = Dictionary(grouping: things) { FoldedWords.joined($0.name) }
    let asked = namesakes.values.map { $0.max { !$0.isKnown && $1.isKnown } ?? $0[0] }
      .filter { ($0.isKnown || form != .known) && $0.name.contains(where: \.isLetter) }
      .sorted { $0.name < $1.name }.shuffled(using: &generator).prefix(count)
    return asked.compactMap { thing in
      guard form != .foreignVenue else {
        return towns.randomElement(using: &generator).map {
          RelevanceQuery(text: "\(thing.name), \($0)", right: [])
        }
      }
      let all = namesakes[FoldedWords.joined(thing.name)] ?? []
      let near = all.filter { $0.point.distance(to: thing.point) <= Self.extent }
      return RelevanceQuery(
        text: thing.name, right: near.map { [$0.point] } + street(thing.name, thing.point),
        isAmbiguous: near.count < all.count)
    }
  }

  /// The street that bears the name, too: a square's carriageway, a bridge's road.
  private func street(_ name: String, _ point: Coordinate) -> [[Coordinate]] {
    let lines = map.roads.filter {
      FoldedWords.joined($0.names[0].text) == FoldedWords.joined(name)
    }
    .map(\.line)
    let isNear = lines.contains { PlanarGeometry.nearest(to: point, on: $0).1 <= Self.extent }
    return isNear ? lines : []
  }
}

/// How many letters a name takes until it is suggested.
package struct TypeAheadOutcome: Sendable {
  /// For each name the number of letters until it is first, and until it is among five; one more
  /// than it has if it never is.
  private var first: [Int] = []
  private var five: [Int] = []
  /// How many texts were searched for, and in how many the first hit was the first completion.
  private var searched = 0
  private var agreed = 0
  /// The confidence of the first hit of each search, and whether it was right.
  package private(set) var confidences: [(confidence: Double, isRight: Bool)] = []
  package private(set) var misses: [String] = []

  /// Types every name, letter by letter, up to `maximumLetters`.
  ///
  /// - Throws: what the search throws.
  init(_ queries: [RelevanceQuery], of searcher: Searcher) throws {
    for query in queries {
      let letters = min(query.text.count, Self.maximumLetters)
      var (first, five) = (letters + 1, letters + 1)
      for length in 1...letters {
        let text = String(query.text.prefix(length))
        guard text.last?.isWhitespace == false, text.contains(where: \.isLetter) else { continue }
        let found = try searcher.suggest(SuggestRequest(text: text)).completions
        let right = found.prefix(5).map { query.error(of: $0.coordinate) }
          .map { $0 <= RelevanceQuery.tolerance }
        if right.first == true { first = min(first, length) }
        if right.contains(true) { five = min(five, length) }
        guard length > 2, let best = found.first else { continue }
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        let isAgreed = hit.map { $0.coordinate.distance(to: best.coordinate) } ?? .infinity
        searched += 1
        if let hit {
          confidences.append(
            (hit.confidence, query.error(of: hit.coordinate) <= RelevanceQuery.tolerance))
        }
        if isAgreed <= RelevanceQuery.tolerance {
          agreed += 1
        } else {
          misses.append("“\(text)” suggests \(best.label), finds \(hit?.label ?? "nothing")")
        }
      }
      self.first.append(first)
      self.five.append(five)
    }
  }

  private static let maximumLetters = 12

  /// "first after 4 letters, among five after 3 (medians), of 100; 98.00 % of 900 searches agree".
  package var line: String {
    func median(_ all: [Int]) -> Int { all.isEmpty ? 0 : all.sorted()[all.count / 2] }
    let rate = (Double(agreed) / Double(max(1, searched)) * 10_000).rounded() / 100
    return """
      first after \(median(first)) letters, among five after \(median(five)) (medians), \
      of \(first.count); \(rate) % of \(searched) searches agree
      """
  }
}
