import Foundation
import Geography
import Messages
import TestSupport
import Testing

@testable import QuickBrew

/// What the commands about fences, pins, roads and traffic print in other languages.
@Suite struct TranslatedCommandTests {
  private static let track = #"<gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>"#
  private static let origin = "37.785834,-122.406417"
  private static let tower = "37.802395,-122.405822"

  private static let fence = Fence(
    id: "3",
    definition: FenceDefinition(
      area: .circle(center: Fixtures.origin, radiusMeters: 1_000), label: "Home", tags: ["a"],
      dwellSeconds: 600, hours: [FenceHours(days: [1, 2], from: "08:00", until: "18:00")],
      expires: Fixtures.deadline))

  private static func position(_ inside: [FenceID]) -> DevicePosition {
    DevicePosition(
      device: "phone", coordinate: Fixtures.origin, time: Fixtures.departure, accuracyMeters: 8,
      color: inside.isEmpty ? .white : .green, inside: inside)
  }

  private static func event(
    _ kind: GeofenceEvent.Kind, _ reason: GeofenceEvent.Reason
  ) -> GeofenceEvent {
    let time = Fixtures.departure
    return GeofenceEvent(
      number: 7, kind: kind, replaces: 6, fence: .init(fence), device: "phone", episode: 1,
      coordinate: Fixtures.origin, time: time, earliest: time, latest: time, certainty: .observed,
      sample: .init(coordinate: Fixtures.origin, time: time), visitSeconds: 90, reason: reason)
  }

  /// Services that have one of everything.
  private static let bus = FakeClientBus()
    .answering(FenceListRequest.self) { _ in FenceListReply(fences: [fence]) }
    .answering(FenceAddRequest.self) { _ in fence }
    .answering(FenceRemoveRequest.self) { _ in fence }
    .answering(UpcomingRequest.self) { _ in GeofenceRouteTests.upcoming }
    .answering(MapTimesRequest.self) { _ in
      MapTimesReply(departure: Fixtures.departure, deadline: nil)
    }
    .answering(PositionRequest.self) { _ in position(["3"]) }
    .answering(PositionReportRequest.self) { request in
      PositionReportReply(
        ignored: request.accuracyMeters == nil ? nil : .inaccurate, events: [],
        pending: request.accuracyMeters == nil
          ? [UnconfirmedTransition(kind: .enter, fence: "3", time: Fixtures.departure, fixes: 1)]
          : nil)
    }
    .answering(PinBoardRequest.self) { request in
      PinCommandTests.board(request.board == "none" ? 0 : 3, watch: .on)
    }
    .answering(PinAddRequest.self) { _ in PinCommandTests.board(3) }
    .answering(PinRemoveRequest.self) { _ in PinCommandTests.board(2) }
    .answering(PinResetRequest.self) { _ in PinCommandTests.board(0) }
    .answering(PinWatchRequest.self) { PinCommandTests.board(3, watch: $0.on ? .on : .off) }
    .answering(IsochroneRequest.self) { request in
      IsochroneReply(
        contours: [Isochrone(durationSeconds: 300, areas: [])],
        center: SnappedWaypoint(coordinate: request.center, distanceMeters: 1), mapVersion: "1")
    }
    .answering(TableRequest.self) { _ in
      TableReply(durationsSeconds: [[65], [nil]], packedSeconds: nil, mapVersion: "1")
    }
    .answering(NearestRoadRequest.self) { _ in
      NearestRoadReply(points: [
        SnappedWaypoint(coordinate: Fixtures.origin, distanceMeters: 3.6, name: "Elm", way: 7)
      ])
    }
    .answering(MatchRequest.self) { request in
      MatchReply(
        matches: [
          TrackMatch(durationSeconds: 120, distanceMeters: 1_500, ways: [7, 8], geometry: nil)
        ], points: [nil], mapVersion: "1")
    }
    .answering(TrafficRequest.self) { request in
      let isClear = request.clear != nil
      return TrafficReply(
        version: 1,
        roads: (isClear ? 2...3 : 2...2).map { way in
          TrafficRoad(
            road: RoadReference(way: way, bearing: 90), state: .speed(kilometersPerHour: 12.5),
            isKept: true, name: nil, segments: 2)
        })
    }

  private static let report = "position report \(origin) --device phone"
  private static let table = "table --from \(origin) --from \(tower) --to \(tower)"

