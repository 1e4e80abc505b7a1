import Testing

@testable import MessageBus

/// Long computations in turn.
@Suite(.timeLimit(.minutes(10)))
struct FairWorkTests {
  @Test("a limited number run at the same time, and each returns its own value")
  func atOnce() async {
    for limit in 1...3 {
      let work = FairWork(atOnce: limit)
      let (running, most) = (Locked(0), Locked(0))
      let values = await withTaskGroup { group in
        for number in 0..<300 {
          group.addTask {
            await work.run(for: "\(number % 3)") {
              let now = running.withLock { running in
                running += 1
                return running
              }
              most.withLock { $0 = max($0, now) }
              running.withLock { $0 -= 1 }
              return number
            }
          }
        }
        return await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(values == Set(0..<300))
      #expect(most.withLock { $0 } <= limit)
    }
  }

  /// The first one is held, so that all the others wait by the time it ends.
  @Test("whoever asks once is next, however many wait of another")
  func turns() async {
    let work = FairWork(atOnce: 1)
    let (gate, order) = (Gate(), Locked<[String]>([]))
    await withTaskGroup { group in
      group.addTask {
        await work.run(for: "many") {
          order.withLock { $0.append("held") }
          gate.pass()
        }
      }
      while order.withLock({ $0.isEmpty }) { await Task.yield() }
      for caller in Array(repeating: "many", count: 20) + ["one"] {
        group.addTask { await work.run(for: caller) { order.withLock { $0.append(caller) } } }
      }
      while work.waiting < 21 { await Task.yield() }
      gate.open()
    }
    // What was held has cost more than nothing, and the one has not.
    #expect(order.withLock { $0 }.prefix(2) == ["held", "one"])
  }
}
