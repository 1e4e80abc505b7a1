import CommandLineKit
import Geography
import TestSupport
import Testing

@Suite struct BoundingBoxTests {
  let box = BoundingBox(south: 10, west: 20, north: 12, east: 24)

  @Test func surroundsCoordinates() {
    let corners = [(12.0, 20.0), (10.0, 22.0), (11.0, 24.0)]
    let coordinates = corners.map { Coordinate(latitude: $0.0, longitude: $0.1) }
    #expect(BoundingBox(around: coordinates) == box)
    #expect(BoundingBox(around: [Coordinate]()) == nil)
  }

  @Test(arguments: [
    (10.0, 20.0, true), (12, 24, true), (11, 22, true), (9.999, 22, false), (12.001, 22, false),
    (11, 19.999, false), (11, 24.001, false), (.nan, 22, false),
  ])
  func contains(_ row: (Double, Double, Bool)) {
    #expect(box.contains(Coordinate(latitude: row.0, longitude: row.1)) == row.2)
  }

  @Test(arguments: [
    (BoundingBox(south: 11, west: 23, north: 13, east: 30), true),
    (BoundingBox(south: 12, west: 24, north: 13, east: 30), true),
    (BoundingBox(south: 10.5, west: 21, north: 11, east: 22), true),
    (BoundingBox(south: 0, west: 0, north: 90, east: 90), true),
    (BoundingBox(south: 12.1, west: 20, north: 13, east: 24), false),
    (BoundingBox(south: 10, west: 24.1, north: 12, east: 25), false),
  ])
  func intersects(_ row: (BoundingBox, Bool)) {
    #expect(box.intersects(row.0) == row.1)
    #expect(row.0.intersects(box) == row.1)
  }

  @Test(arguments: [UInt64](1...5)) func grownHoldsWhatIsWithinTheDistance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      // Away from the antimeridian, which a box does not cross.
      let center = Coordinate(
        latitude: .random(in: -80...80, using: &random),
        longitude: .random(in: -150...150, using: &random))
      let distance = Double.random(in: 1...100_000, using: &random)
      let point = center.moved(
        by: distance * 0.999_999, bearing: .random(in: 0..<360, using: &random))
      #expect(BoundingBox(center).expanded(by: distance).contains(point), "seed \(seed) \(center)")
    }
  }

  @Test func grownIsClampedToTheGlobe() {
    let polar = BoundingBox(Coordinate(latitude: 89.9, longitude: 10)).expanded(by: 100_000)
    #expect(polar.north == 90)
    #expect(polar.west == -180 && polar.east == 180)
    #expect(polar.contains(Coordinate(latitude: 89.95, longitude: -170)))
  }

  @Test func centerIsTheMiddle() {
    #expect(box.center == Coordinate(latitude: 11, longitude: 22))
  }
}
