import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import WebGateway

/// A topic that has an event whenever somebody waits for one.
private struct BusyTopic: TopicSource {
  func follow(
    _ topic: GatewayTopic, _ body: @Sendable (StreamItem<TopicEvent>) async -> Bool
  ) async {
    var number: UInt64 = 0
    let event = TopicEvent(json: Data(#"{"n":1}"#.utf8))
    while !Task.isCancelled {
      number += 1
      guard await body(.event(event, StreamPosition(epoch: "e", sequence: number))) else { return }
      await Task.yield()
    }
  }
}

/// Streams that end while they are written to: what leaving and writing wait for is never held by
/// the other.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LeavingListenerTests {
  @Test("listeners that leave while events arrive stop neither the others nor the topic")
  func leaveHub() async {
    let hub = EventHub(BusyTopic())
    await withTaskGroup { group in
      for listener in 0..<8 {
        group.addTask {
          for round in 0..<2_000 {
            let reader = Task {
              for await _ in await hub.items(of: .positionChanged, about: [:]) {}
            }
            for _ in 0..<(listener + round) % 12 { await Task.yield() }
            reader.cancel()
            await reader.value
          }
        }
      }
    }
    var last = await hub.items(of: .positionChanged, about: [:]).makeAsyncIterator()
    #expect(await last.next() != nil)
  }

  @Test("browsers that leave their event streams under load leave a gateway that answers")
  func leaveGateway() async throws {
    let gateway = Gateway(
      services: ScriptedBus(), topics: BusyTopic(), probe: ScriptedProbe(),
      files: PageFiles(vendor: "/nowhere"))
    let server = try HTTPServer(port: 0) { await gateway.answer($0) }
    let port = server.port
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<150 {
            let browser = try RawClient(port: port)
            try await browser.send(http("GET", "/v1/events?topic=position.changed"))
            _ = try await browser.read(until: "event: position.changed")
          }
        }
      }
      try await group.waitForAll()
    }
    let guest = try RawClient(port: port)
    #expect(try await guest.exchange(http("GET", "/healthz")).status == 200)
  }

  @Test("a request whose client is gone is cancelled, one whose client waits is not")
  func leaveRequest() async throws {
    let (ends, ended) = AsyncStream<Bool>.makeStream()
    let (starts, started) = AsyncStream<Void>.makeStream()
    let server = try HTTPServer(port: 0) { request in
      if request.path == "/slow" {
        started.yield()
        // Ends only when it is cancelled.
        for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(3600)) })
        where Task.isCancelled { break }
        ended.yield(Task.isCancelled)
      }
      return HTTPResponse(200, "text/plain", Data())
    }
    let staying = try RawClient(port: server.port)
    do {
      let leaving = try RawClient(port: server.port)
      try await leaving.send(http("GET", "/slow"))
      for await _ in starts { break }
      #expect(try await staying.exchange(http("GET", "/fast")).status == 200)
    }
    for await wasCancelled in ends {
      #expect(wasCancelled)
      break
    }
    #expect(try await staying.exchange(http("GET", "/fast")).status == 200)
  }
}
