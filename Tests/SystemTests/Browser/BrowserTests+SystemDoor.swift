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
      for service in RealStack.services + [.mapTiles, .webGateway] {
        #expect(services.contains("\(service)"))
      }
      try await page.press("Close a road by a click")
      try await page.click("#map canvas")
      try await page.wait("$('.pin-row')")
      #expect(try await page.text(".pin-row").contains("closed"))
      try await page.look("system")
      try await page.press("Open again")
      try await page.wait("!$('.pin-row')")
    }

    @Test("seven tabs of one browser all show their door")
    func tabs() async throws {
      struct Tab: Decodable { let handle: String }
      let page = Browser.current!
      try await page.open("/cafes?map=none")
      let first = try await page.driver.get(String.self, "/window")
      for _ in 1...6 {
        let tab = try await page.driver.post(Tab.self, "/window/new", ["type": "tab"])
        try await page.driver.post("/window", ["handle": tab.handle])
        try await page.open("/cafes?map=none", keeps: true)
        try await page.wait("$('.card.venue')")
      }
      for tab in try await page.driver.get([String].self, "/window/handles") where tab != first {
        try await page.driver.post("/window", ["handle": tab])
        try await page.driver.closeTab()
      }
      try await page.driver.post("/window", ["handle": first])
      try await page.wait("$('.card.venue')")
    }

    @Test("a service that is down is told in words, without an error in the console")
    func missingService() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      await stack.kill(.geofenceMonitor)
      try await page.open("/breweries?map=none")
      try await page.wait("$('#banner').innerText.includes('Positions and fences')")
      #expect(try await page.complaints() == [])
      try stack.start(.geofenceMonitor)
      try await stack.waitUntilReady()
      try await page.press("Try now")
      try await page.wait("$('#banner').hidden")
    }

    @Test("what cannot be done says so in a guest's words")
    func missingPlanner() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      await stack.kill(.planner)
      try await page.open("/pins?map=none")
      #expect(try await page.text(".failure").hasPrefix("Trips cannot be planned at the moment."))
      _ = try await page.complaints()
      try stack.start(.planner)
      try await stack.waitUntilReady()
      try await page.press("Try again")
      try await page.wait("$('.state.nothing')")
    }

    @Test("the operations can be read, and filtered")
    func reference() async throws {
      let page = Browser.current!
      try await page.driver.post("/url", ["url": page.site + "/api"])
      try await page.wait("$$('details').length > 60")
      try await page.type("suggest", into: "#filter")
      try await page.wait("$$('details:not([hidden])').length === 1")
      try await page.click("details:not([hidden]) summary")
      #expect(try await page.text("details[open]").contains("curl "))
      #expect(try await page.complaints() == [])
    }

    @Test("an address that is not the page's is a page, too")
    func nowhere() async throws {
      let page = Browser.current!
      try await page.open("/menu")
      #expect(try await page.text("#panel h2") == "There is no such page")
      try await page.look("nowhere", allowed: ["/menu"])
      try await page.press("Explore", in: "#panel")
      try await page.wait("$('.card.venue')")
      _ = try await page.complaints()
    }

    @Test("without WebGL there are lists and words, and the page says why there is no map")
    func noMap() async throws {
      let page = Browser.current!
      try await page.open("/breweries?map=none")
      try await page.wait("$('.card.venue')")
      #expect(try await page.text("#map").hasPrefix("There is no map: This browser has no WebGL."))
      try await page.click(".card.venue .choose")
      try await page.wait("$('.detail h2')")
      try await page.look("no-map")
      try await page.click("#user")
      try await page.press("System: what runs, and live traffic", in: "#account")
      try await page.wait("$('#panel').innerText.includes('has no WebGL')")
    }
  }

  @Suite struct Offline {
    @Test("a gateway that asks for a token: the dialog, then the page as it should be")
    func token() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      let token = "a-token-of-the-tests-1"
      let path = stack.home + "/http-tokens"
      try Data("\(token) write tests\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      let options = ["--port", "\(BrowserScope.port)"]
      await stack.kill(.webGateway)
      try stack.start(
        .webGateway, options + ["--address", "0.0.0.0"],
        environment: ["QUICKBREW_HTTP_GUESTS": "no"])
      try await page.openOnceUp("/cafes")
      try await page.wait("$('#account').open")
      #expect(try await page.text("#account").contains("asks for a token"))
      try await page.type(token, into: "#user-token")
      try await page.press("Save", in: "#account")
      try await page.wait("!$('#account').open && $('.card.venue')")
      // The refusals before.
      _ = try await page.complaints()
      await stack.kill(.webGateway)
      try stack.start(.webGateway, options)
      try await page.openOnceUp("/campus")
    }

    @Test("with the stack down: the page, its venues and hearts; they are sent when it is back")
    func offline() async throws {
      let page = Browser.current!
      try await page.open("/campus")
      try await page.wait("$('.card.venue')")
      try await page.awaitWorker()
      // None of these is the page, which the worker keeps.
      for path in ["/v1/venue-store.categories", "/api", "/openapi.json"] {
        try await page.driver.post("/url", ["url": page.site + path])
      }
      // They have no icon.
      _ = try await page.complaints()
      let user = try await page.value(String.self, "localStorage['quickbrew.user']")
      let stack = try #require(BrowserScope.stack)
      await stack.kill(.webGateway)
      try await page.open("/campus", keeps: true)
      try await page.wait("$('.card.venue') && $('.stale') && !$('#banner').hidden")
      #expect(try await page.text("#banner").contains("cannot be reached"))
      try await page.click(".card.venue .heart")
      try await page.wait("$('.heart[aria-pressed=true]')")
      try await page.wait("document.body.innerText.includes('1 heart waits')")
      try await page.look("offline", allowed: ["net::ERR_", "Failed to fetch", "favicon"])
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
  /// Opens an address of a gateway that is just being started.
  fileprivate func openOnceUp(_ path: String) async throws {
    let deadline = ContinuousClock.now + .patience
    while true {
      do { return try await open(path) } catch {
        guard ContinuousClock.now < deadline else { throw error }
        // Nothing tells when a process listens but a connection that succeeds.
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Waits until the service worker has stored the page.
  func awaitWorker() async throws {
    let isReady = try await awaited(
      Bool.self, "navigator.serviceWorker.ready.then(() => done(true), () => done(false))")
    guard isReady else { throw Unexpected("no service worker") }
  }
}
