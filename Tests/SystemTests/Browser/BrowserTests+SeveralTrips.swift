import Foundation
import Messages
import TestSupport
import Testing

extension BrowserTests {
  /// Errands and meetings behind the door Commute.
  @Suite struct SeveralTrips {
    private static let ends =
      "from=37.785834,-122.406417&to=Coit+Tower&depart=08:00&arrive=09:45"

    /// Every open ledger, in seconds: how much its deadline differs from its departure and all its
    /// rows, when it begins and ends, and what it has to spare.
    private static let ledgers = """
      $$('.option .more:not([hidden]) .ledger').map((ledger) => {
        const unit = { h: 3600, min: 60, s: 1 };
        const seconds = (text) => [...text.matchAll(/(\\d+)\\s(h|min|s)/g)]
          .reduce((sum, [, number, name]) => sum + number * unit[name], 0);
        const at = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
        const rows = [...ledger.querySelectorAll('tbody tr')].map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.innerText));
        const spent = rows.reduce((sum, [duration]) => sum + seconds(duration), 0);
        const [begin, end] = [at(rows[0][1]), at(rows.at(-1)[1])];
        return [end - begin - spent, begin, end, seconds(rows.at(-1)[0])];
      })
      """

    /// No difference, from 08:00 to 09:45.
    private static let asked: ArraySlice<Int> = [0, 8 * 3600, 9 * 3600 + 45 * 60]

    /// The answer, or the refusal.
    private func verdict(_ page: Browser) async throws -> String {
      try await page.wait("$('#verdict, .failure')")
      return try await page.text("#verdict, .failure")
    }

    @Test("errands by keyboard alone, from the one stop; the ledger adds up; the link is the trip")
    func errands() async throws {
      let page = Browser.current!
      try await page.open("/commute?depart=08:00&arrive=09:45")
      try await page.type("37.785834, -122.406417", into: "#from")
      try await page.focus(on: ".kinds a:nth-child(2)")
      try await page.press(.enter)
      try await page.wait("$('#do1')")
      #expect(try await page.value(String.self, "$('#from').value").hasPrefix("37.785834"))
      #expect(try await page.value(String.self, "$('#depart').value") == "08:00")
      try await page.look("errands-form")
      try await page.focus(on: "#to")
      try await page.type("Coit Tower", into: "#to")
      try await page.press(.escape)
      try await page.press(.enter)
      let said = try await verdict(page)
      #expect(said.hasPrefix("Yes: leave by "), "\(said)")
      // Nothing is said of what a text was surely taken for.
      #expect(try await page.value(Bool.self, "$('.taken') === null"))
      // Two errands have two orders.
      #expect(try await page.value(Int.self, "$$('.option').length") == 2)
      try await page.look("errands")
      try await page.focus(on: ".option .choose")
      try await page.press(.enter)
      try await page.wait("$('.option .more:not([hidden]) .ledger')")
      let ledgers = try await page.value([[Int]].self, Self.ledgers)
      #expect(ledgers.map { $0.prefix(3) } == [Self.asked], "\(ledgers)")
      #expect(ledgers[0][3] > 0)
      try await page.look("errands-ledger")
      try await page.press(.down)
      try await page.wait("$('.option[data-index=\"1\"].chosen')")
      let link = try await page.value(String.self, "location.search")
      for part in ["trip=errands", "do1=coffee", "do2=bakery", "stay1=10"] {
        #expect(link.contains(part), "\(link)")
      }
      try await page.open("/commute" + link)
      #expect(try await verdict(page) == said)
    }

    @Test("a third errand at a certain place; an unknown one is refused at its field")
    func place() async throws {
      let page = Browser.current!
      try await page.open("/commute?trip=errands&\(Self.ends)&do1=coffee&via2=Xyzzy+Quux&stay2=5")
      #expect(try await verdict(page).contains("Xyzzy"))
      let note = "$('#via2').closest('.place').querySelector('.field-note').dataset.kind"
      #expect(try await page.value(String.self, note) == "bad")
      _ = try await page.complaints()
      try await page.type("37.7955, -122.3937", into: "#via2")
      try await page.press("Add an errand")
      try await page.wait("!$('#do3').closest('fieldset').hidden")
      _ = try await page.value(
        Bool.self, "($('#do3').value = 'bakery', $('#do3').dispatchEvent(new Event('change')))")
      try await page.click("[aria-label='Remove errand 1']")
      try await page.wait("$('#do3').closest('fieldset').hidden")
      #expect(try await page.value(String.self, "$('#via1').value").hasPrefix("37.7955"))
      try await page.click(".go.wide")
      let said = try await page.text("#verdict")
      #expect(said.hasPrefix("Yes: leave by "), "\(said)")
      #expect(try await page.complaints() == [])
    }

    @Test("meet on the way: two ways, one place, both ledgers add up")
    func meet() async throws {
      let page = Browser.current!
      try await page.open("/commute?trip=meet&\(Self.ends)")
      try await page.look("meet-form")
      try await page.type("37.7955, -122.3937", into: "#otherFrom")
      try await page.type("37.8060, -122.4103", into: "#otherTo")
      _ = try await page.value(Bool.self, "($('#otherProfile').value = 'foot') !== ''")
      try await page.click(".go.wide")
      let said = try await verdict(page)
      #expect(said.hasPrefix("Yes: meet at "), "\(said)")
      try await page.look("meet")
      try await page.click(".option .choose")
      try await page.wait("$$('.option .more:not([hidden]) .ledger').length === 2")
      let ledgers = try await page.value([[Int]].self, Self.ledgers)
      #expect(ledgers.map { $0.prefix(3) } == [Self.asked, Self.asked], "\(ledgers)")
      let details = try await page.text(".option .more:not([hidden])")
      for words in ["Drive to Coit Tower", "Walk to 37.806, -122.4103"] {
        #expect(details.contains(words))
      }
      try await page.look("meet-ledgers")
      let link = try await page.value(String.self, "location.search")
      #expect(link.contains("trip=meet") && link.contains("otherFrom="), "\(link)")
      try await page.open("/commute" + link)
      #expect(try await verdict(page) == said)
      try await page.open("/commute?trip=meet&\(Self.ends)&otherFrom=Xyzzy+Quux&otherTo=Coit+Tower")
      #expect(try await verdict(page).contains("Xyzzy"))
      let note = "$('#otherFrom').closest('.place').querySelector('.field-note').dataset.kind"
      #expect(try await page.value(String.self, note) == "bad")
      // A refused coordinate, too, is marked where it stands, not at the first one's destination.
      try await page.open(
        "/commute?trip=meet&\(Self.ends)&otherFrom=37.7955,-122.3937&otherTo=37.5,-122.25")
      _ = try await verdict(page)
      let other = note.replacing("otherFrom", with: "otherTo")
      #expect(try await page.value(String.self, other) == "bad")
      _ = try await page.complaints()
    }
  }
}

extension Browser {
  /// Moves the focus by the tab key until it is on an element.
  func focus(on selector: String) async throws {
    try await wait("$(a[0])", selector)
    for _ in 1...120 {
      if try await value(Bool.self, "document.activeElement === $(a[0])", selector) { return }
      try await press(.tab)
    }
    throw Unexpected("the tab key never comes to \(selector)")
  }
}
