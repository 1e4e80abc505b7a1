import Messages
import Testing

@testable import MessageBus

@Suite struct WorkRoundTests {
  private struct Broken: Error {}

  /// A worker that notes what happens around its jobs.
  private typealias Round = WorkRound<[String], Int, String>

  private func round(throwing: Bool = false, before: Bool = false) -> Round {
    Round(
      wrap: { worker, work in
        if before { throw Broken() }
        worker.append("begin")
        work(&worker)
        worker.append("end")
        if throwing { throw Broken() }
      }, failed: { job, _ in "\(job) failed" })
  }

  private func waiting(_ jobs: [Int]) -> Mailbox<Int> {
    let mailbox = Mailbox<Int>(capacity: 1_000)
    _ = mailbox.offer(contentsOf: jobs)
    return mailbox
  }

  private func work(_ worker: inout [String], _ job: Int) -> String {
    worker.append("\(job)")
    return "\(job) done"
  }

  /// However slow the machine: nothing is done outside a round, nothing twice, all in order.
  @Test func jobsThatWaitAreDoneInRounds() throws {
    let jobs = waiting(Array(2...600))
    var worker: [String] = []
    var outcomes: [String] = []
    var next: Int? = 1
    var rounds = 0
    while let job = next {
      outcomes += round().outcomes(from: job, of: jobs, by: &worker, work)
      rounds += 1
      next = jobs.takeIfAny()
    }
    #expect(outcomes == (1...600).map { "\($0) done" })
    #expect(worker.filter { $0 == "begin" }.count == rounds)
    #expect(rounds >= 600 / PoolLimits.jobsOfRound)
    var isOpen = false
    for note in worker {
      if note == "begin" || note == "end" { isOpen = note == "begin" } else { #expect(isOpen) }
    }
  }

  @Test func aRoundThatFailsFailsAllOfItsJobs() {
    let jobs = waiting([2, 3])
    var worker: [String] = []
    let outcomes = round(throwing: true).outcomes(from: 1, of: jobs, by: &worker, work)
    #expect(!outcomes.isEmpty)
    #expect(outcomes == (1...outcomes.count).map { "\($0) failed" })
    #expect(outcomes.count + jobs.waiting == 3)
  }

  @Test func aRoundThatCannotBeginFailsItsFirstJob() {
    let jobs = waiting([2, 3])
    var worker: [String] = []
    let outcomes = round(before: true).outcomes(from: 1, of: jobs, by: &worker, work)
    #expect(outcomes == ["1 failed"])
    #expect(jobs.waiting == 2)
  }
}

/// A worker that keeps an account of what was committed.
private final class Account: Sendable {
  let notes = Locked<[String]>([])
}

@Suite struct AnswerTogetherTests {
  /// No reply leaves before its round is over; where that fails, each is told so.
  @Test(arguments: [false, true]) func repliesLeaveAfterTheirRound(fails: Bool) async throws {
    try await TestStack.run { stack in
      let account = Account()
      let bus = try stack.bus("server")
      var handlers = RequestHandlers<Account>()
      handlers.answerTogether { account, answer in
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
            let place = try #require(notes.firstIndex(of: text))
            #expect(notes[place...].contains("committed"))
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
