import Foundation
import MessageBus
import Messages
import Regions
import TestSupport
import Testing

@testable import WebGateway

@Suite struct OperationTests {
  @Test(
    "the bodies of request and reply are passed unchanged",
    arguments: ["router.route", "router.route/1"])
  func passThrough(name: String) async {
    let bus = ScriptedBus().answering("router.route/1") { _ in #"{"durationSeconds":60}"# }
    let response = await gateway(bus).answer(.post(name, #"{"waypoints":[]}"#))
    #expect(response.status == 200)
    #expect(response.header("Content-Type") == "application/json")
    #expect(response.header("Cache-Control") == "no-store")
    #expect(response.text == #"{"durationSeconds":60}"#)
    #expect(bus.sent == [.init(operation: "router.route/1", json: #"{"waypoints":[]}"#)])
  }

  @Test(
    "browsers can call the operations of a list of venues",
    arguments: [
      "shop-search.nearby/2", "shop-search.nearby-watch", "shop-search.details",
      "venue-store.favourite-merge", "venue-store.match", "venue-store.remarks",
      "venue-store.categories", "venue-store.review-list", "venue-store.deal-list",
    ])
  func venueOperations(name: String) async {
    let bus = ScriptedBus().answering(name.contains("/") ? name : name + "/1") { _ in "{}" }
    #expect(await gateway(bus).answer(.post(name, "{}")).status == 200)
    #expect(bus.sent.map(\.json) == ["{}"])
  }

  @Test(
    "a failure is a problem with the status of the error table",
    arguments: ErrorCode.table.map(\.code))
  func problem(code: ErrorCode) async throws {
    let error = ServiceError(code, "What went wrong.", suggestions: ["Coit Tower"])
    let response = await gateway(ScriptedBus().answering("planner.plan/1") { _ in throw error })
      .answer(.post("planner.plan", "{}"))
    #expect(response.status == code.row.httpStatus)
    #expect(response.header("Content-Type") == "application/problem+json")
    #expect((response.header("Retry-After") != nil) == code.isRetryable)
    let problem = try MessageCoder.decode(Problem.self, from: Data(response.text.utf8))
    #expect(problem.code == code)
    #expect(problem.detail == "What went wrong.")
    #expect(problem.suggestions == ["Coit Tower"])
    #expect(problem.status == response.status)
  }

  @Test("the map is a plain GET")
  func map() async {
    let bus = ScriptedBus().answering("planner.map/1") { _ in #"{"name":"sample"}"# }
    #expect(await gateway(bus).answer(HTTPRequest("GET", "/v1/map")).text == #"{"name":"sample"}"#)
    #expect(await gateway(bus).answer(HTTPRequest("POST", "/v1/map")).status == 405)
  }

  @Test("a region that is named is the one that is asked, and no part of the request")
  func region() async {
    let seen = Locked<[RegionName?]>([])
    let bus = ScriptedBus().answering("geocoder.suggest/1") { _ in
      seen.withLock { $0.append(RegionalClient.named) }
      return #"{"completions":[]}"#
    }
    for region in ["helsinki", nil] {
      var query = ["text": "kam"]
      query["region"] = region
      let request = HTTPRequest("GET", "/v1/geocoder.suggest", query: query)
      #expect(await gateway(bus).answer(request).status == 200)
    }
    #expect(seen.withLock { $0 } == [RegionName("helsinki"), nil])
    #expect(bus.sent.map(\.json) == [#"{"text":"kam"}"#, #"{"text":"kam"}"#])
    let wrong = HTTPRequest("GET", "/v1/map", query: ["region": "Helsinki!"])
    #expect(await gateway(bus).answer(wrong).status == 400)
  }

  @Test(
    "an operation that is not listed is not found",
    arguments: [
      "service.stats", "service.ping/1", "venue-store.snapshot", "venue-store.feed-add",
      "shop-search.nearby/1", "planner.plan/2", "planner", "",
      "planner.plan/1/1", "../healthz",
    ])
  func unlisted(name: String) async {
    let bus = ScriptedBus()
    let response = await gateway(bus).answer(.post(name, "{}"))
    #expect(response.status == 404)
    #expect(bus.sent == [])
  }

  @Test("an operation that changes something needs POST")
  func post() async {
    let bus = ScriptedBus()
    let response = await gateway(bus).answer(HTTPRequest("GET", "/v1/planner.pin-add"))
    #expect(response.status == 405)
    #expect(response.header("Allow") == "POST")
    #expect(bus.sent == [])
  }

  @Test(
    "a form of another site is refused",
    arguments: [nil, "text/plain", "application/x-www-form-urlencoded"])
  func crossSite(type: String?) async {
    let bus = ScriptedBus()
    let headers = type.map { ["content-type": $0] } ?? [:]
    let request = HTTPRequest(
      "POST", "/v1/geofence-monitor.fence-remove", headers: headers, body: "{}")
    #expect(await gateway(bus).answer(request).status == 415)
    #expect(bus.sent == [])
  }

  @Test("the content type may name a character set")
  func charset() async {
    let bus = ScriptedBus().answering("planner.plan/1") { _ in "{}" }
    let request = HTTPRequest(
      "POST", "/v1/planner.plan", headers: ["content-type": "Application/JSON; charset=utf-8"])
    #expect(await gateway(bus).answer(request).status == 200)
  }
}

@Suite struct HostTests {
  @Test(
    "host names of this machine are accepted",
    arguments: [
      "localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080", "[::1]", "LocalHost",
    ])
  func localNames(host: String) async {
    let request = HTTPRequest("GET", "/healthz", headers: ["host": host])
    #expect(await gateway().answer(request).status == 200)
  }

  @Test(
    "other host names are refused",
    arguments: ["evil.example", "localhost.evil.example:8080", "", ":8080", "127.0.0.2"])
  func otherNames(host: String) async {
    let request = HTTPRequest("GET", "/healthz", headers: ["host": host])
    #expect(await gateway().answer(request).status == 421)
  }

  @Test("an open gateway accepts any host name")
  func anyName() async {
    let open = gateway(rules: AccessRules(hostNames: nil))
    let request = HTTPRequest("GET", "/healthz", headers: ["host": "coffee.example"])
    #expect(await open.answer(request).status == 200)
  }
}

@Suite struct PageTests {
  @Test(
    "the files of the page are served with their type",
    arguments: [
      ("/", "text/html; charset=utf-8"), ("/sw.js", "text/javascript; charset=utf-8"),
      ("/openapi.json", "application/json"), ("/page/icon.svg", "image/svg+xml"),
    ])
  func files(path: String, type: String) async {
    let response = await gateway().answer(HTTPRequest("GET", path))
    #expect(response.status == 200)
    #expect(response.header("Content-Type") == type)
    #expect(response.header("X-Content-Type-Options") == "nosniff")
    #expect(!response.text.isEmpty)
  }

  @Test("a file that the browser has is not sent again")
  func entityTag() async throws {
    let first = await gateway().answer(HTTPRequest("GET", "/"))
    let tag = try #require(first.header("ETag"))
    let again = await gateway().answer(HTTPRequest("GET", "/", headers: ["if-none-match": tag]))
    #expect(again.status == 304)
    #expect(again.text == "")
    let other = await gateway().answer(HTTPRequest("GET", "/", headers: ["if-none-match": "\"0\""]))
    #expect(other.status == 200)
  }

  @Test(
    "no other path is served",
    arguments: [
      "/page/", "/page/../app.js", "/etc/passwd", "/page/app.js/", "/vendor/maplibre-gl.js",
    ])
  func otherPaths(path: String) async {
    #expect(await gateway().answer(HTTPRequest("GET", path)).status == 404)
  }

  @Test("a file cannot be posted to")
  func filePost() async {
    let response = await gateway().answer(HTTPRequest("POST", "/"))
    #expect(response.status == 405)
    #expect(response.header("Allow") == "GET, HEAD")
  }

  /// A browser silently ignores what the policy forbids.
  @Test("the page obeys its own content security policy")
  func policy() async throws {
    let page = await gateway().answer(HTTPRequest("GET", "/"))
    let policy = try #require(page.header("Content-Security-Policy"))
    #expect(!policy.contains("unsafe"))
    for forbidden in ["<style", "style=", "onclick", "onload", "onsubmit", "://"] {
      #expect(!page.text.contains(forbidden), "\(forbidden)")
    }
  }

  @Test("every file that the page references is served, and no other is carried along")
  func references() async throws {
    var missing: [String] = []
    var pages = ["/", "/api"]
    var seen: Set<String> = []
    while let path = pages.popLast() {
      let response = await gateway().answer(HTTPRequest("GET", path))
      if response.status != 200 { missing.append(path) }
      let names = response.text.matches(
        of: /(?:href|src|from|import|register)\s?[=(]?\s?["'](\.{0,2}\/[\w.\/-]+\.[a-z]+)["']/)
      for name in names where !name.1.hasPrefix("/vendor/") && !name.1.hasPrefix("/map/") {
        let base = URL(string: "http://page\(path)")
        let target = URL(string: String(name.1), relativeTo: base)?.path ?? String(name.1)
        if seen.insert(target).inserted { pages.append(target) }
      }
    }
    #expect(missing == [])
    let doors = ["/", "/api"] + PageFiles.doors.map { "/\($0)" }
    // A catalogue of words is asked for by the language, beside the script.
    let script = try #require(seen.first { $0.hasSuffix("/app.js") })
    let words = PageWordsTests.languages.map {
      script.replacing("app.js", with: "words-\($0).json")
    }
    let carried = Set(PageFiles.own.map(\.path)).subtracting(doors).subtracting(seen)
    #expect(carried == Set(words))
  }

  @Test("a QR code is a picture that a browser keeps; it needs a text of bounded length")
  func code() async throws {
    let code = await gateway().answer(
      HTTPRequest("GET", "/qr.svg", query: ["text": "https://example.org/a?b=c&d=é"]))
    #expect(code.status == 200)
    #expect(code.header("Content-Type") == "image/svg+xml")
    #expect(code.header("Cache-Control")?.contains("immutable") == true)
    #expect(code.text.hasPrefix("<svg "))
    for text in [nil, "", String(repeating: "a", count: 1_001), String(repeating: "é", count: 501)]
    {
      let refused = await gateway().answer(
        HTTPRequest("GET", "/qr.svg", query: text.map { ["text": $0] } ?? [:]))
      #expect(refused.status == 400)
      #expect(refused.text.contains("1 to 1000 bytes"))
    }
    let longest = HTTPRequest(
      "GET", "/qr.svg", query: ["text": String(repeating: "a", count: 1_000)])
    #expect(await gateway().answer(longest).status == 200)
    #expect(await gateway().answer(HTTPRequest("POST", "/qr.svg")).status == 405)
  }

  @Test("MapLibre is served from the home's folder, where it is there")
  func mapLibre() async throws {
    try await TemporaryDirectory.with { directory in
      #expect(!PageFiles(vendor: directory.path).hasMapLibre)
      for name in ["maplibre-gl.js", "maplibre-gl.css"] {
        try Data("library".utf8).write(to: URL(filePath: directory.path + "/" + name))
      }
      let files = PageFiles(vendor: directory.path)
      #expect(files.hasMapLibre)
      let response = await Gateway(
        services: ScriptedBus(), topics: ScriptedTopics(), probe: ScriptedProbe(), files: files
      )
      .answer(HTTPRequest("GET", "/vendor/maplibre-gl.js"))
      #expect(response.text == "library")
    }
  }
}

@Suite struct SettingsTests {
  @Test("a flag overrides the environment, which overrides the default")
  func precedence() throws {
    let none = try GatewaySettings(flags: [:], environment: [:])
    #expect(none.port == 8080)
    #expect(none.address == "127.0.0.1")
    #expect(none.isLocal)
    let environment = ["QUICKBREW_HTTP_PORT": "9000", "QUICKBREW_HTTP_ADDRESS": "0.0.0.0"]
    let named = try GatewaySettings(flags: [:], environment: environment)
    #expect(named.port == 9000)
    #expect(!named.isLocal)
    #expect(try GatewaySettings(flags: ["port": "9001"], environment: environment).port == 9001)
  }

  @Test("every instance has its own port")
  func instancePorts() throws {
    #expect(try GatewaySettings(flags: [:], environment: [:], instance: 3).port == 8082)
    let environment = ["QUICKBREW_HTTP_PORT": "9000"]
    let second = try GatewaySettings(flags: [:], environment: environment, instance: 2)
    #expect(second.port == 9001)
    let flagged = try GatewaySettings(flags: ["port": "7"], environment: environment, instance: 2)
    #expect(flagged.port == 7)
  }

  @Test("an invalid port is refused", arguments: ["eighty", "-1", "65536", "80 "]) func invalidPort(
    text: String
  ) {
    #expect(throws: (any Error).self) {
      try GatewaySettings(flags: ["port": text], environment: [:])
    }
  }
}
