import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import WebGateway

/// Who has no key, and comes from elsewhere.
@Suite struct GuestBookTests {
  private func request(
    _ path: String = "/v1/caller", _ headers: [String: String] = [:], client: String = "192.0.2.7"
  ) -> HTTPRequest {
    var request = HTTPRequest("GET", path, headers: headers)
    request.client = client
    return request
  }

  private func post(_ operation: String, _ headers: [String: String] = [:]) -> HTTPRequest {
    HTTPRequest(
      "POST", "/v1/\(operation)",
      headers: ["content-type": "application/json"].merging(headers) { $1 }, body: "{}")
  }

  private func given(_ response: HTTPResponse) -> String? {
    response.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) }
  }

  @Test("a cookie counts as the gateway signed it; a name or a signature of one’s own does not")
  func signature() throws {
    try TemporaryDirectory.with { folder in
      let book = try GuestBook(path: folder.path("guests.key"))
      let (guest, header) = try #require(book.welcome(request()))
      let cookie = String(header.value.prefix { $0 != ";" })
      #expect(header.value == "\(cookie); Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict")
      let again = try GuestBook(path: folder.path("guests.key"))
      #expect(again.guest(of: request("/", ["cookie": cookie])) == guest)
      #expect(again.guest(of: request("/", ["cookie": "a=b; \(cookie); c=d"])) == guest)
      let other = try #require(book.welcome(request())).guest.name
      let signature = cookie.split(separator: ".")[1]
      let forged = [
        "quickbrew-guest=\(guest.name)", "quickbrew-guest=\(guest.name).",
        "quickbrew-guest=\(other).\(signature)", cookie.replacing("guest-", with: ""),
        String(cookie.dropLast()), cookie + "0", "quickbrew-guest=me.\(signature)",
      ]
      for cookie in forged {
        #expect(book.guest(of: request("/", ["cookie": cookie])) == nil, "\(cookie)")
      }
      #expect(GuestBook().guest(of: request("/", ["cookie": cookie])) == nil)
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("guests.key"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test("who changes or plans gets a name once; who only asks leaves nothing and needs none")
  func names() async throws {
    let bus = ScriptedBus().answering("planner.plan/1") { _ in "{}" }
      .answering("planner.pin-add/1") { _ in "{}" }.answering("geocoder.search/1") { _ in "{}" }
    let gateway = gateway(
      bus, rules: AccessRules(hostNames: nil, keys: { .init() }, guests: GuestBook()))
    for operation in ["planner.plan", "planner.pin-add"] {
      let first = await gateway.answer(post(operation))
      let cookie = try #require(given(first))
      let second = await gateway.answer(post(operation, ["cookie": cookie]))
      #expect(first.status == 200 && second.status == 200)
      #expect(second.header("Set-Cookie") == nil)
    }
    #expect(await gateway.answer(post("geocoder.search")).header("Set-Cookie") == nil)
    let callers = bus.sent.compactMap(\.caller)
    #expect(callers.count == 5 && callers.allSatisfy { $0.isGuest })
    #expect(callers[0] == callers[1] && callers[0] != callers[2])
    #expect(callers[...3].allSatisfy { $0.scope == .write } && callers[4].scope == .read)
  }

  @Test("pages of another site name nobody; over TLS the cookie is for TLS")
  func browsers() async throws {
    let gateway = gateway(
      rules: AccessRules(hostNames: nil, keys: { .init() }, guests: GuestBook()))
    let foreign = await gateway.answer(request("/v1/caller", ["sec-fetch-site": "cross-site"]))
    #expect(foreign.status == 403 && foreign.header("Set-Cookie") == nil)
    let plain = await gateway.answer(request())
    #expect(plain.header("Set-Cookie")?.contains("; Secure") == false)
    #expect(plain.text.contains(#""isGuest":true"#), "\(plain.text)")
    let secure = await gateway.answer(request("/v1/caller", ["x-forwarded-proto": "https"]))
    #expect(secure.header("Set-Cookie")?.contains("; Secure") == true)
  }

  @Test("what a guest may not do says that it needs a key; an unknown key makes nobody a guest")
  func refusals() async throws {
    let gateway = gateway(
      rules: AccessRules(hostNames: nil, keys: { .init() }, guests: GuestBook()))
    let traffic = await gateway.answer(post("router.traffic"))
    #expect(traffic.status == 403 && traffic.text.contains("key"))
    let revoked = await gateway.answer(
      post("geocoder.search", ["authorization": "Bearer 12345678901234567890"]))
    #expect(revoked.status == 401)
    #expect(await gateway.answer(request("/metrics")).status == 401)
  }

  @Test("guests are let in from elsewhere, unless QUICKBREW_HTTP_GUESTS says no")
  func settings() async throws {
    for (value, status) in [(nil, 200), ("yes", 200), ("no", 401)] as [(String?, Int)] {
      var environment = ["QUICKBREW_HTTP_ADDRESS": "0.0.0.0"]
      environment["QUICKBREW_HTTP_GUESTS"] = value
      let rules = try GatewaySettings(flags: [:], environment: environment)
        .rules(keys: { .init() }, guests: GuestBook())
      #expect(await gateway(rules: rules).answer(request()).status == status, "\(value ?? "")")
    }
  }

  @Test("one address becomes a bounded number of guests, and another as many")
  func bounded() {
    let book = GuestBook()
    let guests = (0..<300).compactMap { _ in book.welcome(request()) }
    #expect(guests.count == Int(GuestBook.guestsAtOnce))
    #expect(Set(guests.map(\.guest.name)).count == guests.count)
    #expect(book.welcome(request(client: "192.0.2.8")) != nil)
  }

  @Test("guests take turns by their address, as names are free")
  func turns() async {
    let seen = Locked<[String?]>([])
    let bus = ScriptedBus().answering("planner.plan/1") { _ in
      seen.withLock { $0.append(RequestClient.askedBy) }
      return "{}"
    }
    let gateway = gateway(
      bus, rules: AccessRules(hostNames: nil, keys: { .init() }, guests: GuestBook()))
    var plan = post("planner.plan")
    plan.client = "192.0.2.9"
    _ = await gateway.answer(plan)
    #expect(seen.withLock { $0 } == ["192.0.2.9"])
  }

  @Test("on this machine nobody is a guest, unless a proxy that it does not know asks for others")
  func local() async {
    let bus = ScriptedBus().answering("router.traffic/1") { _ in "{}" }
    let rules = AccessRules(guests: GuestBook())
    #expect(await gateway(bus, rules: rules).answer(post("router.traffic")).status == 200)
    #expect(bus.sent.map(\.caller) == [nil])
    for header in ["x-forwarded-for", "forwarded"] {
      let passed = post("router.traffic", [header: "for=198.51.100.9"])
      #expect(await gateway(bus, rules: rules).answer(passed).status == 403)
    }
    let own = await gateway(rules: rules).answer(request())
    #expect(own.text == #"{"scope":"admin","isGuest":false}"#, "\(own.text)")
  }

  @Test("a guest hears of own devices in own fences, and of nobody's in anybody's")
  func events() {
    let (ann, bob) = (GuestBook.passing().name, GuestBook.passing().name)
    func event(_ device: String, _ board: String?) -> TopicEvent {
      TopicEvent(
        json: Data(),
        owners: [.device(DeviceID(rawValue: device))] + (board.map { [.user($0)] } ?? []))
    }
    let filter = TopicFilter(topic: .geofenceEvent, subjects: [:], user: ann)
    #expect(filter.admits(event(ann, ann)) && filter.admits(event(ann + ".phone", nil)))
    for other in [event(bob, ann), event(ann, bob), event(bob, nil)] {
      #expect(!filter.admits(other))
    }
  }
}
