import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// How much drives vary, by road and hour.
@Suite struct SpreadTests {
  private static let night = Timestamp("2026-11-23T03:00:00+02:00")
  private static let rush = Timestamp("2026-11-23T08:00:00+02:00")

  private static func spread(
    _ lines: String, _ ways: KeyValuePairs<String, Tags>, at time: Timestamp?
  ) throws -> TravelSpread {
    let drawn = try DrawnNetwork(RoadMap(lines, step: 1000, ways: ways))
    let ends = "AB".map { drawn.map.coordinate(of: $0) }
    let reply = try drawn.router.answer(
      RouteRequest(waypoints: ends, departure: time, spread: true))
    return try #require(reply.spread)
  }

  @Test("the spread does not depend on how a map cuts a road")
  func cut() throws {
    let whole = try Self.spread("A-----B", ["AB": ["highway": "primary"]], at: Self.night)
    let parts = try Self.spread(
      "A--C--B", ["AC": ["highway": "primary"], "CB": ["highway": "primary"]], at: Self.night)
    #expect(abs(whole.common - parts.common) < 0.001)
    #expect(abs(whole.own - parts.own) < 0.001)
    // 6 km at 18.33 m/s are 327 s: 0.25 · √(60 / 327).
    #expect(whole.common == 0.1)
    #expect(abs(whole.own - 0.107) < 0.001)
  }

  @Test("a main street varies more at the peak, by its lost speed; a motorway less than a street")
  func hours() throws {
    let street: KeyValuePairs<String, Tags> = ["AB": ["highway": "primary"]]
    let night = try Self.spread("A-----B", street, at: Self.night)
    let rush = try Self.spread("A-----B", street, at: Self.rush)
    #expect(abs(rush.common - (night.common + 0.5 * 0.19)) < 0.001)
    let motorway = try Self.spread(
      "A-----B", ["AB": ["highway": "motorway"]], at: Self.night)
    #expect(motorway.common < night.common && motorway.own < night.own)
  }

  @Test("the spread of a route over two kinds of road is that of its parts, by their time")
  func mixed() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---C---B", step: 1000,
        ways: ["AC": ["highway": "primary"], "CB": ["highway": "residential"]]))
    func reply(_ letters: String) throws -> RouteReply {
      try drawn.router.answer(
        RouteRequest(
          waypoints: letters.map { drawn.map.coordinate(of: $0) }, departure: Self.night,
          spread: true))
    }
    let (first, second) = (try reply("AC"), try reply("CB"))
    let whole = try reply("AB")
    let (one, two) = (Double(first.durationSeconds), Double(second.durationSeconds))
    let (left, right) = (try #require(first.spread), try #require(second.spread))
    let common = (left.common * one + right.common * two) / (one + two)
    let own = (left.own * one * left.own * one + right.own * two * right.own * two).squareRoot()
    let spread = try #require(whole.spread)
    #expect(abs(spread.common - common) < 0.002)
    #expect(abs(spread.own - own / (one + two)) < 0.002)
  }

  @Test("only a request for it has a spread")
  func unasked() throws {
    let drawn = try RequestTests.town()
    let ends = "AB".map { drawn.map.coordinate(of: $0) }
    #expect(try drawn.router.answer(RouteRequest(waypoints: ends)).spread == nil)
  }
}
