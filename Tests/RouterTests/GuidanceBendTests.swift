import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Roads that bend where another goes straight on, and turns within a few metres.
@Suite("Guidance: bends")
struct GuidanceBendTests {
  private static func named(_ name: String, _ highway: String = "secondary") -> Tags {
    GuidanceTurnTests.named(name, highway)
  }

  /// Main Street bends by about 25 degrees at M, where another road goes on to S.
  private static func straighter(_ other: Tags) throws -> DrawnNetwork {
    try DrawnNetwork(
      RoadMap(
        """
        A---------M---------S


                        B
        """, step: 10, ways: ["AM": named("Main Street"), "MB": named("Main Street"), "MS": other]))
  }

  @Test("A street that bends where a lesser road goes straight on is announced")
  func straightOn() throws {
    for other in [["highway": "unclassified"], ["highway": "service"]] as [Tags] {
      let drawn = try Self.straighter(other)
      #expect(try drawn.instructions("AB") == ["Bear right to stay on Main Street"])
      #expect(try drawn.instructions("AS").count == 1)
    }
  }

  @Test("A street that bends while lesser roads leave it to the side goes on silently")
  func bendsAlone() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---------M



                 B   S
        """, step: 10,
        ways: [
          "AM": Self.named("Main Street"), "MS": Self.named("Main Street"),
          "MB": ["highway": "residential"],
        ]))
    #expect(try drawn.instructions("AS").isEmpty)
    #expect(try drawn.instructions("AB") == ["Turn right"])
  }

  @Test("Where a nameless road forks, the branch that goes straight on is not announced")
  func namelessFork() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                             E

        A---------M---------B
        """, step: 10,
        ways: ["AMB": ["highway": "service"], "ME": ["highway": "service"]]))
    #expect(try drawn.instructions("AB").isEmpty)
    #expect(try drawn.instructions("AE").count == 1)
  }

  @Test("A nameless road is the way on only where another branches off it, and is no larger")
  func namelessAlike() throws {
    let ways = { (larger: String, own: String) -> KeyValuePairs<String, Tags> in
      ["AM": ["highway": larger], "ME": ["highway": larger], "MB": ["highway": own]]
    }
    let straight =
      """
                         E



      A---------M---------B
      """
    let bent =
      """
                         E



      A---------M


                          B
      """
    let told = { (drawing: String, larger: String) in
      try DrawnNetwork(RoadMap(drawing, step: 10, ways: ways(larger, "service")))
        .instructions("AB")
    }
    #expect(try told(straight, "service") == [])
    #expect(try told(straight, "residential") == ["Bear right"])
    #expect(try told(bent, "service") == ["Keep right at the fork"])
  }

  @Test("A street that bends by half a right angle is silent, by more it is told")
  func farBend() throws {
    let told = { (rows: Int) in
      let drawing =
        """
                        S



        A---------M
        """ + String(repeating: "\n", count: rows) + "               B"
      return try DrawnNetwork(
        RoadMap(
          drawing, step: 10,
          ways: [
            "AM": Self.named("Main Street"), "MB": Self.named("Main Street"),
            "MS": Self.named("Elm Street", "residential"),
          ])
      ).instructions("AB")
    }
    #expect(try told(6) == [])
    #expect(try told(9) == ["Turn right to stay on Main Street"])
  }

  @Test("Where both roads of a fork bend to one side, the bend is told")
  func oneSidedFork() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---------M



                        B

                      C
        """, step: 10,
        ways: [
          "AM": ["highway": "service"], "MB": ["highway": "service"],
          "MC": ["highway": "service"],
        ]))
    #expect(try drawn.instructions("AB") == ["Bear right"])
    #expect(try drawn.instructions("AC") == ["Keep right at the fork"])
  }

  @Test("A bend into which another road runs is told, though that road leads nowhere else")
  func roadThatLeadsIn() throws {
    let oneWay: Tags = ["highway": "secondary", "oneway": "yes"]
    var map = RoadMap(
      """
      A------M------X
             |
             |
             B
      """, step: 10, ways: ["AM": ["highway": "secondary"], "MB": oneWay, "XM": oneWay])
    map.restrict("no_left_turn", from: "XM", via: "M", to: "MB")
    #expect(try DrawnNetwork(map).instructions("AB") == ["Turn right"])
  }

  @Test("A nameless road goes on where another bends away by a few degrees")
  func slightBranch() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                                C

        A---------M-------------B
        """, step: 10,
        ways: ["AMB": ["highway": "service"], "MC": ["highway": "service"]]))
    #expect(try drawn.instructions("AB") == [])
    #expect(try drawn.instructions("AC") == ["Keep left at the fork"])
  }

  @Test("A street that splits into two nearly parallel ones says which to take")
  func parallel() throws {
    let map = { (drawing: String) in
      RoadMap(
        drawing, step: 10,
        ways: [
          "AM": Self.named("Main Street"), "MB": Self.named("Main Street"),
          "ME": Self.named("Main Street"),
        ])
    }
    let narrow = try DrawnNetwork(
      map(
        """
                                      E
        A---------M-------------------B
        """))
    #expect(try narrow.instructions("AB") == ["Keep right to stay on Main Street"])
    let wide = try DrawnNetwork(
      map(
        """
                                      E




        A---------M-------------------B
        """))
    #expect(try wide.instructions("AB").isEmpty)
  }

  @Test("A nameless road that only gets a name goes on silently, past the next junction too")
  func named() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                    X

        A-----M-----N-----B
        """, step: 50,
        ways: [
          "AM": ["highway": "secondary"], "MNB": Self.named("Main Street"),
          "NX": ["highway": "residential"],
        ]))
    #expect(try drawn.instructions("AB").isEmpty)
  }

  @Test("A street that comes back with a bend, behind another name, is announced")
  func bentInterlude() throws {
    let map = { (drawing: String) in
      RoadMap(
        drawing, step: 40,
        ways: [
          "AB": Self.named("High Street"), "BC": Self.named("Old Bridge"),
          "CD": Self.named("High Street"),
        ])
    }
    #expect(try DrawnNetwork(map("A-----B-----C-----D")).instructions("AD").isEmpty)
    let bent = try DrawnNetwork(
      map(
        """
        A-----B-----C


                          D
        """))
    #expect(
      try bent.instructions("AD") == ["Continue onto Old Bridge", "Continue onto High Street"])
  }

  @Test("A turn is told by the first metres of a road that soon bends back")
  func soonBent() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                C


        A-------M

                D-------B
        """, step: 4,
        ways: [
          "AM": ["highway": "service"], "MC": ["highway": "service"],
          "MDB": ["highway": "service"],
        ]))
    #expect(try drawn.instructions("AB") == ["Turn right"])
  }

  @Test("A ramp that bends where another joins it is not a turn")
  func joinedRamp() throws {
    let link: Tags = ["highway": "primary_link", "oneway": "yes"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-------M-------N



                   B
        """, step: 10, ways: ["AM": link, "NM": link, "MB": link]))
    #expect(try drawn.instructions("AB").isEmpty)
  }

  @Test("A few metres behind the second of two turns are part of it")
  func jogBehind() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                                X

        C-----------V-----------P
                    M









              D         B                    Q
        """, step: 2,
        ways: [
          "QP": Self.named("Upper Road", "residential"),
          "PVC": Self.named("Upper Road", "residential"), "PX": ["highway": "residential"],
          "VM": Self.named("Mill Street", "residential"),
          "MB": Self.named("Mill Street", "residential"), "MD": ["highway": "unclassified"],
        ]))
    #expect(try drawn.instructions("QD") == ["Turn left"])
  }

  @Test("Two turns to and fro within a few metres are one, by the angle over both")
  func oneJunction() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        C-----------------V-----------------A
                          M









                     D               B
        """, step: 2,
        ways: [
          "AV": Self.named("Upper Road", "residential"),
          "VC": Self.named("Upper Road", "residential"),
          "VM": Self.named("Mill Street", "residential"),
          "MB": Self.named("Mill Street", "residential"), "MD": ["highway": "unclassified"],
        ]))
    #expect(try drawn.instructions("AD") == ["Turn left"])
    #expect(try drawn.instructions("AB") == ["Turn sharp left onto Mill Street"])
  }

  @Test("A link to the other side and back to the street is two turns")
  func toAndFro() throws {
    let main = GuidanceTurnTests.oneWay("Main Street")
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----M-----E
              |
              |
              |
        W-----N
                    B
        """, step: 10,
        ways: [
          "AME": main, "MN": ["highway": "secondary_link", "oneway": "yes"], "WNB": main,
        ]))
    let steps = try drawn.steps("AB").dropFirst().dropLast()
    #expect(steps.map(\.maneuver.direction) == [.right, .left])
  }

  @Test("The street after a first one with a name is announced, however short the first")
  func shortStart() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-M



        S         B
        """, step: 16,
        ways: [
          "AM": Self.named("Mill Lane"), "MS": ["highway": "residential"],
          "MB": Self.named("Low Road"),
        ]))
    #expect(try drawn.instructions("AB") == ["Continue onto Low Road"])
  }
}
