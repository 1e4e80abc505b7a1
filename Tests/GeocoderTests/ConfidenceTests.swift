import Benchmarks
import Foundation
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// What a confidence promises: the order of the hits, and how often they are right.
@Suite(.computing) struct ConfidenceTests {
  private static func reliability(_ bands: [(confidence: Double, right: Int, all: Int)])
    -> Reliability
  {
    var reliability = Reliability()
    for band in bands {
      for hit in 0..<band.all { reliability.add([(band.confidence, hit < band.right)]) }
    }
    return reliability
  }

  @Test("the fit of several maps rises with confidence, and pools the bins that would fall")
  func fit() {
    // The third band is right less often than the second: 8 and 6 of 10 become 14 of 20.
    let maps = [
      Self.reliability([(0.1, 2, 10), (0.5, 5, 5), (0.6, 2, 5)]),
      Self.reliability([(0.5, 3, 5), (0.6, 4, 5), (0.95, 9, 10)]),
    ]
    let fit = HeldOutReliability.fit(maps)
    #expect(fit == [0.2, 0.2, 0.2, 0.2, 0.2, 0.7, 0.7, 0.7, 0.7, 0.7, 0.9])
  }

  @Test("a map is judged by the others only, and the farthest from its fit is named")
  func heldOut() {
    var all = HeldOutReliability()
    for (map, right) in [("a", 30), ("b", 30), ("c", 15)] {
      all.add(map, (0..<30).map { (0.95, $0 < right) })
    }
    // c expects 100 % and has 50, the others expect 75 each: 83.3 in the mean.
    #expect(all.lines == ["| 0.95 – 1.0 | 90 | 83.3 | 83.3 | -50.0 c |"])
    all.add("c", [(0.3, false)])
    #expect(all.lines.first == "| 0.3 – 0.4 | 1 | 0.0 | 100.0 | – |")
  }

  @Test(
    "a surer hit is never behind a less sure one, whatever is asked",
    .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: [
      "monaco_2020.osm.pbf", "stockholm_2020.osm.pbf", "bristol_2019.osm.pbf",
      "moscow-north_2013.osm.gz",
    ])
  func order(_ name: String) throws {
    let map = name.prefix { $0 != "." }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Benchmarks/Questions")
    let rows = try ["near.tsv", "questions.tsv"].flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: "\t") }
    }.filter { $0[0] == map }
    var texts = rows.map { String($0[1]) }
    // The same with words missing may mean more places.
    texts += texts.flatMap { text -> [String] in
      let words = text.split(separator: " ")
      return words.indices.dropFirst().flatMap { cut in
        [words[..<cut], words[cut...]].map { $0.joined(separator: " ") }
      }
    }
    var several = 0
    try Indexed.with(try MapFile(path: try #require(RealMaps.path(name)))) { searcher in
      for text in texts where text.contains(where: \.isLetter) {
        // What cannot be asked has no order.
        let asked = GeocodeRequest(text: text, limit: 10)
        guard let reply = try? searcher.search(asked) else { continue }
        for hits in [reply.hits, reply.suggestions] where hits.count > 1 {
          let confidences = hits.map(\.confidence)
          several += 1
          #expect(confidences == confidences.sorted(by: >), "\(text)")
        }
      }
    }
    #expect(several > 10)
  }

  @Test("a country comes behind what is surer, and before the rest")
  func country() throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0, ["addr:country": "US"])
    town.road("Main Street", [(0, 0), (500, 0)])
    for east in [700.0, 1_900] {
      town.node(["name": "United States", "amenity": "pub"], east, 300)
    }
    try SmallTown.search(town.map) { searcher in
      let hits = try searcher.search(GeocodeRequest(text: "United States")).hits
      #expect(hits.contains { $0.category == "place=country" }, "\(hits)")
      #expect(hits.map(\.confidence) == hits.map(\.confidence).sorted(by: >), "\(hits)")
    }
  }
}
