import Foundation
import TestSupport
import Testing

/// `deploy/stack map`: another map under a running stack.
@Suite(
  .enabled(if: StackScript.isUsable, StackScript.absence),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/osmium"), "no osmium-tool"))
struct MapUpdateTests {
  /// A street between two others, and a café in it.
  private static let changes = """
    <osmChange version="0.6"><create>
    <node id="900001" version="1" lat="37.7990" lon="-122.4075"/>
    <node id="900002" version="1" lat="37.7995" lon="-122.4080">
    <tag k="amenity" v="cafe"/><tag k="name" v="Brand New Cafe"/></node>
    <way id="900003" version="1"><nd ref="900001"/><nd ref="900002"/>
    <tag k="highway" v="residential"/><tag k="name" v="Novelty Alley"/></way>
    </create></osmChange>
    """

  @Test("changes come and go under a stream of requests, none of which fails")
  func update() async throws {
    try await StackScript.with { script in
      try await script.succeeds("up")
      // While one of two restarts, the other answers: no verdict depends on how long a start takes.
      try await script.succeeds("scale", "geocoder", "2")
      try await script.succeeds("scale", "router", "2")
      let first = try script.map()
      let folder = script.temporary + "/changes"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try Data(Self.changes.utf8).write(to: URL(filePath: folder + "/1.osc"))

      #expect(try await finds("Novelty Alley", script) == false)
      let stream = RequestStream(script)
      try await script.succeeds("map", "update", folder)
      let second = try script.map()
      #expect(second != first)
      #expect(try await finds("Novelty Alley", script))
      let venue = try await script.quickbrew("find", "Brand New Cafe")
      #expect(venue.output.contains("Brand New Cafe"), "\(venue.errors)")

      let again = try await script("map", "update", folder)
      #expect(again.status == 0 && again.errors.contains("all changes already"))
      #expect(try script.map() == second)

      try await script.succeeds("map", "rollback")
      #expect(try script.map() == first)
      #expect(try await finds("Novelty Alley", script) == false)
      let (asked, failures) = try await stream.end()
      #expect(asked > 10)
      #expect(failures == [])

      // The map of an `up` without another is the one that is served.
      try await script.succeeds("map", "rollback")
      try await script.succeeds("up")
      #expect(try script.map() == second)
    }
  }

  @Test("changes that are none leave everything as it is")
  func brokenChanges() async throws {
    try await StackScript.with { script in
      try await script.succeeds("map", "build")
      let map = try script.map()
      let broken = script.temporary + "/broken.osc"
      try Data("<osmChange".utf8).write(to: URL(filePath: broken))
      let outcome = try await script("map", "update", broken)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("Nothing was changed"), "\(outcome.errors)")
      #expect(try script.map() == map)
      #expect(try await script("map", "rollback").status == 1)
      for wrong in [
        ["map"], ["map", "updat"], ["map", "update"], ["map", "update", "--every", "1"],
      ] {
        #expect(try await script(wrong).status == 2, "\(wrong)")
      }
    }
  }

  private func finds(_ street: String, _ script: StackScript) async throws -> Bool {
    let outcome = try await script.quickbrew("geocode", street)
    return outcome.status == 0 && outcome.output.contains(street)
  }

  /// Geocodes and routes one after the other until it is ended.
  private struct RequestStream {
    private let task: Task<(asked: Int, failures: [String]), any Error>

    init(_ script: StackScript) {
      task = Task {
        var asked = 0
        var failures: [String] = []
        while !Task.isCancelled {
          let outcome =
            asked.isMultiple(of: 2)
            ? try await script.quickbrew("geocode", "Coit Tower")
            : try await script.quickbrew("route", "37.7959,-122.3937", "37.8023,-122.4058")
          asked += 1
          if outcome.status != 0 { failures.append(outcome.errors) }
          // Requests without a pause would take one core of two from what they are a test of.
          try? await Task.sleep(for: .milliseconds(100))
        }
        return (asked, failures)
      }
    }

    func end() async throws -> (asked: Int, failures: [String]) {
      task.cancel()
      return try await task.value
    }
  }
}
