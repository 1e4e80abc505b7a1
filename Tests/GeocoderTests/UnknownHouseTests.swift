import Geography
import Messages
import Testing

@testable import Geocoder

/// House numbers that the map lacks, and corners at squares and parks.
@Suite struct UnknownHouseTests {
  private static let town: TownBuilder = {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.road("Dense Street", [(0, 0), (400, 0)])
    for number in 1...20 where number != 9 {
      town.house("\(number)", "Dense Street", Double(number * 12), number % 2 == 0 ? 10 : -10)
    }
    town.road("Sparse Street", [(0, 1_000), (1_000, 1_000)])
    for number in stride(from: 1, through: 31, by: 6) {
      town.house("\(number)", "Sparse Street", Double(number * 30), 1_010)
    }
    town.house("40", "Sparse Street", 960, 1_010)
    town.house("100-110", "Sparse Street", 980, 1_010)
    town.road("Short Street", [(0, 2_000), (80, 2_000)])
    town.road("Range Street", [(0, 3_000), (80, 3_000)])
    for (index, number) in ["1", "2-4", "5", "6", "7", "8"].enumerated() {
      town.house(number, "Range Street", Double(index * 10), 3_010)
    }
    town.road("Gap Street", [(0, 4_000), (80, 4_000)])
    for number in [1, 2, 4, 6, 8, 10, 12, 13] {
      town.house("\(number)", "Gap Street", Double(number * 4), number % 2 == 0 ? 4_010 : 3_990)
    }
    town.road("Wide Street", [(0, 5_000), (400, 5_000)])
    town.road("Lone Street", [(0, 6_000), (400, 6_000)])
    town.house("2", "Lone Street", 0, 6_010)
    // 4 is between two of its side that are near each other, 8 between 6 and 14.
    for (number, east) in [(2, 0.0), (6, 90), (9, 180), (14, 240), (16, 280)] {
      town.house("\(number)", "Wide Street", east, 5_010)
    }
    // 4 is between two of its side, 8 between 6 and 9, which are as near each other.
    town.road("Odd Street", [(0, 7_000), (400, 7_000)])
    for (number, east) in [(2, 0.0), (6, 90), (9, 180)] {
      town.house("\(number)", "Odd Street", east, 7_010)
    }
    // 2 has 4 beside it; 8 has one of the other side, and 12 too far away.
    town.road("Pair Street", [(0, 8_000), (400, 8_000)])
    for (number, east) in [(2, 0.0), (4, 39), (8, 300), (9, 310), (12, 341)] {
      town.house("\(number)", "Pair Street", east, 8_010)
    }
    town.house("40 b", "Sparse Street", 700, 1_300)
    town.house("40 f", "Sparse Street", 960, 1_200)
    return town
  }()

  @Test(
    "a number that the map lacks is sure where its neighbours are around it, else it is not",
    arguments: [
      ("9 Dense Street", "9 Dense Street, Porto", true),
      ("9a Dense Street", "9a Dense Street, Porto", true),
      ("22 Dense Street", "20 Dense Street, Porto", true),
      ("24 Dense Street", "20 Dense Street, Porto", false),
      ("104 Sparse Street", "100-110 Sparse Street, Porto", true),
      ("103 Sparse Street", "100-110 Sparse Street, Porto", false),
      ("7 Gap Street", "7 Gap Street, Porto", true),
      ("9 Dennse Strete", "9 Dense Street, Porto", false),
      ("3 Range Street", "2-4 Range Street, Porto", true),
      ("12 Short Street", "Short Street, Porto", true),
      ("63 Short Street", "Short Street, Porto", false),
      ("10 Sparse Street", "10 Sparse Street, Porto", false),
      ("35 Sparse Street", "35 Sparse Street, Porto", true),
      ("4 Wide Street", "4 Wide Street, Porto", true),
      ("8 Wide Street", "8 Wide Street, Porto", false),
      ("4 Odd Street", "4 Odd Street, Porto", true),
      ("8 Odd Street", "8 Odd Street, Porto", false),
      ("18 Wide Street", "16 Wide Street, Porto", false),
      ("4 Lone Street", "2 Lone Street, Porto", false),
      ("40 c Sparse Street", "40 b Sparse Street, Porto", false),
      ("40 g Sparse Street", "40 f Sparse Street, Porto", false),
      ("12 a Dense Street", "12 Dense Street, Porto", true),
      ("2 b Pair Street", "2 Pair Street, Porto", true),
      ("2 c Pair Street", "2 Pair Street, Porto", false),
      ("8 a Pair Street", "8 Pair Street, Porto", false),
    ])
  func unknownNumber(_ text: String, _ label: String, _ isSure: Bool) throws {
    try SmallTown.search(Self.town.map) { searcher in
      let first = try #require(try searcher.search(GeocodeRequest(text: text)).hits.first)
      #expect(first.label == label)
      #expect((first.confidence >= 0.5) == isSure, "\(first)")
    }
  }

