import CommandLineKit
import Foundation
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing

/// A service whose descriptors are used up, by strangers or by whatever.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FullProcessTests {
  private static let files = 1_024

  @Test(
    "four times as many strangers as a service has descriptors end no process and delay no owner",
    .enabled("fewer files may be open here", hasRoom))
  func strangers() async throws {
    try await withMonitor(listens: true) { monitor, port, bus in
      #expect(try limit(of: monitor) == Self.files, "raised from a quarter of that")
      let isFlooding = Locked(true)
      async let crowd = crowd(to: port) { isFlooding.withLock { $0 = false } }
      var (answered, slowest) = (0, Duration.zero)
      while isFlooding.withLock({ $0 }) || answered < 20 {
        let start = ContinuousClock.now
        try await ask(bus.directory)
        slowest = max(slowest, start.duration(to: .now))
        answered += 1
      }
      // Both ports: the events' connections are strangers, too.
      let held = await crowd
      for _ in 0..<20 { try await ask(bus.directory) }
      let open = try descriptors(of: monitor)
      print("\(held.count) strangers: \(answered) answers, slowest \(slowest); \(open) descriptors")
      #expect(open < Self.files / 2)
      for descriptor in held { close(descriptor) }
      #expect(monitor.isRunning)
    }
  }

  @Test("a service without a free descriptor accepts nobody for a while, and does not end")
  func exhausted() async throws {
    try await withMonitor(listens: false) { monitor, _, bus in
      try await ask(bus.directory)
      // No more than it has.
      try await setLimit(of: monitor, to: 3)
      let elsewhere = try Bus(runDirectory: bus.directory, name: "late", timeout: .patience)
      async let answer = elsewhere.client.send(FenceListRequest())
      // What is connected works on, and the newcomer waits at the door meanwhile.
      for _ in 0..<200 { _ = try await bus.client.send(FenceListRequest()) }
      try await setLimit(of: monitor, to: Self.files)
      _ = try await answer
      await elsewhere.close()
      #expect(monitor.isRunning)
    }
  }

  /// Runs a geofence monitor that has 1,024 descriptors at most, and begins with 256.
  private func withMonitor(
    listens: Bool, _ body: (ChildProcess, Int, Bus) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      let keys = try await Executables.run(
        "quickbrew", ["keys", "add", "host", "--bus", "--home", directory.path],
        in: directory.path)
      #expect(keys.status == 0, "\(keys)")
      let port = try freePorts()
      let program = "\(Executables.directory)/geofence-monitor"
      let listening = listens ? ["--listen", "tcp://127.0.0.1:\(port)"] : []
      let monitor = try ChildProcess(
        "/bin/sh",
        ["-c", "ulimit -Sn 256 && ulimit -Hn 1024 && exec \"$0\" \"$@\"", program, "serve"]
          + listening,
        environment: ["QUICKBREW_HOME": directory.path], errors: .file(directory.path("log")))
      let run = Home(directory: directory.path).runDirectory
      let bus = try Bus(runDirectory: run, name: "owner", timeout: .patience)
      do {
        try await untilDone {
          guard monitor.isRunning else {
            throw Unexpected(try String(contentsOfFile: directory.path("log"), encoding: .utf8))
          }
          _ = try await bus.client.send(FenceListRequest())
        }
        try await body(monitor, port, bus)
      } catch {
        Issue.record(error)
      }
      await bus.close()
      await monitor.kill()
    }
  }

  /// A request over a new connection: accepting one is what ended processes.
  private func ask(_ directory: RunDirectory) async throws {
    let bus = try Bus(runDirectory: directory, name: "owner", timeout: .seconds(60))
    do { _ = try await bus.client.send(FenceListRequest()) } catch {
      await bus.close()
      throw error
    }
    await bus.close()
  }

  /// Half of them at each port.
  private func crowd(to port: Int, done: @escaping @Sendable () -> Void) async -> [Int32] {
    await withCheckedContinuation { ready in
      // Connecting may block.
      _ = NamedThread("crowd") {
        let descriptors = (0..<4 * Self.files).map { dial(port: port + $0 % 2) }
        done()
        ready.resume(returning: descriptors.filter { $0 >= 0 })
      }
    }
  }

  private func descriptors(of process: ChildProcess) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.identifier)/fd").count
  }

  private func limit(of process: ChildProcess) throws -> Int? {
    let text = try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
    return text.firstMatch(of: /Max open files +(\d+)/).flatMap { Int($0.1) }
  }

  private func setLimit(of process: ChildProcess, to files: Int) async throws {
    let change = try ChildProcess(
      "/usr/bin/prlimit", ["--pid", "\(process.identifier)", "--nofile=\(files):\(Self.files)"])
    #expect(await change.exitStatus() == 0)
  }

  /// Room for both ends of the crowd here.
  @Sendable private static func hasRoom() -> Bool {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0, limit.rlim_max >= 16_000 else { return false }
    limit.rlim_cur = max(limit.rlim_cur, 16_000)
    return setrlimit(resource, &limit) == 0
  }
}
