import Areas
import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import GeofenceMonitor

@Suite struct FenceIndexTests {
  /// The index against a test of every area, through additions and removals: whatever a path really
  /// touches is found.
  @Test(
    "the index misses nothing that a linear scan finds",
    arguments: [1, 2, 3, 4] as [UInt64]) func indexEqualsScan(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    var index = FenceIndex()
    var shapes: [FenceNumber: AreaShape] = [:]
    var hits = 0
    var found: [FenceNumber] = []
    for round in 0..<400 {
      let center = Self.location(&random)
      let radius = Self.radius(&random)
      let shape = try #require(AreaShape(Self.area(round, center, radius)))
      shapes[FenceNumber(round)] = shape
      index.insert(shape.bounds, as: FenceNumber(round))
      if round % 3 == 2, let victim = shapes.keys.sorted().randomElement(using: &random),
        let old = shapes.removeValue(forKey: victim)
      {
        index.remove(old.bounds, insertedAs: victim)
      }
      let path = Self.path(&random, near: center, radius)
      index.collect(near: path, into: &found)
      #expect(found == found.sorted() && Set(found).count == found.count)
      let touched = shapes.filter { Self.touches($0.value, path) }.keys.sorted()
      hits += touched.count
      #expect(
        Set(touched).isSubset(of: found), "seed \(seed), round \(round), \(path.start.coordinate)")
    }
    #expect(hits > 300, "seed \(seed): the paths must touch areas, or the test proves nothing")
  }

  /// The engine with all fences, against one engine for each fence.
  @Test(
    "all fences together cause the events that each causes alone",
    arguments: [5, 6] as [UInt64]) func manyFencesEqualEachAlone(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    var areas: [FenceArea] = []
    for round in 0..<60 {
      let center = union.moved(
        by: Double.random(in: 0...20_000, using: &random),
        bearing: Double.random(in: 0..<360, using: &random))
      areas.append(Self.area(round, center, Double.random(in: 50...5_000, using: &random)))
    }
    var positions: [Coordinate] = []
    for _ in 0..<150 {
      positions.append(
        union.moved(
          by: Double.random(in: 0...20_000, using: &random),
          bearing: Double.random(in: 0..<360, using: &random)))
    }
    var all = Track()
    var apart: [String] = []
    for (index, area) in areas.enumerated() {
      try all.fence("F\(index)", area)
      var alone = Track()
      try alone.fence("F\(index)", area)
      alone.report(every: 120, positions)
      apart += alone.log
    }
    all.report(every: 120, positions)
    #expect(all.log.sorted() == apart.sorted(), "seed \(seed)")
    #expect(apart.count > 100)
  }

  @Test("an emptied index finds nothing")
  func emptiedIndex() throws {
    var index = FenceIndex()
    let bounds = Ball(center: SpaceVector(union), radius: 500)
    index.insert(bounds, as: 1)
    index.remove(bounds, insertedAs: 1)
    var found: [FenceNumber] = [7]
    index.collect(near: Arc(SpaceVector(union), SpaceVector(union)), into: &found)
    #expect(found.isEmpty)
  }

  private static func touches(_ shape: AreaShape, _ path: Arc) -> Bool {
    shape.depth(of: path.end) >= 0 || !shape.intervalsInside(of: path).isEmpty
  }

  private static func area(_ round: Int, _ center: Coordinate, _ radius: Meters) -> FenceArea {
    switch round % 3 {
    case 0: .circle(center: center, radiusMeters: radius)
    case 1:
      .polygon(rings: [
        [center.moved(by: radius, bearing: 10), center.moved(by: radius, bearing: 100), center]
      ])
    default:
      .corridor(
        line: [center, center.moved(by: radius, bearing: 200)], bufferMeters: radius / 5)
    }
  }

  /// Anywhere, and often at the poles and the antimeridian.
  private static func location(_ random: inout SeededGenerator) -> Coordinate {
    let origins = [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -89.99, longitude: 100),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 51, longitude: -179.9999),
      Coordinate(latitude: 37.7, longitude: -122.4), Coordinate(latitude: 0, longitude: 0),
    ]
    return origins[Int.random(in: 0..<origins.count, using: &random)].moved(
      by: Double.random(in: 0...200_000, using: &random),
      bearing: Double.random(in: 0..<360, using: &random))
  }

  /// Spread evenly over the orders of magnitude.
  private static func radius(_ random: inout SeededGenerator) -> Meters {
    var value = 1.0
    for _ in 0..<Int.random(in: 0..<6, using: &random) { value *= 10 }
    return value * Double.random(in: 1...9, using: &random)
  }

  /// Of any length, from within or a little beyond the area.
  private static func path(
    _ random: inout SeededGenerator, near center: Coordinate, _ radius: Meters
  ) -> Arc {
    let start = center.moved(
      by: radius * Double.random(in: 0...1.5, using: &random),
      bearing: Double.random(in: 0..<360, using: &random))
    let end = start.moved(
      by: Self.radius(&random) * 2, bearing: Double.random(in: 0..<360, using: &random))
    return Arc(SpaceVector(start), SpaceVector(end))
  }
}
