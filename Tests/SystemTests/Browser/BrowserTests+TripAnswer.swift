import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

extension BrowserTests {
  /// What an answer says, on its cards, in its files and in the address.
  @Suite struct TripAnswers {
    private static let ends = "from=37.785834,-122.406417&to=Coit+Tower"
    private static let trip = "\(ends)&depart=08:00&arrive=08:45"
    private static let others = "otherFrom=37.7955,-122.3937&otherTo=37.8060,-122.4103"

    /// A day when nothing of today counts any more.
    private static var laterDay: String {
      Date(timeIntervalSinceNow: 3 * 86_400).formatted(.iso8601.year().month().day())
    }

    private static let option = "new URL(location.href).searchParams.get('option')"

    @Test("without a departure one leaves as late as it works", arguments: ["", "errands", "meet"])
    func openDeparture(kind: String) async throws {
      let page = Browser.current!
      let day = Self.laterDay
      try await page.open(
        "/commute?trip=\(kind)&\(Self.ends)&arrive=\(day)T09:45&do1=coffee&\(Self.others)")
      let said = try await page.text("#verdict")
      #expect(said.hasPrefix(kind == "meet" ? "Yes: meet at " : "Yes: leave between "), "\(said)")
      // In three days.
      if kind != "meet" { #expect(said.contains(/and \d\d:\d\d on \w+day,/), "\(said)") }
      // The trip takes a quarter of an hour, a stop at most half an hour more.
      let times = try await page.text(".verdict, .card .figures").matches(of: /\b(\d\d):\d\d\b/)
      #expect(times.allSatisfy { ["08", "09"].contains($0.1) }, "\(said)")
      #expect(try await !page.value(Bool.self, "/[?&]depart=/.test(location.search)"))
      try await page.look("open-departure\(kind.isEmpty ? "" : "-\(kind)")")
    }

    @Test("the calendar and the track of an option have the client's times, to the second")
    func files() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      for times in ["depart=08:00&arrive=08:45", "arrive=\(Self.laterDay)T09:45"] {
        try await page.open("/?\(Self.ends)&\(times)")
        try await page.click(".option .choose")
        let chosen = try await page.value(String.self, Self.option)
        let link = try await page.value(
          String.self, "new URL($('a[href*=\"plan=\"]').href).searchParams.get('plan')")
        let kept = try await stack.bus.client.send(PlanShowRequest(id: PlanID(rawValue: link)))
        let index = try #require(
          kept.plan.options.firstIndex { $0.venue.id.rawValue == chosen })
        _ = try await stack.quickbrew("plan", "show", link)
        for (flag, name) in [("--ics", "quickbrew.ics"), ("--gpx", "quickbrew.gpx")] {
          let theirs = try await stack.quickbrew("open", "\(index + 1)", flag, "-").output
          let ours = try await page.value(
            String.self,
            "decodeURIComponent($(`.chosen [download='${a[0]}']`).href.replace(/^[^,]*,/, ''))",
            name)
          #expect(Self.facts(ours) == Self.facts(theirs), "\(times)")
          #expect(!Self.facts(ours).isEmpty)
        }
      }
    }

    /// The lines of a file that have an instant or a position.
    private static func facts(_ text: String) -> [String] {
      text.matches(
        of: /DTSTART:\S+|DTEND:\S+|TRIGGER\S+|<time>\S+<\/time>|<(?:wpt|trkpt) [^>\/]*/
      ).map { String($0.output) }
    }

