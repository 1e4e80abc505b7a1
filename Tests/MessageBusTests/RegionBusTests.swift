import MessageBus
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Instances of several regions in one run directory.
@Suite(.timeLimit(.minutes(2)))
struct RegionBusTests {
  private static let helsinki = RegionName("helsinki")!

  @Test("a request goes to the instances of its region alone")
  func requests() async throws {
    try await TestStack.run { stack in
      for instance in ["1", "1@helsinki", "2@helsinki"] {
        _ = try await stack.echoServer(instance: instance) { _ in instance }
      }
      let client = try stack.bus("client").client
      for _ in 0..<5 { #expect(try await client.send(Echo(text: "")).text == "1") }
      let there = client.inRegion(Self.helsinki)
      var answers: Set<String> = []
      for _ in 0..<20 { answers.insert(try await there.send(Echo(text: "")).text) }
      #expect(answers == ["1@helsinki", "2@helsinki"])
      #expect(client.regions(of: .router) == [Self.helsinki])
      #expect(client.regions(of: .planner) == [])
      #expect(client.instances(of: .router) == ["1", "1@helsinki", "2@helsinki"])
    }
  }

  @Test("a region without an instance is unavailable, and named, whatever others run")
  func absent() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer(instance: "1")
      let client = try stack.bus("client").client.inRegion(Self.helsinki)
      let failure = await failure { try await client.send(Echo(text: "")) }
      #expect(failure?.code == .unavailable)
      #expect(failure?.message.contains("No instance of router@helsinki") == true)
    }
  }

  @Test("what a region does not share is lost with it, and another region's is not")
  func lost() async throws {
    try await TestStack.run { stack in
      let (_, bus) = try await stack.echoServer(instance: "1@helsinki")
      _ = try await stack.echoServer(instance: "1@oulu")
      let client = try stack.bus("client").client
      let (here, other) = (client.inRegion(Self.helsinki), client.inRegion(RegionName("oulu")))
      #expect(try await here.send(Echo(text: "a")).text == "a")
      await stack.close(bus)
      #expect(try await other.send(Echo(text: "b")).text == "b")
      let failure = await failure { try await here.send(Echo(text: "a")) }
      #expect(failure?.code == .unavailable)
    }
  }

  @Test("a service hears the events of its region, the client and the gateway those of all")
  func events() async throws {
    try await TestStack.run { stack in
      var publishers: [Publisher] = []
      for (number, instance) in ["1", "1@helsinki"].enumerated() {
        let bus = try stack.bus("publisher-\(number)")
        try await bus.publish(as: .router, instance: instance)
        publishers.append(bus.publisher)
      }
      var own = BusNetwork.none
      own.region = Self.helsinki
      var all = BusNetwork.none
      all.hearsAllRegions = true
      for (network, expected) in [(own, [1]), (all, [0, 1]), (.none, [0])] {
        var heard = try stack.bus("subscriber", network: network).subscriber
          .events(Note.self).makeAsyncIterator()
        // Each publisher in sight says that it is live.
        for _ in expected { _ = await heard.next() }
        for (number, publisher) in publishers.enumerated() {
          try publisher.publish(Note(number: number))
        }
        var numbers: Set<Int> = []
        while numbers.count < expected.count {
          if case .event(let note, _) = await heard.next() { numbers.insert(note.number) }
        }
        #expect(numbers == Set(expected))
      }
    }
  }

  @Test("instances over TCP may belong to a region")
  func peers() throws {
    let peers = try Peers(
      "router@helsinki=tcp://10.0.0.2:7400 router@helsinki=tcp://10.0.0.3:7400 planner=ipc")
    let discovery = Discovery(RunDirectory(path: "/nowhere"), peers)
    #expect(
      discovery.instances(of: .router) == ["10.0.0.2:7400@helsinki", "10.0.0.3:7400@helsinki"])
    #expect(
      discovery.endpoint(.router, instance: "10.0.0.2:7400@helsinki", .requests)
        == "tcp://10.0.0.2:7400")
    #expect(
      discovery.endpoint(.router, instance: "1@helsinki", .events)
        == "ipc:///nowhere/router.1@helsinki.events")
    #expect(ConnectionID(service: .router, instance: "10.0.0.2:7400@helsinki").isRemote)
  }
}
