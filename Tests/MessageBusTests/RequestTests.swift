import FoundationEssentials
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RequestTests {
  @Test func repliesComeBackToTheirRequests() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer(workers: 2)
      let client = try stack.bus().client
      let replies = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 0..<500 {
          group.addTask { (number, try await client.send(Echo(text: "\(number)")).text) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(replies == Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, "\($0)") }))
    }
  }

  @Test("the client throws the service's own error") func serviceErrors() async throws {
    try await TestStack.run { stack in
      let error = ServiceError(.notFound, "No such thing.", suggestions: ["a thing"])
      _ = try await stack.echoServer { _ in throw error }
      let client = try stack.bus().client
      await #expect(throws: error) { try await client.send(Echo(text: "")) }
    }
  }

  @Test("without an instance a request fails at once") func noInstance() async throws {
    try await TestStack.run { stack in
      let client = try stack.bus().client
      let failure = await failure { try await client.send(Echo(text: ""), timeout: .seconds(3600)) }
      #expect(failure?.code == .unavailable)
      #expect(failure?.message.contains("router") == true)
    }
  }

  @Test func socketFileOfKilledInstanceFailsAtOnce() async throws {
    try await TestStack.run { stack in
      // A file as a killed process leaves it: bound once, without a listener.
      leaveSocketFile(at: stack.directory.socketPath(.router, instance: "1", .requests))
      let client = try stack.bus().client
      let failure = await failure { try await client.send(Echo(text: ""), timeout: .seconds(3600)) }
      #expect(failure?.code == .unavailable)
    }
  }

  /// Closes connections while ZeroMQ's I/O thread reports their failure.
  @Test("refused connections block nothing") func refusedConnections() async throws {
    try await TestStack.run { stack in
      let path = stack.directory.socketPath(.router, instance: "1", .requests)
      leaveSocketFile(at: path)
      let client = try stack.bus().client
      for _ in 0..<3_000 {
        let failure = await failure { try await client.send(Echo(text: "")) }
        #expect(failure?.code == .unavailable)
      }
      _ = try await stack.echoServer()
      #expect(try await client.send(Echo(text: "there")).text == "there")
    }
  }

  @Test func aRestartedInstanceIsFoundAtOnce() async throws {
    try await TestStack.run { stack in
      let client = try stack.bus().client
      for round in 0..<5 {
        let (_, bus) = try await stack.echoServer()
        #expect(try await client.send(Echo(text: "\(round)")).text == "\(round)")
        await stack.close(bus)
        let failure = await failure { try await client.send(Echo(text: "")) }
        #expect(failure?.code == .unavailable)
      }
    }
  }

  @Test("a request waits for an instance that is restarting, however it went")
  func waitsForReturn() async throws {
    try await TestStack.run { stack in
      let client = try stack.bus(restartGrace: .patience).client
      for round in 0..<3 {
        let (_, bus) = try await stack.echoServer()
        #expect(try await client.send(Echo(text: "\(round)")).text == "\(round)")
        await stack.close(bus)
        if round == 1 {
          leaveSocketFile(at: stack.directory.socketPath(.router, instance: "1", .requests))
        }
        async let reply = client.send(Echo(text: "later"))
        // By now a client that does not wait has failed; one that waits passes in any case.
        try await Task.sleep(for: .milliseconds(120))
        let (_, next) = try await stack.echoServer()
        #expect(try await reply.text == "later")
        await stack.close(next)
      }
    }
  }

  @Test("a process that has just started waits for a service that is missing in a running stack")
  func waitsAfterItsStart() async throws {
    try await TestStack.run { stack in
      // Its client's grace is longer than this suite may take.
      let early = await failure {
        try await stack.bus(restartGrace: .seconds(3600)).client.send(
          Echo(text: ""), timeout: .seconds(3600))
      }
      #expect(early?.code == .unavailable)
      leaveSocketFile(at: stack.directory.socketPath(.planner, instance: "1", .requests))
      let client = try stack.bus(restartGrace: .patience).client
      async let reply = client.send(Echo(text: "later"))
      // By now a client that does not wait has failed; one that waits passes in any case.
      try await Task.sleep(for: .milliseconds(120))
      _ = try await stack.echoServer()
      #expect(try await reply.text == "later")
    }
  }

  @Test("an instance that does not return fails the request when the wait is over")
  func waitEnds() async throws {
    try await TestStack.run { stack in
      let client = try stack.bus(restartGrace: .milliseconds(200)).client
      let (_, bus) = try await stack.echoServer()
      _ = try await client.send(Echo(text: ""))
      await stack.close(bus)
      for _ in 0..<2 {
        let failure = await failure { try await client.send(Echo(text: "")) }
        #expect(failure?.code == .unavailable)
      }
    }
  }

  /// A request sent while its connection is being established.
  @Test func firstRequestOfEveryClientGetsThrough() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer(workers: 2)
      for round in 0..<60 {
        let buses = try (0..<4).map { _ in try stack.bus() }
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
          for bus in buses {
            group.addTask { await failure { try await bus.client.send(Echo(text: "")) }?.code }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == [nil, nil, nil, nil], "round \(round)")
        for bus in buses { await stack.close(bus) }
      }
    }
  }

  @Test func requestMovesToAnotherInstanceWhenItsOwnDies() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let arrived = BlockingQueue<String>(capacity: 10)
      var buses: [String: Bus] = [:]
      for instance in ["1", "2"] {
        buses[instance] = try await stack.echoServer(instance: instance) { request in
          _ = arrived.offer(instance)
          // The first to get the request keeps it until it dies.
          if arrived.waiting == 1 && request.text == "hold" { gate.pass() }
          return instance
        }.bus
      }
      let client = try stack.bus().client
      async let reply = client.send(Echo(text: "hold"))
      while arrived.waiting == 0 { await Task.yield() }
      let first = try #require(arrived.pop())
      let other = first == "1" ? "2" : "1"
      _ = arrived.offer("started")
      _ = arrived.offer("started")
      let dying = try #require(buses[first])
      await stack.close(dying)
      #expect(try await reply.text == other)
      gate.open()
    }
  }

  @Test func fullQueueRefuses() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      let started = Locked(0)
      var limits = ServerLimits()
      limits.queued = 2
      _ = try await stack.echoServer(limits: limits) { _ in
        started.withLock { $0 += 1 }
        gate.pass()
        return "done"
      }
      let client = try stack.bus().client
      async let held = client.send(Echo(text: ""))
      while started.withLock({ $0 == 0 }) { await Task.yield() }
      let outcomes = await withTaskGroup(of: ErrorCode?.self) { group in
        for _ in 0..<9 {
          group.addTask { await failure { try await client.send(Echo(text: "")) }?.code }
        }
        var outcomes: [ErrorCode?] = []
        for await outcome in group {
          outcomes.append(outcome)
          // Two wait behind the one that is held: seven are refused before the gate opens.
          if outcomes.count == 7 { gate.open() }
        }
        return outcomes
      }
      #expect(outcomes.count { $0 == .overloaded } == 7)
      #expect(outcomes.count { $0 == nil } == 2)
      #expect(try await held.text == "done")
    }
  }

  @Test("requests move on from a draining instance") func draining() async throws {
    try await TestStack.run { stack in
      let (first, _) = try await stack.echoServer(instance: "1") { _ in "1" }
      _ = try await stack.echoServer(instance: "2") { _ in "2" }
      let client = try stack.bus().client
      stack.directory.removeSockets(of: .router, instance: "1")
      async let drained: Void = first.drain(timeout: .seconds(5))
      for _ in 0..<20 { #expect(["1", "2"].contains(try await client.send(Echo(text: "")).text)) }
      await drained
      #expect(try await client.send(Echo(text: "")).text == "2")
    }
  }

  @Test func operationAndVersionMustBeKnown() async throws {
    struct EchoTwo: RequestMessage {
      typealias Reply = Done
      static let operation = Operation(.router, "echo", version: 2)
    }
    struct Other: RequestMessage {
      typealias Reply = Done
      static let operation = Operation(.router, "other", version: 1)
    }
    try await TestStack.run { stack in
      _ = try await stack.echoServer()
      let client = try stack.bus().client
      let version = await failure { try await client.send(EchoTwo()) }
      #expect(version?.code == .unsupported)
      #expect(version?.message.contains("router.echo/1") == true)
      let operation = await failure { try await client.send(Other()) }
      #expect(operation?.code == .unsupported)
    }
  }

  /// Invented names would fill the memory of the server.
  @Test func unknownOperationsCountTogether() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer()
      let client = try stack.bus().client
      _ = try await client.send(Echo(text: ""))
      for number in 0..<100 {
        let operation = Operation(.router, "madeUp\(number)", version: number)
        let failure = await failure {
          try await client.send(Data("{}".utf8), as: operation, to: .router)
        }
        #expect(failure?.code == .unsupported)
      }
      let counted = try await client.send(CountedOperations(), to: .router)
      #expect(counted.names == ["other", "router.echo/1"])
    }
  }

  /// Headers that differ and headers that repeat, on one connection and one worker.
  @Test func everyRequestHasItsOwnHeader() async throws {
    try await TestStack.run { stack in
      let seen = BlockingQueue<String>(capacity: 10)
      var handlers = RequestHandlers<Void>()
      handlers.answer(Echo.self) { _, request, context in
        _ = seen.offer(context.trace?.traceID ?? "")
        return Echo.Reply(text: request.text)
      }
      let bus = try stack.bus("server")
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      let client = try stack.bus().client
      for trace in ["a", "a", "b", "a", "b", "b"] {
        _ = try await client.send(Echo(text: ""), traceID: trace)
        #expect(seen.pop() == trace)
      }
    }
  }

  @Test("a request on somebody's behalf needs their rights, its own needs none")
  func callers() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Void>()
      let worked = Locked(0)
      handlers.answer(NoteListRequest.self) { _, _, _ in
        worked.withLock { $0 += 1 }
        return NoteListReply(notes: [], next: nil)
      }
      handlers.answerAsync(FavouriteListRequest.self) { _, context in
        worked.withLock { $0 += context.caller?.name == "phone" ? 1 : 0 }
        return FavouriteListReply(favourites: [])
      }
      let server = try RequestServer<Void>(
        service: .venueStore, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
      try await bus.serve(server, as: .venueStore, instance: "1")
      let client = try stack.bus().client
      let ann = Caller(name: "phone", scope: .read, user: "ann")
      let anns = client.acting(for: ann)
      _ = try await anns.send(NoteListRequest(user: "ann"))
      _ = try await anns.send(FavouriteListRequest(user: "ann"))
      #expect(
        await failure { try await anns.send(NoteListRequest(user: "bob")) }?.code
          == .unauthorised)
      #expect(
        await failure { try await anns.send(FavouriteListRequest(user: "bob")) }?.code
          == .unauthorised)
      _ = try await client.send(NoteListRequest(user: "bob"))
      #expect(worked.withLock { $0 } == 3)
    }
  }

  @Test func bodyThatCannotBeReadNamesTheField() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer()
      let client = try stack.bus().client
      let failure = await failure {
        try await client.send(Data("{}".utf8), as: Echo.operation, to: .router)
      }
      #expect(failure?.code == .invalidRequest)
      #expect(failure?.message.contains("text") == true)
    }
  }

  @Test func overlargeBodyIsNotSent() async throws {
    try await TestStack.run { stack in
      _ = try await stack.echoServer()
      let client = try stack.bus().client
      let body = Data(repeating: 32, count: WireLimits.maximumBodyBytes + 1)
      let failure = await failure {
        try await client.send(body, as: Echo.operation, to: .router)
      }
      #expect(failure?.code == .tooLarge)
    }
  }

  @Test func cancelledRequestReturns() async throws {
    try await TestStack.run { stack in
      let gate = Gate()
      _ = try await stack.echoServer { _ in
        gate.pass()
        return ""
      }
      let client = try stack.bus().client
      let task = Task { await failure { try await client.send(Echo(text: "")) } }
      task.cancel()
      #expect(await task.value != nil)
      gate.open()
    }
  }
}

/// The error that `body` throws; `nil` if it throws none.
func failure<Reply>(_ body: () async throws -> Reply) async -> ServiceError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? ServiceError
  }
}

/// Binds a Unix socket and closes it without removing its file.
private func leaveSocketFile(at path: String) {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  // The system's call takes every kind of address by the same pointer.
  withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  close(descriptor)
}
