import CommandLineKit
import MessageBus
import Messages
import SQL
import TestSupport
import Testing
import Time

@testable import VenueStore

@Suite(.bothBackends) struct DealTests {
  @Test("a deal runs from its start up to its end")
  func runningDeals() throws {
    try withVenues { store throws in
      let early = try add(store, "a", from: 10, to: 20, now: 0)
      let late = try add(store, "b", from: 15, to: 30, now: 0)
      func running(_ seconds: Int) throws -> [DealID] {
        try Deals(store).list(DealListRequest(at: at(seconds)), now: at(0)).deals.map(\.id)
      }
      #expect(try running(9) == [])
      #expect(try running(10) == [early.id])
      #expect(try running(19) == [early.id, late.id])
      #expect(try running(20) == [late.id])
      #expect(try running(30) == [])
      let coming = try Deals(store).list(DealListRequest(), now: at(20)).deals
      #expect(coming == [late])
      let ofVenue = try Deals(store).list(DealListRequest(venueID: "a"), now: at(0)).deals
      #expect(ofVenue == [early])
    }
  }

  @Test("pages hold each deal once")
  func pagesOfDeals() throws {
    try withVenues { store throws in
      let all = try (0..<7).map { try add(store, "a", from: $0, to: 99, now: 0).id }
      var found: [DealID] = []
      var after: DealID?
      repeat {
        let page = try Deals(store).list(DealListRequest(after: after, limit: 3), now: at(0))
        found += page.deals.map(\.id)
        after = page.next
      } while after != nil
      #expect(found == all)
    }
  }

  @Test("a deal keeps the UTC offsets of its times")
  func timeOffsets() throws {
    try withVenues { store throws in
      let start = Timestamp(
        millisecondsSince1970: at(5).millisecondsSince1970, offsetSeconds: -28_800)
      let end = Timestamp(millisecondsSince1970: at(9).millisecondsSince1970, offsetSeconds: 7_200)
      let deal = try Deals(store).add(
        DealAddRequest(venueID: "a", text: " Cake ", starts: start, ends: end), now: at(0))
      #expect(deal.text == "Cake")
      #expect(try Deals(store).list(DealListRequest(), now: at(0)).deals == [deal])
    }
  }

  @Test("a deal can be removed once")
  func removal() throws {
    try withVenues { store throws in
      let deal = try add(store, "a", from: 0, to: 9, now: 0)
      #expect(try Deals(store).remove(deal.id) == deal)
      expect(.notFound) { try Deals(store).remove(deal.id) }
      for id in ["", "x", "+1", "01", "99999999999999999999", "1 OR 1=1"] {
        expect(.notFound) { try Deals(store).remove(DealID(rawValue: id)) }
      }
    }
  }

  @Test("invalid deals and requests are refused")
  func invalidDeals() throws {
    try withVenues { store throws in
      let year = 366 * 86_400
      for (start, end) in [(9, 9), (9, 8), (-9, 0), (0, year + 1)] {
        expect(.invalidRequest) { try add(store, "a", from: start, to: end, now: 0) }
      }
      for text in ["", " ", "two\nlines", "\u{1B}[2J", String(repeating: "x", count: 501)] {
        expect(.invalidRequest) {
          try Deals(store).add(
            DealAddRequest(venueID: "a", text: text, starts: at(0), ends: at(9)), now: at(0))
        }
      }
      expect(.notFound) { try add(store, "x", from: 0, to: 9, now: 0) }
      expect(.notFound) { try Deals(store).list(DealListRequest(venueID: "x"), now: at(0)) }
      expect(.invalidRequest) { try Deals(store).list(DealListRequest(after: "x"), now: at(0)) }
      expect(.invalidRequest) { try Deals(store).list(DealListRequest(limit: 0), now: at(0)) }
      _ = try store.venues.apply([VenueChanged(id: "a", venue: nil)])
      expect(.conflict) { try add(store, "a", from: 0, to: 9, now: 0) }
    }
  }

  @Test("deals are limited, and deleted long after their end")
  func limits() throws {
    try withVenues { store throws in
      let first = try add(store, "a", from: 0, to: 9, now: 0)
      for _ in 1..<VenueLimits.maximumDeals { _ = try add(store, "a", from: 0, to: 9, now: 0) }
      expect(.conflict) { try add(store, "a", from: 0, to: 9, now: 0) }
      let later = 9 + VenueStoreLimits.endedDealDays * 86_400
      _ = try add(store, "a", from: later, to: later + 1, now: later)
      #expect(
        try Deals(store).list(DealListRequest(at: at(1)), now: at(later)).deals.first == first)
      _ = try add(store, "a", from: later, to: later + 2, now: later + 1)
      #expect(try Deals(store).list(DealListRequest(at: at(1)), now: at(later)).deals.isEmpty)
    }
  }
}

