import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

extension BrowserTests {
  @Suite struct Pins {
    private static let places = [
      "37.785834,-122.406417", "37.802395,-122.405822", "37.7955,-122.4030", "37.7905,-122.4080",
      "37.7990,-122.4075",
    ]

    @Test("five pins, the sixth refused, directions, and a reset")
    func board() async throws {
      let page = Browser.current!
      try await page.open("/pins")
      try await page.holdMap()
      let view = "[seen.getZoom(), seen.getCenter().lat].map((each) => each.toFixed(3)).join()"
      let first = try await page.value(String.self, view)
      for (index, place) in Self.places.enumerated() {
        try await page.type(place, into: "#pin")
        try await page.press(.enter)
        try await page.wait("$$('.pin-row').length === Number(a[0])", "\(index + 1)")
      }
      try await page.look("pins")
      try await page.type("37.79,-122.41", into: "#pin")
      try await page.press(.enter)
      #expect(try await page.text(".failure").contains("five pins"))
      let drive = try await page.value(String.self, "$$('.directions h4').at(-1).innerText")
      #expect(drive.hasPrefix("D to E, via "), "\(drive)")
      let all = try await page.text(".directions")
      #expect(all.contains(#/Estimated time: 0d\s0h\s\d+m,/#), "\(all)")
      let ends = "$$('.directions li:last-child').map((each) => each.textContent)"
      let said = try await page.value([String].self, ends)
      let goals = #/Your destination is (on the (left|right)|straight ahead)/#
      #expect(
        said.allSatisfy { $0.contains(goals) || $0.contains("You have reached your destination") },
        "\(said)")
      try await page.click("[aria-label='Remove pin B']")
      try await page.wait("$$('.pin-row').length === 4")
      #expect(try await page.value(String.self, view) != first)
      try await page.press("Reset")
      try await page.wait("$$('.pin-row').length === 0 && \(view) === a[0]", first)
    }

    @Test("a shared board is offered to somebody who has pins")
    func shared() async throws {
      let page = Browser.current!
      try await page.open("/pins?map=none&pins=\(Self.places[0])")
      try await page.wait("$$('.pin-row').length === 1")
      try await page.open(
        "/pins?map=none&pins=\(Self.places[1...2].joined(separator: ";"))", keeps: true)
      try await page.wait("$('#panel').innerText.includes('This link has 2 pins')")
      #expect(try await page.value(Int.self, "$$('.pin-row').length") == 1)
      try await page.press("Show them instead")
      try await page.wait("$$('.pin-row').length === 2")
      // One's own board by its link is nothing to offer.
      try await page.open(
        "/pins?map=none&pins=\(Self.places[1...2].joined(separator: ";"))", keeps: true)
      try await page.wait("$$('.pin-row').length === 2")
      #expect(try await page.value(Bool.self, "!$('.hint button')?.innerText.includes('instead')"))
    }

    @Test("fences: green inside; the events stay after a reload; white outside")
    func fences() async throws {
      let page = Browser.current!
      try await page.move(to: 37.802395, -122.405822)
      try await page.open("/pins?pins=37.802395,-122.405822")
      try await page.wait("$('.pin-row')")
      try await page.click("#fences")
      try await page.press("Follow me")
      try await page.wait("document.body.classList.contains('inside-fence')")
      try await page.wait("$('.events li')")
      try await page.look("fence")
      try await page.open("/pins", keeps: true)
      #expect(try await page.text(".events").contains("Entered"))
      // Another visitor, far from the pin: the fence of the first is not theirs.
      try await page.move(to: 37.7700, -122.4400)
      try await page.open("/pins?pins=37.802395,-122.405822")
      try await page.wait("$('.pin-row')")
      #expect(try await page.value(Int.self, "$$('.events li').length") == 0)
      try await page.click("#fences")
      try await page.press("Follow me")
      try await page.wait("$('.inside').innerText.includes('outside')")
      #expect(try await page.value(Bool.self, "!document.body.classList.contains('inside-fence')"))
    }

    @Test("a simulated ride moves the device")
    func simulation() async throws {
      let page = Browser.current!
      try await page.open("/pins")
      try await page.wait("$('.state.nothing')")
      try await page.press("Ride")
      try await page.wait("$('.inside').innerText.includes('outside')")
      let stack = try #require(BrowserScope.stack)
      let user = try await page.value(String.self, "localStorage['quickbrew.user']")
      let request = PositionRequest(device: DeviceID(rawValue: user))
      let first = try await stack.bus.client.send(request).coordinate
      while try await stack.bus.client.send(request).coordinate == first {
        // The page reports once a second, so the monitor is polled.
        try await Task.sleep(for: .milliseconds(100))
      }
      try await page.press("Ride")
      try await page.wait("$('.simulation .field-note').innerText === 'Stopped.'")
    }

    /// A file with this text, dropped on the section of a recorded track.
    private static let drop = """
      (() => {
        const files = new DataTransfer();
        files.items.add(new File([a[0]], 'ride.gpx'));
        const kind = { dataTransfer: files, bubbles: true, cancelable: true };
        return $('.track').dispatchEvent(new DragEvent('drop', kind)) === false;
      })()
      """

    @Test("a recorded track: its roads, also for another profile; what is no track is refused")
    func track() async throws {
      let page = Browser.current!
      let stack = try #require(BrowserScope.stack)
      let route = try await stack.bus.client.send(
        RouteRequest(
          waypoints: [
            Coordinate(latitude: 37.785834, longitude: -122.406417),
            Coordinate(latitude: 37.802395, longitude: -122.405822),
          ], geometry: true))
      let points = try #require(route.geometry?.coordinates).map {
        #"<trkpt lat="\#($0.latitude)" lon="\#($0.longitude)"/>"#
      }
      let gpx =
        #"<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
        + points.joined() + "</trkseg></trk></gpx>"
      try await page.open("/pins")
      for (text, said) in [
        ("no markup", "not a GPX"), ("<gpx/>", "no track"), ("<gpx><trk>", "is incomplete"),
      ] {
        #expect(try await page.value(Bool.self, Self.drop, text))
        try await page.wait("$('.track .failure')?.innerText.includes(a[0])", said)
      }
      #expect(try await page.value(Bool.self, Self.drop, gpx))
      let all = "\(points.count) of \(points.count) points fit a road."
      try await page.wait("$('#matched')?.innerText === a[0]", all)
      #expect(try await page.value(Int.self, "$$('.track .card').length") >= 1)
      try await page.look("track")
    }

    @Test("another visitor sees neither pins nor events")
    func visitors() async throws {
      let page = Browser.current!
      try await page.open("/pins")
      try await page.wait("$('.state.nothing')")
      #expect(try await page.value(Int.self, "$$('.events li').length") == 0)
    }
  }
}
