import Foundation
import Glibc
import Messages
import TestSupport
import Testing

/// Where the client writes what a person names.
@Suite(.timeLimit(.minutes(5))) struct WrittenFileTests {
  private static let client = Executables.directory + "/quickbrew"

  /// A home with a last plan, for `open`, and a shell there.
  private static func inHome(
    _ body: (TemporaryDirectory, (String) async throws -> Executables.Outcome) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { directory in
      let folder = directory.path("client")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let plan = try String(
        contentsOfFile: Executables.repository + "/Tests/Fixtures/Messages/Plan.json",
        encoding: .utf8)
      try directory.write(
        #"{"plan":\#(plan),"profile":"car"}"#.utf8, to: "client/last-plan.json")
      try await body(directory) { script in
        try await Executables.run(
          "/bin/sh", ["-c", "cd '\(directory.path)'; \(script)"],
          environment: ["QUICKBREW_HOME": directory.path, "Q": client], in: directory.path)
      }
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("a link is followed and stays; the file behind it keeps its mode")
  func link() async throws {
    try await Self.inHome { directory, shell in
      let outcome = try await shell(
        """
        echo old >trip.gpx; chmod 604 trip.gpx; ln -s trip.gpx link
        ln -s nothing-yet.gpx other
        $Q open 1 --gpx link && $Q open 1 --gpx other
        """)
      #expect(outcome.status == 0, "\(outcome)")
      for file in ["trip.gpx", "nothing-yet.gpx"] {
        #expect(try Self.text(directory.path(file)).hasPrefix("<?xml "), "\(file)")
      }
      for link in ["link", "other"] {
        let type = try FileManager.default.attributesOfItem(atPath: directory.path(link))[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink, "\(link)")
      }
      let mode = try FileManager.default.attributesOfItem(
        atPath: directory.path("trip.gpx"))[.posixPermissions]
      #expect(mode as? Int == 0o604)
    }
  }

  @Test("the standard output and a pipe are written into, wherever they lead, and replaced nowhere")
  func standardOutput() async throws {
    try await Self.inHome { directory, shell in
      // A link of our own stands for /dev/stdout, which a failing client would replace.
      let outcome = try await shell(
        """
        ln -s /proc/self/fd/1 out; ln -s /proc/self/fd/2 err
        $Q open 1 --gpx out | cat >piped
        { echo before; $Q open 1 --gpx out; echo after; } >file
        $Q open 1 --gpx err 2>errors
        mkfifo pipe; cat pipe >received & $Q open 1 --gpx pipe; wait
        test -p pipe && test -h out && test -h err
        """)
      #expect(outcome.status == 0, "\(outcome)")
      for file in ["piped", "errors", "received"] {
        #expect(try Self.text(directory.path(file)).hasPrefix("<?xml "), "\(file)")
      }
      let lines = try Self.text(directory.path("file")).split(separator: "\n")
      #expect(lines.first == "before" && lines.last == "after" && lines.count > 3)
    }
  }

  @Test("where a file cannot be written, the command fails with the reason, and the old one stays")
  func failure() async throws {
    try await Self.inHome { directory, shell in
      let outcome = try await shell(
        """
        echo old >trip.gpx
        ( ulimit -f 0; trap '' XFSZ; $Q open 1 --gpx trip.gpx; echo status $? ) 2>&1 | cat
        cat trip.gpx; ls -A | grep -c '[.]new$'
        """)
      #expect(outcome.output.contains("Cannot write trip.gpx: File too large."), "\(outcome)")
      #expect(outcome.output.hasSuffix("status 2\nold\n0\n"))
    }
  }
}
