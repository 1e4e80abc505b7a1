import CommandLineKit
import Geography
import Messages
import Regions
import TestSupport
import Testing

/// Maps as boxes of a drawing: each letter is a point, each map the box around some of them.
struct RegionChoiceTests {
  /// A map around the points of a drawing with these letters.
  private static func map(
    _ name: String?, around letters: String, of points: [Character: Coordinate]
  ) -> RegionMap {
    let box = BoundingBox(around: letters.compactMap { points[$0] })!
    return RegionMap(
      region: name.flatMap { RegionName($0) },
      map: MapInfo(name: "own.osm", box: box, timeZone: "UTC"))
  }

  @Test("a point belongs to the maps whose boxes hold it, both ends to those that hold both")
  func boxes() {
    let points = drawing(
      """
      a  b     .  e
         .  c
      d     .  .  f
      """)
    // a–c and c–f overlap in c alone; all holds both.
    let maps = [
      Self.map("west", around: "ad", of: points).spanning("abcd", points),
      Self.map("east", around: "cef", of: points),
    ]
    func holding(_ letters: String) -> [String] {
      RegionChoice.holding(letters.compactMap { points[$0] }, of: maps).map(\.name)
    }
    #expect(holding("ab") == ["west"])
    #expect(holding("ef") == ["east"])
    #expect(Set(holding("c")) == ["west", "east"])
    #expect(holding("ae") == [])
    let all = maps + [Self.map(nil, around: "adef", of: points)]
    #expect(
      RegionChoice.holding("ae".compactMap { points[$0] }, of: all).map(\.region) == [nil])
    #expect(
      RegionChoice.holding("ab".compactMap { points[$0] }, of: all).map(\.region)
        == [nil, RegionName("west")], "the largest first")
  }

  @Test("of overlapping maps the one whose roads come nearest to the farthest end is chosen")
  func nearest() {
    #expect(RegionChoice.nearest([[5, 900], [40, 30]]) == 1)
    #expect(RegionChoice.nearest([[5, nil], [40, 5_000]]) == 1, "nil: no road at all")
    #expect(
      RegionChoice.nearest([[10], [12]]) == 0, "equally near: the first, which is the largest")
    #expect(RegionChoice.nearest([[100], [12]]) == 1)
    #expect(RegionChoice.nearest([]) == nil)
  }

  @Test("the nearest map is the same as by trying all, for any distances")
  func nearestOracle() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let rows = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        (0..<3).map { _ in
          Int.random(in: 0..<10, using: &generator) == 0
            ? nil : Double.random(in: 0...2_000, using: &generator)
        }
      }
      let chosen = RegionChoice.nearest(rows)
      func farthest(_ row: Int) -> Double {
        rows[row].contains { $0 == nil } ? .infinity : rows[row].compactMap { $0 }.max()!
      }
      let best = rows.indices.map(farthest).min()!
      let first = rows.indices.first { farthest($0) - best <= 25 || farthest($0) == best }
      #expect(chosen == first, "seed \(seed)")
    }
  }

  @Test("why no map is chosen: which place is where")
  func refusal() {
    let error = RegionChoice.refusal(
      [
        .init(label: "“Vaduz”", maps: ["liechtenstein"]),
        .init(label: "“Casino”", maps: ["monaco"]),
      ],
      all: ["own.osm", "liechtenstein", "monaco"])
    #expect(error.code == .outsideMap)
    #expect(
      error.message.hasPrefix(
        "No region holds both “Vaduz” (in liechtenstein) and “Casino” (in monaco)."))
    let nowhere = RegionChoice.refusal(
      [.init(label: "1.0, 2.0", maps: []), .init(label: "“Casino”", maps: ["monaco"])],
      all: ["own.osm", "monaco"])
    #expect(
      nowhere.message == "1.0, 2.0 lies on none of this stack's maps, which are own.osm and monaco."
    )
  }

  @Test(
    "names of regions", arguments: ["a", "helsinki", "nrw_2", "a123456789012345"])
  func names(text: String) {
    #expect(RegionName(text)?.rawValue == text)
    #expect(InstanceName.region(of: "1@\(text)")?.rawValue == text)
    #expect(InstanceName.local(of: "10.0.0.1:7400@\(text)") == "10.0.0.1:7400")
  }

  @Test(
    "texts that are no names",
    arguments: ["", "1a", "A", "a-b", "a.b", "a@b", "a b", "ä", "a1234567890123456"])
  func noNames(text: String) {
    #expect(RegionName(text) == nil)
  }
}

/// The coordinates of the letters of a drawing: a column is a hundredth of a degree, a line too.
func drawing(_ text: String) -> [Character: Coordinate] {
  var points: [Character: Coordinate] = [:]
  for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    for (column, character) in line.enumerated() where character.isLetter {
      points[character] = Coordinate(
        latitude: 50 - Double(row) / 100, longitude: 10 + Double(column) / 100)
    }
  }
  return points
}

extension RegionMap {
  /// The same map with a box that holds these letters.
  fileprivate func spanning(_ letters: String, _ points: [Character: Coordinate]) -> RegionMap {
    let box = BoundingBox(around: letters.compactMap { points[$0] })!
    return RegionMap(region: region, map: MapInfo(name: map.name, box: box, timeZone: "UTC"))
  }
}
