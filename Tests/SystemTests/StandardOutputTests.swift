import Foundation
import Glibc
import TestSupport
import Testing

/// What the client does where it cannot write, or may not read.
@Suite(.timeLimit(.minutes(5)))
struct StandardOutputTests {
  private static let client = Executables.directory + "/quickbrew"

  @Test(
    "a full disk is a failure with a sentence, not success with an empty file",
    arguments: ["paths run", "paths run --json", "hours 24/7 --json", "--help"])
  func fullDisk(_ words: String) async throws {
    try await TemporaryDirectory.with { directory in
      let outcome = try await Executables.run(
        "/bin/sh", ["-c", "\(Self.client) \(words) > /dev/full"], in: directory.path)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("The output is incomplete: No space left on device."))
    }
  }

  @Test("a closed pipe is not standard output")
  func closedPipe() async throws {
    try await TemporaryDirectory.with { directory in
      let script = "{ sleep 1; \(Self.client) --help; echo $? >&2; } | true"
      let outcome = try await Executables.run("/bin/sh", ["-c", script], in: directory.path)
      #expect(outcome.errors == "0\n")
    }
  }

  @Test(
    "a stack of another user is not called down",
    .enabled(if: geteuid() == 0, "only root can become another user"))
  func anotherUser() async throws {
    try await TemporaryDirectory.with { directory in
      let run = directory.path("home/run")
      try FileManager.default.createDirectory(
        atPath: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Reading the program needs a path that others may enter, which a test's own is not always.
      let script = """
        import os, sys
        program = os.open(sys.argv[1], os.O_RDONLY)
        os.setuid(65534)
        os.environ["QUICKBREW_HOME"] = sys.argv[2]
        os.execve(program, ["quickbrew", "categories"], os.environ)
        """
      chmod(directory.path, 0o755)
      let outcome = try await Executables.run(
        "/usr/bin/env", ["python3", "-c", script, Self.client, directory.path("home")],
        in: directory.path)
      #expect(outcome.status == 1, "\(outcome.output) \(outcome.errors)")
      #expect(outcome.errors.contains("No permission: the stack in"))
    }
  }
}
