import CommandLineKit
import Geography
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct RenderingTests {
  @Test func geocoderHits() {
    let reply = GeocodeReply(hits: [Fixtures.hit("1 Telegraph Hill Boulevard")])
    #expect(
      GeocoderRendering.render(reply, style: .plain) == """
        Place                       Coordinate             What     Sure  Understood as
        1 Telegraph Hill Boulevard  37.802395,-122.405822  rooftop  93 %  \
        house number 1 of Telegraph Hill Boulevard

        """)
  }

  @Test func explainedHit() {
    let explanation = MatchExplanation(
      words: [
        WordExplanation(typed: "1", part: .houseNumber),
        WordExplanation(
          typed: "telegraf", part: .name, meant: "Telegraph", change: .misspelt, edits: 1),
        WordExplanation(typed: "Blvd", part: .name, meant: "Boulevard", change: .spelling),
        WordExplanation(typed: "sf", part: .notUnderstood),
      ], fit: 0.876, competingHits: 1)
    let hit = PlaceHit(
      label: "1 Telegraph Hill", coordinate: Fixtures.tower, accuracy: .rooftop, confidence: 0.6,
      matched: "house number 1", explanation: explanation)
    #expect(
      GeocoderRendering.render(GeocodeReply(hits: [hit]), style: .plain) == """
        Place             Coordinate             What     Sure  Understood as
        1 Telegraph Hill  37.802395,-122.405822  rooftop  60 %  house number 1

        1 Telegraph Hill: the words fit by 88 %, 1 other fits as well
        Typed     Taken for       Meant      Written otherwise
        1         house number
        telegraf  name            Telegraph  1 edit
        Blvd      name            Boulevard  other spelling
        sf        not understood

        """)
  }

  @Test func routeWithLegsAndSteps() {
    let leg = RouteLeg(
      durationSeconds: 185, distanceMeters: 900, name: "Columbus Avenue", steps: Fixtures.steps)
    let route = RouteReply(
      durationSeconds: 370, distanceMeters: 1800, name: "Columbus Avenue",
      geometry: EncodedPolyline(rawValue: "abc"), legs: [leg, leg], waypoints: [], mapVersion: "1")
    #expect(
      RouterRendering.render(route, style: .plain) == """
        6 min 10 s, 1.8 km via Columbus Avenue
        Leg 1: 3 min 5 s, 900 m via Columbus Avenue
          1.  Head north on 4th Street  420 m  1 min 10 s
          2.  Arrive at Coit Tower
        Leg 2: 3 min 5 s, 900 m via Columbus Avenue
          1.  Head north on 4th Street  420 m  1 min 10 s
          2.  Arrive at Coit Tower
        Geometry  abc

        """)
  }

  @Test func routeWithTimesNotesAndAlternatives() {
    let note = RouteWarning(kind: .toll, text: "This route has tolls.")
    let route = RouteReply(
      durationSeconds: 370, distanceMeters: 1800, name: nil, geometry: nil, legs: [],
      waypoints: [], notes: [note],
      alternatives: [
        RouteAlternative(
          durationSeconds: 400, distanceMeters: 1700, name: "Bay Street", geometry: nil,
          legs: [
            RouteLeg(
              durationSeconds: 400, distanceMeters: 1700, name: "Bay Street", steps: nil,
              ascentMeters: 80, descentMeters: 11)
          ], notes: [note])
      ], departure: Fixtures.departure, arrival: Fixtures.departure.adding(seconds: 370),
      verified: true, ascentMeters: 74, descentMeters: 5, mapVersion: "1")
    #expect(
      RouterRendering.render(route, style: .plain) == """
        6 min 10 s, 1.8 km, 74 m up, 5 m down
        Leave 08:00:00 on 2026-11-21, UTC-08:00; arrive 08:06:10
        Note: This route has tolls.
        Alternative 1: 6 min 40 s, 1.7 km via Bay Street, 80 m up, 11 m down (+30 s)
        Note: This route has tolls.
        verified: equal to the referee

        """)
  }

  @Test func stepsWithSignsAndLanes() {
    let lanes = [
      Lane(directions: [.left], isValid: false), Lane(directions: [.straight], isValid: true),
      Lane(directions: [.straight, .slightRight], isValid: true),
      Lane(directions: [], isValid: false),
    ]
    let maneuver = Maneuver(
      kind: .ramp, direction: .slightRight, coordinate: Fixtures.origin, exitNumber: "27B",
      destinations: "Airport", lanes: lanes)
    let withSigns = RouteStep(
      maneuver: maneuver, instruction: "Take exit 27B towards Airport", name: nil,
      durationSeconds: 65, distanceMeters: 900)
    let withoutSigns = RouteStep(
      maneuver: Maneuver(
        kind: .ramp, coordinate: Fixtures.origin, exitNumber: "27B", destinations: "Airport"),
      instruction: "Take the ramp", name: nil, durationSeconds: 65, distanceMeters: 900)
    #expect(
      StepRendering.render([withSigns, withoutSigns]) == """
          1.  Take exit 27B towards Airport  900 m  1 min 5 s  lanes ↰ [↑] [↑↗] ·
          2.  Take the ramp                  900 m  1 min 5 s  exit 27B, signs: Airport

        """)
  }

  @Test func tableWithHole() {
    let table = TableReply(
      durationsSeconds: [[65, nil], [0, 3600]], packedSeconds: nil, mapVersion: "1")
    #expect(
      RouterRendering.render(
        table, sources: ["here", "there"], destinations: ["A", "B"], style: .plain) == """
          From \\ to          A        B
          here       1 min 5 s  no road
          there            0 s      1 h

          """)
  }

  @Test func venueListsWhatIsKnown() {
    var venue = Fixtures.venue("Blue Bottle", address: "66 Mint Street")
    venue.openingHours = "Mo-Fr 07:00-18:00"
    #expect(
      VenueRendering.render(venue, style: .plain) == """
        Blue Bottle
          Category     coffee
          Address      66 Mint Street
          Coordinate   37.785834,-122.406417
          Hours        Mon–Fri 07:00–18:00
          Apple Maps   https://maps.apple.com/place?coordinate=37.785834,-122.406417
          Google Maps  https://www.google.com/maps/search/?api=1&query=37.785834,-122.406417
          ID           osm/node/1

        """)
  }

  @Test func fencesAndEvents() {
    #expect(
      GeofenceRendering.render(FenceListReply(fences: [Fixtures.fence()]), style: .plain) == """
        Fence  Area                                 Label
        3      1.0 km around 37.785834,-122.406417  Home

        """)
    #expect(
      GeofenceRendering.render(Fixtures.event(7, .exit), style: .plain)
        == "2026-11-21 08:00:00 UTC-08:00  phone left 3 “Home”  #7\n")
  }

  @Test func positionReports() {
    let old = PositionReportReply(ignored: .outdated, events: [])
    let quiet = PositionReportReply(ignored: nil, events: [])
    let loud = PositionReportReply(ignored: nil, events: [Fixtures.event(1)])
    #expect(
      GeofenceRendering.render(old, style: .plain)
        == "Ignored: too much older than the newest position\n")
    #expect(
      GeofenceRendering.render(quiet, style: .plain)
        == "Reported; no fence was entered or left.\n")
    #expect(
      GeofenceRendering.render(loud, style: .plain)
        == "2026-11-21 08:00:00 UTC-08:00  phone entered 3 “Home”  #1\n")
  }

  @Test("a narrow terminal wraps the last column, a narrower one folds the rows, and cuts no ID")
  func tablesFold() {
    let id = "osm/node/1234567890123"
    let table = TextTable(
      [["one", "2", id, "a long address in a far street"], ["two", "", "x", "near"]],
      [
        .init("A") { $0[0] }, .init("B", .right) { $0[1] }, .init("ID") { $0[2] },
        .init("Last") { $0[3] },
      ])
    #expect(
      table.render(Style(hasColor: false, width: 52)) == """
        A    B  ID                      Last
        one  2  osm/node/1234567890123  a long address in a
                                        far street
        two     x                       near

        """)
    #expect(
      table.render(Style(hasColor: false, width: 40)) == """
        one
          B 2, ID osm/node/1234567890123,
          Last a long address in a far street
        two
          ID x, Last near

        """)
    for width in 1...60 {
      #expect(table.render(Style(hasColor: false, width: width)).contains(id), "width \(width)")
    }
  }

  @Test("a column without any text is dropped, unless it is to be kept; so are empty headings")
  func emptyColumns() {
    let rows = [("one", ""), ("two", "")]
    #expect(
      TextTable(rows, [.init("A") { $0.0 }, .init("B") { $0.1 }]).render(.plain)
        == "A\none\ntwo\n")
    let kept = TextTable(rows, [.init("A") { $0.0 }, .init("B", isKept: true) { _ in nil }])
    #expect(kept.render(.plain) == "A    B\none\ntwo\n")
    #expect(TextTable(rows, [.init("") { $0.0 }]).render(.plain) == "one\ntwo\n")
    let none: [(String, String)] = []
    #expect(TextTable(none, [.init("A") { $0.0 }]).render(.plain) == "A\n")
  }
}
