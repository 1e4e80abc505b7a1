import Foundation
import Messages
import TestSupport
import Testing

extension BrowserTests {
  /// What everybody sees: the map and what lies over it, settings, directions.
  @Suite struct FirstMinute {
    private static let trip =
      "from=37.785834,-122.406417&to=Coit+Tower&depart=08:00&arrive=08:45"

    private static let pictures = """
      seen.queryRenderedFeatures({ layers: ['venue-icons'] }).map((each) => each.properties.image)
      """

    @Test("venues on the map have their kind's icon, whether they are open, and their heart")
    func icons() async throws {
      let page = Browser.current!
      try await page.open("/explore?category=coffee&near=Coit+Tower&at=37.8024,-122.4058")
      try await page.wait("$('.card.venue')")
      try await page.holdMap()
      try await page.wait("seen.loaded() && \(Self.pictures).length > 2")
      let pictures = try await page.value([String].self, Self.pictures)
      #expect(
        pictures.allSatisfy { $0.contains(/^venue\|☕\|(open|closed|unknown)\|$/) }, "\(pictures)")
      let areDrawn = "\(Self.pictures).every((each) => seen.hasImage(each))"
      #expect(try await page.value(Bool.self, areDrawn))
      // Their names come before those of the base map.
      let order = """
        (() => {
          const ids = seen.getStyle().layers.map((each) => each.id);
          return ids.indexOf('venue-icons') > ids.indexOf('poi-major');
        })()
        """
      #expect(try await page.value(Bool.self, order))
      try await page.click(".card.venue .heart")
      try await page.wait("\(Self.pictures).some((each) => each.endsWith('|heart'))")
      // Nothing is said of values that the style cannot use.
      let said = try await page.messages().filter { $0.contains("Expected value") }
      #expect(said == [])
    }

    /// Marks that something else on the screen covers, by their names.
    private static let covered = """
      (() => {
        const box = (each) => each.getBoundingClientRect();
        const over = $$('#sheet, #search, #banner, .locator, .maplibregl-ctrl-group')
          .map(box).filter(({ width }) => width > 0);
        return $$('.marker:not(.minor)').filter((mark) => over.some((each) => {
          const { left, right, top, bottom } = box(mark);
          return left < each.right && right > each.left && top < each.bottom && bottom > each.top;
        })).map((mark) => mark.ariaLabel);
      })()
      """

