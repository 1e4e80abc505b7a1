import Messages
import Phrases
import Testing
import Time

@testable import QuickBrew

/// The client's sentences in every language but English.
@Suite struct LanguageTests {
  private static let book = PhraseBook(phraseTexts)
  static let others = Set(phraseTexts.map(\.language)).subtracting(["en"]).sorted()

  /// A key without the form of a number.
  private static func base(_ key: String) -> String {
    key.replacing(/\.(one|few|many|other)$/, with: "")
  }

  /// The names of the slots by key without forms; a number may be said in words.
  private static func slots(_ phrases: Phrases) -> [String: Set<String>] {
    Dictionary(
      phrases.slots.map { (base($0), $1.subtracting(["n"])) }, uniquingKeysWith: { $0.union($1) })
  }

  @Test("every language has each phrase of English with the same slots", arguments: others)
  func complete(language: String) {
    let own = Self.slots(Self.book.phrases(for: language))
    // How numbers and dates are written depends on the region, and the CLDR is their oracle.
    let written: Set = [
      "clock", "date", "am", "pm", "decimal", "letters", "miles", "script", "scripts", "yards",
    ]
    for (key, slots) in Self.slots(Self.book.phrases(for: nil))
    where !written.contains(String(key.prefix { $0 != "." })) {
      #expect(own[key] == slots, "\(language) \(key)")
    }
  }

  @Test("no phrase was left in English, but for words that both have", arguments: others)
  func notLeftInEnglish(language: String) {
    let shared: Set = [
      "certainty.exact", "errands.destination", "route.alternative", "table.distance", "table.id",
      "table.name", "table.pin", "table.plan", "table.region", "table.service", "table.software",
    ]
    let (own, english) = (Self.book.phrases(for: language), Self.book.phrases(for: nil))
    for key in english.slots.keys.sorted() where own.slots[key] != nil {
      let text = english(key)
      guard text.contains(/\p{L}{3}|ID/), !shared.contains(key) else { continue }
      #expect(own(key) != text, "\(language) \(key)")
    }
  }

  @Test("every number has its form, so that none falls back to another's", arguments: others)
  func forms(language: String) {
    let phrases = Self.book.phrases(for: language)
    let keys = Set(phrases.slots.keys)
    let counted = Set(keys.filter { Self.base($0) != $0 }.map(Self.base))
    for key in counted {
      for number in 0...120 {
        let isThere = keys.contains("\(key).\(phrases.form(of: number))")
        #expect(isThere, "\(key) of \(number)")
      }
    }
  }

  /// The words of kinds, errors and so on, which the data has in English.
  private static func words(_ language: String) -> Set<String> {
    let prefixes = ["accuracy.", "assumed.", "cuisine.", "error.", "kind.", "with."]
    return Set(
      book.phrases(for: language).slots.keys.filter { key in
        prefixes.contains { key.hasPrefix($0) }
      })
  }

  @Test("all languages have words for the same kinds, errors and assumptions", arguments: others)
  func sameWords(language: String) {
    let own = Self.words(language)
    #expect(own == Self.words("de"))
    for category in VenueCategory.tree {
      #expect(own.contains("kind.\(category.rawValue)"), "\(category)")
    }
  }

