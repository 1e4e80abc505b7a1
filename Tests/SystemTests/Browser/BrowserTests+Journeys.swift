import Foundation
import TestSupport
import Testing

extension BrowserTests {
  /// What each of the five doors of earlier releases was for, in German: a stop on the way,
  /// breweries, cafés around oneself, favourites, pins with fences.
  @Suite struct Journeys {
    /// How somebody acts, who has no mouse.
    enum Hand: CaseIterable { case keyboard, finger }

    @Test("all five journeys in German, by keyboard and by touch alone", arguments: Hand.allCases)
    func german(hand: Hand) async throws {
      let page = Browser.current!
      try await page.move(to: 37.7879, -122.4074)
      try await page.open("/commute?lang=de&depart=08:00&arrive=08:45", .phone)
      try await stop(page, hand)
      try await page.capture("journey-\(hand)-stop")
      // The address of its time, with the whole map in view again.
      try await page.open("/breweries", .phone, keeps: true)
      try await brewery(page, hand)
      try await around(page, hand)
      try await favourite(page, hand)
      try await page.act(hand, on: "#doors [data-door=pins]")
      try await pins(page, hand)
      try await page.capture("journey-\(hand)-pins")
      #expect(try await page.value(String.self, "document.documentElement.lang") == "de")
      #expect(try await page.complaints() == [])
    }

    private func stop(_ page: Browser, _ hand: Hand) async throws {
      try await page.type("37.785834, -122.406417", into: "#from")
      try await page.type("Coit Tower", into: "#to")
      try await page.press(.escape)
      try await page.act(hand, on: ".go.wide")
      #expect(try await page.text("#verdict").hasPrefix("Ja: "))
      try await page.act(hand, on: ".option .choose")
      #expect(try await page.text(".chosen .ledger").contains("Puffer"))
    }

    private func brewery(_ page: Browser, _ hand: Hand) async throws {
      try await page.wait("$('.card.venue .notes')?.innerText.startsWith('Brauerei')")
      try await page.act(hand, on: ".card.venue .choose")
      try await page.wait("$('.detail')?.innerText.includes('Öffnungszeiten')")
      try await page.act(hand, on: ".bar button")
      try await page.wait("$('.card.venue')")
    }

    private func around(_ page: Browser, _ hand: Hand) async throws {
      try await page.act(hand, on: ".kinds-row [data-kind=coffee]")
      try await page.act(hand, on: ".chip-row:not(.kinds-row) .chip")
      try await page.wait("$('#panel').innerText.includes('In der Nähe')")
      try await page.wait("$$('.card.venue').length === 10")
    }

    private func favourite(_ page: Browser, _ hand: Hand) async throws {
      try await page.act(hand, on: ".card.venue .heart")
      try await page.wait("$('.heart[aria-pressed=true]')")
      try await page.act(hand, on: ".chip-row:not(.kinds-row) .chip:nth-child(2)")
      try await page.wait("$$('.card.venue').length === 1")
    }

    private func pins(_ page: Browser, _ hand: Hand) async throws {
      try await page.type("37.7879, -122.4074", into: "#pin")
      try await page.act(hand, on: "form.where .go")
      try await page.wait("$('.pin-row')")
      try await page.act(hand, on: "#fences", key: .space)
      try await page.wait("$('#fences').checked")
      try await page.act(hand, on: ".chip-row .chip")
      try await page.wait("$('.inside').innerText === 'Innerhalb einer Zone.'")
      #expect(try await page.text(".events li").hasSuffix(" betreten"))
    }
  }
}

extension Browser {
  /// Presses a key on an element, which the tab key leads to, or taps it.
  fileprivate func act(
    _ hand: BrowserTests.Journeys.Hand, on selector: String, key: Key = .enter
  ) async throws {
    switch hand {
    case .keyboard:
      try await redrawn {
        try await focus(on: selector)
        try await press(key)
      }
    case .finger: try await tap(selector)
    }
  }
}
