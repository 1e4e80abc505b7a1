import Areas
import Geography
import Messages
import Testing

@testable import GeofenceMonitor

@Suite struct EnterAndExitTests {
  @Test("an event has the time at which the edge was crossed")
  func crossingTime() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(every: 10, [1_500, 1_200, 900, 600, 900, 1_200, 1_500].map { union.north($0) })
    #expect(track.log == ["16.7 enter A", "43.3 exit A"])
    let (enter, exit) = (track.events[0], track.events[1])
    #expect(abs(enter.coordinate.distance(to: union) - 1_000) < 0.01)
    #expect(enter.earliest == Track.time(10))
    #expect(enter.latest == Track.time(20))
    #expect(enter.sample.time == Track.time(30))
    #expect(enter.certainty == .observed)
    #expect(exit.episode == enter.number)
    #expect(abs((exit.visitSeconds ?? 0) - 26.667) < 0.002)
  }

  @Test("a first position inside enters")
  func firstPosition() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.east(10))
    #expect(track.log == ["0 enter A"])
    #expect(track.events[0].certainty == .inferred)
  }

  @Test("the edge is inside")
  func edgeIsInside() throws {
    let edge = union.east(1_234)
    var track = Track()
    try track.fence("A", at: union, radius: union.distance(to: edge) + 1e-6)
    try track.fence("B", at: union, radius: union.distance(to: edge) - 1e-6)
    track.report(0, edge)
    #expect(track.log == ["0 enter A"])
  }

  @Test("events of overlapping fences are in the order of time")
  func overlappingFences() throws {
    var track = Track()
    try track.fence("A", at: union)
    try track.fence("B", at: union.north(1_500))
    track.report(every: 20, [0, 250, 450, 650, 850, 1_050, 1_250].map { union.north($0) })
    #expect(track.log == ["0 enter A", "45 enter B", "95 exit A"])
  }

  @Test("devices do not affect each other")
  func independentDevices() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union, device: "ann")
    track.report(0, union.north(5_000), device: "bob")
    for second in [60.0, 120] { track.report(second, union.north(5_000), device: "ann") }
    for second in [60.0, 120] { track.report(second, union, device: "bob") }
    #expect(track.log == ["ann 0 enter A", "ann 12 exit A", "bob 48 enter A"])
  }

  @Test("equal consecutive positions cause no events")
  func standingStill() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(every: 60, Array(repeating: union, count: 5))
    track.report(every: 60, from: 300, Array(repeating: union.north(3_000), count: 3))
    #expect(track.log == ["0 enter A", "260 exit A"])
  }

  @Test("dwell is emitted once per episode")
  func dwellOnce() throws {
    var track = Track()
    try track.fence("A", .circle(center: union, radiusMeters: 1_000), dwell: 90)
    track.report(every: 60, [union, union, union, union, union.north(3_000), union.north(3_000)])
    #expect(track.log == ["0 enter A", "90 dwell A", "200 exit A"])
    #expect(track.events[1].visitSeconds == 90)
    #expect(Set(track.events.map(\.episode)) == [1])
  }

  @Test("a dwell that ended before the next sample is emitted")
  func pastDwell() throws {
    var track = Track()
    try track.fence("A", .circle(center: union, radiusMeters: 1_000), dwell: 70)
    track.report(every: 60, [union, union, union.north(2_000), union.north(2_100)])
    #expect(track.log == ["0 enter A", "70 dwell A", "90 exit A"])
  }
}

@Suite struct CrossTests {
  @Test("a straight pass with both samples outside is a cross")
  func straightPass() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.east(-2_000))
    track.report(80, union.east(2_000))
    #expect(track.log == ["20 cross A"])
    let event = track.events[0]
    let departure = try #require(event.departure)
    #expect(abs(Track.seconds(departure.time) - 60) < 0.01)
    #expect(abs((event.visitSeconds ?? 0) - 40) < 0.01)
    #expect(abs(departure.insideMeters - 2_000) < 0.1)
    #expect(event.coordinate.distance(to: union.east(-1_000)) < 0.1)
    #expect(departure.coordinate.distance(to: union.east(1_000)) < 0.1)
    #expect(event.certainty == .inferred)
    #expect(event.episode == event.number)
  }

  /// Beside the centre by so much, and what is inside by Pythagoras.
  @Test(
    "a path beyond the tangent does not cross",
    arguments: [
      (0, ["20 cross A"]), (600, ["24 cross A"]), (999, ["39.1 cross A"]), (1_000.5, []),
      (1_200, []),
    ] as [(Meters, [String])])
  func tangent(offset: Meters, log: [String]) throws {
    let beside = union.moved(by: offset, bearing: 0)
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, beside.moved(by: 2_000, bearing: 270))
    track.report(80, beside.moved(by: 2_000, bearing: 90))
    #expect(track.log == log)
  }

  @Test("one position inside on the way through is a visit")
  func onePositionInside() throws {
    var track = Track()
    try track.fence("A", at: union, radius: 300)
    track.report(every: 10, [-500, -200, 100, 400].map { union.east($0 * 2) })
    #expect(track.log == ["11.7 enter A", "21.7 exit A"])
  }

  @Test("over a long silence nothing is crossed")
  func longSilence() throws {
    var track = Track()
    try track.fence("A", at: union)
    track.report(0, union.east(-2_000))
    track.report(7_200, union.east(2_000))
    #expect(track.log == [])
  }
}

