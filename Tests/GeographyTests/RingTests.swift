import Geography
import Testing

@Suite("Rings")
struct RingTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude / 1_000, longitude: longitude / 1_000)
  }

  /// An L of three squares, with many points on one side.
  private var corner: [Coordinate] {
    [(0, 0), (0, 0.5), (0, 1), (0, 1.5), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (0, 0)]
      .map { at($0.0, $0.1) }
  }

  @Test("the centroid is that of the area, whichever way round the ring goes")
  func centroid() throws {
    let center = try #require(Ring.centroid(of: corner))
    #expect(center.distance(to: at(5.0 / 6, 5.0 / 6)) < 0.5)
    let reversed = try #require(Ring.centroid(of: corner.reversed()))
    #expect(reversed.distance(to: center) < 0.001)
    #expect(Ring.centroid(of: []) == nil)
  }

  @Test("a ring without area has the mean of its points")
  func degenerate() throws {
    let line = [at(0, 0), at(2, 2), at(4, 4)]
    #expect(try #require(Ring.centroid(of: line)).distance(to: at(2, 2)) < 1)
    // A bow tie whose lobes nearly cancel out; its shoelace centroid is far outside.
    let bow = [at(0, 0), at(0, 4), at(1, 0), at(1, 4.1), at(0, 0)]
    let center = try #require(Ring.centroid(of: bow))
    #expect(center.distance(to: at(0.5, 2)) < 100)
  }

  @Test("a ring across the antimeridian has its centroid there")
  func antimeridian() throws {
    let ring = [(-17.0, 179.999), (-17, -179.999), (-16.998, -179.999), (-16.998, 179.999)]
      .map { Coordinate(latitude: $0.0, longitude: $0.1) }
    let center = try #require(Ring.centroid(of: ring + [ring[0]]))
    #expect(center.distance(to: Coordinate(latitude: -16.999, longitude: 180)) < 1)
  }

  @Test("a ring contains what is in it, whether its first point is repeated or not")
  func contains() {
    for ring in [corner, corner.dropLast()] {
      #expect(Ring.contains(ring, at(0.5, 0.5)))
      #expect(Ring.contains(ring, at(0.5, 1.5)))
      #expect(!Ring.contains(ring, at(1.5, 1.5)))
      #expect(!Ring.contains(ring, at(3, 0.5)))
      #expect(abs(Ring.signedArea(of: ring) * 1e6 - 3) < 1e-9)
      #expect(abs(Ring.signedArea(of: ring.reversed()) * 1e6 + 3) < 1e-9)
    }
  }
}
