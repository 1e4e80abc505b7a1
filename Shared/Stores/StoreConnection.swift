import MessageBus

/// A connection to a store, on its own thread: a slow disk or server blocks nothing else.
package actor StoreConnection<Store> {
  private let executor: ThreadExecutor
  private let open: @Sendable () throws -> Store
  private var opened: Store?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// - Parameters:
  ///   - name: of the thread.
  ///   - open: called with the first use, and until it succeeds.
  package init(_ name: String, open: @escaping @Sendable () throws -> Store) {
    executor = ThreadExecutor(name)
    self.open = open
  }

  /// Runs `work` after what was requested earlier.
  ///
  /// - Throws: `SQLError` if the store cannot be opened; what `work` throws.
  package func perform<Value: Sendable>(
    _ work: @Sendable (Store) throws -> Value
  ) throws -> Value {
    let store = try opened ?? open()
    opened = store
    return try work(store)
  }
}
