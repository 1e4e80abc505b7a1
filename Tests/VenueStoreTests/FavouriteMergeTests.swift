import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import VenueStore

@Suite(.bothBackends) struct FavouriteMergeTests {
  @Test("merging the same marks again changes nothing")
  func mergeIsIdempotent() throws {
    try withVenues { store throws in
      let request = merge([mark("a", added: 5, stamp: 5), mark("b", added: 4, stamp: 6)])
      let first = try Favourites(store).merge(request, now: at(10))
      #expect(first.marks.map(\.mark) == request.marks)
      #expect(first.marks.map(\.venue?.id) == ["a", "b"])
      #expect(first.refused.isEmpty && !first.hasMore && first.restart == nil)
      let again = try Favourites(store).merge(request, now: at(11))
      #expect(again.cursor == first.cursor)
      #expect(try Favourites(store).list(of: "ann").favourites.map(\.venue.id) == ["b", "a"])
      let nothing = try Favourites(store).merge(merge([], cursor: first.cursor), now: at(12))
      #expect(nothing.marks.isEmpty && nothing.cursor == first.cursor)
    }
  }

  @Test("the mark with the later stamp wins")
  func lastWriterWins() throws {
    try withVenues { store throws in
      _ = try Favourites(store).merge(merge([mark("a", added: 5, stamp: 5)]), now: at(10))
      _ = try Favourites(store).merge(merge([mark("a", added: nil, stamp: 4)]), now: at(11))
      #expect(try Favourites(store).list(of: "ann").favourites.count == 1)
      let removed = try Favourites(store).merge(
        merge([mark("a", added: nil, stamp: 6)]), now: at(12))
      #expect(try Favourites(store).list(of: "ann").favourites.isEmpty)
      #expect(removed.marks.map(\.venue) == [nil])
      // A change by the store itself is stamped later than all marks it has.
      _ = try Favourites(store).add(
        FavouriteAddRequest(user: "ann", venueID: "a"), now: at(1))
      let back = try Favourites(store).merge(merge([], cursor: removed.cursor), now: at(13))
      #expect(back.marks.map(\.mark.addedAt) == [at(1)])
      #expect(back.marks.allSatisfy { $0.mark.stamp.milliseconds == at(6).millisecondsSince1970 })
    }
  }

  @Test("an invalid mark is refused, the others are merged")
  func refusedMarks() throws {
    try withVenues { store throws in
      let ahead = VenueLimits.clockAheadSeconds + 11
      let long = VenueID(rawValue: String(repeating: "x", count: 201))
      let reply = try Favourites(store).merge(
        merge([
          mark("x", added: 1, stamp: 1), mark("a", added: 1, stamp: ahead),
          mark("b", added: 1, stamp: -2_000_000_000), mark(long, added: 1, stamp: 1),
          mark("b", added: 1, stamp: 1, device: ""), mark("b", added: ahead, stamp: 1),
          mark("b", added: 1, stamp: 1, counter: -1), mark("c", added: 1, stamp: 1),
        ]), now: at(10))
      let reasons: [RefusedMark.Reason] = [
        .unknownVenue, .clockAhead, .malformed, .malformed, .malformed, .malformed, .malformed,
      ]
      #expect(reply.refused.map(\.reason) == reasons)
      #expect(try Favourites(store).list(of: "ann").favourites.map(\.venue.id) == ["c"])
      let many = Array(repeating: mark("a", added: 1, stamp: 1), count: 501)
      expect(.invalidRequest) { try Favourites(store).merge(merge(many), now: at(1)) }
      expect(.invalidRequest) {
        try Favourites(store).merge(
          FavouriteMergeRequest(user: "", marks: [], cursor: 0), now: at(1))
      }
    }
  }

  @Test("many changes come in pages")
  func pagesOfChanges() throws {
    try withVenues { store throws in
      let count = 2 * VenueLimits.maximumMarks + 3
      for number in 0..<count {
        _ = try store.venues.apply([change(venue(VenueID(rawValue: "v\(number)"), "V"))])
      }
      let ids = (0..<count).map { VenueID(rawValue: "v\($0)") }
      for start in stride(from: 0, to: count, by: VenueLimits.maximumMarks) {
        let page = ids[start...].prefix(VenueLimits.maximumMarks)
        _ = try Favourites(store).merge(
          merge(page.map { mark($0, added: 1, stamp: 1) }), now: at(10))
      }
      var (received, cursor, hasMore) = ([VenueID](), Int64(0), true)
      while hasMore {
        let reply = try Favourites(store).merge(merge([], cursor: cursor), now: at(11))
        received += reply.marks.map(\.mark.venueID)
        (cursor, hasMore) = (reply.cursor, reply.hasMore)
      }
      #expect(received == ids)
    }
  }

