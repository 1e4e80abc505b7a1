/// Answers both, asked at the same time. The first failure cancels the other and is thrown.
func both<First: Sendable, Second: Sendable>(
  _ first: @escaping @Sendable () async throws -> First,
  _ second: @escaping @Sendable () async throws -> Second
) async throws -> (First, Second) {
  try await withThrowingTaskGroup(of: Half<First, Second>.self) { group in
    group.addTask { .first(try await first()) }
    group.addTask { .second(try await second()) }
    var halves: (First?, Second?)
    for try await half in group {
      switch half {
      case .first(let value): halves.0 = value
      case .second(let value): halves.1 = value
      }
    }
    guard let first = halves.0, let second = halves.1 else { throw CancellationError() }
    return (first, second)
  }
}

private enum Half<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
}

/// Answers every item, in their order, with at most `limit` asked at the same time. The first
/// failure cancels the others and is thrown.
func mapAtOnce<Item: Sendable, Result: Sendable>(
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
