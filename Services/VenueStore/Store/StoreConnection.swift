import MessageBus
import Stores

/// A connection to the store for background work, on its own thread: a slow disk or server
/// blocks nothing else.
actor StoreConnection {
  private let executor = ThreadExecutor("store")
  private let location: StoreLocation
  private var opened: VenueDatabase?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Connects with the first use.
  init(to location: StoreLocation) { self.location = location }

  /// Runs `work` after what was requested earlier.
  ///
  /// - Throws: `SQLError` if the store cannot be opened; what `work` throws.
  func perform<Value: Sendable>(
    _ work: @Sendable (VenueDatabase) throws -> Value
  ) throws -> Value {
    let store = try opened ?? VenueDatabase(at: location)
    opened = store
    return try work(store)
  }
}
