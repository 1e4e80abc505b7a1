import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@testable import WebGateway

/// A bus with a geofence monitor that has a log of the events `oldest` to `count`.
private func log(from oldest: Int64 = 1, of count: Int64) -> ScriptedBus {
  ScriptedBus().answering(GeofenceEventsRequest.self) { request in
    let first = max(oldest, request.since < count ? request.since + 1 : count + 1)
    let numbers = (first..<(count + 1)).prefix(request.limit ?? 100)
    return GeofenceEventsReply(events: numbers.map(event), first: oldest, latest: count)
  }
}

private func event(_ number: Int64) -> GeofenceEvent {
  let here = Coordinate(latitude: 1, longitude: 2)
  return GeofenceEvent(
    number: number, kind: .enter,
    fence: Fence(id: "fence-1", center: here, radiusMeters: 10, label: nil), device: "phone",
    coordinate: here, time: Timestamp(secondsSince1970: number))
}

private func item(_ number: Int64) throws -> StreamItem<TopicEvent> {
  .event(TopicEvent(event(number), json: try MessageCoder.encode(event(number))), at(number))
}

private func at(_ number: Int64) -> StreamPosition {
  StreamPosition(epoch: "e", sequence: UInt64(number))
}

/// An event with these subjects.
private func item(
  _ sequence: Int64, about subjects: [EventSubject: String]
) -> StreamItem<TopicEvent> {
  .event(TopicEvent(json: Data("{}".utf8), subjects: subjects), at(sequence))
}

/// Topics with one event each, which then go on without any.
private struct OneEventEach: TopicSource {
  func follow(
    _ topic: GatewayTopic, _ body: @Sendable (StreamItem<TopicEvent>) async -> Bool
  ) async {
    let event = TopicEvent(json: Data("{}".utf8), number: topic == .geofenceEvent ? 5 : nil)
    guard await body(.live(at(0))), await body(.event(event, at(1))) else { return }
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}

/// A gateway behind a socket, with a client that reads its event stream.
private struct StreamClient {
  let topics = ScriptedTopics()
  let server: HTTPServer
  let client: RawClient

  init(
    _ query: String, headers: [String] = [], bus: ScriptedBus = ScriptedBus(),
    limits: GatewayLimits = GatewayLimits()
  ) async throws {
    let gateway = gateway(bus, topics: topics, limits: limits)
    server = try HTTPServer(port: 0) { await gateway.answer($0) }
    client = try RawClient(port: server.port)
    // HTTP/1.0 has no chunks, whose lengths would appear between the lines of the events.
    let request = http("GET", "/v1/events?\(query)", headers)
    try await client.send(request.replacing("HTTP/1.1", with: "HTTP/1.0"))
  }

  /// The ids and names of all events until the stream ends.
  func events() async throws -> [String] {
    topics.end()
    let lines = try await client.readToEnd().split(whereSeparator: \.isNewline)
    var id = ""
    return lines.compactMap { line in
      if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) + " " }
      guard line.hasPrefix("event: ") else { return nil }
      defer { id = "" }
      return id + line.dropFirst(7)
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct EventStreamTests {
  @Test("a stream of several topics has the events of each, with its own filter")
  func severalTopics() throws {
    func filters(_ arguments: [(String, String)]) throws -> [TopicFilter] {
      try TopicFilter.all(
        of: HTTPRequest(
          method: "GET", path: "/v1/events",
          arguments: arguments.map { NamedValue($0.0, $0.1) }))
    }
    let both = try filters([
      ("topic", "plan.completed"), ("topic", "position.changed"), ("topic", "geofence.event"),
      ("topic", "plan.completed"), ("plan", "p1"), ("device", "phone"),
      ("geofence.event.device", "car"),
    ])
    #expect(both.map(\.topic) == [.planCompleted, .positionChanged, .geofenceEvent])
    #expect(both.map(\.subjects) == [[.plan: "p1"], [.device: "phone"], [.device: "car"]])
    #expect(throws: ServiceError.self) {
      try filters([("topic", "plan.completed"), ("topic", "secrets")])
    }
  }

  @Test("two topics really arrive in one stream; only geofence events have an id there")
  func multiplexed() async throws {
    let gateway = Gateway(
      services: log(of: 4), topics: OneEventEach(), probe: ScriptedProbe(),
      files: PageFiles(vendor: "/nowhere"))
    let server = try HTTPServer(port: 0) { await gateway.answer($0) }
    let client = try RawClient(port: server.port)
    try await client.send(http("GET", "/v1/events?topic=geofence.event&topic=plan.completed"))
    _ = try await client.read(until: "id: 5\nevent: geofence.event")
    let text = try await client.read(until: "event: plan.completed")
    #expect(!text.contains("id: e-1"))
  }