/// Published deals, on a real bus.
@Suite(.timeLimit(.minutes(10))) struct DealPublisherTests {
  @Test("each deal is published once, when it starts")
  func publishedOnce() async throws {
    try await withBus { bus, path throws in
      let deals = DealPublisher(publisher: bus.publisher, log: Log("test"))
      func publishedCount() -> UInt64 { bus.publisher.position(of: DealPublished.self).sequence }
      let store = try VenueDatabase(at: .store(path))
      _ = try store.venues.apply(["a", "b", "c"].map { change(venue($0, "Café")) })
      _ = try add(store, "a", from: 0, to: 50, now: 0)
      let ahead = try add(store, "b", from: 20, to: 50, now: 0)
      let removed = try add(store, "c", from: 20, to: 50, now: 0)
      _ = try add(store, "c", from: 20, to: 25, now: 0)
      try deals.publishDue(in: store, now: at(0))
      #expect(publishedCount() == 1)
      try deals.publishDue(in: store, now: at(19))
      #expect(publishedCount() == 1)
      _ = try Deals(store).remove(removed.id)
      // The store was down from the start to the end of one of them.
      let reopened = try VenueDatabase(at: .store(path))
      #expect(try Deals(reopened).due(now: at(30)).map(\.deal) == [ahead])
      try deals.publishDue(in: reopened, now: at(30))
      try deals.publishDue(in: reopened, now: at(31))
      #expect(publishedCount() == 2)
    }
  }

  @Test("a damaged deal is not published, is reported once, and keeps no other back")
  func damaged() async throws {
    try await withBus { bus, path throws in
      let deals = DealPublisher(publisher: bus.publisher, log: Log("test"))
      let store = try VenueDatabase(at: .store(path))
      _ = try store.venues.apply([change(venue("a", "Café"))])
      let damaged = try add(store, "a", from: 0, to: 50, now: 0)
      _ = try add(store, "a", from: 0, to: 50, now: 0)
      try store.database.run(
        "UPDATE deal SET text = 'Cakf' WHERE number = ?", Int64(damaged.id.rawValue))
      #expect(try Deals(store).due(now: at(1)).count { !$0.isIntact } == 1)
      try deals.publishDue(in: store, now: at(1))
      #expect(bus.publisher.position(of: DealPublished.self).sequence == 1)
      #expect(try Deals(store).due(now: at(2)).isEmpty)
    }
  }

  @Test("deals of a vanished venue wait until it is back")
  func dealsOfVanishedVenue() async throws {
    try await withBus { bus, path throws in
      let deals = DealPublisher(publisher: bus.publisher, log: Log("test"))
      func publishedCount() -> UInt64 { bus.publisher.position(of: DealPublished.self).sequence }
      let store = try VenueDatabase(at: .store(path))
      _ = try store.venues.apply([change(venue("a", "Café"))])
      _ = try add(store, "a", from: 10, to: 50, now: 0)
      _ = try store.venues.apply([VenueChanged(id: "a", venue: nil)])
      try deals.publishDue(in: store, now: at(20))
      #expect(publishedCount() == 0)
      #expect(try Deals(store).list(DealListRequest(), now: at(20)).deals.isEmpty)
      _ = try store.venues.apply([change(venue("a", "Café"))])
      try deals.publishDue(in: store, now: at(21))
      #expect(publishedCount() == 1)
    }
  }

  private func withBus(_ body: (Bus, String) throws -> Void) async throws {
    try await TemporaryDirectory.with { directory in
      let bus = try Bus(
        runDirectory: RunDirectory(path: directory.path), name: "store", timeout: .patience)
      let result = Result { try body(bus, directory.path("store.sqlite")) }
      await bus.close()
      try result.get()
    }
  }
}

private func add(
  _ store: VenueDatabase, _ id: VenueID, from start: Int, to end: Int, now: Int
) throws -> Deal {
  try Deals(store).add(
    DealAddRequest(venueID: id, text: "Cake", starts: at(start), ends: at(end)), now: at(now))
}
