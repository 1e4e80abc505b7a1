import Geography
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// Rows of one feed that describe the same venue under two identifiers.
@Suite(.timeLimit(.minutes(10)), .bothBackends) struct DuplicateRowTests {
  private static let address = ["address": "7 Furness Lane, Wellington"]

  private static func row(
    _ id: Int, _ meters: Meters? = 0, _ extra: [String: String] = [:], name: String = "Garage"
  ) -> CampusRow {
    CampusRow(id: id, name: name, meters: meters, extra: address.merging(extra) { $1 })
  }

  @Test("of duplicates the one with the lowest identifier is kept")
  func lowestIdentifierIsKept() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let rows = [Self.row(3), Self.row(2, 90), Self.row(4, 30), CampusRow(id: 9, name: "Else")]
      for rows in [rows, rows.reversed()] {
        let report = try await harness.sync("campus", rows)
        #expect((report.rows, report.duplicates) == (2, 2))
        let duplicates = try #require(report.duplicateRows?.first)
        #expect(duplicates.reason == "row of the same name, place and address as another")
        #expect((duplicates.count, duplicates.examples) == (2, ["3 as 2", "4 as 2"]))
        #expect(try harness.names() == ["Else", "Garage"])
        #expect(try harness.store().venues.venue("campus/2").standing == nil)
      }
    }
  }

  @Test("the case of a name does not matter, in any script")
  func nameIgnoresCase() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      for (name, other) in [("Garage", "GARAGE"), ("Ærø Café", "ÆRØ CAFÉ"), ("Кафе", "КАФЕ")] {
        let report = try await harness.sync(
          "campus", [Self.row(1, name: name), Self.row(2, name: other)])
        #expect((report.rows, report.duplicates) == (1, 1), "\(name)")
      }
    }
  }

  @Test("rows that differ in a compared property are kept")
  func distinctRows() async throws {
    let differences: [(property: String, row: CampusRow)] = [
      ("name", Self.row(2, name: "Garage Bar")), ("category", Self.row(2, 0, ["category": "bar"])),
      ("address", Self.row(2, 0, ["address": "8 Furness Lane, Wellington"])),
      ("telephone", Self.row(2, 0, ["phone": "+64 2"])), ("coordinate", Self.row(2, 400)),
      ("having a coordinate", Self.row(2, nil)),
    ]
    try await FeedHarness.with { harness in
      try harness.add("campus")
      for (property, other) in differences {
        let report = try await harness.sync("campus", [Self.row(1), other])
        #expect((report.rows, report.duplicates) == (2, 0), "\(property)")
        #expect(report.duplicateRows == [])
      }
    }
  }

  /// They may be two branches in one town.
  @Test("an address without a house number does not identify a venue")
  func addressWithoutHouse() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      for address in ["Wellington", "Furness Lane, Wellington"] {
        let rows = (1...2).map { Self.row($0, 0, ["address": address]) }
        #expect(try await harness.sync("campus", rows).duplicates == 0, "\(address)")
      }
    }
  }

  @Test("rows without a coordinate are compared by their address")
  func duplicatesWithoutCoordinate() async throws {
    let parts = ["street": "7 Furness Lane", "city": "Wellington"]
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let rows = (1...2).map { CampusRow(id: $0, name: "Garage", meters: nil, extra: parts) }
      let report = try await harness.sync("campus", rows)
      #expect((report.rows, report.duplicates, report.withoutCoordinate) == (1, 1, 1))
    }
  }

  @Test("the venue keeps its identifier when duplicates come and go")
  func stableVenueIdentifier() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      let steps: [[CampusRow]] = [
        [Self.row(5)], [Self.row(5), Self.row(1)], [Self.row(1)], [Self.row(5)],
      ]
      for (number, rows) in steps.enumerated() {
        try await harness.sync("campus", rows)
        let venues = try harness.store().venues.page(after: nil, limit: 10).venues
        #expect(venues.map(\.id) == ["campus/5"], "step \(number)")
      }
    }
  }
}