@Suite struct AreaTests {
  /// A square of 2 km with a square hole of 1 km.
  private static func frame(around center: Coordinate) -> FenceArea {
    .polygon(
      rings: [1_000.0, 500].map { half in
        [(1.0, 1.0), (1, -1), (-1, -1), (-1, 1)].map {
          center.north($0.0 * half).east($0.1 * half)
        }
      })
  }

  @Test("a hole of a polygon is outside")
  func holeIsOutside() throws {
    var track = Track()
    try track.fence("A", Self.frame(around: union))
    track.report(every: 20, stride(from: -1_300, through: 1_300, by: 200).map { union.east($0) })
    #expect(track.log == ["30 enter A", "80 exit A", "180 enter A", "230 exit A"])
  }

  @Test("a jump over a frame crosses both of its sides")
  func jumpOverFrame() throws {
    var track = Track()
    try track.fence("A", Self.frame(around: union))
    track.report(0, union.east(-2_000))
    track.report(80, union.east(2_000))
    #expect(track.log == ["20 cross A", "50 cross A"])
    #expect(track.events.allSatisfy { abs(($0.departure?.insideMeters ?? 0) - 500) < 0.5 })
  }

  @Test("a corridor surrounds its line, its bends included")
  func corridor() throws {
    let corner = union.east(1_000)
    var track = Track()
    try track.fence(
      "A", .corridor(line: [union, corner, corner.north(1_000)], bufferMeters: 100))
    // Along the line with a start and an end beyond, through the bend, which is no gap.
    let positions =
      stride(from: -300, through: 900, by: 100).map { union.east($0) }
      + stride(from: 0, through: 1_300, by: 100).map { corner.north($0) }
    track.report(every: 10, positions)
    #expect(track.log == ["20 enter A", "240 exit A"])
  }

  @Test(
    "the poles and the antimeridian are like any other location",
    arguments: [
      (Coordinate(latitude: -16.85, longitude: 179.999), "across the antimeridian"),
      (Coordinate(latitude: 89.9999, longitude: 40), "over the North Pole"),
      (Coordinate(latitude: -89.9999, longitude: 0), "over the South Pole"),
      (union, "anywhere"),
    ])
  func polesAndAntimeridian(center: Coordinate, where name: String) throws {
    // The same drive everywhere: in on one side, out on the other, and back in one jump.
    let (west, east) = (
      center.moved(by: 2_000, bearing: 270), center.moved(by: 2_000, bearing: 90)
    )
    let path = Arc(SpaceVector(west), SpaceVector(east))
    let positions = stride(from: 0.0, through: 20, by: 1).map {
      path.point(at: path.angle * $0 / 20).coordinate
    }
    for area in [
      FenceArea.circle(center: center, radiusMeters: 1_000),
      .polygon(rings: [
        stride(from: 0.0, to: 360, by: 5).map { center.moved(by: 1_000, bearing: $0) }
      ]),
      .corridor(
        line: [center.moved(by: 300, bearing: 0), center.moved(by: 300, bearing: 180)],
        bufferMeters: 1_000),
    ] {
      var track = Track()
      try track.fence("A", area)
      track.report(every: 10, positions)
      track.report(260, west)
      let expected = ["50 enter A", "150 exit A", "215 cross A"]
      #expect(track.log == expected, "\(name), \(area)")
    }
  }

  @Test("the largest and the smallest fence are entered")
  func extremeRadii() throws {
    let limits = FenceArea.radiusMeters
    var track = Track()
    try track.fence("A", at: union, radius: limits.upperBound)
    try track.fence("B", at: union, radius: limits.lowerBound)
    track.report(0, union.east(limits.upperBound - 1))
    track.report(86_400, union.north(0.9))
    track.report(86_500, union.north(0.8))
    #expect(track.log == ["0 enter A", "86400 enter B"])
  }

  @Test(
    "areas with too few points or too large ones are refused",
    arguments: [
      FenceArea.polygon(rings: []), .polygon(rings: [[union, union.east(9)]]),
      .polygon(rings: [[union, union, union.east(9), union]]),
      .corridor(line: [union], bufferMeters: 5), .corridor(line: [union, union], bufferMeters: 5),
      .polygon(rings: [[union, union.east(3_000_000), union.north(3_000_000)]]),
    ])
  func invalidAreas(area: FenceArea) {
    var track = Track()
    let error = #expect(throws: ServiceError.self) { try track.fence("A", area) }
    #expect(error?.code == .invalidRequest)
  }
}
