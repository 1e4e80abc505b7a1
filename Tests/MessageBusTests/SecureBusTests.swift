import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// The bus over TCP: the same promises, and who is heard.
@Suite(.timeLimit(.minutes(10)))
struct SecureBusTests {
  private func run(_ body: (SecureStack) async throws -> Void) async throws {
    try await TestStack.run { try await body(SecureStack(stack: $0)) }
  }

  @Test("requests and events reach a caller with a key; beside them the Unix sockets work as ever")
  func bothWays() async throws {
    try await run { secure in
      let port = try freePorts()
      let service = try await secure.echo(port)
      let remote = try secure.caller("router=tcp://127.0.0.1:\(port)", secure.key("host"))
      #expect(remote.client.instances(of: .router) == ["127.0.0.1:\(port)"])
      let local = try secure.stack.bus()
      for bus in [remote, local] {
        #expect(try await bus.client.send(Echo(text: "hello")).text == "hello")
        var numbers: [Int] = []
        for await item in bus.subscriber.events(Note.self) {
          if case .live = item {
            for number in 1...100 { try service.publisher.publish(Note(number: number)) }
          } else if case .event(let note, _) = item {
            numbers.append(note.number)
          }
          if numbers.count == 100 { break }
        }
        #expect(numbers == Array(1...100))
      }
    }
  }

  @Test("what a scope or a user does not allow is refused, whatever the request claims")
  func rights() async throws {
    try await run { secure in
      let port = try freePorts()
      var handlers = RequestHandlers<Void>()
      handlers.answer(NoteListRequest.self) { _, _, _ in NoteListReply(notes: [], next: nil) }
      handlers.answer(Wipe.self) { _, _, _ in Done() }
      _ = try await secure.serve(port, as: .venueStore, handlers)
      func refusal<Request: RequestMessage>(
        _ request: Request, _ keys: ClientKeys, as claimed: Caller? = nil
      ) async throws -> ErrorCode? {
        let bus = try secure.caller("venue-store=tcp://127.0.0.1:\(port)", keys)
        let client = bus.client.acting(for: claimed)
        return await failure {
          try await client.send(request, to: .venueStore)
        }?.code
      }
      let reader = secure.key("dashboard", .read)
      let ann = secure.key("ann", .write, user: "ann")
      let host = secure.key("host")
      // What the runtime says of everybody is for operators; that somebody is there, for all.
      let claim = Caller(name: "bob", scope: .write, user: "bob")
      for (key, claim, isBound) in [(reader, nil, false), (ann, nil, true), (host, claim, true)] {
        #expect(try await refusal(PingRequest(), key, as: claim) != .unauthorised)
        let stats = try await refusal(StatsRequest(), key, as: claim)
        #expect((stats == .unauthorised) == isBound)
        // A trace is of whoever knows its random name.
        #expect(try await refusal(TraceRequest(traceID: "t"), key, as: claim) != .unauthorised)
      }
      let boss = Caller(name: "boss", scope: .admin)
      #expect(try await refusal(Wipe(), host) == nil)
      #expect(try await refusal(Wipe(), reader) == .unauthorised)
      #expect(try await refusal(Wipe(), reader, as: boss) == .unauthorised)
      #expect(try await refusal(NoteListRequest(user: "bob"), reader) == nil)
      #expect(try await refusal(NoteListRequest(user: "ann"), ann) == nil)
      #expect(try await refusal(NoteListRequest(user: "bob"), ann) == .unauthorised)
      let bob = Caller(name: "bob", scope: .write, user: "bob")
      #expect(try await refusal(NoteListRequest(user: "bob"), ann, as: bob) == .unauthorised)
      // A gateway elsewhere speaks for whom it has checked.
      #expect(try await refusal(NoteListRequest(user: "bob"), host, as: bob) == nil)
      #expect(try await refusal(NoteListRequest(user: "ann"), host, as: bob) == .unauthorised)
    }
  }

  @Test("whoever has no key, an unknown one, or knows another server is not heard")
  func wrongKeys() async throws {
    try await run { secure in
      let port = try freePorts()
      let heard = Locked(0)
      try await secure.echo(port) { request in
        heard.withLock { $0 += 1 }
        return request.text
      }
      let known = secure.key("host")
      let unknown = ClientKeys(own: .random(), serverPublicKey: secure.keys.publicKey)
      let elsewhere = ClientKeys(
        own: known.own, serverPublicKey: CurveKeyPair.random().publicKey)
      for (keys, code) in [
        (unknown, ErrorCode.unauthorised), (elsewhere, .unavailable), (nil, .unavailable),
      ] {
        let bus = try secure.caller("router=tcp://127.0.0.1:\(port)", keys)
        for _ in 0..<2 {
          #expect(await failure { try await bus.client.send(Echo(text: "")) }?.code == code)
        }
      }
      #expect(heard.withLock { $0 } == 0)
      let refusals = secure.refusals.withLock { $0 }
      #expect(refusals.count == 1 && refusals[0].contains(unknown.own.publicKey))
    }
  }

