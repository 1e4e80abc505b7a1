import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// What the networks of all profiles share, against the survey it was written from.
struct SharedRoadsTests {
  @Test(
    "Each node is found where it is, and no other, whatever the gaps between their numbers",
    arguments: 1...3 as ClosedRange<UInt64>)
  func nodes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The limits of 16 bits from the first of a run, and the ends of all numbers.
    var numbers: Set<Int64> = [.min, .min + 1, -1, 0, 1, .max - 65_536, .max - 1, .max]
    let steps: [Int64] = [0, 1, 65_534, 65_535, 65_536, 65_537, 131_071]
    for _ in 0..<40 {
      let first = Int64.random(in: -(1 << 40)...1 << 40, using: &random)
      for step in steps where Bool.random(using: &random) {
        numbers.insert(first + step)
      }
    }
    let places = Dictionary(
      uniqueKeysWithValues: numbers.shuffled(using: &random).enumerated().map { index, number in
        (number, Coordinate(latitude: 47 + Double(index) / 1e5, longitude: -0.001))
      })
    let survey = try RoadSurvey(
      MapElements(
        nodes: places.map { MapNode(id: $0, coordinate: $1) },
        ways: [MapWay(id: 1, nodeIDs: places.keys.shuffled(using: &random), tags: street)])
    ) { _ in }
    let roads = try Self.written(survey)
    let around = numbers.flatMap { [$0, $0 &- 1, $0 &+ 1, $0 &+ 65_535, $0 &+ 65_536] }
    for number in around {
      let found = roads.coordinate(ofNode: Int(number)).map(FixedPoint.init)
      #expect(found == places[number].map(FixedPoint.init), "\(number), seed \(seed)")
    }
  }

  @Test("Points, names, classes and ways are the survey's, whichever road they are asked for")
  func roads() throws {
    let survey = try RoadSurvey(Self.grid) { _ in }
    let (order, roads) = (RoadOrder(survey), try Self.written(survey))
    let pieces = RoadCutter(survey, for: .car).pieces
    #expect(roads.isSound && pieces.count == 2 * 20 * 19)
    for piece in pieces {
      let (number, first) = order.numbers(of: piece)
      let road = survey.roads[piece.road]
      #expect(
        (0..<piece.points.count).map { roads.point(Int(first) + $0) }
          == Array(survey.points[piece.points]))
      #expect(roads.ways[Int(number)] == road.wayID)
      #expect(roads.classes[Int(number)] == road.roadClass.rawValue)
      #expect(roads.names[Int(number)] == road.name)
    }
    for (index, text) in survey.names.texts.enumerated() {
      #expect(roads.name(at: UInt32(index)) == (index > 0 ? text : nil))
    }
  }

  @Test(
    "Points read as written, near those of their block or far in either direction",
    arguments: [0, 1, 15, 16, 17, 1_000])
  func points(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    // The limits of 16 bits, on both sides of the equator and of Greenwich.
    let steps: [Int32] = [0, 1, 100, 32_766, 32_767, 32_768, 32_769, 50_000_000]
    let points = (0..<count).map { _ in
      let degrees = [steps, steps.map { -$0 }].map { $0.randomElement(using: &random) ?? 0 }
        .shuffled(using: &random)
      return FixedPoint(latitude: 20_000 + degrees[0], longitude: degrees[1])
    }
    try TemporaryDirectory.with { directory in
      var writer = NetworkWriter()
      writer.set(.degrees, points)
      _ = try writer.write(to: directory.path(SharedRoads.fileName))
      let roads = try SharedRoads(beside: directory.path("network"))
      #expect(roads.isSound == false && roads.pointCount == count)
      for (index, point) in points.enumerated() {
        #expect(roads.point(index) == point, "\(index)")
      }
    }
  }

  /// Twenty streets that cross twenty others, so that each is cut into pieces.
  private static var grid: MapElements {
    let nodes = (0..<400).map { index in
      MapNode(
        id: Int64(index),
        coordinate: Coordinate(
          latitude: 47 + Double(index / 20) / 1e3, longitude: 8 + Double(index % 20) / 1e3))
    }
    let ways = (0..<40).map { number in
      let own = (0..<20).map { Int64(number < 20 ? 20 * number + $0 : number - 20 + 20 * $0) }
      let roadClass = number % 3 == 0 ? "tertiary" : "residential"
      return MapWay(
        id: Int64(number), nodeIDs: own,
        tags: ["highway": roadClass, "name": "Street \(number % 7)"])
    }
    return MapElements(nodes: nodes, ways: ways)
  }

  private static func written(_ survey: RoadSurvey) throws -> SharedRoads {
    try TemporaryDirectory.with { directory in
      let path = directory.path(SharedRoads.fileName)
      try RoadOrder(survey).write(to: path)
      return try SharedRoads(beside: path)
    }
  }
}
