import GeofenceMonitor
import Geography
import TestSupport
import Testing

@Suite struct FenceIndexTests {
  /// The index against a look at every area, through additions and removals.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func agreesWithALinearScan(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var index = FenceIndex()
    var areas: [FenceNumber: FenceArea] = [:]
    var hits = 0
    for round in 0..<400 {
      let area = Self.area(&random)
      areas[FenceNumber(round)] = area
      index.insert(area, as: FenceNumber(round))
      if round % 3 == 2, let victim = areas.keys.sorted().randomElement(using: &random),
        let old = areas.removeValue(forKey: victim)
      {
        index.remove(old, filedAs: victim)
      }
      let point = Self.point(&random, near: area)
      var found: [FenceNumber] = []
      index.collect(containing: point, into: &found)
      let expected = areas.filter { $0.value.contains(point) }.keys.sorted()
      hits += expected.count
      #expect(found.sorted() == expected, "seed \(seed), round \(round), point \(point)")
    }
    #expect(hits > 400, "seed \(seed): the points must hit something for the test to mean anything")
  }

  @Test func anEmptiedIndexFindsNothing() {
    var index = FenceIndex()
    let area = FenceArea.circle(center: union, radius: 500)
    index.insert(area, as: 1)
    index.remove(area, filedAs: 1)
    var found: [FenceNumber] = []
    index.collect(containing: union, into: &found)
    #expect(found.isEmpty)
  }

  /// Anywhere, and often at the poles and the antimeridian; radii of every size.
  private static func area(_ random: inout SeededGenerator) -> FenceArea {
    let places = [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -89.99, longitude: 100),
      Coordinate(latitude: 0, longitude: 180), Coordinate(latitude: 51, longitude: -179.9999),
      Coordinate(latitude: 37.7, longitude: -122.4), Coordinate(latitude: 0, longitude: 0),
    ]
    let place = places[Int.random(in: 0..<places.count, using: &random)]
    let center = place.moved(
      by: Double.random(in: 0...200_000, using: &random),
      bearing: Double.random(in: 0..<360, using: &random))
    let exponent = Double.random(in: 0...6, using: &random)
    return .circle(center: center, radius: Self.powerOfTen(exponent))
  }

  /// Within, at and a little beyond the edge of the area.
  private static func point(
    _ random: inout SeededGenerator, near area: FenceArea
  ) -> Coordinate {
    guard case .circle(let center, let radius) = area else { return union }
    return center.moved(
      by: radius * Double.random(in: 0...1.1, using: &random),
      bearing: Double.random(in: 0..<360, using: &random))
  }

  private static func powerOfTen(_ exponent: Double) -> Double {
    // Radii spread evenly over the orders of magnitude.
    var value = 1.0
    for _ in 0..<Int(exponent) { value *= 10 }
    return value * (1 + 9 * (exponent - exponent.rounded(.down)))
  }
}
