import Foundation
import Messages
import TestSupport
import Testing

extension BrowserTests {
  @Suite struct Commute {
    static let trip = "from=37.785834,-122.406417&to=Coit+Tower&depart=08:00&arrive=08:45"

    @Test("by keyboard alone: type, choose a suggestion, plan, read the verdict")
    func keyboard() async throws {
      let page = Browser.current!
      try await page.open("/commute?depart=08:00&arrive=08:45")
      try await page.click("#from")
      try await page.type("37.785834, -122.406417", into: "#from")
      try await page.type("coit", into: "#to")
      try await page.wait("!$('#to-list').hidden")
      try await page.press(.down)
      try await page.press(.enter)
      #expect(try await page.value(String.self, "$('#to').value").contains("Coit Tower"))
      #expect(try await page.value(Bool.self, "$('#to-list').hidden"))
      try await page.press(.enter)
      #expect(try await page.text("#verdict").hasPrefix("Yes: leave by "))
      // The focus is where one reads on, not on the folded form.
      try await page.wait("document.activeElement.id === 'verdict'")
      // What was chosen is sent as a coordinate, and still has its name.
      try await page.click(".option .choose")
      #expect(try await page.text(".ledger").contains("Drive to Coit Tower"))
    }

    @Test("a place is picked on the map: what to do and a way out stand on it")
    func pick() async throws {
      let page = Browser.current!
      try await page.open("/commute", .phone)
      try await page.click("[aria-label='To: pick on the map']")
      try await page.wait("$('.pick-hint')?.innerText.includes('choose a place on the map')")
      try await page.press("Cancel", in: ".pick-hint")
      try await page.wait("!$('.pick-hint') && $('#sheet').dataset.height === 'half'")
      #expect(try await page.value(String.self, "$('#to').value") == "")
      try await page.click("[aria-label='To: pick on the map']")
      try await page.wait("$('.pick-hint')")
      try await page.look("commute-pick")
      try await page.click("#map canvas")
      try await page.wait("/^-?[0-9.]+,-?[0-9.]+$/.test($('#to').value) && !$('.pick-hint')")
    }

    @Test("on a phone the button that asks is in reach before anything is scrolled")
    func reach() async throws {
      let page = Browser.current!
      try await page.open("/commute", .phone)
      let box = "$('.go.wide').getBoundingClientRect()"
      let doors = "$('#doors').getBoundingClientRect().top"
      #expect(try await page.value(Bool.self, "\(box).bottom <= \(doors)"))
      // "tomorrow" is not cut.
      #expect(try await page.value(Int.self, "$('.when select').offsetWidth") >= 110)
    }

