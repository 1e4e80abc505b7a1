import Foundation
import TestSupport
import Testing

/// The script that computes the capacity.
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
}
