import MessageBus
import Messages
import Testing

@testable import QuickBrew

/// What the commands about kept plans, feeds and explanations print in other languages.
@Suite struct TranslatedListTests {
  private static let plan = Fixtures.plan([], counts: Fixtures.counts(0, onTime: 0))
  private static let kept = KeptPlan(
    request: PlanRequest(origin: .text("Home"), destination: .text("Tower")), plan: plan,
    inputs: PlanInputs(
      software: "1.0", mapVersion: "c0ffee", trafficVersion: 3,
      venues: StreamPosition(epoch: "e1", sequence: 42)),
    made: Fixtures.departure)

  private static func replay(_ isSame: Bool, _ inputs: [PlanInputDifference]) -> String {
    PlanHistoryRendering.replay(
      PlanReplayReply(isSame: isSame, differences: inputs, kept: kept, plan: plan), style: .plain)
  }

  private static let changes = PlanInputDifference.Input.allCases.map {
    PlanInputDifference(input: $0, before: nil, now: "4")
  }

  private static let words = MatchExplanation(
    words: WordExplanation.Part.allCases.map { WordExplanation(typed: "x", part: $0) }
      + WordExplanation.Change.allCases.map {
        WordExplanation(typed: "x", part: .name, meant: "y", change: $0, edits: 2)
      }, fit: 0.5, competingHits: 2)

  private static func report(_ outcome: SyncReport.Outcome) -> SyncReport {
    SyncReport(
      feed: "a", outcome: outcome, failure: outcome == .failed ? "404" : nil,
      startedAt: Fixtures.departure, durationMilliseconds: 1_250, rows: 9, new: 2, changed: 3,
      removed: 4, merged: 5, withoutCoordinate: 6, notOffered: 7, duplicates: 8)
  }

  private static func feed(_ everySeconds: Int?, _ report: SyncReport?) -> FeedStatus {
    FeedStatus(
      feed: Feed(
        name: "a", format: .osm, location: "/x", everySeconds: everySeconds,
        headers: ["X-Key": FeedHeaders.hidden]),
      asOf: nil, rows: 7, derived: 2, withoutCoordinate: 1, nextSync: nil, lastSync: report)
  }

  private static func field(_ name: String, _ sure: Double? = nil) -> VenueFieldSource {
    VenueFieldSource(
      field: name, source: "a", since: Fixtures.departure, asOf: nil, derivedConfidence: sure)
  }

  /// Each rendering by its name.
  private static var texts: [String: String] {
    let outcomes = [SyncReport.Outcome.synced, .unchanged, .failed].map(report)
    let summary = PlanSummary(
      id: "p1", made: Fixtures.departure, origin: "Home", destination: "Tower",
      departure: Fixtures.departure, deadline: Fixtures.deadline, category: .coffee, onTime: 3)
    let span = PlanExplanation.Span(
      service: "planner", instance: "1",
      span: TraceSpan(
        operation: "planner.plan/1", startMicroseconds: 0, durationMicroseconds: 10,
        queueMicroseconds: 0, decodeMicroseconds: 0, handlerMicroseconds: 10,
        encodeMicroseconds: 0, isFailure: false))
    let hit = PlaceHit(
      label: "Tower", coordinate: Fixtures.tower, accuracy: .rooftop, confidence: 0.6,
      matched: "…", explanation: words)
    let fields = ["name", "category", "address", "openingHours", "outdoorSeating", "standing"]
    let road = RoadReference(way: 2)
    return [
      "plans": PlanHistoryRendering.list(PlanListReply(plans: [summary]), style: .plain),
      "no plan": PlanHistoryRendering.list(PlanListReply(plans: []), style: .plain),
      "plan": PlanHistoryRendering.render(kept, style: .plain),
      "same": replay(true, changes), "unknown": replay(false, []),
      "differs": replay(false, changes),
      "timeline": ExplanationRendering.render(
        PlanExplanation(plan: plan, traceID: "0af7", spans: [span]), style: .plain),
      "words": GeocoderRendering.render(GeocodeReply(hits: [hit]), style: .plain),
      "feeds": FeedRendering.render(
        FeedListReply(feeds: [feed(nil, nil), feed(0, outcomes[2])]), style: .plain),
      "syncs": FeedRendering.render(FeedSyncReply(reports: outcomes), style: .plain),
      "sources": FeedRendering.render(
        VenueSourcesReply(fields: fields.map { field($0) } + [field("coordinate", 0.85)]),
        style: .plain),
      "import": FavouriteImportReport(
        imported: 2, already: 1, unmatched: [VenueDescription(coordinate: Fixtures.origin)]
      ).text,
      "roads": TrafficRendering.render(
        TrafficChanged(
          version: 1,
          change: TrafficRequest(
            set: [TrafficChange(road: road, state: .closed)], clear: [road], clearAll: true))),
    ]
  }