    @Test(
      "a plan's marks are in sight on every screen, all with a name; a tablet has a card beside",
      arguments: Browser.Screen.allCases)
    func padded(screen: Browser.Screen) async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)", screen)
      _ = try await page.text("#verdict")
      try await page.wait("\(Self.covered).length === 0")
      let names = try await page.value([String].self, "$$('.marker').map((each) => each.ariaLabel)")
      #expect(names.count > 2 && !names.contains { $0.isEmpty || $0 == "Map marker" }, "\(names)")
      // The map is more than a strip, and an option that is tapped is in sight with its card.
      try await page.click(".option[data-index='1'] .choose")
      try await page.wait("$('.marker.chosen') && \(Self.covered).length === 0")
      let shown = """
        (() => {
          const [map, sheet] = ['#map', '#sheet'].map((each) => $(each).getBoundingClientRect());
          const isBeside = sheet.right <= map.left + 1;
          return isBeside ? map.width / innerWidth : (sheet.top - map.top) / innerHeight;
        })()
        """
      #expect(try await page.value(Double.self, shown) > 0.35)
      try await page.capture("plan-\(screen.width)x\(screen.height)")
    }

    @Test("a plan opened by its link stays where it is; venues are asked for once; the map is last")
    func steady() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)")
      let link = try await page.value(String.self, "$('a[href*=\"plan=\"]').getAttribute('href')")
      for address in [link, "/?\(Self.trip)"] {
        try await page.open(address)
        _ = try await page.text("#verdict")
        let shift = try await page.awaited(
          Double.self,
          """
          let sum = 0;
          const add = (list) => list.getEntries().forEach((each) => {
            if (!each.hadRecentInput) sum += each.value;
          });
          new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => done(sum), 100);
          """)
        #expect(shift < 0.1, "\(address)")
      }
      let asked =
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes(a[0]))"
      #expect(try await page.value(Int.self, "\(asked).length", "venue-store.list") <= 1)
      let isLast = "\(asked)[0].startTime > performance.getEntriesByName('usable')[0].startTime"
      #expect(try await page.value(Bool.self, isLast, "maplibre-gl.js"))
    }

    @Test("a screen reader is told each mark by its number and name, and each part by its heading")
    func outline() async throws {
      let page = Browser.current!
      try await page.open("/?\(Self.trip)")
      _ = try await page.text("#verdict")
      let parts = try await page.outline()
      let named = ["button", "link", "combobox", "image", "region"]
      #expect(parts.filter { named.contains($0.role) && $0.name.isEmpty } == [])
      let numbers = parts.filter { $0.role == "button" }.compactMap {
        $0.name.wholeMatch(of: #/(\d+)\. \S.*/#).flatMap { Int($0.1) }
      }
      let marks = try await page.value(Int.self, "$$('.marker.venue').length")
      #expect(Set(numbers).count == marks && marks > 2, "\(parts)")
      let ends = parts.filter { $0.role == "image" }.map(\.name)
      #expect(Set(ends).isSuperset(of: ["Start: 37.785834, -122.406417"]), "\(ends)")
      #expect(ends.contains { $0.hasPrefix("Destination: Coit Tower") }, "\(ends)")
      #expect(
        parts.filter { $0.role == "region" }.map(\.name)
          == ["The map and what is on it", "Map", "Answer", "If you leave later"])
    }

    @Test("the way to a place: by this map first, with its steps, then other applications")
    func directions() async throws {
      let page = Browser.current!
      try await page.move(to: 37.785834, -122.406417)
      try await page.open("/explore?category=coffee")
      try await page.click(".card.venue .choose")
      try await page.press("Directions")
      try await page.wait("/\\d+\\smin, .*(mi|ft|km|m)\\b/.test($('.ways .sum')?.innerText)")
      let before = try await page.text(".ways .sum")
      #expect(try await page.value(Int.self, "$$('.ways .steps li').length") > 1)
      let names = "$$('.ways .buttons a').map((each) => each.innerText)"
      #expect(
        try await page.value([String].self, names)
          == ["Apple Maps", "Google Maps", "Organic Maps", "OsmAnd", "Other app"])
      try await page.look("directions")
      _ = try await page.value(
        Bool.self,
        "($('#way-profile').value = 'foot', $('#way-profile').dispatchEvent(new Event('change')))")
      try await page.wait("$('.ways .sum') && $('.ways .sum').innerText !== a[0]", before)
      #expect(
        try await page.value(Bool.self, "$$('.ways a').some((each) => /walking/.test(each.href))"))
    }

    @Test("settings: a theme and units that this browser keeps")
    func settings() async throws {
      let page = Browser.current!
      try await page.open("/explore")
      try await page.wait("$('.card.venue')")
      let choose = "($(a[0]).value = a[1]) === a[1]"
      let colour = "getComputedStyle($('#panel')).color"
      let light = try await page.value(String.self, colour)
      for (units, shown) in [("metric", "m|km"), ("imperial", "ft|mi")] {
        try await page.click("#user")
        #expect(try await page.value(Bool.self, choose, "#user-units", units))
        #expect(try await page.value(Bool.self, choose, "#user-theme", "dark"))
        if units == "metric" { try await page.look("settings") }
        try await page.press("Save", in: "#account")
        try await page.wait(
          "$$('.card.venue .line b').length > 0 && $$('.card.venue .line b').every((each) => "
            + "new RegExp(`\\\\d\\\\s(${a[0]})$`).test(each.innerText))", shown)
      }
      #expect(try await page.value(String.self, colour) != light)
      try await page.open("/explore", keeps: true)
      #expect(try await page.value(String.self, "document.documentElement.dataset.theme") == "dark")
      #expect(try await page.value(String.self, colour) != light)
    }

    @Test("while a trip is planned the focus is on its progress; a heart keeps the arrow keys")
    func focus() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      try await page.open("/commute?\(Self.trip.replacing("&arrive", with: "&dwell=9999&arrive"))")
      try await page.type("10", into: "#dwell")
      stack.freeze(.router)
      defer { stack.freeze(.router, false) }
      try await page.press(.enter)
      try await page.wait(
        "document.activeElement.matches('.loading') && !$('form.trip').checkVisibility()")
      stack.freeze(.router, false)
      try await page.wait("document.activeElement.id === 'verdict'")
      _ = try await page.value(Bool.self, "($$('.option .heart')[1].focus(), true)")
      try await page.press(.down)
      #expect(try await page.value(Bool.self, "document.activeElement === $$('.option .heart')[1]"))
    }
  }
}

extension Browser {
  /// Gets hold of the library's map, as `seen` for scripts, when it draws the next time.
  func holdMap() async throws {
    let hold = """
      (() => {
        const type = maplibregl.Map.prototype;
        const draw = type.triggerRepaint;
        type.triggerRepaint = function () {
          window.seen = this;
          return draw.call(this);
        };
        window.dispatchEvent(new Event('resize'));
        return true;
      })()
      """
    _ = try await value(Bool.self, hold)
    try await wait("window.seen")
  }
}
