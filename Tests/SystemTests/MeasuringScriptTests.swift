import Foundation
import TestSupport
import Testing

/// The scripts that compute the capacity, and judge a stack under load.
struct MeasuringScriptTests {
  @Test("docs/capacity.md is what its script computes of what was measured")
  func capacity() async throws {
    let script = Executables.repository + "/Tests/Benchmarks/Capacity/capacity.py"
    try await TemporaryDirectory.with { directory in
      let run = try await Executables.run(
        "/usr/bin/python3", [script, "--check"], in: directory.path)
      #expect(run.status == 0, "\(run.output) \(run.errors)")
    }
  }

  /// Its cases are in Python, as it is.
  @Test("deploy/chaos finds what grows, and changes that are lost, and its strangers call")
  func chaos() async throws {
    let repository = Executables.repository
    try await TemporaryDirectory.with { directory in
      let run = try await Executables.run(
        "/usr/bin/python3", ["-B", "\(repository)/Tests/Deploy/test_chaos.py"],
        environment: ["PYTHONPATH": "\(repository)/deploy/lib"], in: directory.path)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("Ran 11 tests"))
    }
  }
}