  @Test("a revoked key counts no longer from the next request on, and its events end")
  func revoked() async throws {
    try await run { secure in
      let port = try freePorts()
      let service = try await secure.echo(port)
      let (bob, ann) = (secure.key("bob"), secure.key("ann"))
      let peers = "router=tcp://127.0.0.1:\(port)"
      let (hisBus, herBus) = (try secure.caller(peers, bob), try secure.caller(peers, ann))
      var his = hisBus.subscriber.events(Note.self).makeAsyncIterator()
      var hers = herBus.subscriber.events(Note.self).makeAsyncIterator()
      for bus in [hisBus, herBus] { _ = try await bus.client.send(Echo(text: "")) }
      guard case .live = await his.next(), case .live = await hers.next() else {
        Issue.record("both are subscribed")
        return
      }
      secure.callers.withLock { $0[bob.own.publicKey] = nil }
      let refusal = await failure { try await hisBus.client.send(Echo(text: "")) }
      #expect(refusal?.code == .unauthorised)
      guard case .lost = await his.next() else {
        Issue.record("the connection of a revoked key ends")
        return
      }
      while true { if case .live = await hers.next() { break } }
      try service.publisher.publish(Note(number: 1))
      while true { if case .event(let note, _) = await hers.next(), note.number == 1 { break } }
      _ = try await herBus.client.send(Echo(text: ""))
    }
  }

  @Test("events are about everybody: a key of one user does not receive them")
  func boundSubscriber() async throws {
    try await run { secure in
      let port = try freePorts()
      try await secure.echo(port)
      let ann = try secure.caller(
        "router=tcp://127.0.0.1:\(port)", secure.key("ann", .read, user: "ann"))
      _ = try await ann.client.send(Echo(text: ""))
      // She is told, also where others of her process were told before.
      for _ in 0..<2 {
        var items = ann.subscriber.events(Note.self).makeAsyncIterator()
        guard case .refused(let error) = await items.next() else {
          Issue.record("the subscriber hears why")
          return
        }
        #expect(error.code == .unauthorised && error.message.contains("one user"))
      }
      #expect(secure.refusals.withLock { $0[0].contains("events are not for a key of one user") })
    }
  }

  @Test("a subscriber whose key becomes known later hears why it waits, and then the events")
  func lateKey() async throws {
    try await run { secure in
      let port = try freePorts()
      try await secure.echo(port)
      let keys = secure.key("late")
      let caller = secure.callers.withLock { $0.removeValue(forKey: keys.own.publicKey) }
      let bus = try secure.caller("router=tcp://127.0.0.1:\(port)", keys)
      var isRefused = false
      for await item in bus.subscriber.events(Note.self) {
        if case .refused = item {
          #expect(!isRefused, "once is enough")
          isRefused = true
          secure.callers.withLock { $0[keys.own.publicKey] = caller }
        } else if case .live = item {
          break
        }
      }
      #expect(isRefused)
    }
  }

  @Test("the addresses of a name are instances; those that come and go are noticed")
  func names() async throws {
    try await run { secure in
      let port = try freePorts()
      let known = Locked<[String]?>(nil)
      let caller = try secure.caller(
        "tcp://{service}.example:\(port)", secure.key("host"),
        lookup: { name in name == "router.example" ? known.withLock { $0 } : [] },
        restartGrace: .patience)
      // Nobody knows the name yet: the request waits.
      async let first = caller.client.send(Echo(text: ""))
      let one = try await secure.echo(port, at: "127.0.0.1") { _ in "one" }
      known.withLock { $0 = ["127.0.0.1"] }
      #expect(try await first.text == "one")
      _ = try await secure.echo(port, at: "127.0.0.2", instance: "2") { _ in "two" }
      known.withLock { $0 = ["127.0.0.1", "127.0.0.2"] }
      while try await caller.client.send(Echo(text: "")).text != "two" { await Task.yield() }
      known.withLock { $0 = ["127.0.0.2"] }
      await secure.stack.close(one)
      for _ in 0..<20 { #expect(try await caller.client.send(Echo(text: "")).text == "two") }
      known.withLock { $0 = [] }
      // A name without addresses is a service that is not running.
      let lone = try secure.caller(
        "router=tcp://nobody.example:\(port)", secure.key("lone"), lookup: { _ in [] })
      #expect(await failure { try await lone.client.send(Echo(text: "")) }?.code == .unavailable)
    }
  }
}

/// Something that concerns everybody.
private struct Wipe: RequestMessage {
  typealias Reply = Done
  static let operation = Operation(.venueStore, "wipe", version: 1, scope: .admin)
}
