import Messages
import SQL
import Stores
import TestSupport
import Testing

@testable import Planner

/// What the planner keeps of a user's home, work and usual trip.
@Suite struct UsualTests {
  private static let trip = UsualTrip(words: "home → work", parameters: ["from": "home"])

  private func withStore(_ body: (PinBoardStore) async throws -> Void) async throws {
    try await TemporaryDirectory.with { directory in
      try await body(PinBoardStore(at: .file(path: directory.path("planner.sqlite"))))
    }
  }

  @Test("each part is kept by itself, and removed by an empty one") func parts() async throws {
    try await withStore { store in
      #expect(try await store.usual(UsualRequest(user: "ann")) == Usual())
      _ = try await store.put(UsualPutRequest(user: "ann", home: "1 Market Street"))
      _ = try await store.put(UsualPutRequest(user: "ann", trip: Self.trip))
      let all = Usual(home: "1 Market Street", work: "Coit Tower", trip: Self.trip)
      #expect(try await store.put(UsualPutRequest(user: "ann", work: "Coit Tower")) == all)
      #expect(try await store.usual(UsualRequest(user: "ann")) == all)
      #expect(try await store.usual(UsualRequest(user: "bob")) == Usual())
      let none = UsualPutRequest(
        user: "ann", home: "", trip: UsualTrip(words: "", parameters: [:]))
      #expect(try await store.put(none) == Usual(work: "Coit Tower"))
    }
  }

  @Test("what a user keeps is exported and erased with the user, and nobody else's")
  func personalData() async throws {
    try await withStore { store in
      for user in ["ann", "bob"] {
        _ = try await store.put(UsualPutRequest(user: user, home: "\(user)'s"))
      }
      let rows = try await store.exportUsual("ann")
      #expect(rows.count == 1 && rows[0]["content"]?.contains("ann's") == true)
      #expect(try await store.erase("ann") == ["board": 0, "usual": 1])
      #expect(try await store.usual(UsualRequest(user: "ann")) == Usual())
      #expect(try await store.usual(UsualRequest(user: "bob")).home == "bob's")
    }
  }

  @Test(
    "what is too long is refused, and names what it is",
    arguments: [
      (UsualPutRequest(user: "", home: "x"), "user"),
      (UsualPutRequest(user: "ann", home: String(repeating: "x", count: 501)), "home"),
      (UsualPutRequest(user: "ann", work: String(repeating: "x", count: 501)), "work"),
      (
        UsualPutRequest(
          user: "ann",
          trip: UsualTrip(words: "", parameters: ["a": String(repeating: "x", count: 4_000)])),
        "parameters"
      ),
    ]) func refused(request: UsualPutRequest, word: String) async throws
  {
    try await withStore { store in
      let error = await #expect(throws: ServiceError.self) { try await store.put(request) }
      #expect(error?.code == .invalidRequest && error?.message.contains(word) == true)
    }
  }

  @Test("a store of before opens, and gets the table") func olderStore() async throws {
    try await TemporaryDirectory.with { directory in
      let location = StoreLocation.file(path: directory.path("planner.sqlite"))
      _ = try PinBoardStore(at: location)
      try location.open().execute("DROP TABLE usual")
      let store = try PinBoardStore(at: location)
      #expect(try await store.put(UsualPutRequest(user: "ann", home: "x")).home == "x")
    }
  }
}
