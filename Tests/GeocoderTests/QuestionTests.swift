import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// The questions of `Tests/Benchmarks/Questions` that were written without knowing the parser.
@Suite(.computing, .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct QuestionTests {
  private struct Question {
    let map: String
    let text: String
    let expected: [(at: Coordinate, radius: Meters)]

    /// Skips a line without places, such as the first.
    init?(_ line: Substring) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count == 4, let places = columns[3].split(separator: "#").first else {
        return nil
      }
      (map, text) = (String(columns[0]), String(columns[1]))
      expected = places.split(separator: "|").compactMap { place in
        let numbers = place.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 3 else { return nil }
        return (Coordinate(latitude: numbers[0], longitude: numbers[1]), numbers[2])
      }
      if expected.isEmpty { return nil }
    }
  }

  @Test(
    "questions of somebody who had not read the parser stay answered",
    arguments: [
      ("lauf_2020.osm.pbf", 53, 54), ("dreieich_brouter.osm.gz", 7, 7),
      ("krems_2013.osm.gz", 8, 8), ("boston_2020.osm.pbf", 7, 7), ("rome_2015.osm.pbf", 5, 5),
      ("singapore-bayfront_2019.osm.pbf", 8, 8), ("stockholm_2020.osm.pbf", 6, 6),
      ("bristol_2019.osm.pbf", 4, 4),
    ])
  func answered(_ name: String, _ leastRight: Int, _ all: Int) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Benchmarks/Questions")
    let questions = try ["blind-questions.tsv", "blind-near.tsv"].flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        .split(separator: "\n").compactMap(Question.init)
    }.filter { name.hasPrefix("\($0.map).") }
    #expect(questions.count == all)
    var misses: [String] = []
    try Indexed.with(try MapFile(path: try #require(RealMaps.path(name)))) { searcher in
      for question in questions {
        let hit = try searcher.search(GeocodeRequest(text: question.text)).hits.first
        let isRight = question.expected.contains {
          hit?.coordinate.distance(to: $0.at) ?? .infinity <= $0.radius + 5
        }
        if isRight { continue }
        misses.append("\(question.text) → \(hit?.label ?? "nothing") \(hit?.confidence ?? 0)")
      }
    }
    #expect(questions.count - misses.count >= leastRight, "\(misses)")
  }
}
