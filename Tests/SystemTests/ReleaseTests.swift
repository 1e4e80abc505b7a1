import Foundation
import TestSupport
import Testing

/// What `deploy/release` and `deploy/package` refuse before they make anything.
@Suite struct ReleaseTests {
  private func run(_ script: String, _ words: String...) async throws -> Executables.Outcome {
    try await TemporaryDirectory.with { directory in
      try await Executables.run(
        "\(Executables.repository)/deploy/\(script)", words, environment: [:], in: directory.path)
    }
  }

  @Test("a release fails where its tag is not the version of the sources, or has no changelog")
  func tag() async throws {
    let sources = try String(
      contentsOfFile: Executables.repository + "/Shared/CommandLineKit/Release.swift",
      encoding: .utf8)
    let version = try #require(sources.firstMatch(of: /version = "(.*)"/)).1
    #expect(try await run("release", "--check", "v\(version)").status == 0)
    for tag in ["v\(version).1", "v0", "v"] {
      let outcome = try await run("release", "--check", tag)
      #expect(outcome.status == 1 && outcome.errors.contains(version), "\(outcome.errors)")
    }
    #expect(try await run("release", "\(version)").status == 2)
  }

  @Test("the workflow of a release runs scripts that there are")
  func workflow() throws {
    let text = try String(
      contentsOfFile: Executables.repository + "/.github/workflows/release.yml", encoding: .utf8)
    let scripts = text.matches(of: /run: (deploy\/\S+)/).map { String($0.1) }
    #expect(scripts.count >= 2)
    for script in scripts {
      #expect(
        FileManager.default.isExecutableFile(atPath: "\(Executables.repository)/\(script)"),
        "\(script)")
    }
  }

  @Test(
    "executables that would not start from a package are refused, with the reason",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patchelf"), "no patchelf"),
    arguments: [
      (":", "There is no executable"), ("echo text >geocoder", "is not for this machine"),
      ("cp /bin/true geocoder; patchelf --add-needed libnone.so.1 geocoder", "libnone.so.1"),
      (
        // A library that no package has: a copy of one of Debian's.
        """
        cp /bin/true geocoder; cp /lib/*-linux-gnu/libz.so.1 libours.so
        patchelf --add-needed libours.so geocoder; patchelf --set-rpath "$PWD" geocoder
        """, "libours.so, which"
      ),
      ("cp /bin/false geocoder", "does not start"),
    ])
  func refusal(preparation: String, reason: String) async throws {
    try await TemporaryDirectory.with { directory in
      let script = """
        cd "$1"
        \(preparation)
        [ ! -e geocoder ] || chmod +x geocoder
        exec "$0" --bin "$1" --into "$1/packages"
        """
      let outcome = try await Executables.run(
        "/bin/bash", ["-c", script, Executables.repository + "/deploy/package", directory.path],
        environment: [:], in: directory.path)
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }
}
