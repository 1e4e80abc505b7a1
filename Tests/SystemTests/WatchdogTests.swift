import Foundation
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
      #expect(outcome.errors.contains("Ran 7 tests"))
    }
  }
}