    @Test("the address has the opened option; Back shows the results again, its link the option")
    func address() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)")
      _ = try await page.text("#verdict")
      _ = try await page.value(Bool.self, "(window.isSame = true)")
      try await page.click(".option[data-index='1'] .choose")
      try await page.wait("$('.option[data-index=\"1\"] .ledger')")
      let chosen = try await page.value(String.self, Self.option)
      let link = try await page.value(String.self, "location.pathname + location.search")
      try await page.back()
      try await page.wait("!$('.more:not([hidden])') && $('#verdict') && window.isSame")
      #expect(try await page.value(Bool.self, "\(Self.option) === null"))
      // A stop that is picked on the map is opened, too.
      _ = try await page.value(Bool.self, "($('.marker.venue:not(.chosen)').click(), true)")
      #expect(try await page.value(Bool.self, "\(Self.option) !== null"))
      // The times have their day, so that the link means the same tomorrow.
      #expect(link.contains(/depart=\d{4}-\d\d-\d\dT/) && link.contains(/arrive=\d{4}-\d\d-\d\dT/))
      try await page.open(link)
      try await page.wait("$('.chosen .ledger')")
      #expect(try await page.value(String.self, Self.option) == chosen)
    }

    @Test("“My location” is kept as such, in the address and in a shared plan")
    func ownLocation() async throws {
      let page = Browser.current!
      try await page.move(to: 37.785834, -122.406417)
      try await page.open("/commute?to=Coit+Tower&depart=08:00&arrive=08:45")
      try await page.click("[aria-label='From: my location']")
      try await page.wait("$('#from').value === 'My location'")
      try await page.click(".go.wide")
      _ = try await page.text("#verdict")
      let link = try await page.value(String.self, "location.search")
      #expect(link.contains("from=My+location&fromAt=37.785834%2C-122.406417"), "\(link)")
      let shared = try await page.value(String.self, "$('a[href*=\"plan=\"]').getAttribute('href')")
      try await page.open(shared)
      #expect(try await page.text(".summary").hasPrefix("My location → Coit Tower"))
      let ends = "$$('.marker.end').map((each) => each.ariaLabel)"
      #expect(try await page.value([String].self, ends).contains("Start: My location"))
    }

    @Test("what an address cannot mean is said at its field, and never planned as something else")
    func flaws() async throws {
      let page = Browser.current!
      let flawed = [
        ("dwell", "9999"), ("depart", "25:99"), ("arrive", "banana"), ("category", "unicorn"),
        ("profile", "rocket"), ("sort", "x"), ("fromAt", "1"), ("avoid", "dragons"),
      ]
      let rest = Self.trip.split(separator: "&").filter { part in
        !flawed.contains { part.hasPrefix("\($0.0)=") }
      }
      let all = rest.joined(separator: "&") + flawed.map { "&\($0.0)=\($0.1)" }.joined()
      try await page.open("/commute?\(all)")
      for (_, said) in flawed {
        try await page.wait(
          "$$('.flaw').some((each) => each.innerText.includes(`“${a[0]}”`))", said)
      }
      #expect(try await page.value(Bool.self, "!$('#verdict') && $('form.trip').checkVisibility()"))
      try await page.open("/commute?\(Self.trip)&dwell=9999")
      try await page.wait("$('.flaw')")
      try await page.look("flaw")
      try await page.type("15", into: "#dwell")
      try await page.wait("!$('.flaw')")
      try await page.click(".go.wide")
      #expect(try await page.text("#verdict").hasPrefix("Yes: "))
    }

    @Test("a no has its reason, its ends on the map, and a way out that works")
    func wayOut() async throws {
      let page = Browser.current!
      let day = Self.laterDay
      for trip in [
        "category=bakery", "trip=errands&do1=bakery", "trip=meet&category=bakery&\(Self.others)",
      ] {
        try await page.open(
          "/commute?\(trip)&\(Self.ends)&depart=\(day)T03:00&arrive=\(day)T03:45")
        let said = try await page.text("#verdict")
        #expect(
          said.contains(/^No: all \d bakery stops are closed then/),
          "\(said)")
        #expect(try await page.value(Int.self, "$$('.marker.end').length") >= 2)
        if trip.hasPrefix("category") { try await page.look("no") }
        try await page.click(".verdict .go")
        try await page.wait("$('#verdict')?.innerText.startsWith('Yes: ')")
      }
    }

    @Test("where no hours are known the answer is a maybe; the counts add up")
    func maybe() async throws {
      let page = Browser.current!
      let day = Self.laterDay
      try await page.open("/commute?\(Self.ends)&depart=\(day)T03:00&arrive=\(day)T03:45")
      #expect(try await page.text("#verdict").hasPrefix("Maybe: "))
      #expect(try await page.text(".card .notes").contains("hours unknown"))
      let counts = try await page.text(".verdict").firstMatch(of: /(\d+) places compared: (.*)\./)
      let (total, parts) = try (#require(counts).1, #require(counts).2)
      let sum = parts.split(separator: ", ").compactMap { Int($0.prefix { $0.isNumber }) }.reduce(
        0, +)
      #expect(sum == Int(total), "\(total) \(parts)")
      try await page.look("maybe")
    }

    @Test(
      "up to three that differ lead the list; twins are one row that opens; time to park counts")
    func choices() async throws {
      let page = Browser.current!
      try await page.open("/commute?\(Self.trip)&parkTime=3")
      _ = try await page.text("#verdict")
      let whys = try await page.value(
        [String].self, "$$('.option .why').map((each) => each.innerText)")
      #expect((1...3).contains(whys.count) && Set(whys).count == whys.count, "\(whys)")
      let leading =
        "$$('.option').slice(0, \(whys.count)).every((each) => each.querySelector('.why'))"
      #expect(try await page.value(Bool.self, leading))
      let hidden = try await page.value(Int.self, "$$('.option[hidden]').length")
      if hidden > 0 {
        try await page.click(".cards .quiet")
        #expect(try await page.value(Int.self, "$$('.option[hidden]').length") < hidden)
      }
      try await page.click(".option .choose")
      #expect(try await page.text(".chosen .ledger").contains(/Park\s+3\smin/))
      try await page.open("/commute?\(Self.trip)")
      try await page.click(".option .choose")
      #expect(try await page.text(".chosen .more").contains("parking: not counted"))
    }

    @Test("home, work and the usual trip are the user's; an unset one says how to set it")
    func usual() async throws {
      let page = Browser.current!
      try await page.open("/commute?depart=08:00&arrive=08:45")
      try await page.type("home", into: "#from")
      try await page.type("Coit Tower", into: "#to")
      try await page.click(".go.wide")
      try await page.wait("$('#from').closest('.place').innerText.includes('“home” is not set')")
      try await page.click("#user")
      try await page.type("37.785834,-122.406417", into: "#user-home")
      try await page.look("account")
      try await page.press("Save", in: "#account")
      try await page.click(".go.wide")
      #expect(try await page.text("#verdict").hasPrefix("Yes: "))
      try await page.press("Keep as my usual trip")
      try await page.open("/commute", keeps: true)
      try await page.press("Your usual trip: home → Coit Tower by 08:45")
      #expect(try await page.text("#verdict").hasPrefix("Yes: "))
      // The planner keeps them: a browser without its copy offers them again.
      _ = try await page.value(
        Bool.self,
        "delete localStorage[`quickbrew.usual.${localStorage['quickbrew.user']}`]")
      try await page.open("/commute", keeps: true)
      try await page.press("Your usual trip: home → Coit Tower by 08:45")
      #expect(try await page.text("#verdict").hasPrefix("Yes: "))
      // Another user has none.
      _ = try await page.value(String.self, "localStorage['quickbrew.user'] = 'somebody-else'")
      try await page.open("/commute", keeps: true)
      #expect(try await page.value(Bool.self, "!document.body.innerText.includes('usual trip')"))
    }

    @Test("a plan that takes longer than a second says so, and is cancelled")
    func slow() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      // Without its end it is not planned at once; at night it would be a maybe.
      try await page.open("/commute?\(Self.trip.replacing("&to=Coit+Tower", with: ""))", .phone)
      try await page.type("Coit Tower", into: "#to")
      try await page.press(.escape)
      stack.freeze(.router)
      defer { stack.freeze(.router, false) }
      try await page.click(".go.wide")
      try await page.wait("$('.slow:not([hidden])')")
      // On a phone, too, both are in sight.
      let bottom = "$('.slow button').getBoundingClientRect().bottom"
      try await page.wait("\(bottom) <= $('#doors').getBoundingClientRect().top")
      try await page.press("Cancel", in: ".slow")
      try await page.wait(
        "!$('.loading') && !$('.go.wide').disabled && $('form.trip').checkVisibility()")
      stack.freeze(.router, false)
      try await page.click(".go.wide")
      let said = try await page.text("#verdict")
      #expect(said.hasPrefix("Yes: "), "\(said)")
    }
  }
}