  @Test("an unknown cursor makes the device start over")
  func foreignCursor() throws {
    try withVenues { store throws in
      let first = try Favourites(store).merge(merge([mark("a", added: 1, stamp: 1)]), now: at(10))
      for cursor in [first.cursor + 1, first.cursor - (1 << 32), -1, 1, .max] {
        let reply = try Favourites(store).merge(merge([], cursor: cursor), now: at(10))
        #expect(reply.restart == .unknownCursor)
        #expect(reply.marks.count == 1 && reply.cursor == first.cursor)
      }
      #expect(first.cursor < 1 << 53)
    }
  }

  @Test("tombstones are deleted after a time, and older cursors start over")
  func oldTombstones() throws {
    try withVenues { store throws in
      let first = try Favourites(store).merge(
        merge([mark("a", added: 1, stamp: 1), mark("b", added: 1, stamp: 1)]), now: at(10))
      let removed = try Favourites(store).merge(
        merge([mark("a", added: nil, stamp: 2)]), now: at(11))
      let later = at(11 + VenueLimits.removalSeconds + 1)
      let next = try Favourites(store).merge(
        merge([mark("c", added: 1, stamp: 3)], cursor: removed.cursor), now: later)
      #expect(next.restart == nil && next.marks.map(\.mark.venueID) == ["c"])
      let behind = try Favourites(store).merge(merge([], cursor: first.cursor), now: later)
      #expect(behind.restart == .cursorTooOld)
      #expect(behind.marks.map(\.mark.venueID) == ["b", "c"])
    }
  }

  @Test("entries of a file are matched by identifier, else by name and coordinate")
  func matches() throws {
    try withVenues { store throws in
      let here = Coordinate(latitude: 37.8, longitude: -122.4)
      for (id, name) in [("x/1", "Blue Bottle Coffee"), ("x/2", "Philz Coffee")] {
        var shop = venue(VenueID(rawValue: id), name)
        shop.coordinate = here
        _ = try store.venues.apply([change(shop)])
      }
      _ = try store.venues.apply([VenueChanged(id: "x/2", venue: nil)])
      let far = here.moved(by: 400, bearing: 90)
      let rows: [(VenueDescription, VenueID?)] = [
        (VenueDescription(id: "x/1"), "x/1"), (VenueDescription(id: "x/9"), nil),
        (VenueDescription(id: "x/9", name: "BLUE BOTTLE", coordinate: here), "x/1"),
        (VenueDescription(name: "Blue Bottle", coordinate: far), nil),
        (VenueDescription(name: "Philz", coordinate: here), "x/2"),
        (VenueDescription(name: "Red Bottle", coordinate: here), nil),
        (VenueDescription(name: "Blue Bottle"), nil), (VenueDescription(coordinate: here), nil),
        (VenueDescription(), nil),
      ]
      let reply = try VenueMatching(store).matches(VenueMatchRequest(places: rows.map(\.0)))
      #expect(reply.matches.map { $0.venue?.id } == rows.map(\.1))
      let many = Array(repeating: VenueDescription(), count: 501)
      expect(.invalidRequest) { try VenueMatching(store).matches(VenueMatchRequest(places: many)) }
    }
  }
}

private func merge(_ marks: [FavouriteMark], cursor: Int64 = 0) -> FavouriteMergeRequest {
  FavouriteMergeRequest(user: "ann", marks: marks, cursor: cursor)
}

/// - Parameters in seconds.
private func mark(
  _ id: VenueID, added: Int?, stamp: Int, device: DeviceID = "phone", counter: Int = 0
) -> FavouriteMark {
  FavouriteMark(
    venueID: id, addedAt: added.map { at($0) },
    stamp: FavouriteStamp(
      milliseconds: at(stamp).millisecondsSince1970, counter: counter, device: device))
}
