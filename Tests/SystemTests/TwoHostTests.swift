import CommandLineKit
import Foundation
import Geography
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing

/// Two routers on two hosts, which are network namespaces with a link each, and callers on a third.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(
    if: getuid() == 0 && ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil,
    "QUICKBREW_LONG=1, as root: it makes network namespaces"))
struct TwoHostTests {
  @Test("one host of two is cut off under load, longer than a heartbeat, and comes back")
  func partition() async throws {
    try await TemporaryDirectory.with { directory in
      let hosts = try await [Host(1, in: directory.path), Host(2, in: directory.path)]
      defer { for host in hosts { host.end() } }
      let caller = try await prepareKeys(hosts, directory.path)
      for host in hosts { try host.start() }
      var environment = [Home.peersVariable: ""]
      environment[Home.peersVariable] =
        hosts.map { "router=tcp://\($0.address):7400" }.joined(separator: " ")
      let bus = try Bus(
        runDirectory: caller.runDirectory, network: try caller.network(environment: environment),
        name: "caller", timeout: .seconds(5))
      for host in hosts { try await untilDone { try await host.ping(bus) } }
      let load = Load(bus)
      try await Task.sleep(for: .seconds(2))  // Load before the cut.
      try await hosts[0].link("down")
      try await Task.sleep(for: .seconds(9))  // Longer than the 6 s of a heartbeat's time-out.
      let cut = load.answered
      try await hosts[0].link("up")
      let mended = ContinuousClock.now
      try await untilDone { try await hosts[0].ping(bus) }
      let back = mended.duration(to: .now)
      let (answered, failed, slowest) = await load.end()
      await bus.close()
      print(
        "two hosts: \(answered) routes, \(failed) failed, slowest \(slowest), "
          + "first answer \(back) after the link was back")
      #expect(failed == 0 && cut > 0 && answered > cut)
    }
  }

  /// Makes the stack's keys on the first host, brings them to the second, and a caller's to its own
  /// home.
  private func prepareKeys(_ hosts: [Host], _ directory: String) async throws -> Home {
    let made = try await Executables.run(
      "quickbrew", ["keys", "add", "caller", "--bus", "--home", hosts[0].home.directory],
      in: directory)
    #expect(made.status == 0, "\(made)")
    _ = try hosts[1].home.privateDirectory(BusKeyFile.folder)
    for file in ["http-tokens", "keys/server.key"] {
      try FileManager.default.copyItem(
        atPath: "\(hosts[0].home.directory)/\(file)",
        toPath: "\(hosts[1].home.directory)/\(file)")
    }
    let caller = Home(directory: directory + "/caller")
    _ = try caller.privateDirectory(BusKeyFile.folder)
    try caller.makeRunDirectory()
    let path = caller.busKeyPath(BusKeyFile.client)
    try Data(made.output.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return caller
  }
}

/// Four callers that ask for a route each, one after the other.
private final class Load: Sendable {
  private struct Counts: Sendable {
    var answered = 0
    var failed = 0
    var slowest = Duration.zero
    var isEnding = false
  }

  private let counts = Locked(Counts())
  private let work: Task<Void, Never>

  init(_ bus: Bus) {
    let counts = counts
    work = Task {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            while !counts.withLock({ $0.isEnding }) {
              let start = ContinuousClock.now
              let reply = try? await bus.client.send(
                RouteRequest(waypoints: [
                  Coordinate(latitude: 37.7955, longitude: -122.3937),
                  Coordinate(latitude: 37.8024, longitude: -122.4058),
                ]))
              counts.withLock { counts in
                counts.answered += 1
                counts.failed += reply == nil ? 1 : 0
                counts.slowest = max(counts.slowest, start.duration(to: .now))
              }
            }
          }
        }
      }
    }
  }

  var answered: Int { counts.withLock { $0.answered } }

  func end() async -> (answered: Int, failed: Int, slowest: Duration) {
    counts.withLock { $0.isEnding = true }
    await work.value
    return counts.withLock { ($0.answered, $0.failed, $0.slowest) }
  }
}

/// A network namespace with a link to this one, and a router in it.
///
/// Sendable: 1. All but `router` is constant. 2. `router` is set once, before other threads know
/// the host.
private final class Host: @unchecked Sendable {
  let home: Home
  let address: String
  private let name: String
  private let temporary: String
  private var router: ChildProcess?

  init(_ number: Int, in directory: String) async throws {
    name = "qb\(getpid())h\(number)"
    address = "10.213.\(number).2"
    temporary = directory
    home = Home(directory: directory + "/host\(number)")
    let map = home.directory + "/maps/test"
    try FileManager.default.createDirectory(atPath: map, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: home.directory + "/maps/current", withDestinationPath: "test")
    let built = try await Executables.run(
      "router", ["build", Executables.sampleMap, "--into", map], in: directory)
    #expect(built.status == 0, "\(built.errors)")
    try await ip("netns", "add", name)
    try await ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
    try await ip("addr", "add", "10.213.\(number).1/30", "dev", name)
    try await ip("link", "set", name, "up")
    try await ip("-n", name, "addr", "add", "\(address)/30", "dev", "eth0")
    try await ip("-n", name, "link", "set", "eth0", "up")
    try await ip("-n", name, "link", "set", "lo", "up")
  }

  func start() throws {
    router = try ChildProcess(
      "/usr/sbin/ip",
      [
        "netns", "exec", name, "\(Executables.directory)/router", "serve", "--listen",
        "tcp://\(address):7400",
      ], environment: ["QUICKBREW_HOME": home.directory])
  }

  func ping(_ bus: Bus) async throws {
    _ = try await bus.client.send(PingRequest(), to: .router, instance: "\(address):7400")
  }

  /// Takes the link away, or gives it back.
  func link(_ state: String) async throws { try await ip("link", "set", name, state) }

  func end() {
    router?.terminate()
    system("ip link del \(name); ip netns del \(name)")
  }

  private func ip(_ arguments: String...) async throws {
    let outcome = try await Executables.run("/usr/sbin/ip", arguments, in: temporary)
    if outcome.status != 0 { throw Unexpected("ip \(arguments): \(outcome.errors)") }
  }
}
