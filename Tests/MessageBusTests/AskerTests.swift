import FoundationEssentials
import Glibc
import Messages
import TestSupport
import Testing

@testable import MessageBus

/// Whose turn a request uses.
@Suite(.timeLimit(.minutes(10)))
struct AskerTests {
  private func asker(_ header: String, key: Caller? = nil) -> Asker {
    var cache = HeaderCache()
    let frames = RequestFrames(
      requestID: Data([1]), operation: "router.echo/1", header: Data(header.utf8), body: Data())
    return Asker(frames, from: Data("peer".utf8), key: key, &cache)
  }

  @Test("it is the one whom the header names, where its sender may speak for others")
  func naming() {
    let connection = Asker.connection(Data("peer".utf8))
    let named = #"{"askedBy":"192.0.2.1"}"#
    let caller = #"{"caller":{"name":"phone","scope":"read"},"timeoutMilliseconds":5}"#
    for header in ["", "{}", #"{"traceID":"x"}"#, #"{"askedBy":3}"#, #""askedBy""#] {
      #expect(asker(header) == connection, "\(header)")
    }
    #expect(asker(named) == .named("192.0.2.1"))
    #expect(asker(caller) == .named("phone"))
    let host = Caller(name: "host", scope: .admin)
    let ann = Caller(name: "ann's", scope: .read, user: "ann")
    #expect(asker("{}", key: host) == .named("host"))
    #expect(asker(named, key: host) == .named("192.0.2.1"))
    #expect(asker(caller, key: host) == .named("phone"))
    for header in ["{}", named, caller] { #expect(asker(header, key: ann) == .named("ann's")) }
  }

  /// The requests of both come over one connection, as through a gateway.
  @Test("one who holds all the workers that he may have does not hold up another")
  func workers() async throws {
    try await TestStack.run { stack in
      let (gate, held) = (Gate(), Locked(0))
      _ = try await stack.echoServer(workers: 2) { request in
        if request.text == "long" {
          held.withLock { $0 += 1 }
          gate.pass()
        }
        return request.text
      }
      let client = try stack.bus().client
      try await holding(10, client, by: "one") {
        // Also after a failure, or those who wait keep the test from reporting it.
        defer { gate.open() }
        while held.withLock({ $0 < 2 }) { await Task.yield() }
        for other in ["two", "three"] {
          let reply = try await RequestClient.$askedBy.withValue(other) {
            try await client.send(Echo(text: other))
          }
          #expect(reply.text == other)
        }
        #expect(held.withLock { $0 } == 2, "the spare workers are for others")
      }
      #expect(held.withLock { $0 } == 10)
    }
  }

  @Test("one who holds all the tasks that he may have does not hold up another")
  func tasks() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      let (opened, open) = AsyncStream<Void>.makeStream()
      let (held, isOpen) = (Locked(0), Task { for await _ in opened {} })
      var handlers = RequestHandlers<Void>()
      handlers.answerAsync(Echo.self) { request, _ in
        if request.text == "long" {
          held.withLock { $0 += 1 }
          await isOpen.value
        }
        return Echo.Reply(text: RequestClient.askedBy ?? "nobody")
      }
      var limits = ServerLimits()
      limits.tasks = 2
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, limits: limits, handlers: handlers,
        makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      let client = try stack.bus().client
      #expect(try await client.send(Echo(text: "")).text == "nobody")
      try await holding(10, client, by: "one") {
        defer { open.finish() }
        while held.withLock({ $0 < 2 }) { await Task.yield() }
        let reply = try await RequestClient.$askedBy.withValue("two") {
          try await client.send(Echo(text: ""))
        }
        // What a handler asks of other services is asked by the same one.
        #expect(reply.text == "two")
        #expect(held.withLock { $0 } == 2)
      }
      #expect(held.withLock { $0 } == 10)
    }
  }

  @Test("a request's language reaches its handler, and what that asks of others")
  func language() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Void>()
      handlers.answerAsync(Echo.self) { _, context in
        Echo.Reply(text: "\(context.language ?? "none") \(RequestClient.language ?? "none")")
      }
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      let client = try stack.bus().client
      #expect(try await client.send(Echo(text: "")).text == "none none")
      let reply = try await RequestClient.$language.withValue("de") {
        try await client.send(Echo(text: ""))
      }
      #expect(reply.text == "de de")
    }
  }

  /// Runs `body` while somebody's long requests wait for their answers.
  private func holding(
    _ count: Int, _ client: RequestClient, by asker: String, _ body: () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await RequestClient.$askedBy.withValue(asker) {
            _ = try await client.send(Echo(text: "long"))
          }
        }
      }
      try await body()
      try await group.waitForAll()
    }
  }

  /// One worker: the long job begins when the brief one before it has ended.
  @Test("an outcome is delivered before somebody else's long job begins")
  func delivery() throws {
    let queue = JobQueue<String>(
      capacity: 10, byteCapacity: 0, places: .each(1, spare: 0))
    let (first, last, begun) = (Gate(), Gate(), Gate())
    let delivered = Locked<[String]>([])
    let pool = try WorkerPool<Void, String, String>(
      name: "test", count: 1, queue: queue, makeWorker: {},
      work: { _, job in
        if job == "first" { first.pass() }
        if job == "long" {
          begun.open()
          last.pass()
        }
        return job
      },
      deliver: { jobs in delivered.withLock { $0 += jobs } })
    for job in ["first", "brief", "long"] {
      #expect(queue.offer([(job: job, asker: .named(job), bytes: 0)]).isEmpty)
    }
    first.open()
    begun.pass()
    #expect(delivered.withLock { $0 } == ["first", "brief"])
    last.open()
    pool.stop()
  }

  /// Threads that wait for one another's ends must not be forgotten: without a wake-up too few a
  /// long row of jobs never ends.
  @Test("no job is forgotten, and no caller has more than its places, with any number of workers")
  func pool() throws {
    for workers in 1...4 {
      let places = FairQueue<Asker, Int>.Places.each(workers, spare: 2)
      let queue = JobQueue<Int>(capacity: 100_000, byteCapacity: 0, places: places)
      let (running, done) = (Locked([Int](repeating: 0, count: 3)), Locked(Set<Int>()))
      let pool = try WorkerPool<Void, Int, Int>(
        name: "test", count: places.all, queue: queue, makeWorker: {},
        work: { _, job in
          let own = running.withLock { running in
            running[job % 3] += 1
            return running[job % 3]
          }
          #expect(own <= workers)
          if job.isMultiple(of: 7) { sched_yield() }
          running.withLock { $0[job % 3] -= 1 }
          return job
        },
        deliver: { jobs in done.withLock { $0.formUnion(jobs) } })
      for start in stride(from: 0, to: 30_000, by: 10) {
        let jobs = (start..<start + 10).map { (job: $0, asker: Asker.named("\($0 % 3)"), bytes: 0) }
        #expect(queue.offer(jobs).isEmpty)
      }
      pool.stop()
      #expect(done.withLock { $0.count } == 30_000)
    }
  }
}
