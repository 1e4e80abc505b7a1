import MessageBus
import Messages
import TestSupport
import Testing

/// The PostgreSQL server under all stores is killed while they are written to, and its copy takes
/// its place.
@Suite(.timeLimit(.minutes(10)))
struct ServerFailOverTests {
  @Test("no acknowledged write is lost or repeated when the server is killed under load")
  func failOver() async throws {
    try await PostgreSQLPair.with { pair in
      let settings = ["venues-at", "plans-at", "fences-at"]
      try await RealStack.run(
        stores: Dictionary(uniqueKeysWithValues: settings.map { ($0, pair.url) })
      ) { stack in
        // Each service measures its own server, first when it starts.
        for service: ServiceName in [.venueStore, .planner, .geofenceMonitor] {
          try await untilDone {
            let counts = try await stack.bus.client.send(StatsRequest(), to: service).counts
            try check(counts?["standbys"] == 1, or: .unavailable, "\(service) has not measured.")
          }
        }
        // A commit whose reply was lost may have been made.
        let load = try await StoreLoad(on: stack, hasKeys: true)
        async let writing: Void = load.run()
        // The writers are under way in other tasks.
        while load.progress.acknowledged < 60 { try await Task.sleep(for: .milliseconds(5)) }
        try await pair.failOver()
        try await writing
        try await load.check()
        let progress = load.progress
        print("\(progress.acknowledged) writes, none acknowledged for \(progress.longestPause)")
      }
    }
  }
}
