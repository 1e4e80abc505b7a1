import Geography
import Messages
import SQL
import Stores
import TestSupport
import Testing

@testable import Planner

/// Rows in which a bit has flipped, so that they still read well.
@Suite struct DamagedRowTests {
  private func damage(_ path: String, _ statement: String) throws {
    let database = try StoreLocation.file(path: path).open()
    #expect(try database.run(statement) == 1)
  }

  @Test("a board, and what is usual, that was changed on the disk is not shown")
  func boards() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("planner.sqlite")
      let store = try PinBoardStore(at: .file(path: path))
      _ = try await store.put(UsualPutRequest(user: "ann", home: "1 Market Street"))
      var board = StoredBoard()
      board.isWatched = true
      _ = try await store.replace(
        StoredBoard(), by: board, "ann", for: PinResetRequest(board: "ann"),
        key: nil, now: morning)
      _ = try await (store.board("ann"), store.usual(UsualRequest(user: "ann")))
      for (table, old, new) in [("usual", "1 M", "3 M"), ("board", "true", "false")] {
        let changed = "replace(CAST(content AS TEXT), '\(old)', '\(new)')"
        try damage(path, "UPDATE \(table) SET content = CAST(\(changed) AS BLOB)")
      }
      await #expect(throws: ServiceError.self) { _ = try await store.board("ann") }
      await #expect(throws: ServiceError.self) {
        _ = try await store.usual(UsualRequest(user: "ann"))
      }
    }
  }
}
