import Foundation
import TestSupport
import Testing

/// The examples of `--help` and of the READMEs work as they are printed, and again right after, on
/// the sample map, at any hour; and on another map with that map's places instead of the sample's:
///
///     QUICKBREW_LONG=1 swift test --filter ExampleTests
///
/// Without it those of `--help` run on the sample alone.
@Suite(.timeLimit(.minutes(5)))
struct ExampleTests {
  private static let isLong = ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil
  /// Examples that are not run, and why.
  private static let left: [(prefix: String, reason: String)] = [
    ("quickbrew feed add breweries", "needs the internet"),
    ("quickbrew feed add cafes", "needs a key"),
    ("quickbrew load-test", "takes ten seconds; LoadTestTests run it"),
    ("quickbrew geofence replay - ", "follows its input"),
  ]
  /// Examples that fail when they are repeated, with which status: what they name is there already,
  /// or gone.
  private static let once: [String: Int32] = [
    "quickbrew deal remove 1": 3, "quickbrew geofence remove fence-1": 3,
    "quickbrew keys add dashboard": 1,
    "quickbrew keys add laptop --bus --scope write > client.key": 1,
  ]
  /// First words whose examples use what those of another leave behind.
  private static let continued = ["open": "plan", "geofence": "pins", "position": "pins"]