  /// Each command, with what it prints in two languages; both streams count.
  static let lines: [(line: String, language: String, text: String)] = [
    ("geofence list", "de", "Zone  Bereich                          Schlagwörter  "),
    ("geofence list", "ja", "3       37.785834,-122.406417から半径1.0 km  a     月～火 8:00～18:00"),
    ("geofence add \(origin)", "de", "3 „Home“ wird überwacht: 1,0 km um \(origin), "),
    ("geofence add \(origin)", "es", "Se vigila 3 «Home»: 1,0 km alrededor de \(origin), "),
    ("geofence remove 3", "fi", "Poistettu: 3 ”Home”, säde 1,0 km, keskipiste \(origin), "),
    ("geofence remove 3", "ru", "Удалена зона 3 «Home»: 1,0 км вокруг \(origin), теги: a, "),
    ("geofence route --device phone", "de", "phone erreicht 3 „Tower“: 08:07:01, in 7 min 1 s und"),
    ("geofence route --device phone", "ja", "phoneは8:07:01に3「Tower」に到達(7 分 1 秒後、1.5 km先)"),
    ("geofence on", "pt", "Sob vigilância: 1,0 km à volta de 3 pinos de ada."),
    ("geofence off", "ru", "За метками ada наблюдения нет."),
    ("position show --device phone", "es", "phone: verde, en \(origin) (8 m), dentro de 3"),
    ("position show --device phone", "ru", "phone: зелёный, координаты \(origin) (8 м), в зоне: 3"),
    (report, "fr", "Semble être entré dans 3 à 08:00:00\u{A0}; "),
    (report, "de", "Hat 3 wohl um 08:00:00 betreten; "),
    (report + " --accuracy 9", "pt", "Ignorada: demasiado imprecisa"),
    (report + " --accuracy 9", "ja", "無視しました: 精度が低く"),
    ("pins list", "de", "Zusammen 2 h 46 min 1 s, 99,6 km\nA C B spart 14 min 59 s\n"),
    ("pins list", "ru", "A C B экономит 14 мин 59 с\nНаблюдение: 1,0 км вокруг 3 меток"),
    ("pins list --board none", "es", "Aún no hay pines: quickbrew pins add PLACE pone uno."),
    ("pins list --board none", "ja", "ピンはまだありません。"),
    ("pins directions", "fr", "de A à B par Market Street\nTemps estimé\u{A0}: 0 j 2 h 45 min\n"),
    ("pins directions", "ja", "AからBへの道順(Market Street経由)\n所要時間: 0日2時間45分\n"),
    ("pins add Tower", "fi", "C asetettu: Coit Tower\n"),
    ("pins add Tower", "pt", "C colocado: Coit Tower\n"),
    ("pins remove B", "de", "B ist entfernt.\n"), ("pins remove B", "ru", "Метка B удалена.\n"),
    ("pins reset", "es", "El tablero ada está vacío.\n"),
    ("pins reset", "ja", "ボードadaは空です。\n"),
    (
      "isochrone \(origin) --minutes 5", "de",
      "Um \(origin)\nInnerhalb von    Fläche  Teile\n        5 min  0,00 km²      0\n"
    ),
    (
      "isochrone \(origin) --minutes 5", "es_US",
      "Alrededor de \(origin)\nEn menos de  Superficie  Partes\n      5 min    0.00 mi²       0\n"
    ),
    (table, "fr", "De \\ à                 \(tower)\n\(origin)              1 min 5 s\n"),
    (table, "ja", "出発＼到着             \(tower)\n\(origin)              1 分 5 秒\n"),
    (table, "ja", "\(tower)                 道なし\n"),
    ("nearest \(origin)", "pt", "Coordenada             Distância  Via OSM  Nome\n"),
    ("nearest \(origin)", "ru", "\(origin)         4 м         7  Elm\n"),
    ("match TRACK", "de", "1,5 km in 2 min auf 2 Wegen\n0 von 1 Punkt passt zu einer Straße.\n"),
    ("match TRACK", "ja", "1.5 km、2 分、2本の道路\n1点中0点が道路に一致しました。\n"),
    ("traffic list", "de", "way:2 Richtung 90°  12,5 km/h           2  ja      –\n"),
    ("traffic list", "es_US", "way:2 rumbo 90°  7.8 mi/h"),
    ("traffic set way:2 --speed 9", "ru", "way:2 азимут 90°  12,5 км/ч"),
    ("traffic set way:2 --speed 9", "fr", "way:2 cap 90°  12,5 km/h"),
    ("traffic clear way:4", "fi", "Tyhjennetty; 2 tietä on yhä muutettu.\n"),
    ("traffic clear way:4", "ja", "消去しました。道路2件は変更されたままです。\n"),
  ]

  @Test("each command prints the reader's language", arguments: lines)
  func prints(line: String, language: String, text: String) async throws {
    try await TemporaryDirectory.with { directory in
      let path = try directory.write(Array(Self.track.utf8), to: "a.gpx")
      let words = line.split(separator: " ").map { $0 == "TRACK" ? path : String($0) }
      let run = await CommandRun(
        words + ["--lang", language], bus: Self.bus)
      // A step is worded by the router.
      let output = (run.output + run.messages)
        .replacing("Turn right onto Parkwood Avenue", with: "")
        .replacing(/https:\S*|(Apple|Google) Maps/, with: "")
      #expect(output.contains(text), "\(output)")
      #expect(LanguageTests.english(in: output, String(language.prefix(2))) == [], "\(output)")
    }
  }

