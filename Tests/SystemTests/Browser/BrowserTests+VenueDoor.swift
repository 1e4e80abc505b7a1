import Foundation
import Messages
import TestSupport
import Testing

extension BrowserTests {
  @Suite struct Venues {
    private static let chosen = "$('.kinds-row [aria-pressed=true]')?.dataset.kind"

    @Test("an earlier door leads to its chip; a place opened, and back; by name; another kind")
    func explore() async throws {
      let page = Browser.current!
      try await page.open("/breweries")
      try await page.wait("$('.card.venue') && \(Self.chosen) === 'brewery'")
      try await page.look("explore")
      // In one step, as the list is made again once the map has its place.
      try await page.wait(
        "(window.opened = $('.card.venue .title')?.innerText) && !$('.card.venue .choose').click()")
      let name = try await page.value(String.self, "window.opened")
      #expect(try await page.text(".detail h2") == name)
      try await page.wait("$('.reviews, .remarks .soft')")
      try await page.press("Where this comes from")
      try await page.wait("$('.sources')")
      #expect(try await page.text(".sources").contains("the map"))
      try await page.look("brewery")
      try await page.press("Back")
      try await page.wait("$('.card.venue')")
      // What is shown has its own address.
      try await page.press("More filters")
      _ = try await page.value(
        Bool.self, "($('#order').value = 'name', $('#order').dispatchEvent(new Event('change')))")
      let names = "$$('.card.venue .title').map((each) => each.innerText.toLowerCase())"
      try await page.wait("\(names).length > 1 && \(names).join() === \(names).toSorted().join()")
      try await page.press("Coffee")
      try await page.wait("\(Self.chosen) === 'coffee' && location.search === '?category=coffee'")
      try await page.wait("$('.card.venue .notes')?.innerText.startsWith('Coffee')")
      // A kind that the map has none of is no matter of where one looks.
      try await page.open("/explore?category=camp-site")
      #expect(try await page.text(".nothing") == "This map has no camp site.")
    }

    @Test("a deep link to a place by its name: taken for what; what cannot be used is said")
    func near() async throws {
      let page = Browser.current!
      try await page.open("/breweries?near=Coit+Towr")
      try await page.wait("$('#panel').innerText.includes('Taken for Coit Tower')")
      try await page.wait("location.search.includes('at=37.8')")
      try await page.open("/explore?at=999,3")
      try await page.wait("$('#panel').innerText.includes('“999,3” is not a position')")
      try await page.open("/commute?trip=banana")
      try await page.wait("$('#panel').innerText.includes('“banana” is not possible: One stop')")
      try await page.open("/explore?near=Xyzzy+Quux")
      try await page.wait("$('#panel').innerText.includes('was not found on the map')")
      try await page.open("/campus?venue=osm/nothing")
      #expect(try await page.text(".nothing") == "This place is not known any more.")
      // The browser's own report of what was not found.
      _ = try await page.complaints()
    }

    @Test("every kind: a heart, a review with markup in it, a note")
    func heart() async throws {
      let page = Browser.current!
      let markup = "<img src=x onerror=document.title='broken'>"
      try await page.open("/explore")
      try await page.wait("$('.card.venue')")
      try await page.press("Hearts")
      try await page.wait("$('.nothing')?.innerText.includes('a heart makes one')")
      try await page.press("Hearts")
      try await page.click(".card.venue .heart")
      try await page.wait("$('.heart[aria-pressed=true]')")
      try await page.look("explore-heart")
      try await page.click(".card.venue .choose")
      try await page.wait("$('.detail .heart[aria-pressed=true]')")
      try await page.press("Write a review")
      try await page.click(".stars input[value='4']")
      try await page.type(markup, into: ".remark-form[open] textarea")
      try await page.press("Save", in: ".remark-form[open]")
      #expect(try await page.text(".review .text") == markup)
      #expect(try await page.value(Bool.self, "$('.review img') === null"))
      #expect(try await page.value(String.self, "document.title").hasPrefix("Explore"))
      // One review of four stars has the mean four, whatever the mean that sorts.
      try await page.press("Add a private note")
      try await page.type("Cash only.", into: ".remark-form[open] textarea")
      try await page.press("Save", in: ".remark-form[open]")
      #expect(try await page.text(".own-note").contains("Cash only."))
      let identifier = try await page.value(
        String.self, "new URLSearchParams(location.search).get('venue')")
      try await page.open("/explore?venue=\(identifier)", keeps: true)
      #expect(try await page.text(".detail .rating").contains("★ 4.0 (1)"))
      try await page.look("venue")
    }

    @Test("an area is downloaded: its size first, then all of it")
    func download() async throws {
      let page = Browser.current!
      try await page.open("/explore")
      try await page.press("More filters")
      try await page.press("Download this area")
      try await page.wait("/About .* tiles/.test($('.download').innerText)")
      try await page.press("Download", in: ".download")
      try await page.wait("$('.download').innerText.includes('Stored')")
      let kept = try await page.awaited(
        Int.self,
        """
        caches.open('quickbrew-map').then((cache) => cache.keys()).then((keys) =>
          done(keys.filter(({ url }) => url.endsWith('.pbf')).length));
        """)
      #expect(kept >= 15)
      #expect(try await page.complaints() == [])
    }

