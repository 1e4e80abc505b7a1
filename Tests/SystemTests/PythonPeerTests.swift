import Foundation
import Geography
import Messages
import TestSupport
import Testing
import Time

/// Peers in another language, with valid and with malformed requests.
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled("no Python with zmq: deploy/test installs python3-zmq", Python.hasZeroMQ))
struct PythonPeerTests {
  @Test(
    "the script of the documentation works, on any map",
    arguments: [
      (nil, "America/Los_Angeles", "37.785834,-122.406417", "37.8024,-122.4058"),
      ("monaco_2020.osm.pbf", "Europe/Monaco", "43.7384,7.4246", "43.7310,7.4190"),
    ])
  func documentedScript(map: String?, zone: String, inside: String, outside: String) async throws {
    // Without real maps the sample alone shows that it works.
    guard let file = map.map(RealMaps.path) ?? Executables.sampleMap else { return }
    let page = try String(
      contentsOf: URL(filePath: Executables.repository + "/docs/wire.md"),
      encoding: .utf8)
    let script = try #require(
      page.split(separator: "```python\n").last?.split(separator: "```").first)
    try await RealStack.run(map: file, zone: zone) { stack in
      async let outcome = Python.run(String(script), ["\(stack.home)/run"], in: stack.home)
      _ = try await stack.quickbrew(
        "geofence", "add", inside, "--radius", "200", "--hysteresis", "0", "--fixes", "1",
        "--seconds", "0")
      // Repeats until the script has subscribed; the script ends with the first event.
      let moving = Task {
        for step in 0... {
          let here = step % 2 == 0 ? inside : outside
          // A minute apart, so that the speed is plausible for a car.
          let time = Timestamp(secondsSince1970: 1_790_000_000 + Int64(step) * 60).description
          _ = try await stack.quickbrew(
            "position", "report", here, "--device", "phone", "--time", time)
        }
      }
      let printed = try await outcome
      moving.cancel()
      let lines = printed.output.split(separator: "\n")
      #expect(lines.first?.hasPrefix("ok ") == true, "\(printed.output) \(printed.errors)")
      #expect(lines.dropFirst().first == "live")
      #expect(["event enter", "event exit"].contains(lines.last ?? ""))
    }
  }

  @Test("malformed requests are answered with an error and do no harm")
  func malformedRequests() async throws {
    let script = """
      import json, os, sys, zmq
      run, context = sys.argv[1], zmq.Context()
      def ask(*frames):
          socket = context.socket(zmq.DEALER)
          socket.linger = 0
          socket.connect(f"ipc://{run}/router.1.requests")
          socket.send_multipart(list(frames))
          if not socket.poll(20000):
              return "nothing"
          reply = socket.recv_multipart()
          return json.loads(reply[-1]).get("code", "fine")
      print(ask(b"1", b"router.route/9", b"{}", b"{}"))
      print(ask(b"1", b"router.fly/1", b"{}", b"{}"))
      print(ask(b"1", b"router.route/1", b"{}", b"not JSON"))
      print(ask(b"1", b"router.route/1", b"{", b"{}"))
      print(ask(b"1", b"router.route/1", b"{}", b'{"waypoints":[{"latitude":"x"}]}'))
      print(ask(b"1", b"router.route/1"))
      print(ask(b"1", b"\\xff\\xfe", b"\\xff", b"\\xff" * 1000))
      print(ask(b"1", b"router.route/1", b"{}", b" " * 100_000_000))
      print(ask(b"1", b"router.route/1", b"{}", b"[" * 100_000))
      points = [{"latitude": 37.785834, "longitude": -122.406417}] * 2
      print(ask(b"1", b"router.route/1", b"", json.dumps({"waypoints": points}).encode()))
      """
    try await RealStack.run { stack in
      let outcome = try await Python.run(script, ["\(stack.home)/run"], in: stack.home)
      #expect(
        outcome.output.split(separator: "\n") == [
          "unsupported", "unsupported", "invalidRequest", "invalidRequest", "invalidRequest",
          "invalidRequest", "unsupported", "tooLarge", "invalidRequest", "fine",
        ], "\(outcome.errors)")
    }
  }
}

/// The system's Python; Debian's python3-zmq provides ZeroMQ.
private enum Python {
  static let path = "/usr/bin/python3"

  @Sendable static func hasZeroMQ() async -> Bool {
    await (try? ChildProcess(path, ["-c", "import zmq"]))?.exitStatus() == 0
  }

  static func run(
    _ script: String, _ arguments: [String], in temporary: String
  ) async throws -> Executables.Outcome {
    let file = "\(temporary)/\(UUID().uuidString).py"
    try Data(script.utf8).write(to: URL(filePath: file))
    return try await Executables.run(path, [file] + arguments, in: temporary)
  }
}
