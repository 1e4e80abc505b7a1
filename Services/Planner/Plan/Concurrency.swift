/// Runs two tasks concurrently. The first failure cancels the other task and is thrown.
func concurrentPair<First: Sendable, Second: Sendable>(
  _ first: @escaping @Sendable () async throws -> First,
  _ second: @escaping @Sendable () async throws -> Second
) async throws -> (First, Second) {
  try await withThrowingTaskGroup(of: EitherResult<First, Second>.self) { group in
    group.addTask { .first(try await first()) }
    group.addTask { .second(try await second()) }
    var results: (First?, Second?)
    for try await result in group {
      switch result {
      case .first(let value): results.0 = value
      case .second(let value): results.1 = value
      }
    }
    guard let first = results.0, let second = results.1 else { throw CancellationError() }
    return (first, second)
  }
}

/// Maps the items concurrently, at most `limit` at a time; the results are in the items' order. The
/// first failure cancels the others and is thrown.
func concurrentMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], limit: Int, _ body: @escaping @Sendable (Item) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: items.count)
    var started = 0
    func startNext() {
      guard started < items.count else { return }
      let index = started
      group.addTask { (index, try await body(items[index])) }
      started += 1
    }
    for _ in 0..<max(1, limit) { startNext() }
    while let (index, result) = try await group.next() {
      results[index] = result
      startNext()
    }
    return results.compactMap { $0 }
  }
}

private enum EitherResult<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
}
