import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// From what is configured to addresses.
struct EndpointTests {
  @Test(
    "an address is a host and a port",
    arguments: [
      ("tcp://10.0.0.2:7400", "10.0.0.2:7400"), ("router.example:7400", "router.example:7400"),
      ("tcp://[::1]:7400", "[::1]:7400"), ("tcp://*:7400", "*:7400"), ("tcp://::1:7400", nil),
      ("tcp://10.0.0.2", nil), ("tcp://:7400", nil), ("tcp://a:65535", nil), ("tcp://a:0", nil),
      ("tcp://a:x", nil), ("tcp://a b:1", nil), ("http://a:1", nil), ("1", nil), ("", nil),
    ])
  func address(text: String, canonical: String?) {
    #expect(TCPAddress(text)?.description == canonical)
    if let canonical { #expect(TCPAddress(canonical)?.description == canonical) }
  }

  @Test("requests go to the port, events come from the next")
  func ports() throws {
    let address = try #require(TCPAddress("[::1]:7400"))
    #expect(address.endpoint(.requests) == "tcp://[::1]:7400")
    #expect(address.endpoint(.events) == "tcp://[::1]:7401")
  }

  @Test("a service is where its entries say, else where those for all say, else in the directory")
  func peers() throws {
    let peers = try Peers(
      "router=tcp://10.0.0.2:7400 tcp://{service}.example:7410\n router=ipc planner=ipc")
    #expect(
      peers.locations(of: .router).map(\.location)
        == [.tcp(TCPAddress(host: "10.0.0.2", port: 7400)), .runDirectory])
    #expect(
      peers.locations(of: .venueStore).map(\.location)
        == [.tcp(TCPAddress(host: "venue-store.example", port: 7410))])
    #expect(peers.locations(of: .planner).map(\.location) == [.runDirectory])
    #expect(peers.names.contains("geocoder.example") && !peers.names.contains("10.0.0.2"))
    #expect(!peers.names.contains("planner.example"))
    #expect(peers.isRemote)
    #expect(try !Peers("").isRemote && !Peers("router=ipc").isRemote)
    #expect(try Peers(" ").locations(of: .router).map(\.location) == [.runDirectory])
  }

  @Test(
    "an entry that is not understood is named",
    arguments: [
      "rooter=tcp://a:1", "router=", "router=a:1", "tcp://a", "router=udp://a:1", "x",
      "srv://", "router=srv://a..b", "router=srv://a:1",
      "router@Helsinki=tcp://a:1", "router@=tcp://a:1", "router@a@b=tcp://a:1", "router@a=ipc",
      "geofence-monitor@helsinki=tcp://a:1",
    ])
  func misunderstood(entry: String) {
    #expect(throws: PeersError(entry: entry)) { try Peers("planner=ipc \(entry)") }
  }

  @Test("the system's names are resolved, of one kind; what does not exist has no address")
  func system() {
    #expect(NameResolver.addresses(of: "localhost") == ["127.0.0.1"])
    // Source: RFC 6761: never resolves. Without any name server nobody can be asked.
    #expect(NameResolver.addresses(of: "nowhere.invalid")?.isEmpty != false)
  }

  @Test("names are resolved again and again; where nobody answers, the last answer stays")
  func again() async throws {
    let answers = Locked<[String]?>(nil)
    let asked = Locked(0)
    let resolver = NameResolver(["router.example"]) { _ in
      asked.withLock { $0 += 1 }
      return answers.withLock { $0 }
    }
    var now = ContinuousClock.now
    /// The answer after one more question.
    func next() async -> [String]? {
      let before = asked.withLock { $0 }
      while asked.withLock({ $0 }) == before {
        _ = resolver.addresses(of: "router.example", now: now)
        now += NameResolver.interval
        await Task.yield()
      }
      resolver.waitForFirst()
      _ = await Task.detached { resolver.addresses(of: "router.example", now: .now) }.value
      return resolver.addresses(of: "router.example", now: .now)
    }
    #expect(resolver.addresses(of: "router.example", now: now) == nil)
    _ = await next()
    answers.withLock { $0 = ["10.0.0.1"] }
    while await next() != ["10.0.0.1"] {}
    answers.withLock { $0 = ["10.0.0.1", "10.0.0.2"] }
    while await next() != ["10.0.0.1", "10.0.0.2"] {}
    answers.withLock { $0 = nil }
    for _ in 0..<3 { #expect(await next() == ["10.0.0.1", "10.0.0.2"]) }
    answers.withLock { $0 = [] }
    while await next() != [] {}
  }
}
