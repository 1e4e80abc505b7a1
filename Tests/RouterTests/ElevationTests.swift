import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// What heights make of roads.
@Suite("Elevation")
struct ElevationTests {
  @Test(
    "Tobler's function: shares of the level's speed",
    arguments: [(0.0, 1.0), (-0.05, 1.191), (0.1, 0.705), (-0.15, 0.839), (0.2, 0.497)])
  func tobler(_ slope: Double, _ share: Double) {
    #expect(abs(Slope.walked(slope) - share) < 0.001)
  }

  @Test("riders: level, up, down, on gravel, and never slower than a pushed bicycle")
  func riders() {
    let share = { Slope.ridden($0, BicycleRules.usual) }
    #expect(share(0) == 1)
    // 100 W up 6 %: 1.6 m/s of the level's 5.9.
    #expect(abs(share(0.06) - 0.264) < 0.02)
    #expect(share(-0.03) > 1.3 && share(-0.03) < 2.2)
    #expect(share(-0.3) == share(-0.2))
    #expect(Slope.ridden(-0.05, 6.5) == 1)
    #expect(share(0.3) >= 0.8 * FootRules.usual * Slope.walked(0.3) / BicycleRules.usual)
    for slope in stride(from: -0.3, through: 0.3, by: 0.01) {
      #expect(share(slope) >= share(slope + 0.01) - 1e-9, "\(slope)")
    }
  }

  private static let streets = RoadMap("A-----B-----C", ways: ["ABC": ["highway": "residential"]])

  private func route(
    _ profile: TravelProfile, _ letters: String, slope: Double?, side: Int = 1_201
  ) throws -> RouteReply {
    try DrawnHeights.router(Self.streets, profile, side: side, slope.map(DrawnHeights.plane))
      .route(letters, on: Self.streets)
  }

  @Test(
    "uphill is slower and rises, downhill falls; cars do not care",
    arguments: [TravelProfile.foot, .bicycle], [1_201, 3_601])
  func slopes(_ profile: TravelProfile, _ side: Int) throws {
    let level = try route(profile, "AC", slope: nil)
    let router = try DrawnHeights.router(
      Self.streets, profile, side: side, DrawnHeights.plane(0.08))
    let up = try router.route("AC", on: Self.streets)
    let down = try router.route("CA", on: Self.streets)
    #expect(level.ascentMeters == nil && level.legs[0].descentMeters == nil)
    let rise = Double(level.distanceMeters) * 0.08
    #expect(abs(Double(up.ascentMeters ?? 0) - rise) <= 2 && up.descentMeters == 0)
    #expect(down.descentMeters == up.ascentMeters && down.ascentMeters == 0)
    let share =
      profile == .foot ? Slope.walked(0.08) : Slope.ridden(0.08, BicycleRules.usual)
    let expected = Double(level.durationSeconds) / share
    #expect(abs(Double(up.durationSeconds) - expected) <= 2 + 0.03 * expected)
    let quicker = profile == .foot ? Slope.walked(-0.08) : Slope.ridden(-0.08, BicycleRules.usual)
    let sooner = Double(level.durationSeconds) / quicker
    #expect(abs(Double(down.durationSeconds) - sooner) <= 2 + 0.03 * sooner)
  }

  @Test("cars have no heights")
  func cars() throws {
    let car = try route(.car, "AC", slope: 0.08)
    #expect(try route(.car, "AC", slope: nil) == car && car.ascentMeters == nil)
  }

  @Test("part of a segment has part of its climb; legs add up")
  func parts() throws {
    let whole = try route(.foot, "AC", slope: 0.1)
    let legs = try route(.foot, "ABC", slope: 0.1)
    #expect(legs.legs.count == 2)
    #expect(legs.legs.reduce(0) { $0 + ($1.ascentMeters ?? 0) } == legs.ascentMeters)
    #expect(abs((legs.ascentMeters ?? 0) - (whole.ascentMeters ?? 0)) <= 2)
  }

  @Test("a level street is as on a map without heights; so are voids, which tell no heights")
  func level() throws {
    let none = try route(.foot, "AC", slope: nil)
    #expect(try route(.foot, "AC", slope: 0).durationSeconds == none.durationSeconds)
    let void = try DrawnHeights.router(Self.streets, .foot) { _ in .nan }
      .route("AC", on: Self.streets)
    #expect(void.durationSeconds == none.durationSeconds && void.ascentMeters == nil)
  }

