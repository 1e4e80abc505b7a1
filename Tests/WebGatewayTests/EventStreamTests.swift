import Foundation
import Geography
import MessageBus
import Messages
import Testing
import Time
import WebGateway

/// The geofence monitor's log, as the bus answers it.
private func log(of count: Int64) -> FakeBus.Answer {
  { body in
    guard let request = try? MessageCoder.decode(GeofenceEventsRequest.self, from: body) else {
      return .failure(ServiceError(.invalidRequest, "unreadable"))
    }
    let first = request.since < count ? request.since + 1 : count + 1
    let numbers = (first..<(count + 1)).prefix(request.limit ?? 100)
    let reply = GeofenceEventsReply(events: numbers.map(event), latest: count)
    return Result { try MessageCoder.encode(reply) }
      .mapError { ServiceError(.internal, "\($0)") }
  }
}

private func event(_ number: Int64) -> GeofenceEvent {
  let here = Coordinate(latitude: 1, longitude: 2)
  return GeofenceEvent(
    number: number, kind: .enter,
    fence: Fence(id: "fence-1", center: here, radiusMeters: 10, label: nil), device: "phone",
    coordinate: here, time: Timestamp(secondsSince1970: number))
}

private func item(_ number: Int64) throws -> StreamItem<FeedEvent> {
  .event(FeedEvent(event(number), json: try MessageCoder.encode(event(number))), at(number))
}

private func at(_ number: Int64) -> StreamPosition {
  StreamPosition(epoch: "e", sequence: UInt64(number))
}

/// An event about these.
private func item(
  _ sequence: Int64, about subjects: [EventSubject: String]
) -> StreamItem<FeedEvent> {
  .event(FeedEvent(json: Data("{}".utf8), about: subjects), at(sequence))
}

/// A gateway behind a socket, with a client that listens.
private struct Listening {
  let bus: FakeBus
  let server: HTTPServer
  let client: RawClient

  init(
    _ query: String, headers: [String] = [], bus: FakeBus = FakeBus(),
    limits: GatewayLimits = GatewayLimits()
  ) async throws {
    self.bus = bus
    let gateway = gateway(bus, limits: limits)
    server = try HTTPServer(port: 0) { await gateway.answer($0) }
    client = try RawClient(port: server.port)
    // HTTP/1.0 has no chunks, whose lengths would stand between the lines of the events.
    let request = http("GET", "/v1/events?\(query)", headers)
    try await client.send(request.replacing("HTTP/1.1", with: "HTTP/1.0"))
  }

