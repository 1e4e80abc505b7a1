import MessageBus
import SQL
import Stores

/// The lease of the one monitor that works on a store on a server, taken and released on its own
/// thread and connection.
actor MonitorLease {
  private static let name = "geofence-monitor"

  private let executor = ThreadExecutor("lease")
  private let location: StoreLocation
  private var opened: Database?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Connects with the first use.
  init(on location: StoreLocation) { self.location = location }

  /// Takes the lease if nobody holds it; `nil` if somebody does.
  ///
  /// - Throws: `SQLError`; `SchemaVersionError`.
  func take() throws -> Lease? {
    try Lease.take(Self.name, for: MonitorLimits.lease, in: database())
  }

  /// Takes the lease as soon as nobody holds it. A server that is away is asked again.
  ///
  /// - Throws: `SchemaVersionError`; `CancellationError`.
  func wait() async throws -> Lease {
    while true {
      do {
        if let lease = try take() { return lease }
      } catch let error as SQLError where error.isTransient {
        // Whoever works has the same server.
      }
      // A lease that expires announces nothing.
      try await Task.sleep(for: MonitorLimits.standByInterval)
    }
  }

  /// Holds the lease until the task is cancelled: while the store is read, before the first batch
  /// confirms it.
  func hold(_ lease: Lease) async {
    while !Task.isCancelled {
      // A server that is away is asked again; a lease that is lost ends the first batch.
      try? database().transaction { try lease.confirm(in: database()) }
      // Sleeping fails only if the task is cancelled, which ends the loop.
      try? await Task.sleep(for: MonitorLimits.lease / 3)
    }
  }

  /// Lets another monitor take over at once.
  ///
  /// - Throws: `SQLError`.
  func release(_ lease: Lease) throws { try lease.release(in: database()) }

  private func database() throws -> Database {
    let database = try opened ?? GeofenceStore.database(at: location)
    opened = database
    return database
  }
}
