import Foundation
import Messages
import TestSupport
import Testing

extension BrowserTests {
  @Suite struct Venues {
    @Test("breweries: a list beside the map, one opened, and back")
    func breweries() async throws {
      let page = Browser.current!
      try await page.open("/breweries")
      try await page.wait("$('.card.venue')")
      let name = try await page.text(".card.venue .title")
      try await page.look("breweries")
      try await page.click(".card.venue .choose")
      #expect(try await page.text(".detail h2") == name)
      try await page.wait("$('.reviews, .remarks .soft')")
      try await page.press("Where this comes from")
      try await page.wait("$('.sources')")
      #expect(try await page.text(".sources").contains("the map"))
      try await page.look("brewery")
      try await page.press("Back")
      try await page.wait("$('.card.venue')")
      #expect(
        try await page.value(String.self, "location.pathname + location.search") == "/breweries")
    }

    @Test("a deep link to a place by its name: taken for what, or said that it is not there")
    func near() async throws {
      let page = Browser.current!
      try await page.open("/breweries?near=Coit+Towr")
      try await page.wait("$('.where').innerText.includes('Taken for Coit Tower')")
      try await page.wait("location.search.includes('at=37.8')")
      try await page.open("/breweries?near=Xyzzy+Quux")
      try await page.wait("$('.where').innerText.includes('was not found on the map')")
      try await page.open("/campus?venue=osm/nothing")
      #expect(try await page.text(".nothing") == "This place is not known any more.")
      // The browser's own report of what was not found.
      _ = try await page.complaints()
    }

    @Test("campus: a heart, a review with markup in it, a note")
    func campus() async throws {
      let page = Browser.current!
      let markup = "<img src=x onerror=document.title='broken'>"
      try await page.open("/campus")
      try await page.wait("$('.card.venue')")
      try await page.press("Favourites")
      try await page.wait("$('.nothing')?.innerText.includes('a heart makes one')")
      try await page.press("Favourites")
      try await page.click(".card.venue .heart")
      try await page.wait("$('.heart[aria-pressed=true]')")
      try await page.look("campus")
      try await page.click(".card.venue .choose")
      try await page.wait("$('.detail .heart[aria-pressed=true]')")
      try await page.press("Write a review")
      try await page.click(".stars input[value='4']")
      try await page.type(markup, into: ".remark-form[open] textarea")
      try await page.press("Save", in: ".remark-form[open]")
      #expect(try await page.text(".review .text") == markup)
      #expect(try await page.value(Bool.self, "$('.review img') === null"))
      #expect(try await page.value(String.self, "document.title").hasPrefix("Campus"))
      // One review of four stars has the mean four, whatever the mean that sorts.
      try await page.press("Add a private note")
      try await page.type("Cash only.", into: ".remark-form[open] textarea")
      try await page.press("Save", in: ".remark-form[open]")
      #expect(try await page.text(".own-note").contains("Cash only."))
      let identifier = try await page.value(
        String.self, "new URLSearchParams(location.search).get('venue')")
      try await page.open("/campus?venue=\(identifier)", keeps: true)
      #expect(try await page.text(".detail .rating").contains("★ 4.0 (1)"))
      try await page.look("venue")
    }

    @Test("an area is downloaded: its size first, then all of it")
    func download() async throws {
      let page = Browser.current!
      try await page.open("/campus")
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

    @Test("cafés: the nearest around the device, and again where it has moved")
    func cafes() async throws {
      let page = Browser.current!
      try await page.move(to: 37.7879, -122.4074)
      try await page.open("/cafes")
      try await page.press("Follow my location")
      try await page.wait("document.body.innerText.includes('Around you')")
      try await page.wait("$('.card.venue')")
      try await page.look("cafes")
      let first = try await page.text(".cards")
      try await page.move(to: 37.8010, -122.4100)
      try await page.wait("$('.cards').innerText !== a[0]", first)
      #expect(try await page.value(Int.self, "$$('.card.venue').length") == 10)
      // Followed until it is switched off, or another point is clicked.
      let isFollowing = "$('.chip').getAttribute('aria-pressed')"
      #expect(try await page.value(String.self, isFollowing) == "true")
      try await page.click("#map canvas")
      try await page.wait("\(isFollowing) === 'false'")
      try await page.wait("document.body.innerText.includes('Around the point on the map')")
    }
  }
}