  /// The words of a text, without their case.
  private static func split(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter }.map(String.init).filter { $0.count > 2 })
  }

  private static func text(_ phrases: Phrases) -> String {
    phraseTexts.first { $0.language == phrases.language }?.text ?? ""
  }

  /// The English words of a text in another language; names are no words.
  static func english(in output: String, _ language: String) -> Set<String> {
    let names =
      "Blue Bottle Coit Tower Market Street and Columbus Avenue Home here there phone way "
      + "quickbrew open venue osm node utc --why-not"
    let phrases = phraseTexts.first { $0.language == "en" }?.text ?? ""
    let own = text(book.phrases(for: language)).split(separator: "\n")
      .map { $0.split(separator: " = ", maxSplits: 1).last ?? "" }.joined(separator: "\n")
    return split(output).intersection(split(phrases)).subtracting(split(own + names))
  }

  private static func plan(_ verdict: PlanVerdict, onTime: Int) -> Plan {
    Fixtures.plan(
      [
        Fixtures.option(
          Fixtures.venue("Blue Bottle"), toStop: 200, toDestination: 370,
          hours: VisitHours(state: .open, closes: Fixtures.deadline)),
        Fixtures.option(Fixtures.venue(""), toStop: 1200, toDestination: 1100),
      ],
      counts: Fixtures.counts(
        146, onTime: onTime,
        outcomes: CandidateOutcomes(open: onTime, late: 145 - onTime, unreachable: 1)),
      verdict: verdict,
      leaveBetween: DepartureWindow(earliest: Fixtures.departure, latest: Fixtures.deadline))
  }

  @Test("a Spanish “o” is “u” before its own sound")
  func alternatives() {
    Formats.$conventions.withValue(Conventions("es")) {
      let say = { (kind: String) in Formats.phrase("or", ["one": "café", "other": kind]) }
      let said = ["bar", "Óptica", "hotel"].map(say)
      #expect(said == ["café o bar", "café u Óptica", "café u hotel"])
    }
  }

  @Test(
    "a plan, errands and a meeting have no English word in another language", arguments: others)
  func translated(language: String) {
    Formats.$conventions.withValue(Conventions(language)) {
      let wayOut = WayOut(departure: Fixtures.deadline, deadline: Fixtures.deadline)
      for verdict in [
        PlanVerdict(.yes), PlanVerdict(.maybe), PlanVerdict(.no, .late),
        PlanVerdict(.no, .closed, count: 5, wayOut: wayOut), PlanVerdict(.no, .direct),
        PlanVerdict(.no, .unreachable), PlanVerdict(.no, .nothing), PlanVerdict(.no, .unwanted),
      ] {
        let plan = Self.plan(verdict, onTime: 3)
        let errands = ErrandCommandTests.plan(verdict)
        let output = [
          PlanRendering.render(plan, style: .plain), ErrandRendering.render(errands, style: .plain),
          MeetRendering.render(ErrandCommandTests.meeting(verdict), style: .plain),
        ].joined()
        #expect(Self.english(in: output, language) == [], "\(output)")
      }
    }
  }

  private static let names = NamesByLanguage(["de": "Kaffee Rom", "en": "Rome"])
  private static let cafe = Venue(
    id: "osm/node/1", name: "Рим", category: .coffee, coordinate: Fixtures.origin,
    facts: VenueFacts(names: names))

  @Test("notes, reviews, deals and files name a venue as lists do, and watching one that is lost")
  func venueNames() throws {
    let time = Fixtures.departure
    let review = Review(
      user: "ada", venueID: "osm/node/1", venueName: "Рим", venueNames: Self.names, stars: 4,
      writtenAt: time, changedAt: time)
    let note = Note(
      venueID: "osm/node/1", venueName: "Рим", venueNames: Self.names, text: "…", changedAt: time)
    let deal = Deal(
      id: "7", venueID: "osm/node/1", venueName: "Рим", venueNames: Self.names, text: "…",
      starts: time, ends: Fixtures.deadline)
    let plan = Fixtures.plan(
      [Fixtures.option(Self.cafe, toStop: 200, toDestination: 370)],
      counts: Fixtures.counts(1, onTime: 1))
    var watch = PlanWatch()
    _ = watch.update(plan, causes: [])
    let none = Fixtures.plan([], counts: Fixtures.counts(0, onTime: 0))
    let verdict = watch.update(none, causes: [.venues])
    let lost = try #require(verdict)
    for (language, name) in [("de", "Kaffee Rom · Рим"), ("fr", "Rome · Рим"), ("ru", "Рим")] {
      try Formats.$conventions.withValue(Conventions(language)) {
        let trip = try Itinerary(LastPlan(plan: plan, profile: .car), option: 1)
        let texts = [
          ContributionRendering.render(review, naming: true, style: .plain),
          ContributionRendering.render(note, style: .plain), DealCommands.phrase("kept", deal),
          ItineraryExport.gpx(trip), WatchRendering.render(lost, style: .plain),
          CalendarEvent.text(trip, now: time).replacing("\r\n ", with: ""),
        ]
        for text in texts { #expect(text.contains(name), "\(text)") }
        #expect(texts.allSatisfy { $0.contains("Kaffee") == (language == "de") })
      }
    }
  }

  @Test("a venue, its reviews and its files have no English word", arguments: others)
  func translatedVenues(language: String) throws {
    try Formats.$conventions.withValue(Conventions(language)) {
      var venue = Self.cafe
      venue.facts.address = "…"
      venue.facts.amenities = VenueAmenities(
        [.outdoorSeating: true, .takeaway: false], wheelchair: .limited, wifi: .free)
      venue.standing = .closed
      let time = Fixtures.departure
      let remarks = VenueRemarks(
        newest: [], review: nil,
        note: Note(venueID: venue.id, venueName: "", text: "…", changedAt: time),
        favouriteSince: time)
      let plan = Fixtures.plan(
        [Fixtures.option(venue, toStop: 200, toDestination: 370)],
        counts: Fixtures.counts(1, onTime: 1))
      let trip = try Itinerary(LastPlan(plan: plan, profile: .car), option: 1)
      let output = [
        VenueRendering.render(venue, style: .plain),
        ContributionRendering.render(remarks, style: .plain), trip.title,
        trip.points.map(\.times).joined(separator: " "),
      ].joined(separator: " ").replacing(/https:\S*|(Apple|Google) Maps/, with: "")
      #expect(Self.english(in: output, language) == [], "\(output)")
    }
  }

  @Test("a failed request is said by its code, with the service's message behind it")
  func failures() async {
    let bus = FakeClientBus().answering(RouteRequest.self) { _ in
      throw ServiceError(.noRoute, "No road from 1,2.")
    }
    let run = await CommandRun(["route", "1,2", "3,4", "--lang", "de"], bus: bus)
    #expect(
      run.messages.contains("Keine Straße führt von einem Ort zum anderen. (No road from 1,2.)"),
      "\(run.messages)")
    let json = await CommandRun(["route", "1,2", "3,4", "--lang", "de", "--json"], bus: bus)
    #expect(json.output.contains(#""message":"No road from 1,2.""#))
  }

  @Test("a heading of wide characters stands above its column")
  func wide() {
    Formats.$conventions.withValue(Conventions("ja")) {
      let lines = PlanRendering.render(Self.plan(PlanVerdict(.yes), onTime: 1), style: .plain)
        .split(separator: "\n")
      let heading = lines.first { $0.contains("寄り道") } ?? ""
      let row = lines.first { $0.contains("Blue Bottle") && $0.contains("osm/") } ?? ""
      let ends = (
        heading.firstRange(of: "寄り道").map { String(heading[..<$0.upperBound]).displayWidth },
        row.firstRange(of: "+3 分 20 秒").map { String(row[..<$0.upperBound]).displayWidth }
      )
      #expect(ends.0 == ends.1 && ends.0 != nil, "\(heading)\n\(row)")
    }
  }
}
