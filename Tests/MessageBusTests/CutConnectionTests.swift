import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Connections that end while messages wait on them. ZeroMQ must not abort the process, as its
/// assertions do in such cases with other options.
///
///     QUICKBREW_LONG=1 swift test --filter CutConnectionTests
///
/// makes 10,000 cuts in place of 100.
@Suite(.timeLimit(.minutes(40)), .serialized)
struct CutConnectionTests {
  private static let cuts =
    ProcessInfo.processInfo.environment["QUICKBREW_LONG"] == nil ? 100 : 10_000

  @Test("a subscriber with a backlog survives cut connections and follows the stream again")
  func backlogOfEvents() async throws {
    try await surviveCuts(Self.cuts, burst: 2_000)
  }

  @Test("a subscriber with more backlog than the publisher queues survives cut connections")
  func longBacklogOfEvents() async throws {
    try await surviveCuts(3, burst: Int(PublisherLimits.eventsPerSubscriber) * 5 / 4)
  }

  @Test("a server with a backlog survives the end of the client that sent it")
  func backlogOfRequests() async throws {
    try await TestStack.run { stack in
      let (_, server) = try await stack.echoServer()
      try await stack.withRelay(.requests) { directory, relay in
        let client = try stack.bus(at: directory)
        #expect(try await client.client.send(Echo(text: "first")).text == "first")
        let gate = Gate()
        let twoHeartbeats = Duration.milliseconds(2 * Int(Heartbeat.intervalMilliseconds))
        server.loop.perform { gate.pass() }
        async let outcomes = withTaskGroup(of: Bool.self) { group in
          for number in 0..<6_000 {
            group.addTask { (try? await client.client.send(Echo(text: "\(number)"))) != nil }
          }
          return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        // ZeroMQ sends the server's heartbeats while its loop is blocked; they depend on real time.
        try await Task.sleep(for: twoHeartbeats)
        relay.cut(after: 0)
        // As above.
        try await Task.sleep(for: twoHeartbeats)
        gate.open()
        let counts = await outcomes
        #expect(counts.values.reduce(0, +) == 6_000, "each request has an outcome")
        // The server may still have more of the backlog than it can queue.
        var last: String?
        while last == nil { last = try? await client.client.send(Echo(text: "last")).text }
        #expect(last == "last")
      }
    }
  }

  /// Cuts a subscriber's connection in the middle of bursts of events that it does not read.
  private func surviveCuts(_ cuts: Int, burst: Int) async throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    try await TestStack.run { stack in
      let publishing = try stack.bus("publisher")
      try await publishing.publish(as: .router, instance: "1")
      try await stack.withRelay(.events) { directory, relay in
        let listening = try stack.bus(at: directory)
        var items = listening.subscriber.events(Note.self).makeAsyncIterator()
        for cut in 1...cuts {
          guard case .live = await items.next() else { continue }
          let gate = Gate()
          listening.loop.perform { gate.pass() }
          relay.cut(after: Int.random(in: 0..<burst * 60, using: &random))
          for number in 0..<burst { try publishing.publisher.publish(Note(number: number)) }
          // Cuts now, unless the relay has done so after the given number of bytes.
          try await publishing.untilIdle()
          relay.cut(after: 0)
          gate.open()
          var isLive = false
          while !isLive, let item = await items.next() {
            if case .lost = item { isLive = true }
          }
          #expect(isLive, "cut \(cut) of seed \(seed) is noticed")
        }
        var follows = false
        while !follows, let item = await items.next() {
          if case .live = item { try publishing.publisher.publish(Note(number: -1)) }
          if case .event(let note, _) = item { follows = note.number == -1 }
        }
        #expect(follows, "the stream of seed \(seed) goes on")
      }
    }
  }
}

extension Bus {
  /// Waits until the loop has done what was queued so far.
  fileprivate func untilIdle() async throws {
    await withCheckedContinuation { done in loop.perform { done.resume() } }
  }
}
