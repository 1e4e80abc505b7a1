import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

/// Two guests without keys, over HTTP from elsewhere: what one might do to the other, or to
/// everybody.
@Suite(.timeLimit(.minutes(10))) struct GuestTests {
  private static let here = #"{"latitude":37.785834,"longitude":-122.406417}"#
  private static let away = #"{"latitude":37.802395,"longitude":-122.405822}"#
  private static let trip =
    #"{"origin":{"coordinate":\#(here)},"destination":{"coordinate":\#(away)},"#
    + #""deadline":"+45m","id":"p"}"#

  private static let forEverybody = [
    (
      "router.traffic",
      #"{"set":[{"road":{"coordinate":\#(here)},"state":{"closed":true}}]}"#
    ),
    ("venue-store.deal-add", "{}"), ("venue-store.deal-remove", #"{"id":"x"}"#),
    ("venue-store.note-list", #"{"user":"me"}"#),
    ("geofence-monitor.fence-add", #"{"area":{"kind":"circle","center":\#(here)}}"#),
    ("geofence-monitor.fence-list", "{}"), ("geofence-monitor.fence-remove", #"{"id":"f-1"}"#),
    ("geofence-monitor.events", #"{"since":0}"#),
    ("geofence-monitor.position-report", #"{"device":"phone","coordinate":\#(here)}"#),
    ("planner.pin-board", #"{"board":"me"}"#),
  ]

  @Test("a guest searches and plans, and reads and changes what is its own, nothing else")
  func guests() async throws {
    try await RealStack.run { stack in
      let client = stack.bus.client
      let center = Coordinate(latitude: 37.785834, longitude: -122.406417)
      let venue = try #require(
        try await client.send(NearbyRequest(coordinate: center)).venues.first)
      _ = try await client.send(
        NotePutRequest(user: "me", venueID: venue.venue.id, text: "private"))
      let key = try await stack.quickbrew("keys", "add", "boss", "--scope", "admin")
      try stack.start(.webGateway, ["--address", "0.0.0.0", "--port", "0"])
      let port = try await WebDriver.number(
        of: /http:\/\/0\.0\.0\.0:(\d+)\//, in: "\(stack.home)/\(ServiceName.webGateway).log")
      let (ann, bob) = (try await Guest(port: port), try await Guest(port: port))
      #expect(ann.name != bob.name && Caller.isGuest(ann.name))
      #expect(try await Guest(port: port, cookie: ann.cookie).name == ann.name)

      // It searches, plans and keeps what is its own.
      #expect(try await ann.post("geocoder.search", #"{"text":"Coit Tower"}"#).status == 200)
      #expect(try await ann.post("planner.plan", Self.trip).status == 200)
      #expect(try await ann.post("planner.plan-show", #"{"id":"p"}"#).status == 200)
      for (operation, body) in ann.own {
        let reply = try await ann.post(operation, body)
        #expect(reply.status == 200, "\(operation): \(reply.body)")
      }
      // The same for another guest, by the name that everybody may learn.
      #expect(try await bob.post("planner.plan-show", #"{"id":"p"}"#).status == 404)
      for (operation, body) in ann.own {
        #expect(try await bob.post(operation, body).status == 403, "\(operation)")
      }
      // What concerns everybody, or somebody whose name can be typed.
      for (operation, body) in Self.forEverybody {
        let reply = try await bob.post(operation, body)
        #expect(reply.status == 403, "\(operation): \(reply.status) \(reply.body)")
      }
      for operation in ["venue-store.feed-add", "venue-store.feed-remove", "service.stats"] {
        #expect(try await bob.post(operation, "{}").status == 404, "\(operation)")
      }
      #expect(try await bob.get("/metrics").status == 401)
      let streams = ["position.changed", "geofence.event", "position.changed&device=\(ann.name)"]
      for topic in streams {
        #expect(try await bob.get("/v1/events?topic=\(topic)").status == 403, "\(topic)")
      }
      let boss = ["Authorization: Bearer \(key.output.trimmingCharacters(in: .newlines))"]
      #expect(try await bob.post("router.traffic", "{}", boss).status == 200)
      let note = try await bob.post("venue-store.note-list", #"{"user":"me"}"#, boss)
      #expect(note.body.contains("private"))
    }
  }

  @Test("a guest's fence watches the guest's devices, and nobody hears of another's")
  func fences() async throws {
    try await RealStack.run { stack in
      try stack.start(.webGateway, ["--address", "0.0.0.0", "--port", "0"])
      let port = try await WebDriver.number(
        of: /http:\/\/0\.0\.0\.0:(\d+)\//, in: "\(stack.home)/\(ServiceName.webGateway).log")
      let (ann, bob) = (try await Guest(port: port), try await Guest(port: port))
      let place = #"{"board":"\#(ann.name)","place":{"coordinate":\#(Self.here)}}"#
      #expect(try await ann.post("planner.pin-add", place).status == 200)
      let watch = try await ann.post("planner.pin-watch", #"{"board":"\#(ann.name)","on":true}"#)
      #expect(watch.body.contains(#""watch":"on""#), "\(watch.body)")
      let hears = try RawClient(port: port)
      try await hears.send(
        http("GET", "/v1/events?topic=geofence.event&board=\(ann.name)", ann.headers))
      _ = try await hears.read(until: "event: live")

      var events: [Int] = []
      for guest in [bob, ann] {
        var count = 0
        for (second, place) in [Self.away, Self.here, Self.here, Self.here].enumerated() {
          let time = Date.now.addingTimeInterval(Double(second - 4) * 60).ISO8601Format()
          let reply = try await guest.post(
            "geofence-monitor.position-report",
            #"{"device":"\#(guest.name)","coordinate":\#(place),"time":"\#(time)"}"#)
          let report = try MessageCoder.decode(
            PositionReportReply.self, from: Data(reply.body.utf8))
          count += report.events.count + (report.pending ?? []).count
        }
        events.append(count)
      }
      #expect(events[0] == 0 && events[1] > 0, "\(events)")
      let heard = try await hears.read(until: #""device":"\#(ann.name)""#)
      #expect(!heard.contains(bob.name))
    }
  }
}

/// Somebody without a key, and with the cookie that the gateway gave.
private struct Guest {
  let port: Int
  let cookie: String
  let name: String

  init(port: Int, cookie: String? = nil) async throws {
    let sent = cookie.map { ["Cookie: other=1; \($0)"] } ?? []
    let reply = try await RawClient(port: port).exchange(http("GET", "/v1/caller", sent))
    struct Description: Decodable { let user: String }
    name = try MessageCoder.decode(Description.self, from: Data(reply.body.utf8)).user
    let given = reply.headers["set-cookie"]
    #expect((given == nil) == (cookie != nil))
    if let given {
      #expect(given.contains("HttpOnly") && given.contains("SameSite=Strict"))
    }
    self.port = port
    self.cookie = cookie ?? given.map { String($0.prefix { $0 != ";" }) } ?? ""
  }

  var headers: [String] { ["Cookie: \(cookie)", "Content-Type: application/json"] }

  /// What its name owns.
  var own: [(String, String)] {
    let place = #"{"latitude":37.785834,"longitude":-122.406417}"#
    return [
      ("planner.pin-board", #"{"board":"\#(name)"}"#),
      ("planner.pin-add", #"{"board":"\#(name)","place":{"coordinate":\#(place)}}"#),
      ("planner.pin-reset", #"{"board":"\#(name)"}"#),
      ("planner.usual", #"{"user":"\#(name)"}"#),
      ("venue-store.note-list", #"{"user":"\#(name)"}"#),
      ("venue-store.favourite-list", #"{"user":"\#(name)"}"#),
      ("geofence-monitor.fence-list", #"{"board":"\#(name)"}"#),
      ("geofence-monitor.position-report", #"{"device":"\#(name)","coordinate":\#(place)}"#),
      ("geofence-monitor.position", #"{"device":"\#(name)"}"#),
    ]
  }

  func post(_ operation: String, _ body: String, _ more: [String] = []) async throws -> Response {
    try await RawClient(port: port).exchange(
      http("POST", "/v1/\(operation)", headers + more, body: body))
  }

  func get(_ path: String) async throws -> Response {
    try await RawClient(port: port).exchange(http("GET", path, headers))
  }
}