    @Test("a late stop says how late; a leave-by of another day has its day")
    func late() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip.replacing("08:45", with: "08:01"))")
      #expect(try await page.text("#verdict").hasPrefix("No: "))
      // Shops that open later than the deadline were open the evening before.
      let names = try await page.value(
        [String].self, "$$('.figure .name').map((each) => each.innerText)")
      #expect(names.contains("late"))
      #expect(names.contains { $0.contains(/leave by, \w{3} \d+ \w{3}/) }, "\(names)")
    }

    @Test("a deep link plans; the cards add up; the trip can be handed over")
    func plan() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)")
      let verdict = try await page.text("#verdict")
      #expect(verdict.hasPrefix("Yes: leave by "), "\(verdict)")
      try await page.look("commute-plan")
      try await page.click(".option .choose")
      #expect(try await page.text(".ledger").contains("To spare"))
      // What holds for the whole map is said once, beneath.
      #expect(try await !page.text(".ledger").contains("assumed: the map"))
      #expect(try await page.text(".ledger + p").contains("Assumed: "))
      #expect(try await page.value(Int.self, Self.ledgerError) == 0)
      let links = try await page.value(
        [String].self, "$$('.option .more:not([hidden]) .handover a').map((each) => each.href)")
      for part in ["maps.apple.com", "google.com/maps", "geo:", "application/gpx", "text/calendar"]
      {
        #expect(links.contains { $0.contains(part) }, "\(part) \(links)")
      }
      try await page.press("QR code")
      try await page.wait("$('.qr')")
      try await page.look("commute-ledger")
    }

    @Test("a deadline without its day is that of the departure's day, whatever time it is now")
    func day() async throws {
      let page = Browser.current!
      let day = Date(timeIntervalSinceNow: 3 * 86_400).formatted(.iso8601.year().month().day())
      let trip = Self.trip.replacing("depart=08:00", with: "depart=\(day)T08:00")
      try await page.open("/?\(trip)")
      #expect(try await page.text("#verdict").hasPrefix("Yes: leave by "))
      let deadline = "$('#arrive').nextElementSibling.value"
      #expect(try await page.value(String.self, deadline) == day)
      // One before the departure is refused at its field, unasked.
      try await page.open("/?\(trip.replacing("arrive=08:45", with: "arrive=\(day)T07:45"))")
      #expect(try await page.text(".when .flaw") == "This is before you leave.")
      #expect(try await page.complaints() == [])
    }

    /// The deadline minus the departure minus all rows, in seconds, of the open ledger.
    private static let ledgerError = """
      (() => {
        const unit = { h: 3600, min: 60, s: 1 };
        const seconds = (text) => [...text.matchAll(/(\\d+)\\s(h|min|s)/g)]
          .reduce((sum, [, number, name]) => sum + number * unit[name], 0);
        const at = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
        const rows = $$('.option .more:not([hidden]) .ledger tbody tr').map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.innerText));
        const spent = rows.reduce((sum, [duration]) => sum + seconds(duration), 0);
        return at(rows.at(-1)[1]) - at(rows[0][1]) - spent;
      })()
      """

    private static let choose =
      "($(a[0]).value = a[1], $(a[0]).dispatchEvent(new Event('change')))"

    @Test("more choices: order, detour, car park, roads to avoid; kept in the link and the plan")
    func choices() async throws {
      let page = Browser.current!
      try await page.open("/commute?\(Self.trip.replacing("&depart", with: "&sort=detour&depart"))")
      _ = try await page.text("#verdict")
      try await page.click(".summary")
      #expect(try await page.value(Bool.self, "$('.choices').open"))
      #expect(try await page.value(String.self, "$('#order').value") == "detour")
      try await page.look("commute-choices")
      try await page.click("[name=tolls]")
      for (field, value) in [("#park", "lot"), ("#detour", "20")] {
        _ = try await page.value(Bool.self, Self.choose, field, value)
      }
      try await page.click(".go.wide")
      #expect(try await page.text("#verdict").hasPrefix("Yes"))
      let link = try await page.value(String.self, "location.search")
      for part in ["sort=detour", "avoid=tolls", "park=lot", "maxDetour=20"] {
        #expect(link.contains(part), "\(link)")
      }
      let shared = try await page.value(String.self, "$('a[href*=\"plan=\"]').getAttribute('href')")
      try await page.open(shared)
      _ = try await page.text("#verdict")
      #expect(try await page.value(Bool.self, "$('[name=tolls]').checked"))
      #expect(try await page.value(String.self, "$('#park').value") == "lot")
      // Who walks leaves no car anywhere.
      _ = try await page.value(Bool.self, Self.choose, "#profile", "foot")
      #expect(try await page.value(Bool.self, "$('#park').closest('.choice').hidden"))
    }

    @Test("a plan is shared by its link, which shows it as it was made")
    func link() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)")
      let verdict = try await page.text("#verdict")
      // Instead of the device's own dialog, which a test cannot answer.
      _ = try await page.value(
        Bool.self,
        "Boolean(navigator.share = async ({ url }) => { document.body.dataset.shared = url; })")
      try await page.press("Share this plan")
      try await page.wait("document.body.dataset.shared")
      let link = try await page.value(
        String.self, "document.body.dataset.shared.replace(location.origin, '')")
      #expect(link.contains(/[?&]secret=[0-9a-f]{32}(&|$)/), "\(link)")
      try await page.open(link)
      #expect(try await page.text("#verdict") == verdict)
      #expect(try await page.value(String.self, "$('#to').value").contains("Coit Tower"))
      try await page.open("/?plan=no-such-plan")
      #expect(try await page.text(".failure").contains("not kept any more"))
      _ = try await page.complaints()
    }

    @Test("an unknown place is refused in words, with what may be meant")
    func unknownPlace() async throws {
      let page = Browser.current!
      let trip = Self.trip.replacing("Coit+Tower", with: "Coti+Towr+Xyz")
      try await page.open("/?\(trip)", .phone)
      try await page.wait("$('.failure')")
      // On a phone, too, what may be meant instead is in sight.
      let bottom = "$('.failure').getBoundingClientRect().bottom"
      try await page.wait("\(bottom) <= $('#doors').getBoundingClientRect().top + 1")
      #expect(try await page.text(".failure").contains("Coti Towr Xyz"))
      #expect(try await page.value(Bool.self, "$('#to').offsetParent !== null"))
      // The browser itself reports the refused request; the page has nothing to add.
      #expect(try await page.complaints().allSatisfy { $0.contains("/v1/planner.plan - ") })
    }

    @Test("back and forward move through doors and plans")
    func history() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)")
      _ = try await page.text("#verdict")
      try await page.click("[data-door=explore]")
      try await page.wait("location.pathname === '/explore' && $('.card.venue')")
      try await page.back()
      #expect(try await page.text("#verdict").hasPrefix("Yes"))
    }

    @Test("the search field understands kinds, places and names")
    func search() async throws {
      let page = Browser.current!
      try await page.open("/commute")
      for (text, expected) in [
        ("coffee near coit tower", "from Coit Tower"), ("starbucks coit tower", "Starbucks"),
        ("coit tower", "Telegraph Hill"), ("trieste", "Trieste"),
      ] {
        try await page.type(text, into: "#search input")
        try await page.wait(
          "$('#found li')?.innerText.includes(a[0]) && !$('#found').hidden", expected)
      }
      try await page.press(.enter)
      #expect(try await page.text(".detail h2").contains("Trieste"))
      try await page.type("1 telegraph hill boulevard", into: "#search input")
      try await page.wait("$('#found li')?.innerText.includes('1 Telegraph Hill')")
      try await page.press(.enter)
      try await page.wait("location.pathname === '/explore' && $('.card.venue')")
      #expect(try await page.text("#panel").contains("from 1 Telegraph Hill"))
    }
  }
}
