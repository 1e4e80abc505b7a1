import SQL
import Stores

/// The lease of the one monitor that works on a store on a server, taken and released on its own
/// thread and connection.
struct MonitorLease {
  private static let name = "geofence-monitor"

  private let store: StoreConnection<Database>

  /// Connects with the first use.
  init(on location: StoreLocation) {
    store = StoreConnection("lease") { try GeofenceStore.database(at: location) }
  }

  /// Takes the lease if nobody holds it; `nil` if somebody does.
  ///
  /// - Throws: `SQLError`; `SchemaVersionError`.
  func take() async throws -> Lease? {
    try await store.perform { try Lease.take(Self.name, for: MonitorLimits.lease, in: $0) }
  }

  /// Takes the lease as soon as nobody holds it. A server that is away is asked again.
  ///
  /// - Throws: `SchemaVersionError`; `CancellationError`.
  func wait() async throws -> Lease {
    while true {
      do {
        if let lease = try await take() { return lease }
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
      try? await store.perform { store in try store.transaction { try lease.confirm(in: store) } }
      // Sleeping fails only if the task is cancelled, which ends the loop.
      try? await Task.sleep(for: MonitorLimits.lease / 3)
    }
  }

  /// Lets another monitor take over at once.
  ///
  /// - Throws: `SQLError`.
  func release(_ lease: Lease) async throws {
    try await store.perform { try lease.release(in: $0) }
  }
}
