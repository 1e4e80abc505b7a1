import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

@Suite("Guidance: notes")
struct GuidanceNoteTests {
  @Test(
    "Each property of the road gives its note",
    arguments: [
      ([("toll", "yes")], [RouteWarningKind.toll]),
      ([("surface", "gravel")], [.unpaved]),
      ([("motor_vehicle:conditional", "no @ (22:00-06:00)")], [.conditional]),
      ([], []),
    ])
  func middle(tags: [(String, String)], kinds: [RouteWarningKind]) throws {
    let pairs: [Tags.Pair] = [("highway", "residential")] + tags.map { ($0.0, $0.1) }
    let drawn = try DrawnNetwork(
      RoadMap("A---B-----C---D", ways: ["AB": street, "BC": Tags(pairs), "CD": street]))
    #expect(try drawn.route("AD").notes?.map(\.kind) ?? [] == kinds)
    #expect(try drawn.route("AB").notes == nil)
  }

  @Test("A short stretch of gravel gets no note, a long one a note with its length")
  func unpaved() throws {
    let gravel: Tags = ["highway": "residential", "surface": "gravel"]
    let map = { (step: Meters) in
      RoadMap("A---B---C", step: step, ways: ["AB": gravel, "BC": street])
    }
    #expect(try DrawnNetwork(map(40)).route("AC").notes == nil)
    #expect(
      try DrawnNetwork(map(400)).route("AC").notes == [
        RouteWarning(kind: .unpaved, text: "This route has 1.6 km of unpaved road.")
      ])
  }

  @Test(
    "Private roads at either end, and a ferry",
    arguments: [("AD", "begins"), ("DA", "ends"), ("BC", nil)])
  func ends(letters: String, verb: String?) throws {
    let drive: Tags = ["highway": "service", "access": "private"]
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---B---C---D", ways: ["AB": drive, "BC": ["route": "ferry"], "CD": street]))
    let notes = try drawn.route(letters).notes ?? []
    #expect(notes.contains { $0.kind == .ferry })
    let text = notes.first { $0.kind == .privateRoad }?.text
    #expect(
      text
        == verb.map {
          "This route \($0) on a private road, or one for residents and visitors only."
        })
  }

  @Test(
    "From 100 m on the distance to the road is told, at the start and at the end",
    arguments: [
      (99.0, 0.0, nil), (110, 0, "The start is 100 m from the nearest road."),
      (0, 1_250, "The destination is 1.3 km from the nearest road."),
      (
        150, 250,
        "The start is 150 m from the nearest road. The destination is 250 m from the nearest road."
      ),
    ] as [(Meters, Meters, String?)])
  func farFromRoad(start: Meters, end: Meters, text: String?) throws {
    let drawn = try DrawnNetwork(RoadMap("A---B---C", ways: ["ABC": street]))
    let waypoints = zip("AC", [start, end]).map { letter, meters in
      drawn.map.coordinate(of: letter).moved(by: meters, bearing: 0)
    }
    let notes = try drawn.router.answer(RouteRequest(waypoints: waypoints)).notes
    #expect(notes?.map(\.kind) == text.map { _ in [.farFromRoad] })
    #expect(notes?.first?.text == text)
  }
}
