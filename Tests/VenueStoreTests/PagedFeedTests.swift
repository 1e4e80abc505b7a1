import CommandLineKit
import Hashing
import MessageBus
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// A list in pages of 200, from a server that gives each page a version.
@Suite(.timeLimit(.minutes(10))) struct PagedFeedTests {
  /// The state of the server. `requests` logs the pages: `1` for one that was sent, `1=` for one
  /// that was answered with 304.
  private struct ServerState: Sendable {
    var names: [String]
    var requests: [String] = []
    var unversioned: Int?
    var failing: Int?
  }

  private static func serving(
    _ names: [String], _ body: (FeedHarness, Locked<ServerState>) async throws -> Void
  ) async throws {
    let state = Locked(ServerState(names: names))
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ answer($0, state) }) { server in
        try harness.add("breweries", .openBreweryDB, at: server.address + "/breweries")
        try await body(harness, state)
      }
    }
  }

  private static func answer(_ exchange: ScriptedServer.Exchange, _ state: Locked<ServerState>) {
    let page = exchange.path.split(separator: "=").last.flatMap { Int($0) } ?? 0
    let (text, isFailing, hasVersion) = state.withLock { state in
      let all = Array(state.names.enumerated())
      let rows = all.dropFirst((page - 1) * 200).prefix(200).map { offset, name in
        let longitude = Double(offset) / 10
        return #"{"id":"\#(offset)","name":"\#(name)","longitude":\#(longitude),"latitude":9}"#
      }
      return ("[\(rows.joined(separator: ","))]", state.failing == page, state.unversioned != page)
    }
    let version = "\"\(Fingerprint(of: text.utf8))\""
    let isKnown = exchange.headers["if-none-match"] == version
    state.withLock { $0.requests.append("\(page)\(isKnown ? "=" : "")") }
    if isFailing {
      exchange.answer(500, "")
    } else if isKnown {
      exchange.answer(304, "")
    } else {
      exchange.answer(200, text, hasVersion ? ["ETag: \(version)"] : [])
    }
  }

  private static func names(_ count: Int) -> [String] { (0..<count).map { "Ales \($0)" } }

  /// Syncs, and returns the report and the requests that the server got.
  private static func sync(
    _ harness: FeedHarness, _ state: Locked<ServerState>
  ) async throws -> (SyncReport, [String]) {
    state.withLock { $0.requests = [] }
    let report = try await harness.sync("breweries")
    return (report, state.withLock { $0.requests })
  }

  @Test("unchanged pages are requested, but not sent", arguments: [0, 100, 399, 400])
  func unchangedPages(more: Int) async throws {
    let count = 1 + more
    let pages = (1...(count / 200 + 1)).map(String.init)
    try await Self.serving(Self.names(count)) { harness, state in
      let (first, all) = try await Self.sync(harness, state)
      #expect(first.outcome == .synced && first.rows == count)
      #expect(all == pages)
      let (second, requests) = try await Self.sync(harness, state)
      #expect(second.outcome == .unchanged && second.rows == count)
      #expect(requests == pages.map { "\($0)=" })
    }
  }

  @Test("if one page has changed, all are fetched")
  func changedPage() async throws {
    try await Self.serving(Self.names(450)) { harness, state in
      _ = try await Self.sync(harness, state)
      state.withLock { $0.names[250] = "Renamed" }
      let (report, requests) = try await Self.sync(harness, state)
      #expect(report.outcome == .synced && report.rows == 450)
      #expect(report.changed == 1 && report.removed == 0)
      #expect(requests == ["1=", "2", "1", "2", "3"])
      #expect(try harness.store().venues.venue("breweries/250").name == "Renamed")
      #expect(try await Self.sync(harness, state).0.outcome == .unchanged)
    }
  }

  @Test("a failure keeps the versions of the last good sync")
  func failure() async throws {
    try await Self.serving(Self.names(450)) { harness, state in
      _ = try await Self.sync(harness, state)
      state.withLock { ($0.names[0], $0.failing) = ("Renamed", 3) }
      #expect(try await Self.sync(harness, state).0.outcome == .failed)
      #expect(try harness.store().venues.venue("breweries/0").name == "Ales 0")
      state.withLock { $0.failing = nil }
      #expect(try await Self.sync(harness, state).0.changed == 1)
      #expect(try harness.store().venues.venue("breweries/0").name == "Renamed")
    }
  }

  @Test("if one page has no version, all are fetched")
  func pageWithoutVersion() async throws {
    try await Self.serving(Self.names(450)) { harness, state in
      state.withLock { $0.unversioned = 2 }
      for _ in 0..<2 {
        let (report, requests) = try await Self.sync(harness, state)
        #expect(report.outcome == .synced)
        #expect(requests == ["1", "2", "3"])
      }
    }
  }

  /// The report is `unchanged` only if the list is.
  @Test("after any changes the store holds the list", arguments: [1, 2]) func convergence(
    seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    try await Self.serving(Self.names(290)) { harness, state in
      var before: [String]?
      for step in 0..<12 {
        let now = state.withLock { state in
          switch Int.random(in: 0..<5, using: &generator) {
          case 0: state.names.insert("New \(step)", at: 0)
          case 1: state.names.append(contentsOf: (0..<12).map { "More \(step)-\($0)" })
          case 2: state.names.removeLast(11)
          case 3: state.names[Int.random(in: 0..<200, using: &generator)] = "Other \(step)"
          default: break
          }
          return state.names
        }
        let report = try await harness.sync("breweries")
        #expect((report.outcome == .unchanged) == (now == before), "seed \(seed), step \(step)")
        #expect(report.rows == now.count, "seed \(seed), step \(step)")
        #expect(try harness.names() == now.sorted(), "seed \(seed), step \(step)")
        before = now
      }
    }
  }

  @Test("a list without an end is refused")
  func endlessList() async throws {
    var limits = FeedLimits.patient
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
