import Foundation
import TestSupport
import Testing

extension BrowserTests {
  /// The page in one's own language.
  @Suite struct Languages {
    private static let ends = "from=37.785834,-122.406417&to=Coit+Tower&depart=08:00&arrive=08:45"

    @Test("a link's language is that of the page, of the steps, and of the next door")
    func link() async throws {
      let page = Browser.current!
      try await page.open("/commute?lang=de&\(Self.ends)", .phone)
      try await page.click(".option .choose")
      try await page.wait("$('.chosen .ledger')")
      #expect(try await page.value(String.self, "document.documentElement.lang") == "de")
      #expect(try await page.text("#verdict").hasPrefix("Ja: Abfahrt bis "))
      #expect(try await page.text(".chosen .figure.good").hasSuffix("Puffer"))
      try await page.press("QR-Code")
      // Words of the router, by the header of the request.
      let steps = try await page.value(String.self, "$('.chosen .steps').textContent")
      #expect(steps.contains("Ziel") || steps.contains("abbiegen"), "\(steps)")
      try await page.click("#doors [data-door=explore]")
      try await page.wait("$('.card.venue')")
      #expect(try await page.value(String.self, "document.title").hasPrefix("Entdecken"))
      // Names on the map, too, where it has them.
      try await page.holdMap()
      let labels = "seen.getStyle().layers.map((each) => JSON.stringify(each.layout ?? ''))"
      let named = try await page.value([String].self, labels)
      #expect(named.filter { $0.contains(#"["get","name:de"]"#) }.count > 10, "\(named)")
      #expect(try await page.complaints() == [])
    }

    @Test("the settings choose language, clock and lengths, before what a link says")
    func settings() async throws {
      let page = Browser.current!
      try await page.open("/commute?\(Self.ends)")
      try await page.wait("$('#verdict')?.innerText.startsWith('Yes: leave by')")
      try await page.click("#user")
      for (field, value) in [("language", "fi"), ("clock", "12"), ("units", "metric")] {
        _ = try await page.value(Bool.self, "($('#user-' + a[0]).value = a[1], true)", field, value)
      }
      try await page.press("Save")
      try await page.wait("$('#verdict')?.innerText.startsWith('Kyllä: lähde ')")
      #expect(try await page.text(".figure.main .value").contains("ap."))
      try await page.wait("$('.verdict').innerText.includes('\u{A0}km')")
      try await page.open("/commute?lang=ru&map=none", keeps: true)
      #expect(try await page.value(String.self, "document.documentElement.lang") == "fi")
    }

    /// Texts without the brackets of the pseudo-language that no data brings, and what has no room.
    private static let forgotten = """
      (() => {
        const data = '.title, .marker.venue, .marker.stop, .marker.dot, .brand, #user, .steps li,'
          + '.handover a, .ways a, .summary, .ledger th, .ledger small, .why-not b, .early b,'
          + '#verdict, .chips, dd, .raw, .sources td, .services th, option, .week th, .axis, .who,'
          + '.maplibregl-ctrl-attrib, .maplibregl-ctrl-scale, h2, h4, .taken b, noscript, .notes';
        const isEnglish = (text) => /[A-Za-z]{3,}/.test(text) && !text.includes('⟦');
        const others = $$('body *').filter((each) => !each.closest(data));
        const texts = others.flatMap((each) => [...each.childNodes])
          .filter((each) => each.nodeType === Node.TEXT_NODE).map(({ data }) => data);
        const names = others.flatMap((each) =>
          ['aria-label', 'placeholder', 'title', 'alt'].map((name) => each.getAttribute(name)));
        const rows = '.chip-row, .kinds, .visually-hidden';
        const seen = $$('#panel *, #doors *, dialog *')
          .filter((each) => each.offsetParent && !each.closest(rows));
        const isClipped = (each) => each.scrollWidth > each.clientWidth + 1
          && !each.matches('input, select, .summary span')
          && getComputedStyle(each).overflowX !== 'visible';
        const isOutside = (each) => !each.matches('option')
          && each.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
        return [...texts, ...names].filter((each) => each && isEnglish(each)).concat(
          seen.filter((each) => isClipped(each) || isOutside(each))
            .map((each) => `no room: ${each.className} ${each.innerText.slice(0, 60)}`));
      })()
      """

    @Test(
      "in the pseudo-language no door has a text left in English, nor one without room",
      arguments: Browser.Screen.looked)
    func pseudo(screen: Browser.Screen) async throws {
      let page = Browser.current!
      let near = "near=Coit+Tower&at=37.8024,-122.4058"
      let other = "otherFrom=37.788,-122.4075&otherTo=37.8024,-122.4058"
      let doors = [
        ("/commute?trip=errands", "form.trip"), ("/commute?\(Self.ends)", ".option"),
        ("/commute?trip=errands&do1=coffee&do2=bakery&\(Self.ends)", ".option"),
        ("/commute?trip=meet&\(other)&\(Self.ends)", ".option"),
        ("/commute?\(Self.ends.replacing("08:45", with: "08:02"))", ".verdict"),
        ("/explore?category=coffee&\(near)", ".card.venue"),
        ("/pins?pins=37.785834,-122.406417;37.8024,-122.4058", ".pin-row"),
        ("/system", ".services"),
      ]
      for (address, sign) in doors {
        // The map, which takes seconds to draw, is looked at where a door is about it.
        let map = address.hasPrefix("/explore") || address.hasPrefix("/pins") ? "" : "&map=none"
        let mark = address.contains("?") ? "&" : "?"
        try await page.open("\(address)\(mark)lang=en-XA\(map)", screen)
        try await page.wait("$(a[0])", sign)
        _ = try await page.value(Bool.self, "($('\(sign) .choose')?.click(), true)")
        if address.hasPrefix("/explore") { try await page.wait("$('.detail .remarks details')") }
        if address == "/system" { try await page.click("#user") }
        let unfold = "$$('#panel details').map((each) => (each.open = true)).length >= 0"
        _ = try await page.value(Bool.self, unfold)
        let forgotten = try await page.value([String].self, Self.forgotten)
        #expect(forgotten == [], "\(address)")
      }
    }
  }
}