  @Test("a house that names its street comes before one on a street that is assumed")
  func assumedStreet() throws {
    var town = TownBuilder()
    town.place("Porto", "town", 0, 0)
    town.road("Mill Lane", [(0, 0), (200, 0)], ["highway": "primary"])
    town.node(["addr:housenumber": "7"], 100, 20)
    town.road("Mill Lane", [(0, 2_000), (200, 2_000)])
    town.house("7", "Mill Lane", 100, 2_010)
    try SmallTown.search(town.map) { searcher in
      let first = try #require(try searcher.search(GeocodeRequest(text: "7 Mill Lane")).hits.first)
      #expect(first.coordinate.distance(to: SmallTown.at(100, 2_010)) < 20, "\(first)")
    }
  }

  @Test("a number between commas belongs to the street that is named there")
  func commas() throws {
    var town = TownBuilder()
    town.place("Porto", "town", 0, 0)
    town.place("Smallhill", "locality", 600, 0)
    town.place("Hill", "hamlet", 700, 300)
    town.road("Hill", [(600, 0), (600, 400)])
    town.road("Smallhill", [(700, -600), (900, -600)])
    town.house("17", "Smallhill", 800, -610)
    try SmallTown.search(town.map) { searcher in
      let first = try #require(
        try searcher.search(GeocodeRequest(text: "17 Smallhill, Hill")).hits.first)
      #expect(first.label == "Smallhill 17, Porto" && first.confidence >= 0.5, "\(first)")
    }
  }

  @Test("a country that the map touches is found by its name, and is nothing to go to")
  func country() throws {
    try SmallTown.search { searcher in
      let german = GeocodeRequest(text: "Vereinigte Staaten", language: "de")
      let first = try #require(try searcher.search(german).hits.first)
      #expect(first.label == "Vereinigte Staaten" && first.category == "place=country")
      #expect(first.confidence < 0.5)
      #expect(try searcher.search(GeocodeRequest(text: "Oakland")).hits[0].label == "Oakland")
    }
  }

  @Test("a tag that no word stands for finds the nearest places that have it")
  func anyTag() throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.node(["name": "North Rock", "natural": "peak"], 0, 900)
    town.node(["name": "South Rock", "natural": "peak"], 0, -400)
    try SmallTown.search(town.map) { searcher in
      let point = SmallTown.at(0, 0)
      let text = "[natural=peak] \(point.latitude),\(point.longitude)"
      let labels = try searcher.find(FindRequest(text: text)).hits.map(\.label)
      #expect(labels == ["South Rock, Porto", "North Rock, Porto"])
    }
  }

  @Test("the longer reading of a number counts where it leads to a house")
  func longerReading() throws {
    try SmallTown.search(Self.town.map) { searcher in
      let first = try #require(
        try searcher.search(GeocodeRequest(text: "40 f Sparse Street")).hits.first)
      #expect(first.label == "40 f Sparse Street, Porto" && first.confidence > 0.9)
      let other = try #require(
        try searcher.search(GeocodeRequest(text: "40 e Sparse Street")).hits.first)
      #expect(other.matched.contains("for 40e that is not known"), "\(other)")
    }
  }

  @Test(
    "squares and parks count as streets at corners",
    arguments: [
      ("corner of Mill Lane and Market Square", "Mill Lane & Market Square, Porto"),
      ("Market Square & Mill Lane", "Market Square & Mill Lane, Porto"),
      ("junction of Rose Garden and Mill Lane", "Rose Garden & Mill Lane, Porto"),
      ("Ecke Broad Walk und Mill Lane", "Broad Walk & Mill Lane, Porto"),
    ])
  func areas(_ text: String, _ label: String) throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.road("Mill Lane", [(-300, 0), (-60, 0), (100, 0)])
    town.road("Far Road", [(-300, 400), (300, 400)])
    let square: [(Double, Double)] = [(-50, -40), (-50, 40), (-130, 60), (-50, -40)]
    town.way(["name": "Market Square", "place": "square", "area": "yes"], square)
    town.way(
      ["name": "Rose Garden", "leisure": "park"], [(110, -50), (110, 50), (210, 0), (110, -50)])
    town.way(
      ["name": "Broad Walk", "highway": "pedestrian", "area": "yes"],
      [(-300, 0), (-300, 60), (-360, 30), (-300, 0)])
    try SmallTown.search(town.map) { searcher in
      let first = try #require(try searcher.search(GeocodeRequest(text: text)).hits.first)
      #expect(first.label == label && first.accuracy == .corner, "\(first)")
      let far = try searcher.search(GeocodeRequest(text: "Far Road & Rose Garden"))
      #expect(far.hits.allSatisfy { $0.accuracy != .corner })
    }
  }
}
