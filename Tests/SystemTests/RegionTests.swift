import Foundation
import TestSupport
import Testing

/// Several real maps in one stack of real processes.
@Suite(
  .enabled(if: StackScript.isUsable, StackScript.absence),
  .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct RegionTests {
  private static let vaduz = ("47.1410,9.5215", "47.1700,9.5100")
  private static let monaco = ("43.7384,7.4246", "43.7310,7.4190")

  @Test("each region answers on its own map, and replacing one fails no request of another")
  func regions() async throws {
    try await StackScript.with { script in
      try await script.succeeds("up")
      let alone = try await script.instances()
      #expect(alone.keys.allSatisfy { !$0.contains("@") })
      for (name, file) in [
        ("liechtenstein", "liechtenstein_2021.osm.pbf"), ("monaco", "monaco_2020.osm.pbf"),
      ] {
        try await script.succeeds("map", "add", name, try #require(RealMaps.path(file)))
      }
      let all = try await script.instances()
      #expect(all.count == alone.count + 12)
      for (name, instance) in alone {
        #expect(all[name]?.pid == instance.pid, "\(name) was touched by another map")
      }
      try await answers(script)
      try await looksForChanges(script)
      try await refuses(script)
      try await replaces(script, all)
      try await removes(script)
    }
  }

  private func answers(_ script: StackScript) async throws {
    let info = try await script.quickbrew("info")
    #expect(info.status == 0 && info.output.contains("liechtenstein"), "\(info.errors)")
    #expect(info.output.contains("Europe/Monaco"), "\(info.output)")
    for ends in [Self.vaduz, Self.monaco] {
      let plan = try await script.quickbrew(
        "plan", "--from", ends.0, "--to", ends.1, "--arrive-by", "+3h", "--json")
      #expect(plan.output.contains("\"direct\""), "\(ends) \(plan.errors)")
      let route = try await script.quickbrew("route", ends.0, ends.1)
      #expect(route.status == 0, "\(route.errors)")
    }
    let named = try await script.quickbrew("geocode", "Casino de Monte-Carlo", "--json")
    #expect(named.output.contains("\"region\":\"monaco\""), "\(named.output) \(named.errors)")
    let own = try await script.quickbrew("geocode", "Coit Tower", "--limit", "1")
    #expect(own.status == 0 && !own.output.contains("monaco"), "\(own.output)")
    let texts = try await script.quickbrew("route", "Vaduz", "Schaan")
    #expect(texts.status == 0, "\(texts.errors)")
  }

  /// A region's map is looked after as the stack's own is, by its own process.
  private func looksForChanges(_ script: StackScript) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/osmium") else { return }
    let folder = script.temporary + "/changes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let region = "--region=liechtenstein"
    try await script.succeeds("map", "update", region, "--every", "1d", folder)
    let log = script.home + "/logs/map-updates@liechtenstein.log"
    func isThrough() -> Bool {
      (try? String(contentsOfFile: log, encoding: .utf8))?.contains("all changes already") == true
    }
    while !isThrough() {
      // The process is another one without a notification, so its log is polled.
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(script.contents(of: "").contains("map-updates@liechtenstein"))
    #expect(!script.contents(of: "").contains("map-updates"))
    try await script.succeeds("map", "update", region, "--every", "never")
    #expect(!script.contents(of: "").contains("map-updates@liechtenstein"))
  }

  private func refuses(_ script: StackScript) async throws {
    for command in ["route", "plan"] {
      let across = try await script.quickbrew(command, Self.vaduz.0, Self.monaco.0)
      #expect(across.status == 2, "\(across.output)")
      #expect(across.errors.contains("No region holds both"), "\(across.errors)")
      #expect(across.errors.contains("(in liechtenstein)") && across.errors.contains("(in monaco)"))
    }
    #expect(try await script.quickbrew("info", "--region", "atlantis").status == 3)
    #expect(try await script("map", "add", "Big", "\(script.temporary)/x").status == 2)
    #expect(try await script("map", "remove", "atlantis").status == 2)
  }

  /// Monaco gets another map while Liechtenstein is asked.
  private func replaces(
    _ script: StackScript, _ before: [String: StackScript.Instance]
  ) async throws {
    let version = try await script.quickbrew("info", "--region", "monaco", "--json")
    let stream = Task {
      var (asked, failures) = (0, [String]())
      while !Task.isCancelled {
        let route = try await script.quickbrew("route", Self.vaduz.0, Self.vaduz.1)
        asked += 1
        if route.status != 0 { failures.append(route.errors) }
        // Requests without a pause would take one core of two from what they are a test of.
        try? await Task.sleep(for: .milliseconds(100))
      }
      return (asked, failures)
    }
    let other = try #require(RealMaps.path("paris-marais.osm.pbf"))
    try await script.succeeds("map", "add", "monaco", other)
    stream.cancel()
    let (asked, failures) = try await stream.value
    #expect(asked > 3)
    #expect(failures == [])
    let after = try await script.instances()
    for (name, instance) in before where !name.hasSuffix("@monaco") {
      #expect(after[name]?.pid == instance.pid, "\(name) was touched by monaco")
    }
    #expect(after["router-1@monaco"]?.pid != before["router-1@monaco"]?.pid)
    let replaced = try await script.quickbrew("info", "--region", "monaco", "--json")
    #expect(replaced.status == 0 && replaced.output != version.output)
  }

  private func removes(_ script: StackScript) async throws {
    try await script.succeeds("map", "remove", "monaco")
    let left = try await script.instances()
    #expect(left.keys.allSatisfy { !$0.hasSuffix("@monaco") })
    #expect(script.contents(of: "data").contains("venue-store@monaco.sqlite"))
    #expect(script.contents(of: "maps").allSatisfy { !$0.contains("monaco") })
    #expect(try await script.quickbrew("route", Self.vaduz.0, Self.vaduz.1).status == 0)
    try await script.succeeds("down")
    try await script.succeeds("up")
    #expect(try await script.instances().keys.contains("planner-1@liechtenstein"))
  }
}
