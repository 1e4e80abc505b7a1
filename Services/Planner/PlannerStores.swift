import CommandLineKit
import Stores

/// Where the planner keeps what is durable: two files of a folder, or two schemas on a server.
struct PlannerStores {
  private static let names = (boards: "planner", plans: "planner-plans")

  let boards: StoreLocation
  let plans: StoreLocation

  /// Those of a home.
  ///
  /// - Throws: as `StoreLocation` does.
  init(of home: Home) throws {
    func location(_ name: String) throws -> StoreLocation {
      try StoreLocation(
        of: home, setting: "plans-at", file: Self.file(name), schema: Self.schema(name))
    }
    boards = try location(Self.names.boards)
    plans = try location(Self.names.plans)
  }

  /// Parses a command-line argument: a server's URL, otherwise a folder.
  init(typed text: String) {
    func location(_ name: String) -> StoreLocation {
      switch StoreLocation(typed: text, schema: Self.schema(name)) {
      case .file(let folder): .file(path: folder + "/" + Self.file(name))
      case let server: server
      }
    }
    boards = location(Self.names.boards)
    plans = location(Self.names.plans)
  }

  private static func file(_ name: String) -> String { name + ".sqlite" }

  private static func schema(_ name: String) -> String { name.replacing("-", with: "_") }
}
