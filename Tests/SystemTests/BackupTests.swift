import Foundation
import TestSupport
import Testing

/// `deploy/backup`, on stores as the services leave them.
struct BackupTests {
  /// Its cases are in Python, as it is.
  @Test("a copy is of one instant, checked to the byte, and brought back only when nothing runs")
  func cases() async throws {
    try await TemporaryDirectory.with { directory in
      let repository = Executables.repository
      let outcome = try await Executables.run(
        "/usr/bin/python3",
        ["-B", "\(repository)/Tests/Deploy/test_backup.py", "\(repository)/deploy/backup"],
        in: directory.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("Ran 10 tests"))
    }
  }
}
