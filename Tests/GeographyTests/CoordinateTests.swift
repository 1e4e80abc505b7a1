import CommandLineKit
import Geography
import TestSupport
import Testing

@Suite struct CoordinateTests {
  let unionSquare = Coordinate(latitude: 37.787994, longitude: -122.407437)
  let coitTower = Coordinate(latitude: 37.802395, longitude: -122.405822)

  /// Lengths on the sphere of radius R1: a degree of arc is R1 · π / 180 = 111,195.08 m.
  @Test(arguments: [
    (0.0, 0.0, 0.0, 1.0, 111_195.08), (0, 0, 1, 0, 111_195.08), (60, 10, 60, 11, 55_597.01),
    (0, 179.5, 0, -179.5, 111_195.08), (89, 0, 89, 180, 222_390.16),
    (90, 0, -90, 0, 20_015_114.44), (0, 0, 0, 180, 20_015_114.44), (12.5, 7, 12.5, 7, 0),
  ])
  func distance(_ row: (Double, Double, Double, Double, Double)) {
    let from = Coordinate(latitude: row.0, longitude: row.1)
    let to = Coordinate(latitude: row.2, longitude: row.3)
    #expect(abs(from.distance(to: to) - row.4) < 0.01)
    #expect(from.distance(to: to) == to.distance(to: from))
  }

  @Test func aCentimetreIsMeasured() {
    let moved = unionSquare.moved(by: 0.01, bearing: 77)
    #expect(abs(unionSquare.distance(to: moved) - 0.01) < 1e-6)
  }

  @Test(arguments: [
    (0.0, 0.0, 1.0, 0.0, 0.0), (0, 0, 0, 1, 90), (0, 0, -1, 0, 180), (0, 0, 0, -1, 270),
    (0, 179.5, 0, -179.5, 90), (5, 5, 5, 5, 0), (45, 0, 90, 0, 0),
  ])
  func bearing(_ row: (Double, Double, Double, Double, Double)) {
    let from = Coordinate(latitude: row.0, longitude: row.1)
    let to = Coordinate(latitude: row.2, longitude: row.3)
    #expect(abs(from.bearing(to: to) - row.4) < 1e-9)
  }

  @Test func coitTowerIsALittleEastOfNorthOfUnionSquare() {
    #expect((4...6).contains(unionSquare.bearing(to: coitTower)))
    #expect((1_600...1_615).contains(unionSquare.distance(to: coitTower)))
  }

  @Test(arguments: [UInt64](1...5)) func movedArrivesWhereDistanceAndBearingSay(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let start = Coordinate(
        latitude: .random(in: -80...80, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let distance = Double.random(in: 1...1_000_000, using: &random)
      let bearing = Double.random(in: 0..<360, using: &random)
      let end = start.moved(by: distance, bearing: bearing)
      #expect(end.isValid, "seed \(seed)")
      #expect(abs(start.distance(to: end) - distance) < 0.001, "seed \(seed) from \(start)")
      let difference = abs(start.bearing(to: end) - bearing)
      #expect(
        min(difference, 360 - difference) < 0.001, "seed \(seed) from \(start) by \(distance)")
    }
  }

  @Test(arguments: [90.0, -90, 89.9999999, -89.9999999], [0.0, 1, 90, 133, 180, 270])
  func movedFromAPole(latitude: Double, bearing: Double) {
    let pole = Coordinate(latitude: latitude, longitude: 40)
    for distance in [0.5, 1_000, 3_000_000] {
      let end = pole.moved(by: distance, bearing: bearing)
      #expect(abs(pole.distance(to: end) - distance) < 0.001)
      // All the way round the globe leads back to the start, whatever the bearing.
      let back = pole.moved(by: distance - 2 * .pi * Coordinate.earthRadius, bearing: bearing)
      #expect(end.distance(to: back) < 0.001)
      guard abs(latitude) == 90 else { continue }
      let difference = abs(pole.bearing(to: end) - bearing)
      #expect(min(difference, 360 - difference) < 1e-6, "\(distance)")
    }
  }

  @Test func movedCrossesTheAntimeridian() {
    let end = Coordinate(latitude: 0, longitude: 179.9).moved(by: 111_195, bearing: 90)
    #expect(abs(end.longitude + 179.1) < 0.001)
  }

  @Test(arguments: [
    "37.785834,-122.406417", " 37.785834 , -122.406417 ", "37.785834,\t-122.406417\n",
    "+37.785834,-1.22406417e2",
  ])
  func readsText(_ text: String) {
    #expect(
      Coordinate(text: text) == Coordinate(latitude: 37.785834, longitude: -122.406417))
  }

  @Test(arguments: [
    "", ",", "37.7", "37.7,", ",-122.4", "37.7,-122.4,5", "37.7 -122.4", "37,7;-122,4",
    "91,0", "-90.001,0", "0,180.5", "nan,0", "0,nan", "inf,0", "0x,1", "Coit Tower, 5",
    "37.7N,122.4W", "1 2,3",
  ])
  func refusesOtherText(_ text: String) {
    #expect(Coordinate(text: text) == nil)
  }

  @Test func validityIsTheGlobe() {
    #expect(Coordinate(latitude: 90, longitude: -180).isValid)
    #expect(!Coordinate(latitude: 90.0001, longitude: 0).isValid)
    #expect(!Coordinate(latitude: 0, longitude: 181).isValid)
    #expect(!Coordinate(latitude: .nan, longitude: 0).isValid)
    #expect(!Coordinate(latitude: 0, longitude: -.infinity).isValid)
  }
}
