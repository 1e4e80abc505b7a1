import Geography
import Messages
import TestSupport
import Testing

@testable import Planner

/// Choices that differ, and those that are one.
@Suite struct HighlightTests {
  /// Shops a block apart or more, unless a test moves them.
  private static func city(_ legs: [(Int, Int)]) -> FakeCity {
    FakeCity(
      direct: 600, shops: legs.enumerated().map { ("S\($0)", $1.0, $1.1) })
  }

  private static func plan(_ city: FakeCity, _ choice: PlanChoice? = nil) async throws -> Plan {
    try await Bench(city).plan(request(choice: choice))
  }

  @Test("the quickest leads, then the best loved, then one on another part of the way")
  func three() async throws {
    var city = Self.city([(300, 310), (310, 310), (320, 320), (60, 600)])
    city.venues[1].rating = VenueRating(mean: 4.1, count: 3)
    city.venues[2].rating = VenueRating(mean: 4.6, count: 12)
    let plan = try await Self.plan(city)
    #expect(
      plan.highlights == [
        OptionHighlight(option: 0, why: .quickest), OptionHighlight(option: 2, why: .bestLoved),
        OptionHighlight(option: 3, why: .otherWay),
      ])
    // A favourite is loved more than any review says.
    let loved = try await Self.plan(city, PlanChoice(loved: ["fake/S1", "fake/elsewhere"]))
    #expect(loved.highlights[1] == OptionHighlight(option: 1, why: .bestLoved))
    #expect(loved.options.map(\.venue.id) == plan.options.map(\.venue.id))
  }

  @Test("a stay that can be ten minutes longer leads, a shorter difference does not")
  func longestStay() async throws {
    var city = Self.city([(300, 300), (310, 310)])
    // The first closes while one could still stay: 8:05 to 8:35 without, to 8:20 with.
    city.venues[0].openingHours = "Sa 07:00-08:16"
    let plan = try await Self.plan(city)
    #expect(plan.highlights.last == OptionHighlight(option: 1, why: .longestStay))
    city.venues[0].openingHours = "Sa 07:00-08:30"
    #expect(try await Self.plan(city).highlights.count == 1)
  }

  @Test("options alike in all have one that leads, and late ones none")
  func alike() async throws {
    let plan = try await Self.plan(Self.city(Array(repeating: (300, 300), count: 5)))
    #expect(plan.highlights == [OptionHighlight(option: 0, why: .quickest)])
    let late = try await Self.plan(Self.city([(1500, 1500)]))
    #expect(late.highlights == [] && late.groups == [OptionGroup(options: [0], by: nil)])
  }

  @Test("one of unknown hours leads nothing while another is known to be open")
  func unknown() async throws {
    var city = Self.city([(300, 310), (310, 310)])
    city.venues[0].openingHours = nil
    city.venues[0].rating = VenueRating(mean: 5, count: 50)
    let plan = try await Self.plan(city)
    #expect(plan.options[0].venue.name == "S1")
    #expect(plan.highlights == [OptionHighlight(option: 0, why: .quickest)])
  }

  @Test("twins of a chain or block are one group, unless one is late or of unknown hours")
  func groups() async throws {
    var city = Self.city([(300, 300), (301, 301), (302, 302), (303, 303), (304, 304), (305, 305)])
    city.venues[0].brand = "Chain"
    city.venues[3].brand = "Chain"
    // On the block of the second, and one of unknown hours there.
    let legs = city.seconds
    let corner = city.venues[1].coordinate
    let (near, unsure) = (corner.moved(by: 70, bearing: 0), corner.moved(by: 30, bearing: 90))
    let (old, other) = (city.venues[2].coordinate, city.venues[5].coordinate)
    city.venues[2].coordinate = near
    city.venues[5].coordinate = unsure
    city.venues[5].openingHours = nil
    city.seconds = { start, end in
      func original(_ point: Coordinate) -> Coordinate {
        point == near ? old : point == unsure ? other : point
      }
      return legs(original(start), original(end))
    }
    let plan = try await Self.plan(city)
    #expect(
      plan.groups == [
        OptionGroup(options: [0, 3], by: .chain), OptionGroup(options: [1, 2], by: .block),
        OptionGroup(options: [4], by: nil), OptionGroup(options: [5], by: nil),
      ])
  }
}
