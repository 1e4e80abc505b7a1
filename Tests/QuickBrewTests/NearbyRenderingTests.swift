import Geography
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct NearbyRenderingTests {
  /// Saturday 08:00 in San Francisco.
  private static let now = Fixtures.departure

  private static func venue(
    _ name: String, meters: Meters, hours: VenueHoursStatus? = nil, rating: VenueRating? = nil,
    address: String? = nil
  ) -> NearbyVenue {
    let venue = Venue(
      id: VenueID(rawValue: "osm/node/\(name.count)"), name: name, category: .coffee,
      coordinate: Fixtures.origin, facts: VenueFacts(address: address), rating: rating)
    return NearbyVenue(venue: venue, distanceMeters: meters, hours: hours)
  }

  private static let roma = venue(
    "Café Roma", meters: 42,
    hours: VenueHoursStatus(state: .open, until: now.adding(seconds: 36_000)),
    rating: VenueRating(mean: 4.25, count: 12), address: "526 Columbus")
  private static let depot = venue("Depot", meters: 1_234, hours: VenueHoursStatus(state: .unknown))

  private static func reply(_ venues: [NearbyVenue], isCurrent: Bool = true) -> NearbyReply {
    NearbyReply(venues: venues, replica: replica(isCurrent))
  }

  private static func replica(_ isCurrent: Bool = true) -> ReplicaState {
    ReplicaState(
      position: StreamPosition(epoch: "e", sequence: 1), venues: 1, isCurrent: isCurrent)
  }

  private static func text(
    _ known: [NearbyVenue]?, _ unknown: [NearbyVenue]? = nil, isCurrent: Bool = true,
    style: Style = .plain
  ) -> String {
    NearbyRendering.render(
      NearbyLists(
        known: known.map { reply($0, isCurrent: isCurrent) },
        unknown: unknown.map { reply($0, isCurrent: isCurrent) }, instant: now),
      style: style)
  }

  @Test("a row shows distance, rating, hours and address")
  func row() {
    #expect(
      Self.text([Self.roma, Self.depot]) == """
        Venue      Distance  Category  Rating      Hours             ID          Address
        Café Roma      42 m  coffee    ★ 4.6 (12)  open until 18:00  osm/node/9  526 Columbus
        Depot        1.2 km  coffee                hours unknown     osm/node/5

        """)
  }

  private static let cathedral = [
    "en": "Cathedral", "de": "Kathedrale", "ka": "ტაძარი", "pt-BR": "Catedral",
  ]

  @Test(
    "a venue has its name in the reader's language, and the local one beside it",
    arguments: [
      ("de-AT", "Храм", "Kathedrale · Храм"), ("pt_BR.UTF-8", "Храм", "Catedral · Храм"),
      ("en", "Храм", "Cathedral · Храм"), (nil, "Храм", "Cathedral · Храм"),
      ("C.UTF-8", "Храм", "Cathedral · Храм"), ("ka_GE", "Храм", "ტაძარი · Храм"),
      // English where the letters are not the reader's, and only there.
      ("fr", "Храм", "Cathedral · Храм"), ("fr", "Temple", "Temple"), ("ru", "Храм", "Храм"),
      ("uk", "Храм", "Храм"), ("ja", "Храм", "Cathedral · Храм"),
      ("ka", "Cafe 寺", "ტაძარი · Cafe 寺"),
      ("ja", "カフェ", "カフェ"), ("zh_TW", "寺", "寺"), ("el", "寺", "Cathedral · 寺"),
      ("ja", "24/7", "24/7"), ("pt", "Храм", "Cathedral · Храм"),
      ("en", "Cathedral", "Cathedral"), ("de", "Ка\u{1B}фе", "Kathedrale · Ка фе"),
    ] as [(String?, String, String)])
  func namesByLanguage(_ locale: String?, _ name: String, _ shown: String) {
    var near = Self.venue(name, meters: 42)
    near = NearbyVenue(
      venue: Venue(
        id: near.venue.id, name: name, category: .coffee, coordinate: Fixtures.origin,
        facts: VenueFacts(names: NamesByLanguage(Self.cathedral))),
      distanceMeters: 42)
    Formats.$conventions.withValue(Conventions(locale)) {
      let row = Self.text([near]).split(separator: "\n")[1]
      #expect(row.hasPrefix(shown + "  "), "\(row)")
    }
  }

  @Test func columnsThatWouldBeEmptyAreLeftOut() {
    #expect(
      Self.text([Self.venue("Bare", meters: 999.6)], isCurrent: false) == """
        Venue  Distance  Category  ID
        Bare     1.0 km  coffee    osm/node/4
        The venues may be out of date: the venue store is away.

        """)
  }

  @Test("venues of unknown hours have their own heading")
  func unknownHours() {
    #expect(
      Self.text([Self.venue("Bare", meters: 7)], [Self.depot]) == """
        Venue  Distance  Category  ID
        Bare        7 m  coffee    osm/node/4

        Nobody knows whether these are open
        Venue  Distance  Category  Hours          ID
        Depot    1.2 km  coffee    hours unknown  osm/node/5

        """)
    #expect(Self.text([], [Self.depot]).hasPrefix("Nobody knows whether these are open\nVenue"))
    #expect(Self.text(nil, [Self.depot]).hasPrefix("Nobody knows whether these are open\nVenue"))
  }

  @Test("a narrow terminal has some lines for each")
  func narrowTerminal() {
    let wide = Style(hasColor: false, width: 88)
    #expect(Self.text([Self.roma], style: wide).contains("osm/node/9  526 Columbus\n"))
    let narrow = Style(hasColor: false, width: 30)
    let long = Self.venue("Where people meet since the year 1900", meters: 5)
    #expect(
      Self.text([Self.roma, Self.depot, long], style: narrow) == """
        Café Roma
          Distance 42 m,
          Category coffee,
          Rating ★ 4.6 (12),
          Hours open until 18:00
        Depot
          Distance 1.2 km,
          Category coffee,
          Hours hours unknown
        Where people meet since the
        year 1900
          Distance 5 m,
          Category coffee

        """)
  }

  @Test("open venues are coloured where the terminal has colours")
  func colors() {
    let text = Self.text([Self.roma, Self.depot], style: Style(hasColor: true, width: nil))
    #expect(text.contains("\u{1B}[32mopen until 18:00\u{1B}[0m"))
    #expect(text.contains("  hours unknown  "))
  }

  @Test(
    arguments: [
      (.open, 36_000, .closed, "open until 18:00"), (.open, nil, nil, "open"),
      (.open, 64_800, .unknown, "open until 2026-11-22 02:00"),
      (.closed, 1_800, .open, "closed, opens 08:30"), (.closed, nil, nil, "closed"),
      (.closed, 86_400, .open, "closed, opens 2026-11-22 08:00"),
      (.closed, 1_800, .unknown, "closed until 08:30"), (.closed, 1_800, nil, "closed until 08:30"),
      (.unknown, 1_800, .open, "hours unknown"), (.unknown, nil, nil, "hours unknown"),
    ] as [(VenueHoursStatus.State, Int?, VenueHoursStatus.State?, String)])
  func hours(
    state: VenueHoursStatus.State, seconds: Int?, next: VenueHoursStatus.State?, expected: String
  ) {
    let hours = VenueHoursStatus(
      state: state, until: seconds.map { Self.now.adding(seconds: $0) }, next: next)
    // The instant has another offset than the hours.
    let instant = Timestamp(millisecondsSince1970: Self.now.millisecondsSince1970)
    #expect(NearbyRendering.text(hours, at: instant) == expected)
  }

  private static func list(
    _ venues: [NearbyVenue], radius: Meters?, until: Int? = nil,
    change: VenueHoursStatus.State? = nil, center: Coordinate = Fixtures.origin
  ) -> NearbyList {
    NearbyList(
      device: "phone", coordinate: Fixtures.origin, time: now, asOf: now.adding(seconds: 1),
      venues: venues,
      safe: SafeRegion(
        center: center, radiusMeters: radius, until: until.map { now.adding(seconds: $0) },
        change: change.map { .init(venueID: "osm/node/77", name: "Blue Bottle", state: $0) }),
      replica: replica())
  }

  @Test(
    "how long a list stays valid is shown",
    arguments: [
      (
        143.9, 1_800, .closed,
        "until you move 143 m, or until 08:30, when Blue Bottle closes."
      ),
      (2_399, nil, nil, "until you move 2.3 km."), (0, nil, nil, "until you move."),
      (nil, nil, nil, "wherever you are."),
      (nil, 1_800, .open, "wherever you are until 08:30, when Blue Bottle opens."),
      (
        10, 86_400, .unknown,
        "until you move 10 m, or until 2026-11-22 08:00, when nobody knows any longer whether "
          + "Blue Bottle is open."
      ),
      (10, 60, nil, "until you move 10 m, or until 08:01."),
    ] as [(Meters?, Int?, VenueHoursStatus.State?, String)])
  func validity(
    radius: Meters?, until: Int?, change: VenueHoursStatus.State?, expected: String
  ) {
    let list = Self.list([Self.roma], radius: radius, until: until, change: change)
    #expect(NearbyRendering.safe(list) == "These stay the nearest " + expected)
  }

  @Test("the venue that changes next is called as in the list")
  func changingVenue() {
    var roma = Self.roma.venue
    roma.id = "osm/node/77"
    roma.names = NamesByLanguage(["en": "Rome"])
    let list = Self.list(
      [NearbyVenue(venue: roma, distanceMeters: 1)], radius: nil, until: 60, change: .closed)
    #expect(NearbyRendering.safe(list).contains("when Rome · Café Roma closes"))
  }

  @Test("the distance already moved is subtracted")
  func movedDistance() {
    let center = Coordinate(
      latitude: Fixtures.origin.latitude + 0.001, longitude: Fixtures.origin.longitude)
    let gone = Fixtures.origin.distance(to: center)
    let list = Self.list([], radius: gone + 40.5, center: center)
    #expect(NearbyRendering.safe(list) == "That stays so until you move 40 m.")
    let beyond = Self.list([], radius: 5, center: center)
    #expect(NearbyRendering.safe(beyond) == "That stays so until you move.")
  }

  @Test("a watched list marks what came and went")
  func watchedList() {
    let list = Self.list([Self.roma, Self.depot], radius: 143.5)
    #expect(
      NearbyRendering.render(list, came: ["osm/node/5"], went: ["Gone\u{1B}Café"], style: .plain)
        == """
        2026-11-21 08:00:00 UTC-08:00  phone is at 37.785834,-122.406417
           Venue      Distance  Category  Rating      Hours             ID          Address
           Café Roma      42 m  coffee    ★ 4.6 (12)  open until 18:00  osm/node/9  526 Columbus
        +  Depot        1.2 km  coffee                hours unknown     osm/node/5
        - Gone Café
        These stay the nearest until you move 143 m.

        """)
    let empty = NearbyRendering.render(Self.list([], radius: 9), came: [], went: [], style: .plain)
    #expect(
      empty == """
        2026-11-21 08:00:00 UTC-08:00  phone is at 37.785834,-122.406417
        No venue that fits is near.
        That stays so until you move 9 m.

        """)
  }
}
