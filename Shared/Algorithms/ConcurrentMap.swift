/// Maps the items in concurrent tasks; the results are in the items' order. The first failure
/// cancels the other tasks and is thrown.
///
/// - Parameter limit: how many tasks run at the same time, at least 1; by default all.
/// - Throws: what `body` throws.
package func concurrentMap<Item: Sendable, Mapped: Sendable, Failure: Error>(
  _ items: [Item], limit: Int = .max,
  _ body: @escaping @Sendable (Item) async throws(Failure) -> Mapped
) async throws(Failure) -> [Mapped] {
  typealias Outcome = (index: Int, result: Result<Mapped, Failure>)
  let outcome = await withTaskGroup(of: Outcome.self) { group -> Result<[Mapped], Failure> in
    var results = [Mapped?](repeating: nil, count: items.count)
    var rest = items.indices.makeIterator()
    func startNext() {
      guard let index = rest.next() else { return }
      group.addTask {
        do throws(Failure) {
          return (index, .success(try await body(items[index])))
        } catch {
          return (index, .failure(error))
        }
      }
    }
    for _ in 0..<min(max(1, limit), items.count) { startNext() }
    for await (index, result) in group {
      switch result {
      case .success(let mapped): results[index] = mapped
      case .failure(let error):
        group.cancelAll()
        return .failure(error)
      }
      startNext()
    }
    return .success(results.compactMap { $0 })
  }
  return try outcome.get()
}