  /// The ids and names of all events until the feed ends.
  func events() async throws -> [String] {
    bus.endFeed()
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
  @Test func eventsArriveWithTheirNumbers() async throws {
    let listening = try await Listening(
      "topic=geofence.event", bus: FakeBus(["geofence-monitor.events/1": log(of: 4)]))
    listening.bus.push(.live(at(0)))
    listening.bus.push(try item(5))
    let text = try await listening.client.read(until: #""number":5"#)
    #expect(text.contains("Content-Type: text/event-stream"))
    #expect(try await listening.events() == ["live", "5 geofence.event"])
  }

  @Test func whoComesBackGetsWhatItMissedOnceAndInOrder() async throws {
    let listening = try await Listening(
      "topic=geofence.event", headers: ["Last-Event-ID: 2"],
      bus: FakeBus(["geofence-monitor.events/1": log(of: 4)]))
    listening.bus.push(.live(at(0)))
    for number in 3...6 { listening.bus.push(try item(Int64(number))) }
    let expected = [3, 4].map { "\($0) geofence.event" } + ["live"]
    #expect(try await listening.events() == expected + [5, 6].map { "\($0) geofence.event" })
  }

  @Test func aLongLogIsReadPageByPage() async throws {
    let count = Int64(GatewayLimits.catchUpPage + 7)
    let listening = try await Listening(
      "topic=geofence.event", headers: ["Last-Event-ID: 0"],
      bus: FakeBus(["geofence-monitor.events/1": log(of: count)]))
    listening.bus.push(.live(at(0)))
    #expect(try await listening.events() == (1...count).map { "\($0) geofence.event" } + ["live"])
  }

  @Test func aGapIsFilledFromTheLog() async throws {
    let listening = try await Listening(
      "topic=geofence.event", bus: FakeBus(["geofence-monitor.events/1": log(of: 9)]))
    listening.bus.push(try item(6))
    listening.bus.push(.gap(at(3)))
    listening.bus.push(try item(10))
    #expect(try await listening.events() == (6...10).map { "\($0) geofence.event" })
  }

  @Test func aGapWithoutALogIsTold() async throws {
    let listening = try await Listening("topic=position.changed")
    listening.bus.push(.live(at(1)))
    listening.bus.push(.gap(at(9)))
    listening.bus.push(.lost)
    #expect(try await listening.events() == ["live", "gap", "lost"])
  }

  @Test func aMonitorThatIsAwayDoesNotEndTheStream() async throws {
    let listening = try await Listening("topic=geofence.event")
    listening.bus.push(.live(at(0)))
    listening.bus.push(try item(1))
    #expect(try await listening.events() == ["live", "1 geofence.event"])
  }

  @Test(
    arguments: [
      ("plan.progress&plan=mine", "plan.progress", [.plan: "mine"], [.plan: "other"]),
      ("nearby.changed&device=phone", "nearby.changed", [.device: "phone", .watch: "w1"], [:]),
      (
        "nearby.changed&device=phone&watch=w1", "nearby.changed",
        [.device: "phone", .watch: "w1"], [.device: "phone", .watch: "w2"]
      ),
      ("position.changed&device=phone", "position.changed", [.device: "phone"], [.device: "van"]),
    ] as [(String, String, [EventSubject: String], [EventSubject: String])])
  func onlyWhatIsAskedFor(
    query: String, topic: String, wanted: [EventSubject: String], other: [EventSubject: String]
  ) async throws {
    let listening = try await Listening("topic=\(query)")
    listening.bus.push(item(6, about: other))
    listening.bus.push(item(7, about: wanted))
    #expect(try await listening.events() == ["e-7 \(topic)"])
  }

  /// The log ends for who wants none of it, too.
  @Test func onlyTheDeviceAskedForIsCaughtUp() async throws {
    let count = Int64(GatewayLimits.catchUpPage + 7)
    for (device, events) in [("phone", count), ("van", 0)] {
      let listening = try await Listening(
        "topic=geofence.event&device=\(device)", headers: ["Last-Event-ID: 0"],
        bus: FakeBus(["geofence-monitor.events/1": log(of: count)]))
      listening.bus.push(.live(at(0)))
      let expected = events == 0 ? [] : (1...events).map { "\($0) geofence.event" }
      #expect(try await listening.events() == expected + ["live"])
    }
  }

  @Test func aQuietStreamSaysThatItIsThere() async throws {
    let listening = try await Listening(
      "topic=plan.progress", limits: GatewayLimits(heartbeat: .milliseconds(1)))
    #expect(try await listening.client.read(until: "\n: here\n").contains("retry: 2000"))
  }

  @Test func anUnknownTopicListsTheKnown() async {
    for query in [[:], ["topic": "secrets"]] {
      let response = await gateway().answer(HTTPRequest("GET", "/v1/events", query: query))
      #expect(response.status == 400)
      #expect(response.text.contains("plan.progress"))
    }
  }

  @Test func streamsAreCountedAndGivenBack() async throws {
    let bus = FakeBus()
    let gateway = gateway(bus, limits: GatewayLimits(streams: 1))
    let request = HTTPRequest("GET", "/v1/events", query: ["topic": "plan.progress"])
    let first = await gateway.answer(request)
    #expect(first.status == 200)
    let second = await gateway.answer(request)
    #expect(second.status == 503)
    #expect(
      await gateway.answer(HTTPRequest("HEAD", "/v1/events", query: request.query)).status == 200)
    bus.endFeed()
    while await gateway.answer(request).status == 503 { await Task.yield() }
  }
}
