import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: StackScript.isUsable, StackScript.absence)) struct WatchdogTests {
  /// Its cases are in Python, as it is.
  @Test("the watchdog starts what was given up, kills what hangs, and nothing else")
  func cases() async throws {
    try await TemporaryDirectory.with { directory in
      let repository = Executables.repository
      let outcome = try await Executables.run(
        "/usr/bin/python3", ["-B", "\(repository)/Tests/Deploy/test_watchdog.py"],
        environment: ["PYTHONPATH": "\(repository)/deploy/lib"], in: directory.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("Ran 13 tests"))
    }
  }

  /// Their processes live, and but for the planner all answer pings.
  @Test(
    "a gateway whose HTTP hangs, a router whose workers hang and a stopped planner are replaced",
    .enabled(if: HeldThreads.arePossible, "threads of others cannot be stopped here"))
  func hanging() async throws {
    try await StackScript.with { stack in
      try await stack.succeeds("up")
      let before = try await stack.instances()
      let gateway = try #require(before["web-gateway-1"]?.pid)
      let router = try #require(before["router-1"]?.pid)
      let planner = try #require(before["planner-1"]?.pid)
      let held = [
        try await HeldThreads(of: gateway, named: "MHD-single", in: stack.temporary),
        try await HeldThreads(of: router, named: #"router-\d+"#, in: stack.temporary),
      ]
      kill(planner, SIGSTOP)
      let hanging: Set = ["web-gateway-1", "router-1", "planner-1"]
      var after = before
      while !hanging.allSatisfy({ after[$0]?.pid ?? 0 > 0 && after[$0]?.pid != before[$0]?.pid }) {
        // No notification announces it, and each look starts five processes.
        try await Task.sleep(for: .milliseconds(500))
        after = try await stack.instances()
      }
      for threads in held { await threads.release() }
      for (name, instance) in before where !hanging.contains(name) {
        #expect(after[name]?.pid == instance.pid, "\(name) is healthy")
      }
      let status = try await stack.quickbrew("status", "--wait", "60")
      #expect(status.status == 0, "\(status)")
      let log = try String(contentsOfFile: stack.home + "/logs/watchdog.log", encoding: .utf8)
      #expect(log.contains("killing web-gateway-1, whose workers do not answer"), "\(log)")
      // To wake a worker that a debugger stopped may stop the loop as well.
      #expect(log.contains("killing router-1, "), "\(log)")
      #expect(log.contains("killing planner-1, which does not answer"), "\(log)")
    }
  }

  @Test(
    "systemd is told that a service is alive while its workers answer, and not while they hang",
    .enabled(if: HeldThreads.arePossible, "threads of others cannot be stopped here"))
  func toldToSystemd() async throws {
    try await TemporaryDirectory.with { directory in
      let manager = try NotifiedManager(at: directory.path("notify"))
      let gateway = try ChildProcess(
        "web-gateway", ["serve", "--port", "0"],
        environment: ["QUICKBREW_HOME": directory.path, "NOTIFY_SOCKET": directory.path("notify")])
      do {
        while await manager.next() != "READY=1" {}
        for _ in 0..<3 { #expect(await manager.next() == "WATCHDOG=1") }
        let held = try await HeldThreads(
          of: gateway.identifier, named: "MHD-single", in: directory.path)
        try await silence(of: directory.path, isAtLeast: 4)
        manager.forget()
        try await silence(of: directory.path, isAtLeast: 10)
        #expect(!manager.hasNews)
        await held.release()
        #expect(await manager.next() == "WATCHDOG=1")
      } catch {
        Issue.record(error)
      }
      await gateway.kill()
    }
  }

  /// Waits until the instance says that it was silent for so long.
  private func silence(of home: String, isAtLeast seconds: Int) async throws {
    while true {
      try Task.checkCancellation()
      let outcome = try await Executables.run(
        "quickbrew", ["status", "--plain"], environment: ["QUICKBREW_HOME": home], in: home)
      let rows = outcome.output.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
      guard let column = rows.first?.firstIndex(of: "silentSeconds"),
        let gateway = rows.first(where: { $0[0] == "web-gateway" && $0[1] == "1" })
      else { continue }
      if Int(gateway[column]) ?? 0 >= seconds { return }
    }
  }
}
