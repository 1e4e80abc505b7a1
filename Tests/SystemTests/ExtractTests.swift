import Foundation
import TestSupport
import Testing

/// Maps by name, joined and followed, from a server that is laid out as those of the internet.
@Suite(
  .enabled(if: StackScript.isUsable, StackScript.absence),
  .enabled(
    if: ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil,
    "QUICKBREW_LONG=1: it builds maps, and starts stacks by script"),
  .enabled(
    if: ["/usr/bin/osmium", "/usr/bin/pyosmium-up-to-date"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }, "no osmium-tool or pyosmium"))
struct ExtractTests {
  /// Its cases are in Python, as it is.
  @Test("extracts are found by name, fetched with resume and checksum, and kept")
  func cases() async throws {
    try await TemporaryDirectory.with { directory in
      let repository = Executables.repository
      let outcome = try await Executables.run(
        "/usr/bin/python3",
        [
          "-B", "\(repository)/Tests/Deploy/test_extracts.py",
          "\(repository)/deploy/lib/extracts.py",
        ], environment: [:], in: directory.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("Ran 10 tests"))
    }
  }

  /// Runs `body` with a server of extracts: its folder and address, and the variables for it.
  private func withServer(
    _ stack: StackScript,
    _ body: (_ folder: String, _ address: String, [String: String]) async throws -> Void
  ) async throws {
    let folder = stack.temporary + "/served", log = stack.temporary + "/port"
    for each in ["cities/Sample", "regions", "updates/000/000"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(each)", withIntermediateDirectories: true)
    }
    let server = try ChildProcess(
      "/usr/bin/python3",
      ["-B", Executables.repository + "/Tests/Deploy/extract_server.py", folder],
      output: .file(log))
    defer { server.send(SIGKILL) }
    let port = try await WebDriver.number(of: /(\d+)\n/, in: log)
    let address = "http://127.0.0.1:\(port)"
    try await body(
      folder, address, ["QUICKBREW_EXTRACTS": "\(address)/regions \(address)/cities"])
  }

  /// Runs lines of bash in the folder.
  private func shell(
    _ lines: String, in folder: String, _ words: String...
  ) async throws -> String {
    let outcome = try await Executables.run(
      "/bin/bash", ["-ec", "cd \"$0\"\n" + lines, folder] + words, environment: [:], in: folder)
    guard outcome.status == 0 else { throw Unexpected(outcome.errors) }
    return outcome.output
  }

  @Test("a city by name follows its server's changes, keeps its box, and restarts who reads it")
  func follow() async throws {
    try await StackScript.with { stack in
      try await withServer(stack) { folder, address, variables in
        _ = try await shell(
          """
          osmium cat "$1" -o cities/Sample/Sample.osm.pbf \
            --output-header=osmosis_replication_base_url="$2/updates" \
            --output-header=osmosis_replication_sequence_number=1 \
            --output-header=osmosis_replication_timestamp=2026-11-20T00:00:00Z
          printf '%s\\n' sequenceNumber=1 'timestamp=2026-11-20T00\\:00\\:00Z' >updates/state.txt
          cp updates/state.txt updates/000/000/001.state.txt
          """, in: folder, Executables.sampleMap, address)
        let up = try await stack("up", "--city", "sample", environment: variables)
        #expect(up.status == 0, "\(up.errors)")
        let first = try stack.map()
        #expect(first.hasPrefix("Sample-"))
        #expect(try await stack("status").output.contains("data of 2026-11-20"))

        let nothing = try await stack("map", "update", "--follow")
        #expect(nothing.status == 0 && nothing.errors.contains("all changes already"))
        _ = try await shell(
          """
          gzip >updates/000/000/002.osc.gz <<'END'
          <osmChange version="0.6"><create>
          <node id="900002" version="1" timestamp="2026-11-20T10:00:00Z" lat="37.79" lon="-122.40">
          <tag k="amenity" v="cafe"/><tag k="name" v="Brand New Cafe"/></node>
          </create></osmChange>
          END
          printf '%s\\n' sequenceNumber=2 'timestamp=2026-11-21T00\\:00\\:00Z' >updates/state.txt
          cp updates/state.txt updates/000/000/002.state.txt
          """, in: folder)
        let before = try await stack.instances()
        try await stack.succeeds("map", "update", "--follow")
        let second = try stack.map(), after = try await stack.instances()
        #expect(second != first)
        for name in ["geofence-monitor-1", "web-gateway-1"] {
          #expect(after[name]?.pid == before[name]?.pid, "\(name)")
        }
        #expect(after["router-1"]?.pid != before["router-1"]?.pid)
        #expect(try await stack.quickbrew("find", "Brand New Cafe").output.contains("Brand New"))
        #expect(try await stack("status").output.contains("data of 2026-11-21"))
        let extract = "\(stack.home)/maps/\(second)/Sample.osm.pbf"
        let boxes = try await shell(
          "for each; do osmium fileinfo -g header.boxes $each; done", in: folder, extract,
          Executables.sampleMap
        ).split(separator: "\n")
        #expect(boxes.count == 2 && boxes[0] == boxes[1], "\(boxes)")
      }
    }
  }

  @Test("the same file of changes twice is no work, and keeps the box")
  func twice() async throws {
    try await StackScript.with { stack in
      try await stack.succeeds("map", "build")
      let changes = stack.temporary + "/1.osc"
      try Data(
        """
        <osmChange version="0.6"><create><node id="900002" version="1" lat="37.79" lon="-122.40">
        <tag k="amenity" v="cafe"/><tag k="name" v="Brand New Cafe"/></node></create></osmChange>
        """.utf8
      ).write(to: URL(filePath: changes))
      try await stack.succeeds("map", "update", changes)
      let map = try stack.map()
      let again = try await stack("map", "update", changes)
      #expect(again.status == 0 && again.errors.contains("all changes already"), "\(again.errors)")
      #expect(try stack.map() == map)
      let box = try await shell(
        "osmium fileinfo -g header.boxes maps/current/*.osm.pbf", in: stack.home)
      #expect(box.contains("-122.423,37.7767,-122.3886,37.8078"), "\(box)")
    }
  }

  @Test("several extracts become one map, with routes over their border")
  func joined() async throws {
    try await StackScript.with { stack in
      _ = try await shell(
        """
        osmium extract -s complete_ways --set-bounds -b -122.43,37.77,-122.407,37.81 "$1" \
          -o west.osm.pbf
        osmium extract -s complete_ways --set-bounds -b -122.407,37.77,-122.38,37.81 "$1" \
          -o east.osm.pbf
        """, in: stack.temporary, Executables.sampleMap)
      try await stack.succeeds("up")
      let parts = ["west", "east"].map { "\(stack.temporary)/\($0).osm.pbf" }
      try await stack.succeeds("map", "add", "both", parts[0], parts[1])
      let route = try await stack.quickbrew(
        "route", "37.7959,-122.4200", "37.7959,-122.3990", "--region", "both")
      #expect(route.status == 0, "\(route.errors)")
      let box = try await shell(
        "osmium fileinfo -g header.boxes extracts/both.osm.pbf", in: stack.home)
      #expect(box.contains("-122.43,37.77,-122.38,37.81"), "\(box)")
    }
  }
}
