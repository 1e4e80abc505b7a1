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

private enum EitherResult<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
}
