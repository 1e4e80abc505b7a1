import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: StackScript.isUsable, StackScript.absence))
struct StackHeightsTests {
  @Test("heights stay with their map until none are wanted, of a region, too")
  func staying() async throws {
    try await StackScript.with { stack in
      let tiles = stack.temporary + "/tiles"
      try FileManager.default.createDirectory(
        atPath: tiles, withIntermediateDirectories: true)
      // The sea.
      try Data(count: 2 * 1_201 * 1_201).write(to: URL(filePath: tiles + "/N37W123.hgt"))
      let files = { (map: String) in
        stack.contents(of: "maps/" + map).filter { $0.hasSuffix(".heights") }.sorted()
      }
      let both = ["router.bicycle.heights", "router.foot.heights"]

      try await stack.succeeds("map", "build")
      #expect(files("current").isEmpty)
      try await stack.succeeds("map", "build", "--elevation", tiles)
      #expect(files("current") == both)
      try await stack.succeeds("map", "build")
      #expect(files("current") == both)
      try await stack.succeeds("map", "build", "--elevation", "none")
      #expect(files("current").isEmpty)
      try await stack.succeeds("map", "build")
      #expect(files("current").isEmpty)

      let sample = Executables.repository + "/deploy/sample/downtown-san-francisco.osm"
      try await stack.succeeds("map", "add", "south", sample, "--elevation", tiles)
      #expect(files("current@south") == both)
    }
  }

  @Test("tiles of elsewhere are refused, and change nothing")
  func elsewhere() async throws {
    try await StackScript.with { stack in
      let tiles = stack.temporary + "/tiles"
      try FileManager.default.createDirectory(
        atPath: tiles, withIntermediateDirectories: true)
      try Data(count: 2 * 1_201 * 1_201).write(to: URL(filePath: tiles + "/N47E009.hgt"))
      let outcome = try await stack("map", "build", "--elevation", tiles)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("N37W123.hgt"), "\(outcome.errors)")
      #expect(!stack.contents(of: "maps").contains("current"))
    }
  }
}
