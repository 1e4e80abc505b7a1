import Foundation
import Geography
import Glibc
package import MessageBus
package import Messages

/// A stack of real processes in its own home, started without `deploy/stack` so that a test can
/// kill and start each one.
package final class RealStack: Sendable {
  /// The services of a stack without the page's, in starting order.
  package static let services: [ServiceName] = [
    .geocoder, .router, .venueStore, .shopSearch, .geofenceMonitor, .planner,
  ]

  /// The home of the stack.
  package let home: String
  /// A bus for requests to the stack.
  package let bus: Bus
  private let processes = Locked<[String: ChildProcess]>([:])

  /// Those that it has alone, without a map; `nil` for all.
  private let only: [ServiceName]?
  /// Of every process.
  private let environment: [String: String]

  private init(home: String, only: [ServiceName]?, environment: [String: String]) throws {
    self.home = home
    self.only = only
    self.environment = environment
    bus = try Bus(runDirectory: RunDirectory(path: home + "/run"), name: "test", timeout: .patience)
  }

  /// Builds the map unless this process has, starts every service, runs `body`, and stops them.
  ///
  /// - Parameters:
  ///   - only: the services to start, which need no map; by default all.
  ///   - withMap: also draws the base map, starts map-tiles, and gives the page MapLibre.
  ///   - stores: the URLs of the servers with stores, by their settings, such as `venues-at`; the
  ///     others are files in the home.
  ///   - environment: of every process.
  /// - Throws: `Unexpected` if the stack does not start; what `body` throws.
  package static func run(
    map: String = Executables.sampleMap, zone: String = "America/Los_Angeles",
    only: [ServiceName]? = nil, withMap: Bool = false, stores: [String: String] = [:],
    environment: [String: String] = [:],
    _ body: (RealStack) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { temporary in
      let stack = try RealStack(home: temporary.path, only: only, environment: environment)
      do {
        if only == nil { try await stack.useMap(map, zone: zone, drawn: withMap) }
        for (setting, url) in stores {
          try Data(url.utf8).write(to: URL(filePath: stack.home + "/" + setting))
        }
        let started = only ?? services + (withMap ? [.mapTiles] : [])
        for service in started { try stack.start(service) }
        try await stack.waitUntilReady()
        try await body(stack)
      } catch {
        await stack.end()
        throw error
      }
      await stack.end()
    }
  }

  /// Runs the client against this stack.
  package func quickbrew(
    _ arguments: String..., input: String = ""
  ) async throws -> Executables.Outcome {
    try await Executables.run(
      "quickbrew", arguments, environment: ["QUICKBREW_HOME": home], input: input, in: home)
  }

  /// Runs the client with `--json` and decodes its output.
  package func quickbrew<Reply: Decodable>(
    _ type: Reply.Type, _ arguments: String...
  ) async throws -> Reply {
    let outcome = try await Executables.run(
      "quickbrew", arguments + ["--json"], environment: ["QUICKBREW_HOME": home], in: home)
    do {
      return try MessageCoder.decode(type, from: Data(outcome.output.utf8))
    } catch {
      throw Unexpected("\(arguments): \(outcome.output) \(outcome.errors)")
    }
  }

  /// Starts an instance of a service; its log is in the home.
  ///
  /// - Parameters:
  ///   - arguments: more than every service is given.
  ///   - environment: the same.
  /// - Throws: what keeps the process from starting.
  package func start(
    _ service: ServiceName, instance: Int = 1, _ arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let log = ChildProcess.Stream.file("\(home)/\(service).log")
    let process = try ChildProcess(
      "\(service)", ["serve", "--instance", "\(instance)"] + arguments,
      environment: environment.merging(self.environment) { own, _ in own }
        .merging(["QUICKBREW_HOME": home]) { $1 },
      output: log, errors: log)
    processes.withLock { $0["\(service)-\(instance)"] = process }
  }

  /// The process of an instance; `nil` if it was killed, or never started.
  package func process(of service: ServiceName, instance: Int = 1) -> ChildProcess? {
    processes.withLock { $0["\(service)-\(instance)"] }
  }

  /// Sends SIGKILL, or another signal that ends it, to an instance of a service, and waits until it
  /// has exited.
  package func kill(
    _ service: ServiceName, instance: Int = 1, by signal: Int32 = SIGKILL
  ) async {
    let process = processes.withLock { $0.removeValue(forKey: "\(service)-\(instance)") }
    process?.send(signal)
    await process?.exitStatus()
  }

  /// Waits until an instance of a service has exited by itself.
  package func ended(_ service: ServiceName, instance: Int = 1) async {
    let process = processes.withLock { $0.removeValue(forKey: "\(service)-\(instance)") }
    await process?.exitStatus()
  }

  /// Stops an instance of a service where it is, or lets it go on: it notices neither.
  package func freeze(_ service: ServiceName, instance: Int = 1, _ isFrozen: Bool = true) {
    processes.withLock { $0["\(service)-\(instance)"] }?.send(isFrozen ? SIGSTOP : SIGCONT)
  }

  /// Waits until every service answers, with `status --wait` as `deploy/stack` does.
  package func waitUntilReady() async throws {
    for service in only ?? [] {
      while (try? await bus.client.send(PingRequest(), to: service)) == nil {
        // The service is another process without a notification, so it is polled.
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    guard only == nil else { return }
    let outcome = try await quickbrew("status", "--wait", "120")
    guard outcome.status == 0 || Self.services.allSatisfy({ outcome.output.contains("\($0)") })
    else { throw Unexpected("the stack is not ready: \(outcome.output) \(outcome.errors)") }
    // Shop search answers before its replica of the venues is complete.
    while try await !hasVenues() {
      // The services are other processes without a notification, so they are polled.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func hasVenues() async throws -> Bool {
    let anywhere = NearbyRequest(coordinate: Coordinate(latitude: 0, longitude: 0))
    var failure: ServiceError?
    do { _ = try await bus.client.send(anywhere) } catch { failure = error }
    if let failure, failure.code != .unavailable { throw failure }
    return failure == nil
  }

  private func useMap(_ map: String, zone: String, drawn: Bool) async throws {
    let built = try await BuiltMaps.shared.folder(of: map, zone: zone, drawn: drawn)
    try FileManager.default.createDirectory(
      atPath: "\(home)/maps", withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: built, toPath: "\(home)/maps/test")
    if drawn {
      try FileManager.default.createSymbolicLink(
        atPath: "\(home)/vendor", withDestinationPath: Executables.vendor)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(home)/maps/current", withDestinationPath: "test")
  }

  private func end() async {
    let running = processes.withLock { processes in
      defer { processes = [:] }
      return Array(processes.values)
    }
    for one in running {
      one.send(SIGCONT)
      one.terminate()
    }
    for one in running { await one.exitStatus() }
    await bus.close()
  }
}

/// A failed precondition of a test.
package struct Unexpected: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