  @Test("the table, the search and the referee have the route's time, in each direction")
  func agreement() throws {
    for profile in [TravelProfile.foot, .bicycle] {
      let router = try DrawnHeights.router(Self.streets, profile, DrawnHeights.plane(0.06))
      let ends = "AC".map { Self.streets.coordinate(of: $0) }
      let reply = try router.answer(TableRequest(sources: ends, destinations: ends))
      for (from, to) in [(0, 1), (1, 0)] {
        let route = try router.answer(
          RouteRequest(waypoints: [ends[from], ends[to]], verify: true))
        #expect(route.verified == true)
        #expect(reply.durationsSeconds?[from][to] == route.durationSeconds)
      }
      #expect(reply.durationsSeconds?[0][1] != reply.durationsSeconds?[1][0])
    }
  }

  @Test("a limit at times does not level a street")
  func limitsAtTimes() throws {
    let map = RoadMap(
      "A-----B-----C",
      ways: [
        "ABC": ["highway": "residential", "maxspeed:conditional": "30 @ (Mo-Su 00:00-24:00)"]
      ])
    let router = try DrawnHeights.router(map, .bicycle, DrawnHeights.plane(0.06))
    let timed = try router.answer(
      RouteRequest(
        waypoints: "AC".map { map.coordinate(of: $0) },
        departure: Timestamp("2027-01-06T08:30:00+01:00")))
    let usual = try router.route("AC", on: map)
    #expect(timed.durationSeconds == usual.durationSeconds)
  }

  @Test("the file of heights: another network's is ignored, a damaged one refused")
  func file() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("router.foot.heights")
      try DrawnHeights.write(to: folder.path("."), DrawnHeights.plane(0.1))
      let survey = try RoadSurvey(Self.streets.elements) { _ in }
      let heights = RoadHeights(
        survey, RoadCutter(survey, for: .foot), try DrawnHeights.map(folder.path(".")))
      try heights.write(network: "a1", to: path)
      let column = try #require(try HeightColumn(path: path, network: "a1", segments: 1))
      let read = column.heights(of: SegmentID(0))
      #expect(read.count == heights.heights.count)
      for (stored, made) in zip(read, heights.heights) {
        #expect(abs(Double(made) - (stored ?? 0)) <= 0.25)
      }
      #expect(try HeightColumn(path: path, network: "a2", segments: 1) == nil)
      #expect(try HeightColumn(path: path + "x", network: "a1", segments: 1) == nil)

      let whole = try Data(contentsOf: URL(filePath: path))
      for index in [0, 20, 30, 37, 70, whole.count - 25] {
        var damaged = whole
        damaged[index] ^= 4
        try damaged.write(to: URL(filePath: path))
        #expect(throws: NetworkFileError.corrupt(path: path), "byte \(index)") {
          try HeightColumn(path: path, network: "a1", segments: 1)
        }
      }
      try whole.dropLast(40).write(to: URL(filePath: path))
      #expect(throws: NetworkFileError.corrupt(path: path)) {
        try HeightColumn(path: path, network: "a1", segments: 1)
      }
    }
  }

  @Test(
    "wrong numbers under a right checksum are refused",
    arguments: [[1, 3], [0, 1], [0, 2], [0, 4], [0, .max], [0, 0]] as [[UInt32]])
  func forgedHeights(first: [UInt32]) throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("router.foot.heights")
      let forged = RoadHeights(first: first, heights: [1, 2, 3])
      try forged.write(network: "a1", to: path)
      #expect(throws: NetworkFileError.corrupt(path: path)) {
        try HeightColumn(path: path, network: "a1", segments: 1)
      }
      try RoadHeights(first: [0, 3], heights: [1, 2, 3]).write(network: "a1", to: path)
      #expect(try HeightColumn(path: path, network: "a1", segments: 1) != nil)
    }
  }

  @Test("without heights no byte of a network changes")
  func bytes() throws {
    try TemporaryDirectory.with { folder in
      for profile in TravelProfile.allCases {
        let (plain, high) = (folder.path("plain"), folder.path("high"))
        _ = try NetworkBuilder.build(Self.streets.elements, for: profile, to: plain)
        try DrawnHeights.write(to: folder.path("."), DrawnHeights.plane(profile == .car ? 0.3 : 0))
        _ = try NetworkBuilder.build(
          RoadSurvey(Self.streets.elements) { _ in }, for: profile, drivingSide: nil,
          heights: DrawnHeights.map(folder.path(".")), to: high
        ) { _ in }
        #expect(
          try Data(contentsOf: URL(filePath: plain)) == Data(contentsOf: URL(filePath: high)))
      }
    }
  }
}
