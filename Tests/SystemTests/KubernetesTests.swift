import Foundation
import TestSupport
import Testing

/// Where `kubectl` is: Debian's package and those of others hold the same file, so that
/// `deploy/packages` cannot name one.
private let kubectl = ["/usr/bin/kubectl", "/usr/local/bin/kubectl"]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite(.enabled(if: kubectl != nil, "there is no kubectl")) struct KubernetesTests {
  /// Its cases are in Python, which has the schemas' validator.
  @Test("the objects of each overlay are what Kubernetes knows, and fit each other")
  func overlays() async throws {
    try await TemporaryDirectory.with { directory in
      let repository = Executables.repository
      let outcome = try await Executables.run(
        "/usr/bin/python3",
        [
          "-B", "\(repository)/Tests/Deploy/test_kubernetes.py", try #require(kubectl),
          "\(Executables.vendor)/_definitions.json", "\(repository)/deploy/kubernetes",
        ], environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"], in: directory.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("Ran 19 tests"))
    }
  }
}
