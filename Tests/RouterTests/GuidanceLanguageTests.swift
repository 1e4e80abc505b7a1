import Geography
import MessageBus
import Messages
import Phrases
import TestSupport
import Testing

@testable import Router

/// What each language's file has to contain, and what some sentences come to.
@Suite("Guidance: languages")
struct GuidanceLanguageTests {
  private static let all = StepWording.book.all.map(\.language)
  private static let english = StepWording.book.phrases(for: "en")

  @Test("Every language has every phrase of the English file, with the same slots", arguments: all)
  func complete(language: String) {
    let phrases = StepWording.book.phrases(for: language)
    #expect(phrases.malformed == [])
    for (key, slots) in Self.english.slots {
      #expect(phrases.slots[key] == slots, "\(phrases.language): \(key)")
    }
    // Numbers may have words of their own: "пять левых полос".
    let more = phrases.slots.keys.filter { Self.english.slots[$0] == nil }
    #expect(more.filter { $0.last?.isNumber != true } == [], "\(phrases.language)")
  }

  @Test("Every maneuver is worded in each language, by phrases that exist", arguments: all)
  func everyManeuver(language: String) {
    let phrases = StepWording.book.phrases(for: language)
    let wording = StepWording(phrases)
    for step in Self.steps {
      let sentence = wording.sentence(step)
      #expect(!sentence.isEmpty && !sentence.contains("{") && !sentence.contains("["))
      // A key that no file has would be said as it is.
      #expect(!sentence.contains(/[a-z]\.[a-z]/.ignoresCase()), "\(phrases.language): \(sentence)")
      #expect(!sentence.contains("  ") && sentence.last != " ", "\(phrases.language): \(sentence)")
      if let road = step.road, step.road?.contains("улица") == false, step.mustNameRoad {
        #expect(sentence.contains(road), "\(phrases.language): \(sentence)")
      }
    }
    let step = Self.steps[1]
    #expect(wording.sentences([step, step]).last != wording.sentence(step))
  }

  @Test(
    "Sentences of each language",
    arguments: [
      ("de", "Am Ende der Straße rechts abbiegen auf Elm Richtung Worms"),
      ("fr", "Au bout de la route, tournez à droite sur Elm en direction de Worms"),
      ("es", "Al final de la calle, gira a la derecha hacia Elm en dirección a Worms"),
      ("pt-BR", "No fim da rua, vire à direita para Elm em direção a Worms"),
      ("fi_FI.UTF-8", "Tien päässä käänny oikealle tielle Elm suuntana Worms"),
      ("ru", "В конце дороги поверните направо на Elm в направлении Worms"),
      ("ja", "突き当たりをWorms方面へ、Elmへ右折します"),
      ("tlh", "At the end of the road, turn right onto Elm towards Worms"),
    ])
  func sentences(language: String, sentence: String) {
    let step = Self.step(.endOfRoad, .right, "Elm", signs: "Worms")
    #expect(StepWording(language).sentence(step) == sentence)
  }

  @Test("Russian declines the street that a step leads onto or follows")
  func russian() {
    let wording = StepWording("ru")
    #expect(
      wording.sentence(Self.step(.turn, .left, "Тверская улица"))
        == "Поверните налево на Тверскую улицу")
    #expect(
      wording.sentence(Self.step(.depart, nil, "Ленинский проспект", as: .heading(0)))
        == "Двигайтесь на север по Ленинскому проспекту")
  }

  @Test(
    "The main streets of a route are joined in each language",
    arguments: [
      (nil, "Elm and Oak"), ("de", "Elm und Oak"), ("fi", "Elm ja Oak"), ("ru", "Elm и Oak"),
      ("ja", "ElmとOak"),
    ] as [(String?, String)])
  func summary(language: String?, text: String) {
    let wording = StepWording(language)
    #expect(wording.summary(["Elm", "Oak"]) == text)
    #expect(wording.summary(["Elm"]) == "Elm")
    #expect(wording.summary([]) == nil)
    if language == nil {
      #expect(StepWording("es").summary(["Elm", "Isla"]) == "Elm e Isla")
      #expect(StepWording("es").summary(["Elm", "Hierro"]) == "Elm y Hierro")
    }
  }

  @Test("A route's name, steps and notes are in the language of its request")
  func route() throws {
    let drawn = try DrawnNetwork(GuidanceTests.town())
    let router = drawn.router
    let request = RouteRequest(
      waypoints: [drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "F")], steps: true)
    let context = RequestContext(
      deadline: .now.advanced(by: .seconds(60)), language: "de-AT,en;q=0.5")
    router.answer(in: context)
    let german = try router.answer(request)
    #expect(german.legs[0].steps?.last?.instruction == "Ziel erreicht")
    #expect(german.name == "Market Street und Columbus Avenue")
    #expect(german.legs[0].name == german.name)
    router.answer(in: nil)
    #expect(
      try router.answer(request).legs[0].steps?.last?.instruction == "Arrive at the destination")
  }

  // MARK: steps

  private static func step(
    _ kind: ManeuverKind, _ direction: TurnDirection? = nil, _ road: String? = nil,
    exit: Int? = nil, number: String? = nil, signs: String? = nil, lanes: Int = 0,
    wayKind: StepContent.WayKind = .road, as context: StepContent.Context = .ordinary
  ) -> StepContent {
    let lanes = (0..<lanes).map { Lane(directions: [], isValid: $0 == 0) }
    return StepContent(
      maneuver: Maneuver(
        kind: kind, direction: direction, coordinate: Coordinate(latitude: 0, longitude: 0),
        exit: exit, exitNumber: number, destinations: signs, lanes: lanes.isEmpty ? nil : lanes),
      road: road, wayKind: wayKind, context: context)
  }

  /// Every kind of maneuver with every direction, road, sign, context and number of lanes.
  private static let steps: [StepContent] = {
    let contexts: [StepContent.Context] = [
      .ordinary, .heading(200), .staying, .deadEnd, .leavingHighway(exitName: nil),
      .leavingHighway(exitName: "Millfield"), .leavingFerry, .stop(nil), .stop(2),
    ]
    var steps: [StepContent] = []
    for kind in ManeuverKind.allCases {
      for direction in [nil] + TurnDirection.allCases.map(Optional.some) {
        for (road, signs) in [(nil, nil), ("Elm", nil), ("Elm", "Worms"), (nil, "Worms")] {
          for context in contexts {
            steps.append(step(kind, direction, road, signs: signs, as: context))
          }
        }
        for wayKind in StepContent.WayKind.allCases {
          steps.append(step(kind, direction, exit: 3, number: "12", lanes: 3, wayKind: wayKind))
        }
      }
    }
    return steps
  }()
}

extension StepContent {
  /// Whether its sentence names the road: not at the end, nor where a kind of way counts more.
  fileprivate var mustNameRoad: Bool {
    [.turn, .newName, .merge, .endOfRoad, .exitRoundabout].contains(maneuver.kind)
  }
}
