import MessageBus
import Messages
import ServiceRuntime
import TestSupport
import Testing

@testable import VenueStore

/// A list that comes in pages of 200, from a server that knows the version of each.
@Suite(.timeLimit(.minutes(10))) struct PagedFeedTests {
  /// What the server holds, and what it was asked: `1` for a page that it sent, `1=` for one that
  /// was known.
  private struct Books: Sendable {
    var names: [String]
    var asked: [String] = []
    var unversioned: Int?
    var failing: Int?
  }

  private static func serving(
    _ names: [String], _ body: (FeedHarness, Locked<Books>) async throws -> Void
  ) async throws {
    let books = Locked(Books(names: names))
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ answer($0, books) }) { server in
        try harness.add("breweries", .openBreweryDB, at: server.address + "/breweries")
        try await body(harness, books)
      }
    }
  }

  private static func answer(_ exchange: ScriptedServer.Exchange, _ books: Locked<Books>) {
    let page = exchange.path.split(separator: "=").last.flatMap { Int($0) } ?? 0
    let (text, isFailing, hasVersion) = books.withLock { books in
      let all = Array(books.names.enumerated())
      let rows = all.dropFirst((page - 1) * 200).prefix(200).map { offset, name in
        let longitude = Double(offset) / 10
        return #"{"id":"\#(offset)","name":"\#(name)","longitude":\#(longitude),"latitude":9}"#
      }
      return ("[\(rows.joined(separator: ","))]", books.failing == page, books.unversioned != page)
    }
    let version = "\"\(Fingerprint(of: text.utf8))\""
    let isKnown = exchange.headers["if-none-match"] == version
    books.withLock { $0.asked.append("\(page)\(isKnown ? "=" : "")") }
    if isFailing {
      exchange.answer(500, "")
    } else if isKnown {
      exchange.answer(304, "")
    } else {
      exchange.answer(200, text, hasVersion ? ["ETag: \(version)"] : [])
    }
  }

  private static func names(_ count: Int) -> [String] { (0..<count).map { "Ales \($0)" } }

  /// Syncs, and tells what the server was asked meanwhile.
  private static func sync(
    _ harness: FeedHarness, _ books: Locked<Books>
  ) async throws -> (SyncReport, [String]) {
    books.withLock { $0.asked = [] }
    let report = try await harness.sync("breweries")
    return (report, books.withLock { $0.asked })
  }

  @Test(arguments: [0, 100, 399, 400])
  func whatHasNotChangedIsAskedForAndNotSent(more: Int) async throws {
    let count = 1 + more
    let pages = (1...(count / 200 + 1)).map(String.init)
    try await Self.serving(Self.names(count)) { harness, books in
      let (first, all) = try await Self.sync(harness, books)
      #expect(first.outcome == .synced && first.rows == count)
      #expect(all == pages)
      let (second, asked) = try await Self.sync(harness, books)
      #expect(second.outcome == .unchanged && second.rows == count)
      #expect(asked == pages.map { "\($0)=" })
    }
  }

  @Test func whereOnePageHasChangedAllAreFetched() async throws {
    try await Self.serving(Self.names(450)) { harness, books in
      _ = try await Self.sync(harness, books)
      books.withLock { $0.names[250] = "Renamed" }
      let (report, asked) = try await Self.sync(harness, books)
      #expect(report.outcome == .synced && report.rows == 450)
      #expect(report.changed == 1 && report.gone == 0)
      #expect(asked == ["1=", "2", "1", "2", "3"])
      #expect(try harness.store().venue("breweries/250").name == "Renamed")
      #expect(try await Self.sync(harness, books).0.outcome == .unchanged)
    }
  }

  @Test func aFailureOnTheWayLeavesTheVersionsThatWereTaken() async throws {
    try await Self.serving(Self.names(450)) { harness, books in
      _ = try await Self.sync(harness, books)
      books.withLock { ($0.names[0], $0.failing) = ("Renamed", 3) }
      #expect(try await Self.sync(harness, books).0.outcome == .failed)
      #expect(try harness.store().venue("breweries/0").name == "Ales 0")
      books.withLock { $0.failing = nil }
      #expect(try await Self.sync(harness, books).0.changed == 1)
      #expect(try harness.store().venue("breweries/0").name == "Renamed")
    }
  }

  @Test func aPageWithoutAVersionMeansFetchingAll() async throws {
    try await Self.serving(Self.names(450)) { harness, books in
      books.withLock { $0.unversioned = 2 }
      for _ in 0..<2 {
        let (report, asked) = try await Self.sync(harness, books)
        #expect(report.outcome == .synced)
        #expect(asked == ["1", "2", "3"])
      }
    }
  }

  /// Whatever happens to the list, the store holds it, and says that nothing has changed only then.
  @Test(arguments: [1, 2]) func theStoreHoldsTheList(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    try await Self.serving(Self.names(290)) { harness, books in
      var before: [String]?
      for step in 0..<12 {
        let now = books.withLock { books in
          switch Int.random(in: 0..<5, using: &generator) {
          case 0: books.names.insert("New \(step)", at: 0)
          case 1: books.names.append(contentsOf: (0..<12).map { "More \(step)-\($0)" })
          case 2: books.names.removeLast(11)
          case 3: books.names[Int.random(in: 0..<200, using: &generator)] = "Other \(step)"
          default: break
          }
          return books.names
        }
        let report = try await harness.sync("breweries")
        #expect((report.outcome == .unchanged) == (now == before), "seed \(seed), step \(step)")
        #expect(report.rows == now.count, "seed \(seed), step \(step)")
        #expect(try harness.names() == now.sorted(), "seed \(seed), step \(step)")
        before = now
      }
    }
  }

  @Test func aListWithoutAnEndIsNoList() async throws {
    var limits = FeedLimits()
    limits.maximumPages = 3
    let page = Locked(0)
    try await FeedHarness.with(limits: limits) { harness in
      try await ScriptedServer.with({ exchange in
        let number = page.withLock { page in
          page += 1
          return page
        }
        let rows = (0..<200).map { #"{"id":"\#(number)-\#($0)","name":"x"}"# }
        exchange.answer(200, "[\(rows.joined(separator: ","))]")
      }) { server in
        try harness.add("breweries", .openBreweryDB, at: server.address + "/breweries")
        let failure = try await harness.sync("breweries").failure
        #expect(failure == "The feed has more than 3 pages.")
      }
    }
  }
}
