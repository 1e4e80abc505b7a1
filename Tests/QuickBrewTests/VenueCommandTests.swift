import Geography
import Messages
import Testing

@testable import QuickBrew

@Suite struct VenueCommandTests {
  private static func bus(_ hours: String?, phone: String? = nil) -> FakeClientBus {
    FakeClientBus()
      .answering(VenueRequest.self) { _ in
        Venue(
          id: "osm/node/1", name: "Café Roma", category: .coffee, coordinate: Fixtures.origin,
          facts: VenueFacts(
            address: "526 Columbus Avenue", phone: phone, openingHours: hours,
            amenities: VenueAmenities(
              [.outdoorSeating: true, .takeaway: false], wheelchair: .limited, wifi: .free)),
          rating: VenueRating(count: 2, stars: 9))
      }
      .answering(MapInfoRequest.self) { _ in
        MapInfo(
          name: "downtown.osm", box: BoundingBox(south: 37, west: -123, north: 38, east: -122),
          timeZone: "America/Los_Angeles", country: "US")
      }
      .answering(MapTimesRequest.self) { request in
        guard case .instant(let time) = request.departure else {
          throw ServiceError(.internal, "the test gives an instant")
        }
        return MapTimesReply(departure: time, deadline: nil)
      }
  }

  @Test("a venue is shown with all its details")
  func details() async {
    let words = ["venue", "osm/node/1", "--near", "37.785834,-122.400000"]
    let run = await CommandRun(
      words + ["--at", "2026-11-23T09:00:00-08:00"],
      bus: Self.bus("Mo-Fr 08:00-18:00", phone: "+1 415 555-0139; +1 415 555 0140"))
    #expect(
      run.output == """
        Café Roma
          Category     coffee
          Rating       4.5 of 5, 2 reviews
          Distance     564 m
          Address      526 Columbus Avenue
          Coordinate   37.785834,-122.406417
          Now          open until 18:00
          Hours        Mon–Fri 08:00–18:00
          Phone        +1 415 555-0139; +1 415 555 0140
          Dial         tel:+14155550139
          Wheelchair   limited
          Wifi         free
          Outdoors     yes
          Takeaway     no
          Apple Maps   https://maps.apple.com/place?coordinate=37.785834,-122.406417
          Google Maps  https://www.google.com/maps/search/?api=1&query=37.785834,-122.406417
          ID           osm/node/1

        """)
  }

  @Test(
    "the state of the hours is shown at the given time",
    arguments: [
      ("Mo-Fr 08:00-18:00", "2026-11-21T09:00:00-08:00", "closed, opens 2026-11-23 08:00"),
      ("Mo-Fr 08:00-18:00", "2026-11-23T07:00:00-08:00", "closed, opens 08:00"),
      ("Mo-Su 18:00-02:00", "2026-11-21T23:00:00-08:00", "open until 2026-11-22 02:00"),
      ("24/7", "2026-11-21T23:00:00-08:00", "open"), ("off", "2026-11-21T23:00:00-08:00", "closed"),
      ("Mo-Fr 08:00-18:00; PH off", "2026-11-26T09:00:00-08:00", "closed, opens 2026-11-27 08:00"),
      (#""by appointment""#, "2026-11-21T23:00:00-08:00", "not known: by appointment"),
    ])
  func openState(_ hours: String, _ time: String, _ expected: String) async {
    let run = await CommandRun(["venue", "osm/node/1", "--at", time], bus: Self.bus(hours))
    #expect(run.output.contains("  Now          \(expected)\n"), "\(run.output)")
  }

  @Test("the state is left out where the hours or the time zone are unknown")
  func unknownState() async {
    for hours in [nil, "whenever we like"] {
      let run = await CommandRun(["venue", "osm/node/1"], bus: Self.bus(hours))
      #expect(!run.output.contains("Now"))
    }
    let away = Self.bus("24/7").answering(MapInfoRequest.self) { _ in
      throw ServiceError(.unavailable, "No instance of planner is running.")
    }
    let run = await CommandRun(["venue", "osm/node/1"], bus: away)
    #expect(run.status == .success)
    #expect(run.output.contains("Hours        Mon–Sun all day") && !run.output.contains("Now"))
  }

  @Test(arguments: [
    ("+49 6221 54-0", "tel:+496221540"), ("09 123 456/457", "tel:09123456"), ("none", nil),
  ])
  func dials(_ phone: String, _ link: String?) {
    #expect(VenueRendering.dialLink(phone) == link)
  }
}
