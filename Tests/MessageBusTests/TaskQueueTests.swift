import FoundationEssentials
import MessageBus
import Messages
import Testing

@testable import MessageBus

/// Requests that wait for a task.
@Suite(.timeLimit(.minutes(10)))
struct TaskQueueTests {
  private func queue(tasks: Int, queued: Int, average: Int = 0) -> Queue {
    var limits = ServerLimits()
    limits.tasks = tasks
    limits.queued = queued
    let queue = Queue(TaskQueue<Int>(limits))
    // Each moves the average by an eighth.
    for _ in 0..<(average == 0 ? 0 : 100) {
      _ = queue.offer(0, until: .max, now: 0)
      _ = queue.next(now: 0)
      queue.finished(after: .milliseconds(average))
    }
    return queue
  }

  @Test("jobs run in order, a limited number at a time")
  func order() {
    let queue = queue(tasks: 2, queued: 100)
    for job in 1...100 { #expect(queue.offer(job, until: 1000, now: 0)) }
    #expect(queue.next(now: 0)?.job == 1)
    #expect(queue.next(now: 0)?.job == 2)
    #expect(queue.next(now: 0)?.job == nil)
    #expect(queue.value.count == 98)
    for job in 3...100 {
      queue.finished(after: .zero)
      #expect(queue.next(now: 0)?.job == job)
    }
    queue.finished(after: .zero)
    #expect(queue.next(now: 0)?.job == nil)
    #expect(queue.value.count == 0)
  }

  @Test("beyond its capacity the queue refuses")
  func capacity() {
    let queue = queue(tasks: 1, queued: 2)
    #expect(queue.offer(1, until: 1000, now: 0))
    #expect(queue.next(now: 0)?.job == 1)
    #expect(queue.offer(2, until: 1000, now: 0))
    #expect(queue.offer(3, until: 1000, now: 0))
    #expect(!queue.offer(4, until: 1000, now: 0))
    queue.finished(after: .zero)
    #expect(queue.next(now: 0)?.job == 2)
    #expect(queue.offer(5, until: 1000, now: 0))
  }

  @Test("a job is refused if those before it leave it too little time")
  func deadlines() {
    let queue = queue(tasks: 2, queued: 100, average: 100)
    // The first two run at once, however little time they have.
    for job in 1...2 {
      #expect(queue.offer(job, until: 1, now: 0))
      #expect(queue.next(now: 0)?.canFinish == true)
    }
    // Two run before these, then these: 200 ms.
    #expect(!queue.offer(3, until: 190, now: 0))
    for job in 4...5 { #expect(queue.offer(job, until: 210, now: 0)) }
    #expect(!queue.offer(6, until: 290, now: 0))
    #expect(queue.offer(6, until: 310, now: 0))
  }

  @Test("a job that waited too long is given up before it runs")
  func givenUp() {
    let queue = queue(tasks: 2, queued: 100, average: 100)
    for job in 1...5 {
      #expect(queue.offer(job, until: job == 5 ? 1000 : 350, now: 0))
    }
    #expect(queue.next(now: 0)?.job == 1)
    #expect(queue.next(now: 0)?.job == 2)
    queue.finished(after: .milliseconds(100))
    #expect(queue.next(now: 260).map { [$0.job == 3, $0.canFinish] } == [true, false])
    #expect(queue.next(now: 260).map { [$0.job == 4, $0.canFinish] } == [true, false])
    #expect(queue.next(now: 260).map { [$0.job == 5, $0.canFinish] } == [true, true])
  }

  /// One request is held; of those behind it, the ones beyond the queue are refused.
  @Test("a server answers waiting requests, and refuses the rest")
  func server() async throws {
    try await TestStack.run { stack in
      let bus = try stack.bus("server")
      let (gate, opened) = AsyncStream<Void>.makeStream()
      let started = Locked(0)
      var handlers = RequestHandlers<Void>()
      handlers.answerAsync(Echo.self) { request, _ in
        started.withLock { $0 += 1 }
        if request.text == "held" { for await _ in gate { break } }
        return Echo.Reply(text: request.text)
      }
      var limits = ServerLimits()
      limits.tasks = 1
      limits.queued = 3
      let server = try RequestServer<Void>(
        service: .router, loop: bus.loop, workers: 1, limits: limits, handlers: handlers,
        makeWorker: {})
      try await bus.serve(server, as: .router, instance: "1")
      let client = try stack.bus().client
      async let held = client.send(Echo(text: "held"))
      while started.withLock({ $0 == 0 }) { await Task.yield() }
      let codes = await withTaskGroup(of: ErrorCode?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            do throws(ServiceError) {
              _ = try await client.send(Echo(text: ""))
              return nil
            } catch { return error.code }
          }
        }
        var codes: [ErrorCode?] = []
        for await code in group {
          codes.append(code)
          if codes.count == 5 { opened.yield() }
        }
        return codes
      }
      #expect(codes.prefix(5).allSatisfy { $0 == .overloaded })
      #expect(codes.suffix(3).allSatisfy { $0 == nil })
      #expect(try await held.text == "held")
    }
  }
}

/// `#expect` takes no mutating call of a value; times are milliseconds.
private final class Queue {
  var value: TaskQueue<Int>

  init(_ value: TaskQueue<Int>) { self.value = value }

  private static let start = ContinuousClock.now
  private static let asker = Asker.named("")

  func offer(_ job: Int, until deadline: Int, now: Int) -> Bool {
    value.offer(
      job, of: Self.asker, bytes: 0, until: Self.instant(deadline), now: Self.instant(now)
    ).isEmpty
  }

  func next(now: Int) -> (job: Int, canFinish: Bool)? {
    value.next(now: Self.instant(now)).map { ($0.job, $0.canFinish) }
  }

  func finished(after duration: Duration) { value.finished(Self.asker, after: duration) }

  private static func instant(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(min(milliseconds, 1_000_000_000))
  }
}
