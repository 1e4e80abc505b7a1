import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Sidewalks that are drawn apart from their street.
@Suite("Names of sidewalks")
struct SidewalkTests {
  private func name(_ tags: Tags, of way: Int64 = 1) throws -> String? {
    // "Hill Road" is nearer to the sidewalk, but crosses it.
    let map = RoadMap(
      """
              m
      a-------b--------c
              |
      A-------B--------C
              n
      """, step: 10,
      ways: [
        "abc": tags, "ABC": ["highway": "primary", "name": "Main Street"],
        "mbBn": ["highway": "residential", "name": "Hill Road"],
      ])
    let (network, _) = try DrawnNetwork.network(map.elements, for: .foot)
    let names = network.segments(ofWay: way).map { network.name(at: network.nameIndex(of: $0)) }
    #expect(Set(names).count == 1)
    return try #require(names.first)
  }

  @Test(
    "A sidewalk is named by its own name, a tag, or the street beside it",
    arguments: [
      (["highway": "footway", "footway": "sidewalk"], "Main Street"),
      (["highway": "footway", "footway": "sidewalk", "name": "Arcade"], "Arcade"),
      (["highway": "footway", "footway": "sidewalk", "is_sidepath:of:name": "Elm"], "Elm"),
      (["highway": "footway", "footway": "sidewalk", "street:name": "Pine"], "Pine"),
      (["highway": "path", "is_sidepath": "yes", "street:name": "River"], "River"),
      (["highway": "cycleway", "cycleway": "sidepath", "foot": "yes"], "Main Street"),
      (["highway": "footway"], nil), (["highway": "footway", "street:name": "Pine"], nil),
      (["highway": "footway", "is_sidepath": "no"], nil),
    ] as [(Tags, String?)])
  func names(tags: Tags, name: String?) throws {
    #expect(try self.name(tags) == name, "\(tags)")
  }

  @Test("A street far away, or one that ends beside a small part of it, names no sidewalk")
  func far() throws {
    for drawing in ["a----------b\n\n\n\n\nA----------B", "a----------b\n\nA--B"] {
      let map = RoadMap(
        drawing, step: 10,
        ways: [
          "ab": ["highway": "footway", "footway": "sidewalk"],
          "AB": ["highway": "primary", "name": "Main Street"],
        ])
      let (network, _) = try DrawnNetwork.network(map.elements, for: .foot)
      let side = try #require(network.segments(ofWay: 1).first)
      #expect(network.nameIndex(of: side) == 0, "\(drawing)")
    }
  }

  @Test("A nearer street that crosses the sidewalk, at whatever angle, does not name it")
  func crossing() throws {
    for drawing in ["  m\n\n\na-b-c\n\nA-B-C\n\n\n  n", "m\n\na-b-c\n\nA-B-n\n"] {
      let map = RoadMap(
        drawing, step: 10,
        ways: [
          "abc": ["highway": "footway", "footway": "sidewalk"],
          "AB": ["highway": "primary", "name": "Main Street"],
          "mbn": ["highway": "residential", "name": "Hill Road"],
        ])
      let (network, _) = try DrawnNetwork.network(map.elements, for: .foot)
      let names = network.segments(ofWay: 1).map { network.name(at: network.nameIndex(of: $0)) }
      #expect(Set(names) == ["Main Street"], "\(drawing)")
    }
  }

  @Test("A street beside less than half of a sidewalk does not name it")
  func minority() throws {
    let map = RoadMap(
      "a--b--c--d--e--f\n\nA--B", step: 10,
      ways: [
        "abcdef": ["highway": "footway", "footway": "sidewalk"],
        "AB": ["highway": "primary", "name": "Main Street"],
      ])
    let (network, _) = try DrawnNetwork.network(map.elements, for: .foot)
    #expect(network.segments(ofWay: 1).allSatisfy { network.nameIndex(of: $0) == 0 })
  }
}
