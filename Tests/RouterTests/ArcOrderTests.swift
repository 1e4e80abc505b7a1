import Glibc
import MessageBus
import TestSupport
import Testing

@testable import Router

@Suite(.timeLimit(.minutes(10))) struct ArcOrderTests {
  /// The order of a square of arcs, each of which leads to the next ones in both directions.
  private static func order(side: UInt32) -> [UInt32] {
    var (origins, targets): ([UInt32], [UInt32]) = ([], [])
    for arc in 0..<side * side {
      if arc % side + 1 < side { (origins, targets) = (origins + [arc], targets + [arc + 1]) }
      if arc + side < side * side { (origins, targets) = (origins + [arc], targets + [arc + side]) }
    }
    return ArcOrder(origins: origins, targets: targets, arcCount: Int(side * side)).arcs
  }

  @Test("orders made at the same time are those made alone, whatever else draws random numbers")
  func atTheSameTime() async {
    let sides: [UInt32] = [40, 41, 42]
    let alone = sides.map { Self.order(side: $0) }
    let isOver = Locked(false)
    let ended = BlockingQueue<Void>(capacity: 1)
    // As every new ZeroMQ context seeds the process's generator, and its sockets draw from it.
    NamedThread.detached("drawing") {
      while !isOver.withLock({ $0 }) {
        srand(7)
        _ = rand()
      }
      ended.close()
    }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        let kind = number % sides.count
        group.addTask { Self.order(side: sides[kind]) == alone[kind] }
      }
      for await isSame in group { #expect(isSame) }
    }
    isOver.withLock { $0 = true }
    _ = ended.pop()
  }
}