  @Test("a number beyond a restored log is forgotten, and the stream goes on")
  func beyondTheLog() async throws {
    let stream = try await StreamClient(
      "topic=geofence.event", headers: ["Last-Event-ID: 900"], bus: log(of: 4))
    stream.topics.push(.live(at(0)))
    stream.topics.push(try item(5))
    #expect(try await stream.events() == ["gap", "live", "5 geofence.event"])
  }

  @Test("a number before the log, whose oldest events are deleted, gets a gap and then the rest")
  func beforeTheLog() async throws {
    for (oldest, count) in [(Int64(8), Int64(9)), (10, 9)] {
      let stream = try await StreamClient(
        "topic=geofence.event", headers: ["Last-Event-ID: 3"], bus: log(from: oldest, of: count))
      stream.topics.push(.live(at(0)))
      stream.topics.push(try item(10))
      let kept = (oldest...10).map { "\($0) geofence.event" }
      #expect(try await stream.events() == ["gap"] + kept.dropLast() + ["live"] + kept.suffix(1))
    }
  }

  @Test("geofence events arrive with their numbers")
  func numbers() async throws {
    let stream = try await StreamClient(
      "topic=geofence.event", bus: log(of: 4))
    stream.topics.push(.live(at(0)))
    stream.topics.push(try item(5))
    let text = try await stream.client.read(until: #""number":5"#)
    #expect(text.contains("Content-Type: text/event-stream"))
    #expect(try await stream.events() == ["live", "5 geofence.event"])
  }

  @Test("a browser that reconnects gets the missed events once and in order")
  func reconnect() async throws {
    let stream = try await StreamClient(
      "topic=geofence.event", headers: ["Last-Event-ID: 2"],
      bus: log(of: 4))
    stream.topics.push(.live(at(0)))
    for number in 3...6 { stream.topics.push(try item(Int64(number))) }
    let expected = [3, 4].map { "\($0) geofence.event" } + ["live"]
    #expect(try await stream.events() == expected + [5, 6].map { "\($0) geofence.event" })
  }

  @Test("a long log is read page by page")
  func pages() async throws {
    let count = Int64(GatewayLimits.catchUpPage + 7)
    let stream = try await StreamClient(
      "topic=geofence.event", headers: ["Last-Event-ID: 0"],
      bus: log(of: count))
    stream.topics.push(.live(at(0)))
    #expect(try await stream.events() == (1...count).map { "\($0) geofence.event" } + ["live"])
  }

  @Test("a gap is filled from the log")
  func gapFromLog() async throws {
    let stream = try await StreamClient(
      "topic=geofence.event", bus: log(of: 9))
    stream.topics.push(try item(6))
    stream.topics.push(.gap(at(3)))
    stream.topics.push(try item(10))
    #expect(try await stream.events() == (6...10).map { "\($0) geofence.event" })
  }

  @Test("a topic without a log reports a gap")
  func gapNotice() async throws {
    let stream = try await StreamClient("topic=position.changed")
    stream.topics.push(.live(at(1)))
    stream.topics.push(.gap(at(9)))
    stream.topics.push(.lost)
    #expect(try await stream.events() == ["live", "gap", "lost"])
  }

  @Test("a stream continues while the geofence monitor is away")
  func monitorAway() async throws {
    let stream = try await StreamClient("topic=geofence.event")
    stream.topics.push(.live(at(0)))
    stream.topics.push(try item(1))
    #expect(try await stream.events() == ["live", "1 geofence.event"])
  }

  @Test(
    "only events that match the query are sent",
    arguments: [
      ("plan.progress&plan=mine", "plan.progress", [.plan: "mine"], [.plan: "other"]),
      ("nearby.changed&device=phone", "nearby.changed", [.device: "phone", .watch: "w1"], [:]),
      (
        "nearby.changed&device=phone&watch=w1", "nearby.changed",
        [.device: "phone", .watch: "w1"], [.device: "phone", .watch: "w2"]
      ),
      ("position.changed&device=phone", "position.changed", [.device: "phone"], [.device: "van"]),
    ] as [(String, String, [EventSubject: String], [EventSubject: String])])
  func filter(
    query: String, topic: String, matching: [EventSubject: String], other: [EventSubject: String]
  ) async throws {
    let stream = try await StreamClient("topic=\(query)")
    stream.topics.push(item(6, about: other))
    stream.topics.push(item(7, about: matching))
    #expect(try await stream.events() == ["e-7 \(topic)"])
  }

  @Test("a stream of one board has the events of its fences alone, also from the log")
  func board() async throws {
    let query = "topic=geofence.event&device=phone&board="
    let others = try await StreamClient(
      query + "ann", headers: ["Last-Event-ID: 0"], bus: log(of: 3))
    others.topics.push(.live(at(3)))
    others.topics.push(try item(4))
    #expect(try await others.events() == ["live"])
    let own = TopicEvent(
      json: Data("{}".utf8), number: 5, subjects: [.device: "phone", .board: "ann"])
    let mine = try await StreamClient(query + "ann")
    mine.topics.push(.event(own, at(5)))
    #expect(try await mine.events() == ["5 geofence.event"])
  }

  @Test("only matching events are sent from the log, which is still read to its end")
  func filteredCatchUp() async throws {
    let count = Int64(GatewayLimits.catchUpPage + 7)
    for (device, events) in [("phone", count), ("van", 0)] {
      let stream = try await StreamClient(
        "topic=geofence.event&device=\(device)", headers: ["Last-Event-ID: 0"],
        bus: log(of: count))
      stream.topics.push(.live(at(0)))
      let expected = events == 0 ? [] : (1...events).map { "\($0) geofence.event" }
      #expect(try await stream.events() == expected + ["live"])
    }
  }

  @Test("a quiet stream sends heartbeats")
  func heartbeat() async throws {
    let stream = try await StreamClient(
      "topic=plan.progress", limits: GatewayLimits(heartbeat: .milliseconds(1)))
    #expect(try await stream.client.read(until: "\n: here\n").contains("retry: 2000"))
  }

  @Test("a stream ends with the next heartbeat after its key was revoked")
  func revoked() async throws {
    let keys = Locked(try revocableKeys())
    let gateway = gateway(
      limits: GatewayLimits(heartbeat: .milliseconds(1)),
      rules: AccessRules(hostNames: nil, keys: { keys.withLock { $0 } }))
    let server = try HTTPServer(port: 0) { await gateway.answer($0) }
    let client = try RawClient(port: server.port)
    let request = http("GET", "/v1/events?topic=venue.changed", ["Authorization: Bearer \(token)"])
    try await client.send(request)
    #expect(try await client.read(until: "\n: here\n").contains(" 200 "))
    keys.withLock { $0 = KeyFile() }
    _ = try await client.readToEnd()
  }

  private let token = "a-token-of-some-length"

  private func revocableKeys() throws -> KeyFile {
    try TemporaryDirectory.with { folder in
      let path = try folder.write("\(token) read phone\n".utf8, to: KeyFile.fileName)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return try KeyFile(path: path)
    }
  }

  @Test("an unknown topic is refused with the known ones")
  func unknownTopic() async {
    for query in [[:], ["topic": "secrets"]] {
      let response = await gateway().answer(HTTPRequest("GET", "/v1/events", query: query))
      #expect(response.status == 400)
      #expect(response.text.contains("plan.progress"))
    }
  }

  @Test("a client that disconnects frees its slot without a heartbeat, ten rounds of 40")
  func disconnected() async throws {
    let limits = GatewayLimits(streams: 40, heartbeat: .seconds(100_000))
    let gateway = gateway(limits: limits)
    let server = try HTTPServer(port: 0) { await gateway.answer($0) }
    for _ in 1...10 {
      var clients: [RawClient] = []
      let deadline = ContinuousClock.now + .patience
      while clients.count < limits.streams {
        let client = try RawClient(port: server.port)
        try await client.send(http("GET", "/v1/events?topic=plan.progress"))
        if try await client.read(until: "\r\n\r\n").contains(" 200 ") {
          clients.append(client)
        } else if ContinuousClock.now > deadline {
          throw Unexpected("only \(clients.count) slots are free")
        }
      }
    }
  }

  @Test("streams are limited, and an ended stream frees its slot")
  func streamLimit() async throws {
    let topics = ScriptedTopics()
    let gateway = gateway(topics: topics, limits: GatewayLimits(streams: 1))
    let request = HTTPRequest("GET", "/v1/events", query: ["topic": "plan.progress"])
    let first = await gateway.answer(request)
    #expect(first.status == 200)
    let second = await gateway.answer(request)
    #expect(second.status == 503)
    #expect(
      await gateway.answer(HTTPRequest("HEAD", "/v1/events", query: request.query)).status == 200)
    topics.end()
    while await gateway.answer(request).status == 503 { await Task.yield() }
  }

  @Test("a client has a share of the streams, so that it does not take everybody else's")
  func ownLimit() async throws {
    let topics = ScriptedTopics()
    let gateway = gateway(topics: topics, limits: GatewayLimits(streams: 6, streamsOfOne: 2))
    func status(from client: String) async -> Int {
      var request = HTTPRequest("GET", "/v1/events", query: ["topic": "plan.progress"])
      request.client = client
      return await gateway.answer(request).status
    }
    for expected in [200, 200, 503] { #expect(await status(from: "10.0.0.1") == expected) }
    for expected in [200, 200, 503] { #expect(await status(from: "10.0.0.2") == expected) }
    for expected in [200, 200, 503] { #expect(await status(from: "127.0.0.1") == expected) }
    #expect(await status(from: "10.0.0.3") == 503)
    topics.end()
    while await status(from: "10.0.0.1") == 503 { await Task.yield() }
  }
}
