import FoundationEssentials
import Messages
import Testing

@testable import MessageBus

@Suite struct JobBatchTests {
  private struct Broken: Error {}

  /// A worker that records what happens around its jobs.
  private typealias Batch = JobBatch<[String], Int, String>

  private func batch(throwing: Bool = false, before: Bool = false) -> Batch {
    Batch(
      wrap: { worker, work in
        if before { throw Broken() }
        worker.append("begin")
        work(&worker)
        worker.append("end")
        if throwing { throw Broken() }
      }, failed: { job, _ in "\(job) failed" })
  }

  private func waiting(_ jobs: [Int]) -> JobQueue<Int> {
    let queue = JobQueue<Int>(
      capacity: 1_000, byteCapacity: 1, places: .each(1, spare: 0))
    _ = queue.offer(jobs.map { (job: $0, asker: .connection(Data()), bytes: 0) })
    return queue
  }

  private func work(_ worker: inout [String], _ job: Int) -> String {
    worker.append("\(job)")
    return "\(job) done"
  }

  /// On any machine: no job runs outside a batch, none twice, all in order.
  @Test func waitingJobsRunInBatches() throws {
    let jobs = waiting(Array(1...600))
    var worker: [String] = []
    var outcomes: [String] = []
    var next = jobs.tryPop()
    var batches = 0
    while let taken = next {
      outcomes += batch().outcomes(from: taken, of: jobs, by: &worker, work)
      batches += 1
      next = jobs.tryPop()
    }
    #expect(outcomes == (1...600).map { "\($0) done" })
    #expect(worker.filter { $0 == "begin" }.count == batches)
    #expect(batches >= 600 / ServerLimits.jobsPerBatch)
    var isOpen = false
    for note in worker {
      if note == "begin" || note == "end" { isOpen = note == "begin" } else { #expect(isOpen) }
    }
  }

  @Test func aFailedBatchFailsAllOfItsJobs() throws {
    let jobs = waiting([1, 2, 3])
    let first = try #require(jobs.tryPop())
    var worker: [String] = []
    let outcomes = batch(throwing: true).outcomes(from: first, of: jobs, by: &worker, work)
    #expect(!outcomes.isEmpty)
    #expect(outcomes == (1...outcomes.count).map { "\($0) failed" })
    #expect(outcomes.count + jobs.waiting == 3)
  }

  @Test func aBatchThatCannotBeginFailsItsFirstJob() throws {
    let jobs = waiting([1, 2, 3])
    let first = try #require(jobs.tryPop())
    var worker: [String] = []
    let outcomes = batch(before: true).outcomes(from: first, of: jobs, by: &worker, work)
    #expect(outcomes == ["1 failed"])
    #expect(jobs.waiting == 2)
    #expect(jobs.tryPop()?.job == 2, "its place is free again")
  }
}

/// A worker that records what was committed.
private final class Account: Sendable {
  let notes = Locked<[String]>([])
}

@Suite struct AnswerTogetherTests {
  /// No reply is sent before its batch is finished; if that fails, the error is the reply to each.
  @Test(arguments: [false, true]) func repliesFollowTheirBatch(fails: Bool) async throws {
    try await TestStack.run { stack in
      let account = Account()
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Account>()
      handlers.answerBatched { account, answer in
        answer()
        if fails { throw ServiceError(.unavailable, "the disk is full") }
        account.notes.withLock { $0.append("committed") }
      }
      handlers.answer(Echo.self) { account, request, _ in
        account.notes.withLock { $0.append(request.text) }
        return Echo.Reply(text: request.text)
      }
      let server = try RequestServer<Account>(
        service: .router, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: { account })
      try await bus.serve(server, as: .router, instance: "1")
      let client = try stack.bus().client
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let text = "note \(number)"
            guard !fails else {
              let error = await failure { try await client.send(Echo(text: text)) }
              #expect(error?.code == .unavailable)
              return
            }
            #expect(try await client.send(Echo(text: text)).text == text)
            let notes = account.notes.withLock { $0 }
            let index = try #require(notes.firstIndex(of: text))
            #expect(notes[index...].contains("committed"))
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

@Suite struct ChoreTests {
  /// A chore runs without any request, in its own batch, also after one that failed.
  @Test func choresRunByThemselves() async throws {
    try await TestStack.run { stack in
      let account = Account()
      let bus = try stack.bus("server")
      let (done, chores) = AsyncStream<Int>.makeStream()
      var handlers = RequestHandlers<Account>()
      handlers.answerBatched { account, answer in
        answer()
        let count = account.notes.withLock { $0.count }
        if count == 2 { throw ServiceError(.unavailable, "the disk is full") }
      }
      handlers.tend(every: .milliseconds(1)) { account in
        let count = account.notes.withLock { notes in
          notes.append("chore")
          return notes.count
        }
        chores.yield(count)
      }
      handlers.answer(Echo.self) { _, request, _ in Echo.Reply(text: request.text) }
      let server = try RequestServer<Account>(
        service: .router, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: { account })
      try await bus.serve(server, as: .router, instance: "1")
      for await count in done where count == 4 { break }
      let client = try stack.bus().client
      #expect(try await client.send(Echo(text: "hello")).text == "hello")
      await server.drain(timeout: .seconds(5))
    }
  }
}
