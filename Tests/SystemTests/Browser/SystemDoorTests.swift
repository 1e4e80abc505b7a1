import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

extension BrowserTests {
  @Suite struct System {
    @Test("every service with its state; a road closed by a click, and open again")
    func system() async throws {
      let page = Browser.current!
      try await page.open("/system")
      try await page.wait("$('.services')")
      let services = try await page.text(".services")
      for service in RealStack.services + [.mapTiles] { #expect(services.contains("\(service)")) }
      try await page.press("Close a road by a click")
      try await page.click("#map canvas")
      try await page.wait("$('.pin-row')")
      #expect(try await page.text(".pin-row").contains("closed"))
      try await page.look("system")
      try await page.press("Open")
      try await page.wait("!$('.pin-row')")
    }

    @Test("seven tabs of one browser all show their door")
    func tabs() async throws {
      struct Tab: Decodable { let handle: String }
      let page = Browser.current!
      try await page.open("/cafes?map=plain")
      let first = try await page.driver.get(String.self, "/window")
      for _ in 1...6 {
        let tab = try await page.driver.post(Tab.self, "/window/new", ["type": "tab"])
        try await page.driver.post("/window", ["handle": tab.handle])
        try await page.open("/cafes?map=plain", keeps: true)
        try await page.wait("$('.card.venue')")
      }
      for tab in try await page.driver.get([String].self, "/window/handles") where tab != first {
        try await page.driver.post("/window", ["handle": tab])
        try await page.driver.closeTab()
      }
      try await page.driver.post("/window", ["handle": first])
      try await page.wait("$('.card.venue')")
    }

    @Test("without WebGL the same tiles are drawn plainly")
    func plainMap() async throws {
      let page = Browser.current!
      try await page.open("/breweries?map=plain")
      try await page.wait("$('.leaflet-tile-loaded')")
      try await page.wait("$('.card.venue')")
      try await page.look("plain-map")
    }
  }

  @Suite struct Offline {
    @Test("with the stack down: the page, its venues and hearts; they are sent when it is back")
    func offline() async throws {
      let page = Browser.current!
      try await page.open("/campus")
      try await page.wait("$('.card.venue')")
      try await page.awaitWorker()
      let user = try await page.value(String.self, "localStorage['quickbrew.user']")
      let stack = try #require(BrowserScope.stack)
      await stack.kill(.webGateway)
      try await page.open("/campus", keeps: true)
      try await page.wait("$('.card.venue') && $('.stale') && !$('#banner').hidden")
      #expect(try await page.text("#banner").contains("cannot be reached"))
      try await page.click(".card.venue .heart")
      try await page.wait("$('.heart[aria-pressed=true]')")
      try await page.wait("document.body.innerText.includes('1 heart waits')")
      try await page.look("offline", allowed: "net::ERR_")
      try stack.start(.webGateway, ["--port", "\(BrowserScope.port)"])
      try await page.press("Try now")
      try await page.wait("$('#banner').hidden")
      try await page.wait("!document.body.innerText.includes('heart waits')")
      let stored = try await stack.bus.client.send(FavouriteListRequest(user: user))
      #expect(stored.favourites.count == 1)
      _ = try await page.complaints()
    }
  }
}

extension Browser {
  /// Waits until the service worker has stored the page.
  func awaitWorker() async throws {
    let isReady = try await awaited(
      Bool.self, "navigator.serviceWorker.ready.then(() => done(true), () => done(false))")
    guard isReady else { throw Unexpected("no service worker") }
  }
}
