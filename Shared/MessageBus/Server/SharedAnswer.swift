import FoundationEssentials
import Messages

/// One request that several workers answer together, item by item.
///
/// Each worker answers the next item until none is left; whoever finishes the last one makes the
/// reply. So no thread waits for another, and a worker that comes too late does nothing.
@Memberwise final class SharedAnswer<Worker>: Sendable {
  private struct Progress: Sendable {
    var next = 0
    var finished = 0
    /// Of the first item that failed.
    var failure: (any Error)?
  }

  /// The number of items.
  let count: Int
  private let progress = Locked(Progress())
  /// Answers the item of a number below `count`, once.
  private let answer: @Sendable (inout Worker, Int) throws -> Void
  /// Makes the reply, after all items were answered.
  private let reply: @Sendable () throws -> Data

  /// Answers items until none is left; returns the reply if the last one was among them. After a
  /// failure the remaining items are left out.
  func run(on worker: inout Worker) -> Result<Data, any Error>? {
    if count == 0 { return Result { try reply() } }
    while let number = nextNumber() {
      var failure: (any Error)?
      do { try answer(&worker, number) } catch { failure = error }
      guard let end = finish(failure) else { continue }
      return end.flatMap { Result { try reply() } }
    }
    return nil
  }

  private func nextNumber() -> Int? {
    progress.withLock { progress in
      guard progress.next < count else { return nil }
      defer { progress.next += 1 }
      return progress.next
    }
  }

  /// Counts an item as finished; `nil` while others are not.
  private func finish(_ failure: (any Error)?) -> Result<Void, any Error>? {
    progress.withLock { progress in
      progress.finished += 1
      if let failure, progress.failure == nil {
        progress.failure = failure
        progress.finished += count - progress.next
        progress.next = count
      }
      guard progress.finished == count else { return nil }
      return progress.failure.map { .failure($0) } ?? .success(())
    }
  }
}

/// The answers to the items of a shared request, by number.
final class SharedResults<Value: Sendable>: Sendable {
  private let values: Locked<[Value?]>

  init(count: Int) { values = Locked(Array(repeating: nil, count: count)) }

  func set(_ number: Int, _ value: Value) { values.withLock { $0[number] = value } }

  /// All of them, once each is set.
  var all: [Value] { values.withLock { $0.compactMap { $0 } } }
}
