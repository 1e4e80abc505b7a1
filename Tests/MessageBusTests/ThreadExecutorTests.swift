import MessageBus
import TestSupport
import Testing

/// An actor that may block its thread.
private actor Blocker {
  private let executor = ThreadExecutor("blocker")
  private var calls: [Int] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func thread() -> UInt { NamedThread.current }

  func append(_ number: Int) -> [Int] {
    calls.append(number)
    return calls
  }

  /// Blocks until an element arrives.
  func pop(_ queue: BlockingQueue<Int>) -> Int? { queue.pop() }
}

@Suite(.timeLimit(.minutes(10))) struct ThreadExecutorTests {
  @Test("an actor runs on one thread, which is not another actor's")
  func ownThread() async {
    let (one, other) = (Blocker(), Blocker())
    let first = await one.thread()
    for _ in 0..<20 {
      await Task.yield()
      #expect(await one.thread() == first)
      #expect(await other.thread() != first)
    }
  }

  @Test("jobs run one after another, none is lost")
  func serial() async {
    let blocker = Blocker()
    let longest = await withTaskGroup(of: Int.self) { group in
      for number in 0..<500 { group.addTask { await blocker.append(number).count } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(longest.sorted() == Array(1...500))
  }

  @Test("more blocked actors than cores leave the pool free")
  func blocked() async {
    let queue = BlockingQueue<Int>(capacity: 64)
    let popped = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<64 {
        let blocker = Blocker()
        group.addTask { await blocker.pop(queue) }
      }
      // Runs on the pool, which the tasks above would fill if they blocked it.
      for number in 0..<64 { group.addTask { queue.offer(number) ? nil : -1 } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(popped.compactMap { $0 }.sorted() == Array(0..<64))
  }
}
