import Foundation
import Glibc
import TestSupport
import Testing

/// A command that goes on as another program.
struct ReplacedProcessTests {
  @Test("a replay blocks no signal, so that Ctrl-C and SIGTERM end it")
  func signals() async throws {
    try await TemporaryDirectory.with { directory in
      // Nobody writes into it, so the replay waits.
      let track = directory.path("track.jsonl")
      #expect(mkfifo(track, 0o600) == 0)
      let fences = try directory.write(
        #"""
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"radius":100},
         "geometry":{"type":"Point","coordinates":[-122.4,37.8]}}]}
        """#.utf8, to: "fences.geojson")
      let process = try ChildProcess(
        "quickbrew", ["geofence", "replay", track, "--fences", fences])
      defer { process.send(SIGKILL) }
      let folder = "/proc/\(process.identifier)"
      // The kernel keeps the first 15 letters of a program's name.
      while try String(contentsOfFile: "\(folder)/comm", encoding: .utf8) != "geofence-monito\n" {
        #expect(process.isRunning)
        await Task.yield()
      }
      let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8)
      let blocked = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      #expect(blocked == "SigBlk:\t0000000000000000")
    }
  }
}