  @Test(
    "every example of --help and of the READMEs ends with success, on each map",
    arguments: [ExampleMap.sample, .monaco])
  func examples(map: ExampleMap) async throws {
    guard let file = map.file else { return }
    try await RealStack.run(map: file, zone: map.zone) { stack in
      let shell = try await ExampleShell(stack, map)
      let help = map.places.isEmpty || Self.isLong ? try await helpExamples(stack) : []
      let examples =
        try help + readmeExamples("Clients/QuickBrew/README.md") + readmeExamples("README.md")
      var known: Set<String> = []
      let chains = Dictionary(
        grouping: examples.filter { example in
          known.insert(example).inserted && !Self.left.contains { example.hasPrefix($0.prefix) }
        }
      ) { example in
        let word = String(example.split(separator: " ")[1])
        return Self.continued[word] ?? word
      }
      try await withThrowingTaskGroup { group in
        for chain in chains.values {
          group.addTask {
            for example in chain { try await shell.check(example) }
            for example in chain { try await shell.check(example, again: Self.once[example] ?? 0) }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  /// The examples of each command, in the order of the overview.
  private func helpExamples(_ stack: RealStack) async throws -> [String] {
    let overview = try await stack.quickbrew("--help").output
    let names = section("Commands", of: overview).map {
      $0.split(separator: "  ")[0].split(separator: " ").map(String.init)
    }
    #expect(names.count > 50)
    return try await withThrowingTaskGroup { group in
      for (index, name) in names.enumerated() {
        group.addTask {
          let help = try await Executables.run("quickbrew", ["help"] + name, in: stack.home).output
          let examples = section("Examples", of: help).map(String.init)
          #expect(!examples.isEmpty, "\(name)")
          return (index, examples)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        .flatMap(\.1)
    }
  }

  /// The commands in the blocks of a page.
  private func readmeExamples(_ page: String) throws -> [String] {
    let text = try String(
      contentsOf: URL(filePath: "\(Executables.repository)/\(page)"), encoding: .utf8)
    let blocks = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    let examples = blocks.flatMap { $0.split(separator: "\n") }
      .map { $0.trimmingPrefix("$ ") }.filter { $0.hasPrefix("quickbrew ") }.map(String.init)
    #expect(examples.count > 10, "\(page)")
    return examples
  }
}

/// The indented lines below a heading, without their indentation.
private func section(_ heading: String, of help: String) -> [Substring] {
  help.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != heading }.dropFirst()
    .prefix { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
}

/// A map, and what it has in place of what the examples name of the sample.
struct ExampleMap: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let file: String?
  let zone: String
  /// Replaced in this order, as some are parts of others.
  let places: [(sample: String, own: String)]

  static let sample = ExampleMap(
    testDescription: "sample", file: Executables.sampleMap, zone: "America/Los_Angeles", places: [])
  static let monaco = ExampleMap(
    testDescription: "Monaco", file: RealMaps.path("monaco_2020.osm.pbf"), zone: "Europe/Monaco",
    places: [
      ("37.785834", "43.7384"), ("-122.406417", "7.4246"), ("37.802393", "43.7310"),
      ("37.802395", "43.7310"), ("37.8023", "43.7310"), ("-122.405803", "7.4190"),
      ("-122.405822", "7.4190"), ("-122.4058", "7.4190"), ("37.795983", "43.7394"),
      ("37.7959", "43.7394"), ("37.795", "43.7310"), ("-122.393726", "7.4276"),
      ("-122.3937", "7.4276"), ("-122.407", "7.4190"), ("37.78,-122.40", "43.7384,7.4246"),
      ("37.80,-122.41", "43.735,7.421"), ("37.78", "43.73"), ("37.79", "43.74"),
      ("-122.41", "7.42"), ("-122.4", "7.43"), ("Coit Tower", "Stade Louis-II"),
      ("Ferry Building", "Place du Casino"), ("Union Square", "Place du Casino"),
      ("1 Telegraph Hill Boulevard", "27 Boulevard de Suisse"),
      ("\"Telegraph Hill Blvd\" --number 1", "\"Bd de Suisse\" --number 27"),
      ("San Francisco", "Monaco"), ("1 Market Street", "27 Boulevard de Suisse"),
      ("Market Street", "Boulevard de Suisse"), ("Columbus Avenue", "Boulevard de Suisse"),
      ("starbucks powell & geary", "la poste hermitage & costa"),
      ("powel & geary", "hermitage & costa"), ("1 tele", "27 boul"), ("suggest coi", "suggest sta"),
      ("osm/node/422", "osm/node/3087468543"), ("Caffe Trieste", "Le Palace Café"),
      ("way:27", "way:4229537"),
    ])

  func translated(_ text: String) -> String {
    places.reduce(text) { $0.replacing($1.sample, with: $1.own) }
  }
}

/// Runs examples in a folder with the files that they name.
private struct ExampleShell {
  private let stack: RealStack
  private let map: ExampleMap
  private let folder: String
  private let plan: String

  init(_ stack: RealStack, _ map: ExampleMap) async throws {
    self.stack = stack
    self.map = map
    folder = stack.home + "/examples"
    try FileManager.default.createDirectory(
      atPath: folder + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/bin/quickbrew", withDestinationPath: Executables.directory + "/quickbrew")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/deploy", withDestinationPath: Executables.repository + "/deploy")
    for (name, text) in ExampleFiles.all {
      try Data(map.translated(text).utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    _ = try await stack.quickbrew(
      "position", "report", map.translated("37.785834,-122.406417"), "--device", "phone")
    _ = try await stack.quickbrew(
      "plan", map.translated("Ferry Building"), map.translated("Coit Tower"), "--json")
    let list = try await stack.quickbrew("plan", "list").output
    plan = try #require(
      list.split(separator: "\n").dropFirst().first?.split(separator: " ").first.map(String.init))
  }

  /// Runs an example, one that never ends for a second.
  ///
  /// - Parameter status: what a repeated example ends with, which is not what it ended with first.
  func check(_ example: String, again status: Int32 = 0) async throws {
    let follows = ["watch", "--watch", "--live"].contains { example.contains($0) }
    // The identifier of a plan is another one in each stack.
    let line = map.translated(example).replacing("f307234c97e85db2", with: plan)
      .replacing("quickbrew ", with: follows ? "timeout 1 quickbrew " : "quickbrew ")
    let outcome = try await Executables.run(
      "/bin/sh", ["-c", "cd \(folder) && \(line)"],
      environment: [
        "QUICKBREW_HOME": stack.home, "PATH": "\(folder)/bin:/usr/bin:/bin", "USER": "ada",
        "BROWSER": "true",
      ], in: stack.home)
    #expect(
      (status == 0 ? Self.good(example, follows: follows) : [status]).contains(outcome.status),
      "\(example): \(outcome.status) \(outcome.errors) \(outcome.output.prefix(300))")
  }

  /// At night and on holidays shops are closed, so that no stop is on time (4) or a list is empty
  /// (3). Other examples change what a plan is made from, so that a replay finds a difference (1).
  /// `timeout` ends with 124.
  private static func good(_ example: String, follows: Bool) -> Set<Int32> {
    if follows { return [0, 124] }
    if example.hasPrefix("quickbrew plan replay ") { return [0, 1] }
    if ["plan", "errands", "meet"].contains(where: { example.hasPrefix("quickbrew \($0) ") }) {
      return [0, 4]
    }
    return example.contains(" --open ") || example.contains("\"open ") ? [0, 3] : [0]
  }
}

/// The files that the examples read.
private enum ExampleFiles {
  static let all = [
    "trips.txt": "37.785834,-122.406417,37.802393,-122.405803\n",
    "addresses.txt": "Coit Tower\n1 Telegraph Hill Boulevard\n",
    "values.jsonl": #"{"value":"Mo-Fr 08:00-18:00"}"# + "\n", "ride.gpx": track, "drive.gpx": track,
    "bicycle-computer.gpx": track, "ride.jsonl": positions, "phone.jsonl": positions,
    "fences.geojson":
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"x"},"#
      + #""geometry":"# + square + "}]}",
    "yard.json": square, "speeds.csv": "1,20\n",
    "situations.xml": "<payload><situation><situationRecord/></situation></payload>",
    "events.json": #"{"events":[{"id":"1","status":"ACTIVE","roads":[{"name":"x","state":"OPEN"}],"#
      + #""geography":{"type":"Point","coordinates":[-122.4,37.79]}}]}"#,
    "cafes.geojson":
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"1","#
      + #""name":"Canteen","amenity":"cafe"},"geometry":{"type":"Point","#
      + #""coordinates":[-122.4,37.79]}}]}"#,
  ]
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
}