  @Test("none of them has an English word", arguments: LanguageTests.others)
  func translated(language: String) {
    Formats.$conventions.withValue(Conventions(language)) {
      for (name, text) in Self.texts {
        #expect(LanguageTests.english(in: text, language) == [], "\(name):\n\(text)")
      }
    }
  }

  @Test(
    "each says it as the language does",
    arguments: [
      ("plans", "de", "Home nach Tower\n\nquickbrew plan show ID zeigt einen, "),
      ("plans", "ja", "3  カフェ  Home→Tower\n"),
      ("plan", "de", "  Verkehr    3\n  Orte       e1:42\n"),
      ("plan", "ja", "  交通情報      3\n"),
      ("same", "fi", "on sama.\nIlman vaikutusta siihen:\n  Ohjelmisto: silloin –, nyt 4"),
      ("differs", "fr", "qui a changé\u{A0}:\n  Logiciel\u{A0}: – alors, 4 maintenant\n"),
      ("differs", "ja", "プランは異なります。最初に異なる入力:\n  ソフトウェア: 当時–、現在4\nその次:\n"),
      ("timeline", "de", "Verlauf in Millisekunden; Spur 0af7\nDienst "),
      ("timeline", "ru", "Ход в миллисекундах; трасса 0af7\n"),
      ("words", "de", "Tower: Die Wörter passen zu 50 %, 2 andere Orte passen ebenso gut\n"),
      ("words", "ru", "столь же хорошо подходят ещё 2 места\n"),
      ("words", "fi", "x            nimi             y            2 kirjoitusvirhettä\n"),
      ("feeds", "de", "osm /x mit X-Key, nur auf Verlangen\n404\n"),
      ("feeds", "ja", "osm /x、ヘッダーX-Key、要求時のみ\n"),
      ("syncs", "de", "a ist abgeglichen, in 1,3 s\n  Zeilen "),
      ("syncs", "pt", "a: falhou após 1,3 s\n404\nAs linhas anteriores mantêm-se.\n"),
      ("sources", "de", "Koordinate      a, Adresse zu 85 % sicher  –"),
      ("sources", "es", "terraza     a "),
      ("import", "de", "Favoriten sind gemerkt; 1 schon vorher.\n1 Eintrag passt zu keinem Ort:\n"),
      ("import", "ja", "お気に入りを2件登録しました(1件は登録済み)。\n1件は該当する場所がありません:\n  –  "),
      ("roads", "de", "#1  way:2 wie üblich\n#1  way:2 gesperrt\n"),
      ("roads", "fr", "#1  way:2\u{A0}: comme d’habitude\n#1  way:2\u{A0}: fermée\n"),
    ])
  func says(name: String, language: String, text: String) {
    Formats.$conventions.withValue(Conventions(language)) {
      let output = Self.texts[name] ?? ""
      #expect(output.contains(text), "\(output)")
    }
  }
}
