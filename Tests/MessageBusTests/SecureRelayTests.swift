import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// The bus over TCP through a relay that is slow, loses what is underway, and cuts.
@Suite(.timeLimit(.minutes(10)))
struct SecureRelayTests {
  /// Each of two instances is behind its own relay. A change that is sent again after a cut
  /// comes under the same key.
  @Test("over slow lines that are cut again and again every change is answered under its key")
  func cuts() async throws {
    try await TestStack.run { stack in
      let secure = SecureStack(stack: stack)
      let seed = UInt64.random(in: 1...UInt64.max)
      var random = SeededGenerator(seed: seed)
      let made = Locked<[String: String]>([:])
      var peers: [String] = []
      var relays: [CuttableRelay] = []
      defer { for relay in relays { relay.close() } }
      for instance in ["1", "2"] {
        let (port, relayed) = (try freePorts(), try freePorts())
        var handlers = RequestHandlers<Void>()
        handlers.answer(Entry.self) { _, request, context in
          // What is kept with a change under its key; a second one is not made.
          made.withLock { $0[context.idempotencyKey?.text ?? ""] = request.text }
          return Entry.Reply(text: request.text)
        }
        _ = try await secure.serve(port, as: .router, instance: instance, handlers)
        let relay = try CuttableRelay(at: "127.0.0.1:\(relayed)", to: "127.0.0.1:\(port)")
        relay.slow(by: .milliseconds(2))
        relays.append(relay)
        peers.append("router=tcp://127.0.0.1:\(relayed)")
      }
      let caller = try secure.caller(
        peers.joined(separator: " "), secure.key("host"), restartGrace: .patience)
      let count = 200
      for number in 0..<count {
        let relay = relays[Int(random.next() % UInt64(2))]
        if number.isMultiple(of: 5) { relay.cut(after: Int(random.next() % UInt64(600))) }
        let text = "change \(number)"
        // Three attempts may all be cut; whoever asks again does so under the same key.
        let key = "key \(number)"
        while true {
          let reply = await RequestClient.$idempotencyKey.withValue(key) {
            try? await caller.client.send(Entry(text: text))
          }
          guard let reply else { continue }
          #expect(reply.text == text, "seed \(seed)")
          break
        }
      }
      #expect(made.withLock { $0 }.count == count, "seed \(seed)")
    }
  }

  @Test("a subscriber behind a line that is cut hears of it, and misses nothing unnoticed")
  func events() async throws {
    try await TestStack.run { stack in
      let secure = SecureStack(stack: stack)
      let (port, relayed) = (try freePorts(), try freePorts())
      let service = try await secure.echo(port)
      let relay = try CuttableRelay(at: "127.0.0.1:\(relayed + 1)", to: "127.0.0.1:\(port + 1)")
      defer { relay.close() }
      let caller = try secure.caller("router=tcp://127.0.0.1:\(relayed)", secure.key("host"))
      var position = UInt64(0)
      var losses = 0
      for await item in caller.subscriber.events(Note.self) {
        switch item {
        case .live(let start), .gap(let start): position = start.sequence
        case .lost: losses += 1
        case .refused(let error): Issue.record(error)
        case .event(_, let own):
          #expect(own.sequence == position + 1)
          position = own.sequence
        }
        if losses == 5 { break }
        if position.isMultiple(of: 20) {
          if losses < 5 { relay.cut(after: 400) }
          for number in 1...20 { try service.publisher.publish(Note(number: number)) }
        }
      }
      #expect(losses == 5)
    }
  }

  @Test("a line that swallows everything costs a question one delay where another instance is")
  func blackHole() async throws {
    try await TestStack.run { stack in
      let secure = SecureStack(stack: stack)
      let (first, second, relayed) = (try freePorts(), try freePorts(), try freePorts())
      try await secure.echo(first) { _ in "1" }
      try await secure.echo(second, instance: "2") { _ in "2" }
      let relay = try CuttableRelay(at: "127.0.0.1:\(relayed)", to: "127.0.0.1:\(first)")
      defer { relay.close() }
      let caller = try secure.caller(
        "router=tcp://127.0.0.1:\(relayed) router=tcp://127.0.0.1:\(second)", secure.key("host"))
      var seen: Set<String> = []
      while seen.count < 2 { seen.insert(try await caller.client.send(Echo(text: "")).text) }
      relay.hold()
      for _ in 0..<40 { #expect(try await caller.client.send(Echo(text: "")).text == "2") }
      relay.release()
      while try await caller.client.send(Echo(text: "")).text == "2" {
        // Leaves the relay time to pass on what it held back.
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }
}

/// A change.
private struct Entry: RequestMessage {
  struct Reply: Codable, Sendable { let text: String }
  static let operation = Operation(.router, "entry", version: 1, repetition: .keyed)
  let text: String
}
