import CommandLineKit
import FoldedText
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Kinds × anchors × phrasings over real maps, judged by the map's elements and not by its index.
@Suite(.computing, .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct NearRelevanceTests {
  /// A phrasing, with the words for a kind in its language.
  static let phrasings: [(text: String, words: [(word: String, tags: Set<String>)])] =
    ["%k near %p", "nearest %k to %p", "%k opposite the %p", "take me to a %k close to %p"]
    .map { ($0, english) }
    + ["%k beim %p", "%k in der Nähe vom %p", "fahr mich zu einer %k nahe der %p"]
    .map { ($0, german) }
    + ["%k près de la %p", "une %k à côté du %p", "la %k la plus proche de %p"].map { ($0, french) }
    + ["%k cerca de la %p", "%k junto al %p", "%k en la %p"].map { ($0, spanish) }
    + ["%k возле %p", "%k рядом с %p", "ближайшая %k к %p"].map { ($0, russian) }

  private static let pharmacy: Set = ["amenity=pharmacy"]
  private static let bakery: Set = ["shop=bakery", "shop=pastry", "shop=confectionery"]
  private static let food: Set = ["amenity=restaurant"]
  private static let bank: Set = ["amenity=bank"]
  private static let english = [
    ("pharmacy", pharmacy), ("bakery", bakery), ("restaurant", food), ("bank", bank),
    ("petrol station", ["amenity=fuel"]), ("post office", ["amenity=post_office"]),
  ]
  private static let german = [
    ("Apotheke", pharmacy), ("Bäckerei", bakery), ("Gaststätte", food), ("Bank", bank),
    ("Tankstelle", ["amenity=fuel"]),
  ]
  private static let french = [
    ("pharmacie", pharmacy), ("boulangerie", bakery), ("banque", bank),
  ]
  private static let spanish = [("farmacia", pharmacy), ("panadería", bakery), ("banco", bank)]
  private static let russian = [("аптека", pharmacy), ("пекарня", bakery), ("ресторан", food)]

  @Test(
    "the nearest place of a kind is found, and hardly ever another one surely",
    arguments: [
      "krems_2013.osm.gz", "monaco_2020.osm.pbf", "liechtenstein_2021.osm.pbf",
      "moscow-north_2013.osm.gz",
    ])
  func nearest(_ name: String) throws {
    let file = try MapFile(path: try #require(RealMaps.path(name)))
    let map = try GatheredMap(file) { _ in }
    var (asked, right, sureAndWrong) = (0, 0, 0)
    var misses: [String] = []
    try Indexed.with(file) { (searcher: Searcher) throws in
      for (text, tags, line) in Self.questions(of: map) {
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        let isRight = hit.map { Self.isNearest($0, tags, line, map) } ?? false
        asked += 1
        right += isRight ? 1 : 0
        sureAndWrong += !isRight && hit?.confidence ?? 0 >= 0.5 ? 1 : 0
        if !isRight { misses.append("\(text) → \(hit?.label ?? "nothing")") }
      }
    }
    #expect(asked >= 15)
    #expect(Double(right) >= 0.95 * Double(asked), "\(misses)")
    #expect(sureAndWrong <= asked / 200, "\(misses)")
  }

  /// A question for each of the first places whose name nothing else on the map has.
  private static func questions(
    of map: GatheredMap
  ) -> [(text: String, tags: Set<String>, line: [Coordinate])] {
    var lines: [String: (name: String, lines: [[Coordinate]])] = [:]
    func add(_ name: String, _ line: [Coordinate]) {
      lines[FoldedWords.joined(name), default: (name, [])].lines.append(line)
    }
    for road in map.roads { add(road.names[0].text, road.line) }
    for place in map.places { add(place.names[0].text, [place.coordinate]) }
    for place in map.pointsOfInterest { add(place.names[0].text, [place.coordinate]) }
    let anchors = lines.filter { $0.value.lines.count == 1 && $0.key.contains(where: \.isLetter) }
      .sorted { $0.key < $1.key }
    var generator = SeededGenerator(seed: 31)
    return anchors.shuffled(using: &generator).prefix(80).enumerated().compactMap {
      number, anchor in
      let phrasing = phrasings[number % phrasings.count]
      let known = phrasing.words.filter { word in
        (map.pointsOfInterest + map.unnamed).contains { isOne($0.category, of: word.tags) }
      }
      guard let word = known.randomElement(using: &generator) else { return nil }
      let text = phrasing.text.replacing("%k", with: word.word)
        .replacing("%p", with: anchor.value.name)
      return (text, word.tags, anchor.value.lines[0])
    }
  }

  /// Whether a category, whose value may be a list, has one of the tags.
  private static func isOne(_ category: String, of tags: Set<String>) -> Bool {
    let parts = category.split(separator: "=", maxSplits: 1)
    return parts.count == 2
      && parts[1].split(separator: ";").contains { tags.contains("\(parts[0])=\($0)") }
  }

  /// Whether no place of the kind, where somebody can stop, is much nearer to the line; of a street
  /// any point may be meant.
  private static func isNearest(
    _ hit: PlaceHit, _ tags: Set<String>, _ line: [Coordinate], _ map: GatheredMap
  ) -> Bool {
    func distance(_ point: Coordinate) -> Meters { PlanarGeometry.nearest(to: point, on: line).1 }
    let all = (map.pointsOfInterest + map.unnamed).filter {
      isOne($0.category, of: tags) && !$0.kinds.isEmpty
    }
    let least = all.map { distance($0.coordinate) }.min() ?? .infinity
    let length = line[0].distance(to: line[line.count - 1])
    return isOne(hit.category ?? "", of: tags)
      && distance(hit.coordinate) <= least * 1.2 + 60 + length
  }
}
