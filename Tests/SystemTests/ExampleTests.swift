import Foundation
import Geography
import TestSupport
import Testing

/// The examples of `--help` and of the READMEs work as they are printed, on the sample map.
///
/// Minutes long, and some examples hold only at some times of the day, so on demand:
///
///     QUICKBREW_LONG=1 swift test --filter ExampleTests
@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(
    if: ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil,
    "set QUICKBREW_LONG to run every example"))
struct ExampleTests {
  /// Examples that are not run, and why.
  private static let left: [(prefix: String, reason: String)] = [
    ("feed add breweries", "needs the internet"), ("feed sync breweries", "needs the internet"),
    ("feed remove breweries", "needs the internet"), ("feed add cafes", "needs a key"),
    ("load-test", "takes ten seconds; LoadTestTests run it"),
    ("geofence replay - ", "follows its input"),
    ("deal remove", "needs the number of a deal"), ("geofence remove", "needs that of a fence"),
    ("plan show", "needs the identifier of a plan"), ("plan replay", "needs that of a plan"),
  ]

  @Test("every example of --help ends with success")
  func help() async throws {
    try await RealStack.run { stack in
      let shell = try await ExampleShell(stack)
      let overview = try await stack.quickbrew("--help").output
      let names = overview.split(separator: "\n").drop { $0 != "Commands" }.dropFirst()
        .prefix { $0.hasPrefix("  ") }
        .map { $0.dropFirst(2).split(separator: "  ")[0].split(separator: " ").map(String.init) }
      #expect(names.count > 50)
      for name in names {
        let help = try await Executables.run("quickbrew", ["help"] + name, in: stack.home).output
        let examples = help.split(separator: "\n").drop { $0 != "Examples" }.dropFirst()
          .prefix { $0.hasPrefix("  quickbrew ") }.map { String($0.dropFirst(12)) }
        #expect(!examples.isEmpty, "\(name)")
        for example in examples where !Self.left.contains(where: { example.hasPrefix($0.prefix) }) {
          try await shell.check(example)
        }
      }
    }
  }

  @Test("the examples of the client's README end with success")
  func readme() async throws {
    let page = try String(
      contentsOf: URL(filePath: Executables.repository + "/Clients/QuickBrew/README.md"),
      encoding: .utf8)
    let block = try #require(page.split(separator: "```").dropFirst().first)
    try await RealStack.run { stack in
      let shell = try await ExampleShell(stack)
      for line in block.split(separator: "\n") {
        let example = String(line.trimmingPrefix("quickbrew "))
        if Self.left.contains(where: { example.hasPrefix($0.prefix) }) { continue }
        try await shell.check(example)
      }
    }
  }
}

/// Runs examples in a folder with the files that they name.
private struct ExampleShell {
  private let stack: RealStack
  private let folder: String

  init(_ stack: RealStack) async throws {
    self.stack = stack
    folder = stack.home + "/examples"
    try FileManager.default.createDirectory(
      atPath: folder + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/bin/quickbrew", withDestinationPath: Executables.directory + "/quickbrew")
    // Passes its input through, which is enough for an example of a pipe.
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/bin/jq", withDestinationPath: "/bin/cat")
    for (name, text) in Self.files {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    _ = try await stack.quickbrew(
      "position", "report", "37.785834,-122.406417", "--device", "phone")
  }

  /// Runs an example, one that never ends for some seconds.
  func check(_ example: String) async throws {
    let follows = ["watch", "--watch", "--live"].contains { example.contains($0) }
    let line = (follows ? "timeout 3 " : "") + "quickbrew " + example
    let outcome = try await Executables.run(
      "/bin/sh", ["-c", "cd \(folder) && \(line)"],
      environment: [
        "QUICKBREW_HOME": stack.home, "PATH": "\(folder)/bin:/usr/bin:/bin", "USER": "ada",
        "BROWSER": "true",
      ], in: stack.home)
    // At night no stop is on time (4); a list may be empty (3); `timeout` ends with 124.
    let isPlan = example.hasPrefix("plan ")
    let good: Set<Int32> = follows ? [0, 124] : isPlan ? [0, 4] : [0]
    #expect(
      good.contains(outcome.status),
      "quickbrew \(example): \(outcome.status) \(outcome.errors) \(outcome.output.prefix(300))")
  }

  private static let square = """
    {"type":"Polygon","coordinates":[[[-122.41,37.78],[-122.40,37.78],[-122.40,37.79],\
    [-122.41,37.79],[-122.41,37.78]]]}
    """
  private static let track = """
    <?xml version="1.0"?><gpx version="1.1"><trk><trkseg>\
    <trkpt lat="37.785834" lon="-122.406417"><time>2026-11-21T08:00:00Z</time></trkpt>\
    <trkpt lat="37.795" lon="-122.407"><time>2026-11-21T08:05:00Z</time></trkpt>\
    </trkseg></trk></gpx>
    """
  private static let positions = """
    {"device":"phone","latitude":37.785834,"longitude":-122.406417,"time":"2026-11-21T08:00:00Z"}
    {"device":"phone","latitude":37.795,"longitude":-122.407,"time":"2026-11-21T08:05:00Z"}

    """
  private static let files = [
    "trips.txt": "37.785834,-122.406417,37.802393,-122.405803\n",
    "addresses.txt": "Coit Tower\n1 Telegraph Hill Boulevard\n",
    "values.jsonl": #"{"value":"Mo-Fr 08:00-18:00"}"# + "\n", "ride.gpx": track,
    "bicycle-computer.gpx": track, "ride.jsonl": positions, "phone.jsonl": positions,
    "fences.geojson":
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"x"},"#
      + #""geometry":"# + square + "}]}",
    "yard.json": square,
    "cafes.geojson":
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"1","#
      + #""name":"Canteen","amenity":"cafe"},"geometry":{"type":"Point","#
      + #""coordinates":[-122.4,37.79]}}]}"#,
    "favourites.gpx": "",
  ]
}
