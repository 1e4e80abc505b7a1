import Geography
import Testing

@testable import MapTiles

@Suite struct CoastlineTests {
  private let box = BoundingBox(south: 0, west: 0, north: 10, east: 10)

  /// A way through points given as longitude, latitude; its nodes are numbered by the points.
  private func way(_ points: (Double, Double)...) -> Coastline.Way {
    Coastline.Way(
      nodes: points.map { Int64($0.0 * 1_000) * 1_000_000 + Int64($0.1 * 1_000) },
      points: points.map { Coordinate(latitude: $0.1, longitude: $0.0) })
  }

  /// The square degrees of sea.
  private func size(_ areas: [Coastline.Area]) -> Double {
    areas.reduce(0) { sum, area in
      sum - Ring.signedArea(of: area.outer)
        - area.islands.reduce(0) { $0 + Ring.signedArea(of: $1) }
    }
  }

  @Test("without a shore nothing is sea")
  func inland() { #expect(Coastline([]).sea(in: box) == []) }

  @Test("water is on the right of the shore")
  func sides() {
    let northward = Coastline([way((4, -1), (4, 11))]).sea(in: box)
    #expect(abs(size(northward) - 60) < 1e-9)
    let southward = Coastline([way((4, 11), (4, -1))]).sea(in: box)
    #expect(abs(size(southward) - 40) < 1e-9)
  }

  @Test("ways are joined whatever their order")
  func joined() {
    let parts = [way((4, 5), (4, 11)), way((4, -1), (4, 2)), way((4, 2), (4, 5))]
    #expect(abs(size(Coastline(parts).sea(in: box)) - 60) < 1e-9)
  }

  @Test("a strait is one area between two shores")
  func strait() {
    let areas = Coastline([way((4, -1), (4, 11)), way((6, 11), (6, -1))]).sea(in: box)
    #expect(areas.count == 1)
    #expect(abs(size(areas) - 20) < 1e-9)
  }

  @Test("two bays are two areas")
  func bays() {
    let areas = Coastline([way((2, 11), (2, -1)), way((8, -1), (8, 11))]).sea(in: box)
    #expect(areas.count == 2)
    #expect(abs(size(areas) - 40) < 1e-9)
  }

  @Test("an island alone lies in a box of sea, as a hole")
  func island() {
    let areas = Coastline([way((4, 4), (6, 4), (6, 6), (4, 6), (4, 4))]).sea(in: box)
    #expect(areas.map(\.islands.count) == [1])
    #expect(abs(size(areas) - 96) < 1e-9)
  }

  @Test("a ring the other way round is a sea within land")
  func lagoon() {
    let areas = Coastline([way((4, 4), (4, 6), (6, 6), (6, 4), (4, 4))]).sea(in: box)
    #expect(areas.map(\.islands) == [[]])
    #expect(abs(size(areas) - 4) < 1e-9)
  }

  @Test("an island that reaches over the edge leaves the rest to the sea")
  func clippedIsland() {
    let areas = Coastline([way((8, 4), (12, 4), (12, 6), (8, 6), (8, 4))]).sea(in: box)
    #expect(abs(size(areas) - 96) < 1e-9)
  }

  @Test("a shore cut just within the edge is continued, one cut far within is left out")
  func cutShores() {
    #expect(abs(size(Coastline([way((4, 0.5), (4, 9.5))]).sea(in: box)) - 60) < 1e-9)
    #expect(Coastline([way((4, 0.5), (4, 5))]).sea(in: box) == [])
  }
}
