import TestSupport
import Testing

/// Within a module, too, dependencies point one way.
@Suite(.computing) struct RoomTests {
  /// Modules with folders that hold Swift files.
  private static let modules: [String] = ["Clients", "Services", "Shared"].flatMap { folder in
    Repository.subfolders(of: folder).map { "\(folder)/\($0)" }
  }.filter { module in
    Repository.sources.contains { RoomRule.room(of: $0, in: module) != nil }
  }

  @Test("every module with rooms uses them in the order of its README", arguments: modules)
  func order(module: String) throws {
    let readme = Repository.text(of: module + "/README.md") ?? ""
    let rule = try #require(
      RoomRule(module: module, readme: readme), "README.md has no line “Rooms, lower first:”")
    let violations = rule.violations(in: Repository.sources)
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("a use of a higher room is noticed, in code alone")
  func climb() throws {
    let rule = try #require(
      RoomRule(module: "Services/X", readme: "# X\n\nRooms, lower first: `Ground`, Roof.\n"))
    #expect(rule.rooms == ["Ground", "Roof"])
    let sources = [
      SwiftSource(
        path: "Services/X/Ground/Stone.swift",
        text: "// A Tile\nstruct Stone {\n  let tile: Tile\n  let text = \"Tile\"\n}\n"),
      SwiftSource(path: "Services/X/Roof/Tile.swift", text: "struct Tile { let on: [Stone] }\n"),
      SwiftSource(path: "Services/X/House.swift", text: "struct House { let top: Tile }\n"),
      SwiftSource(path: "Services/X/Main/Main.swift", text: "struct Main { let top: Tile }\n"),
    ]
    let violations = rule.violations(in: sources)
    #expect(violations.map(\.path) == ["Services/X/Ground/Stone.swift"])
    #expect(violations.map(\.line) == [3])
  }

  @Test("a room that the README leaves out, or that does not exist, is noticed")
  func unstated() throws {
    let rule = try #require(RoomRule(module: "Services/X", readme: "Rooms, lower first: A, B"))
    let source = SwiftSource(path: "Services/X/C/Stone.swift", text: "struct Stone {}\n")
    #expect(rule.violations(in: [source]).count == 3)
    #expect(RoomRule(module: "Services/X", readme: "# X\n\nNothing is said.\n") == nil)
  }
}