  @Test("every event, reason and flaw has no English word", arguments: LanguageTests.others)
  func events(language: String) {
    Formats.$conventions.withValue(Conventions(language)) {
      var texts = PositionRejection.allCases.map(GeofenceRendering.reason)
      for kind in GeofenceEvent.Kind.allCases {
        for reason in GeofenceEvent.Reason.allCases {
          texts.append(GeofenceRendering.render(Self.event(kind, reason), style: .plain))
        }
      }
      for state in UpcomingFence.State.allCases {
        let upcoming = UpcomingFence(device: "phone", state: state, time: Fixtures.departure)
        texts.append(GeofenceRendering.render(upcoming, style: .plain))
      }
      texts += [[], ["3"]].map { GeofenceRendering.render(Self.position($0), style: .plain) }
      for text in texts { #expect(LanguageTests.english(in: text, language) == [], "\(text)") }
    }
  }

  @Test("a question accepts the answer of the reader's language and the English one")
  func answers() {
    for (language, yes, no) in [
      ("de", ["j", "Ja", "JA"], "nein"), ("ru", ["д", "Да"], "нет"), ("es", ["s", "sí", "Si"], ""),
      ("ja", ["はい"], "いいえ"), ("fi", ["k", "kyllä"], "e"), ("fr", ["o", "oui"], "non"),
      ("pt", ["s", "sim"], "n"), ("en", [], "ja"),
    ] {
      Formats.$conventions.withValue(Conventions(language)) {
        #expect((yes + ["y", "YES"]).allSatisfy(Confirmation.isYes), "\(language)")
        #expect(!Confirmation.isYes(no), "\(language)")
      }
    }
  }

  private static let japanese = "月～水 7:00～12:00、13:00～2:00、金 7:00～12:00、13:00～2:00"

  @Test(
    "opening hours that are the same every week are said in words, others as they are written",
    arguments: [
      ("de", "Mo-Fr 08:00-18:00; Sa 09:00-13:00; PH off", "Mo.–Fr. 08:00–18:00, Sa. 09:00–13:00"),
      ("en_US", "Mo-Su 20:00-24:00", "Mon–Sun 8:00 PM–12:00 AM"),
      ("en_GB", "Mo-Su 20:00-24:00", "Mon–Sun 20:00–24:00"),
      ("ja", "Mo-We,Fr 07:00-12:00,13:00-02:00", japanese), ("ru", "24/7", "Пн–Вс круглосуточно"),
      ("en", "Mo-Th 08:00-18:00; We off", "Mon–Tue 08:00–18:00, Thu 08:00–18:00"),
      ("en", "Fr-Sa 00:00-24:00; Su 00:00-06:00", "Fri–Sat all day, Sun 00:00–06:00"),
      ("de", "Apr-Oct Mo-Fr 08:00-18:00", nil), ("de", "Mo-Fr 08:00+", nil), ("de", "off", nil),
      ("de", "Mo[1] 08:00-10:00", nil), ("de", "sunrise-sunset", nil), ("de", "nonsense", nil),
      ("de", "week 1-20 Mo 08:00-10:00", nil), ("de", "Mo 08:00-10:00 unknown", nil),
      ("de", #"Mo-Fr 08:00-18:00 "by appointment""#, nil),
    ] as [(String, String, String?)])
  func week(language: String, value: String, words: String?) {
    Formats.$conventions.withValue(Conventions(language)) {
      #expect(WeekWords.text(value) == words)
    }
  }

  @Test("a cuisine is said in words, one after the other")
  func cuisine() {
    Formats.$conventions.withValue(Conventions("de")) {
      #expect(VenueRendering.cuisine("coffee_shop; burger") == "Kaffee, Burger")
    }
    #expect(VenueRendering.cuisine("coffee_shop;soul_food") == "coffee shop, soul food")
  }

  /// The oracle is the CLDR of full Foundation.
  @Test("whoever reads a language reads its letters, and of others only Latin ones")
  func letters() {
    let samples = [
      "Cyrl": "Ж", "Arab": "ب", "Grek": "Ω", "Hebr": "ש", "Thai": "ก", "Geor": "ჟ", "Armn": "Ժ",
      "Deva": "अ", "Beng": "অ", "Taml": "அ", "Ethi": "አ", "Khmr": "ក", "Jpan": "ひ", "Kore": "한",
      "Hans": "北", "Hant": "北", "Sinh": "අ", "Telu": "అ", "Knda": "ಅ", "Mlym": "അ", "Laoo": "ກ",
      "Mymr": "က", "Tibt": "ཀ", "Gujr": "અ", "Guru": "ਅ", "Orya": "ଅ", "Thaa": "ހ", "Tfng": "ⴰ",
    ]
    let languages = Set(Locale.availableIdentifiers.map { $0.prefix { $0 != "_" } })
    #expect(languages.count > 200)
    for language in languages {
      let own = Locale.Language(identifier: String(language)).script?.identifier ?? ""
      let conventions = Conventions(String(language))
      #expect(conventions.reads("Ж x") && conventions.reads("24/7"))
      for (script, letter) in samples {
        let isShared =
          ["Arab", "Aran"].contains(own) && script == "Arab"
          || ["Hans", "Hant", "Jpan", "Kore"].contains(own) && ["Hans", "Hant"].contains(script)
        #expect(
          conventions.reads(letter) == (own == script || isShared), "\(language) \(letter)")
      }
    }
  }
}
