import Geography
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// Rows of one feed that tell of the same venue under two identifiers.
@Suite(.timeLimit(.minutes(10)), .bothBackends) struct DuplicateRowTests {
  private static let address = ["address": "7 Furness Lane, Wellington"]

  private static func row(
    _ id: Int, _ meters: Meters? = 0, _ extra: [String: String] = [:], name: String = "Garage"
  ) -> CampusRow {
    CampusRow(id: id, name: name, meters: meters, extra: address.merging(extra) { $1 })
  }

  @Test func ofTwinsTheOneWithTheLeastIdentifierCounts() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let rows = [Self.row(3), Self.row(2, 90), Self.row(4, 30), CampusRow(id: 9, name: "Else")]
      for rows in [rows, rows.reversed()] {
        let report = try await harness.sync("campus", rows)
        #expect((report.rows, report.duplicates) == (2, 2))
        let told = try #require(report.duplicateRows?.first)
        #expect(told.reason == "row of the same name, place and address as another")
        #expect((told.count, told.examples) == (2, ["3 as 2", "4 as 2"]))
        #expect(try harness.names() == ["Else", "Garage"])
        #expect(try harness.store().venue("campus/2").standing == nil)
      }
    }
  }

  @Test func capitalsMakeNoOtherNameInAnyScript() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      for (name, other) in [("Garage", "GARAGE"), ("Ærø Café", "ÆRØ CAFÉ"), ("Кафе", "КАФЕ")] {
        let report = try await harness.sync(
          "campus", [Self.row(1, name: name), Self.row(2, name: other)])
        #expect((report.rows, report.duplicates) == (1, 1), "\(name)")
      }
    }
  }

  @Test func rowsThatDifferInAnythingTellingStayApart() async throws {
    let differences: [(what: String, row: CampusRow)] = [
      ("name", Self.row(2, name: "Garage Bar")), ("category", Self.row(2, 0, ["category": "bar"])),
      ("address", Self.row(2, 0, ["address": "8 Furness Lane, Wellington"])),
      ("telephone", Self.row(2, 0, ["phone": "+64 2"])), ("place", Self.row(2, 400)),
      ("knowing the place", Self.row(2, nil)),
    ]
    try await FeedHarness.with { harness in
      try harness.add("campus")
      for (what, other) in differences {
        let report = try await harness.sync("campus", [Self.row(1), other])
        #expect((report.rows, report.duplicates) == (2, 0), "\(what)")
        #expect(report.duplicateRows == [])
      }
    }
  }

  /// Two branches in one town, of which the feed says no more.
  @Test func anAddressWithoutAHouseTellsNothing() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      for address in ["Wellington", "Furness Lane, Wellington"] {
        let rows = (1...2).map { Self.row($0, 0, ["address": address]) }
        #expect(try await harness.sync("campus", rows).duplicates == 0, "\(address)")
      }
    }
  }

  @Test func twinsWithoutAPlaceAreTwinsByTheirAddress() async throws {
    let parts = ["street": "7 Furness Lane", "city": "Wellington"]
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let rows = (1...2).map { CampusRow(id: $0, name: "Garage", meters: nil, extra: parts) }
      let report = try await harness.sync("campus", rows)
      #expect((report.rows, report.duplicates, report.unplaced) == (1, 1, 1))
    }
  }

  @Test func aTwinThatComesOrGoesLeavesTheVenueItsIdentifier() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let steps: [[CampusRow]] = [
        [Self.row(5)], [Self.row(5), Self.row(1)], [Self.row(1)], [Self.row(5)],
      ]
      for (number, rows) in steps.enumerated() {
        try await harness.sync("campus", rows)
        let venues = try harness.store().page(after: nil, limit: 10).venues
        #expect(venues.map(\.id) == ["campus/5"], "step \(number)")
      }
    }
  }
}