    @Test("what was asked for the map before one is followed is not taken for what is around")
    func lateAnswer() async throws {
      let page = Browser.current!
      try await page.move(to: 37.7879, -122.4074)
      try await page.open("/cafes")
      try await page.wait("$('.card.venue')")
      _ = try await page.value(
        Bool.self,
        """
        (() => {
          const [ask, panel] = [window.fetch, document.querySelector('#panel')];
          const wait = () => new Promise((go) => { setTimeout(go, 500); });
          window.fetch = (...all) => ask(...all).then((reply) => wait().then(() => reply));
          window.failed = false;
          new MutationObserver(() => { window.failed ||= panel.innerText.includes('Try again'); })
            .observe(panel, { childList: true, subtree: true });
          document.querySelector('.kinds-row [data-kind]').click();
          document.querySelector('.chip-row:not(.kinds-row) .chip').click();
          return true;
        })()
        """)
      try await page.wait("document.body.innerText.includes('Around you')")
      #expect(try await page.value(Bool.self, "window.failed") == false)
    }

    @Test("the nearest around the device, in the list and on the map, also where it has moved")
    func following() async throws {
      let page = Browser.current!
      try await page.move(to: 37.7879, -122.4074)
      try await page.open("/cafes")
      try await page.press("Follow me")
      try await page.wait("document.body.innerText.includes('Around you')")
      try await page.wait("$('.card.venue')")
      try await page.look("following")
      let first = try await page.text(".cards")
      try await page.move(to: 37.8010, -122.4100)
      try await page.wait("$('.cards').innerText !== a[0]", first)
      #expect(try await page.value(Int.self, "$$('.card.venue').length") == 10)
      // The person is in the middle, until the map is touched; a button leads back.
      let middle = """
        (() => {
          const boxes = [$('#map'), $('.marker.me')].map((each) => each.getBoundingClientRect());
          const [map, me] = boxes;
          return Math.hypot(me.x + me.width / 2 - map.x - map.width / 2,
            me.y + me.height / 2 - map.y - map.height / 2) < 30;
        })()
        """
      try await page.wait(middle)
      #expect(try await page.value(Bool.self, "$('.locator').hidden"))
      _ = try await page.value(Bool.self, Self.touch)
      try await page.wait("!$('.locator').hidden && !\(middle)")
      #expect(try await page.text(".locator") == "Back to me")
      try await page.click(".locator")
      try await page.wait("$('.locator').hidden && \(middle)")
      // Followed until it is switched off, or another point is clicked.
      let isFollowing = "$('.chip-row:not(.kinds-row) .chip').getAttribute('aria-pressed')"
      #expect(try await page.value(String.self, isFollowing) == "true")
      // Where a test clicks there is no venue, nor the person.
      try await page.press("Hearts")
      try await page.holdMap()
      let layers = "['venue-icons', 'venue-dots', 'venue-clusters']"
      try await page.wait(
        "seen.loaded() && seen.queryRenderedFeatures({ layers: \(layers) }).length === 0")
      _ = try await page.value(
        Bool.self,
        "$$('.marker').every((each) => { each.style.pointerEvents = 'none'; return true; })")
      try await page.click("#map canvas")
      try await page.wait("\(isFollowing) === 'false'")
      try await page.wait("$('#panel').innerText.includes('on this part of the map')")
    }

    /// Moves the map by a key, as a person does.
    private static let touch = """
      $('#map canvas').dispatchEvent(new KeyboardEvent('keydown',
        { key: 'ArrowLeft', keyCode: 37, bubbles: true, cancelable: true }))
        || true
      """

    @Test("“my location” where the map is not says so, in a field and on the map")
    func outside() async throws {
      let page = Browser.current!
      try await page.move(to: 60.17, 24.94)
      try await page.open("/commute")
      try await page.click("[aria-label='From: my location']")
      try await page.wait("$('#from').closest('.place').innerText.includes('outside this map')")
      #expect(try await page.value(String.self, "$('#from').value") == "")
      try await page.click(".locator")
      try await page.wait("$('.pick-hint')?.innerText.includes('outside this map')")
      try await page.open("/cafes")
      try await page.press("Follow me")
      try await page.wait("$('#panel').innerText.includes('outside this map')")
    }

    @Test("two tabs show the same hearts")
    func tabs() async throws {
      struct Tab: Decodable { let handle: String }
      let page = Browser.current!
      try await page.open("/explore?map=none")
      try await page.wait("$('.card.venue')")
      let first = try await page.driver.get(String.self, "/window")
      let tab = try await page.driver.post(Tab.self, "/window/new", ["type": "tab"])
      try await page.driver.post("/window", ["handle": tab.handle])
      try await page.open("/explore?map=none", keeps: true)
      try await page.click(".card.venue .heart")
      try await page.wait("$('.heart[aria-pressed=true]')")
      try await page.driver.closeTab()
      try await page.driver.post("/window", ["handle": first])
      try await page.wait("$('.heart[aria-pressed=true]')")
    }
  }
}
