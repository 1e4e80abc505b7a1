import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Mostly a crossing X with four arms: if a turn is forbidden, the route continues to a dead end
/// and comes back.
@Suite("Turn restrictions")
struct TurnRestrictionTests {
  static func crossing() -> RoadMap {
    RoadMap(
      """
          N
          |
      W---X---E
          |
          S
      """, ways: ["WX": street, "NX": street, "EX": street, "SX": street])
  }

  @Test("Of restrictions that contradict each other the later is left out, and the report says so")
  func contradictions() throws {
    for (first, second) in [
      ("only_left_turn", "only_right_turn"), ("only_left_turn", "no_left_turn"),
      ("no_left_turn", "only_left_turn"),
    ] {
      var map = Self.crossing()
      map.restrict(first, from: "WX", via: "X", to: "NX")
      map.restrict(second, from: "WX", via: "X", to: second.hasSuffix("left_turn") ? "NX" : "SX")
      let drawn = try DrawnNetwork(map)
      let isLeft = first == "only_left_turn"
      #expect(try (drawn.path("WN") == "WXN") == isLeft)
      #expect(try (drawn.path("WS") == "WXS") != isLeft)
      #expect(drawn.summary.report.lines.count == 1)
      #expect(
        drawn.summary.report.count(
          of: "restriction that leaves no turn of those another demands") == 1)
      #expect(drawn.summary.restrictions == 1)
    }
  }

  @Test("Restrictions that forbid every way on without a demand make a dead end")
  func deadEnd() throws {
    var map = Self.crossing()
    for (kind, to) in [("no_left_turn", "NX"), ("no_straight_on", "EX"), ("no_right_turn", "SX")] {
      map.restrict(kind, from: "WX", via: "X", to: to)
    }
    let drawn = try DrawnNetwork(map)
    #expect(drawn.summary.report.isEmpty)
    #expect(try drawn.path("WN") == "no route")
  }

  @Test("Over via ways, too, nothing counts that leaves no way on")
  func contradictionsOverWays() throws {
    let ways: KeyValuePairs<String, Tags> = [
      "AB": street, "BC": street, "CD": street, "CE": street, "BF": street,
    ]
    let drawing = """
          F   E
          |   |
      A---B---C---D
      """
    for (other, via) in [("no_straight_on", ["C"]), ("only_left_turn", ["BC"])] {
      var map = RoadMap(drawing, ways: ways)
      map.restrict(
        other, from: [via == ["C"] ? "BC" : "AB"], via: via,
        to: [other == "no_straight_on" ? "CD" : "CE"])
      map.restrict("only_straight_on", from: ["AB"], via: ["BC"], to: ["CD"])
      let drawn = try DrawnNetwork(map)
      #expect(try drawn.path("AE") == "ABCE", "\(other)")
      #expect(drawn.summary.restrictions == 1)
    }
  }

  @Test(
    "Each kind, via a node",
    arguments: [
      ("no_left_turn", "NX", ["N": false, "E": true, "S": true]),
      ("no_straight_on", "EX", ["N": true, "E": false, "S": true]),
      ("no_right_turn", "SX", ["N": true, "E": true, "S": false]),
      ("only_left_turn", "NX", ["N": true, "E": false, "S": false]),
      ("only_straight_on", "EX", ["N": false, "E": true, "S": false]),
      ("only_right_turn", "SX", ["N": false, "E": false, "S": true]),
      ("no_entry", "EX", ["N": true, "E": false, "S": true]),
      ("no_exit", "SX", ["N": true, "E": true, "S": false]),
    ] as [(String, String, [Character: Bool])])
  func kinds(kind: String, to: String, open: [Character: Bool]) throws {
    var map = Self.crossing()
    map.restrict(kind, from: "WX", via: "X", to: to)
    let drawn = try DrawnNetwork(map)
    for (arm, isOpen) in open {
      #expect(try (drawn.path("W\(arm)") == "WX\(arm)") == isOpen, "\(kind) to \(arm)")
    }
    // The other arms are not affected.
    #expect(try drawn.path("SN") == "SXN")
    #expect(try drawn.path("EW") == "EXW")
    #expect(drawn.summary.restrictions == 1)
    #expect(drawn.summary.report.isEmpty)
  }

  @Test(
    "Who is meant",
    arguments: [
      (["restriction": "no_left_turn"], false),
      (["restriction": "no_left_turn", "except": "motorcar"], true),
      (["restriction": "no_left_turn", "except": "bus;motor_vehicle"], true),
      (["restriction": "no_left_turn", "except": "psv;bicycle"], false),
      (["restriction:motorcar": "no_left_turn"], false),
      (["restriction:hgv": "no_left_turn"], true),
      (["restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)"], true),
      (["restriction": "no_left_turn", "hour_on": "07:00"], true),
      (["restriction": "no_left_turn_on_red"], true),
    ] as [(Tags, Bool)])
  func vehicles(tags: Tags, isOpen: Bool) throws {
    var map = Self.crossing()
    map.restrict("", from: "WX", via: "X", to: "NX", tags: tags)
    #expect(try (DrawnNetwork(map).path("WN") == "WXN") == isOpen)
  }

  @Test("Invalid restrictions are counted by reason and have no effect")
  func invalid() throws {
    var map = Self.crossing()
    map.restrict("no_left_turn", from: "WX", via: "N", to: "NX")
    map.restrict("no_left_turn", from: "missing", via: "X", to: "NX")
    map.restrict("no_left_turn", from: "WX", via: "nowhere", to: "NX")
    map.restrict("sometimes_left", from: "WX", via: "X", to: "NX")
    map.restrict("", from: "WX", via: "X", to: "NX", tags: ["restriction:conditional": "no_u_turn"])
    let drawn = try DrawnNetwork(map)
    let report = drawn.summary.report
    #expect(report.count(of: "restriction whose ways do not meet, or are closed to cars") == 2)
    #expect(report.count(of: "restriction without a clear via") == 1)
    #expect(report.count(of: "restriction of an unknown kind") == 1)
    #expect(report.count(of: "restriction under a condition that is not about times") == 1)
    #expect(try drawn.path("WN") == "WXN")
  }

  @Test(
    "On a way that continues through the junction, the restriction's direction selects the turn"
  )
  func throughWay() throws {
    var map = RoadMap(
      """
          N
          |
      W---X---E
      """, ways: ["WXE": street, "NX": street])
    map.restrict("no_left_turn", from: "NX", via: "X", to: "WXE")
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.path("NE") == "NXWXE")
    #expect(try drawn.path("NW") == "NXW")
  }

  @Test("A via-way restriction forbids a U-turn over the link between two carriageways")
  func viaWay() throws {
    let map: (Bool) -> RoadMap = { isRestricted in
      var map = RoadMap(
        """
        A---B---C-----
            |        G
        F---E---D-----
        """,
        ways: ["AB": oneWay, "BC": oneWay, "BE": street, "DE": oneWay, "EF": oneWay, "CGD": oneWay])
      if isRestricted { map.restrict("no_u_turn", from: "AB", via: "BE", to: "EF") }
      return map
    }
    #expect(try DrawnNetwork(map(false)).path("AF") == "ABEF")
    let drawn = try DrawnNetwork(map(true))
    #expect(try drawn.path("AF") == "ABCGDEF")
    #expect(drawn.summary.restrictions == 1)
    // A route that starts on the link does not come from A.
    let link = drawn.map.point(0.5, from: "B", to: "E")
    #expect(try drawn.path([link, drawn.map.coordinate(of: "F")]) == "EF")
    // A route from A may end there.
    #expect(try drawn.path([drawn.map.coordinate(of: "A"), link]) == "AB")
  }

  @Test("An only_* restriction over a via way allows one way on after the link")
  func onlyViaWay() throws {
    var map = RoadMap(
      """
      A---B---C
          |
      F---E---D
          |
          G
      """,
      ways: ["AB": street, "BC": street, "BE": street, "DE": street, "EF": street, "EG": street])
    map.restrict("only_straight_on", from: "AB", via: "BE", to: "EG")
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.path("AG") == "ABEG")
    #expect(try drawn.path("AF") == "ABEGEF")
    #expect(try drawn.path("CF") == "CBEF")
  }

  @Test("Several restrictions over one link apply independently")
  func severalViaWays() throws {
    var map = RoadMap(
      """
      A---B---C
          |
      F---E---D
      """, ways: ["AB": oneWay, "CB": oneWay, "BE": street, "ED": oneWay, "EF": oneWay])
    map.restrict("no_right_turn", from: "AB", via: "BE", to: "EF")
    map.restrict("no_left_turn", from: "CB", via: "BE", to: "ED")
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.path("AF") == "no route")
    #expect(try drawn.path("AD") == "ABED")
    #expect(try drawn.path("CD") == "no route")
    #expect(try drawn.path("CF") == "CBEF")
    map.restrict("no_left_turn", from: "AB", via: "BE", to: "ED")
    #expect(try DrawnNetwork(map).path("AD") == "no route")
  }

  @Test("A restriction with several from and to members applies to all of them")
  func severalMembers() throws {
    var map = Self.crossing()
    map.restrict("no_entry", from: ["WX", "SX"], via: ["X"], to: ["EX"])
    map.restrict("no_exit", from: ["NX"], via: ["X"], to: ["WX", "SX"])
    let drawn = try DrawnNetwork(map)
    #expect(drawn.summary.restrictions == 2)
    for (trip, isOpen) in [
      ("WE", false), ("SE", false), ("NE", true), ("NW", false), ("NS", false), ("WS", true),
    ] {
      let straight = "\(trip.prefix(1))X\(trip.suffix(1))"
      #expect(try (drawn.path(trip) == straight) == isOpen, "\(trip)")
    }
    var only = Self.crossing()
    only.restrict("only_straight_on", from: ["WX"], via: ["X"], to: ["EX", "SX"])
    #expect(try DrawnNetwork(only).path("WE") == "WXE")
    #expect(try DrawnNetwork(only).path("WS") == "WXS")
    #expect(try DrawnNetwork(only).path("WN") != "WXN")
  }

  @Test("Members that leave open which turn is meant do not count")
  func ambiguous() throws {
    for (kind, from, to) in [
      ("no_right_turn", ["WX", "SX"], ["EX", "NX"]),
      ("only_left_turn", ["WX", "SX"], ["NX", "EX"]),
      ("no_entry", ["WX"], ["EX", "NX"]), ("no_exit", ["WX", "SX"], ["EX"]),
    ] {
      var map = Self.crossing()
      map.restrict(kind, from: from, via: ["X"], to: to)
      let drawn = try DrawnNetwork(map)
      for ends in ["WE", "WN", "WS", "SN", "SE"] {
        #expect(try drawn.path(ends) == "\(ends.prefix(1))X\(ends.suffix(1))", "\(kind)")
      }
      #expect(
        drawn.summary.report.count(of: "restriction with too many ways from or to") == 1)
    }
    // The street goes on beyond the link: from which side, or to which?
    for (from, to) in [("ABC", "EF"), ("EF", "ABC")] {
      var map = RoadMap(
        """
        A
        |
        B---D---E
        |       |
        C       F
        """, ways: ["ABC": street, "BD": street, "DE": street, "EF": street])
      map.restrict(
        "no_right_turn", from: [from], via: from == "EF" ? ["DE", "BD"] : ["BD", "DE"], to: [to])
      let drawn = try DrawnNetwork(map)
      for (ends, path) in [("AF", "ABDEF"), ("CF", "CBDEF"), ("FA", "FEDBA"), ("FC", "FEDBC")] {
        #expect(try drawn.path(ends) == path)
      }
      #expect(drawn.summary.report.total == 1)
    }
  }

  @Test("An only_* restriction over via ways binds a route that has entered the first of them")
  func onlyFromTheFirst() throws {
    var map = RoadMap(
      """
      A---B---C---D---E
          |   |   |
          F   G   H
      """,
      ways: [
        "AB": street, "BC": street, "CD": street, "DE": street, "BF": street, "CG": street,
        "DH": street,
      ])
    map.restrict("only_straight_on", from: ["AB"], via: ["BC", "CD"], to: ["DE"])
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.path("AE") == "ABCDE")
    // Other approaches are not bound, so a U-turn in the dead end leads out.
    #expect(try drawn.path("AF") == "ABF")
    #expect(try drawn.path("AG") == "ABFBCG")
    #expect(try drawn.path("AH") == "ABFBCDH")
    #expect(try drawn.path("FG") == "FBCG")
  }

  @Test("A conditionally forbidden turn is open, and flagged")
  func conditional() throws {
    var map = Self.crossing()
    map.restrict(
      "", from: "WX", via: "X", to: "NX",
      tags: ["restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)"])
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.path("WN") == "WXN")
    #expect(drawn.summary.restrictions == 0)
    let flagged = (0..<drawn.network.turnCount).filter {
      drawn.network.flags(ofTurn: $0).contains(.conditional)
    }
    #expect(flagged.count == 1)
  }
}
