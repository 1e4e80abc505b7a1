import CommandLineKit
import Messages
import OpeningHours
import TestSupport
import Testing
import Time

@testable import ShopSearch

/// Opening hours at fixed instants, in the time zone of the map.
@Suite struct NearbyHoursTests {
  @Test(
    "the hours of a reply have the state, its end and the next state",
    arguments: [
      ("24/7", saturday, "open", nil, nil),
      ("off", saturday, "closed", nil, nil),
      (nil, saturday, "unknown", nil, nil),
      ("gibberish", saturday, "unknown", nil, nil),
      ("Mo-Su 07:00-18:00", saturday, "open", "2026-11-21T18:00:00-08:00", "closed"),
      ("Mo-Su 08:00-18:00", saturday, "open", "2026-11-21T18:00:00-08:00", "closed"),
      ("Mo-Su 07:00-08:00", saturday, "closed", "2026-11-22T07:00:00-08:00", "open"),
      ("Mo-Fr 07:00-18:00", saturday, "closed", "2026-11-23T07:00:00-08:00", "open"),
      // A change within a week is included, one a second later is not.
      (
        "Sa 08:00-09:00", instant("2026-11-21T09:00:00-08:00"), "closed",
        "2026-11-28T08:00:00-08:00", "open"
      ),
      (
        "Sa 09:00-10:00", instant("2026-11-21T08:59:59-08:00"), "closed",
        "2026-11-21T09:00:00-08:00", "open"
      ),
      ("Dec 24 10:00-12:00", saturday, "closed", nil, nil),
      ("Mo-Su 07:00+", saturday, "unknown", "2026-11-22T00:00:00-08:00", "closed"),
      // Daylight saving time ends that night: the offset is that of the later instant.
      (
        "Su 10:00-12:00", instant("2026-10-31T20:00:00-07:00"), "closed",
        "2026-11-01T10:00:00-08:00", "open"
      ),
      (
        "Mo-Su 07:00-18:00", instant("1969-07-20T13:00:00-07:00"), "open",
        "1969-07-20T18:00:00-07:00", "closed"
      ),
    ] as [(String?, Timestamp, String, String?, String?)])
  func status(
    _ value: String?, _ now: Timestamp, _ state: String, _ until: String?, _ next: String?
  ) throws {
    let found = try index([value]).page(NearbyRequest(coordinate: center), now: now)
    let hours = try #require(found.first?.hours)
    #expect(hours.state.rawValue == state)
    #expect(hours.until?.description == until)
    #expect(hours.next?.rawValue == next)
  }

  @Test(
    "an hours filter matches at its time, over its time span",
    arguments: [
      (HoursFilter(), ["0", "3"]),
      (HoursFilter(admits: .unknown), ["4", "5"]),
      (HoursFilter(admits: .either), ["0", "3", "4", "5"]),
      (HoursFilter(seconds: 3_600), ["0", "3"]),
      (HoursFilter(seconds: 3_601), ["0"]),
      (HoursFilter(seconds: 3_601, admits: .either), ["0", "4", "5"]),
      (HoursFilter(seconds: 86_400), ["0"]),
      (HoursFilter(at: instant("2026-11-23T17:00:00Z")), ["0", "2"]),
      (HoursFilter(at: instant("2026-11-21T22:30:00-08:00")), ["0", "1"]),
      (HoursFilter(at: instant("2026-11-22T01:00:00-08:00"), seconds: 3_600), ["0", "1"]),
    ])
  func filter(_ filter: HoursFilter, _ expected: [String]) throws {
    let index = index([
      "24/7", "Mo-Su 22:00-02:00", "Mo-Fr 07:00-18:00", "Sa 07:00-09:00", nil, "gibberish",
    ])
    let request = NearbyRequest(coordinate: center, filter: VenueFilter(hours: filter))
    #expect(try index.ids(request).sorted() == expected)
  }

  @Test(
    "a day is matched by who opens on it at all, and its hours are those from then on",
    arguments: [
      (.saturday, ["0", "1", "2", "4"]), (.sunday, ["0", "1"]), (.monday, ["0", "1", "3"]),
      (.tomorrow, ["0", "1"]), (.tonight, ["0", "1", "2"]), (.late, ["0", "1"]),
      (.always, ["0"]),
    ] as [(HoursFilter.Moment, [String])])
  func moment(_ moment: HoursFilter.Moment, _ expected: [String]) throws {
    let index = index([
      "24/7", "Mo-Su 22:00-02:00", "Sa 07:00-18:30", "Mo 07:00-18:00", "Sa 07:00-09:00", "off",
    ])
    func request(_ admits: HoursFilter.MatchingStates) -> NearbyRequest {
      NearbyRequest(
        coordinate: center,
        filter: VenueFilter(hours: HoursFilter(admits: admits, moment: moment)))
    }
    #expect(try index.ids(request(.open)).sorted() == expected)
    #expect(try index.ids(request(.unknown)).isEmpty)
    for venue in try index.page(request(.open), now: saturday) {
      #expect(venue.hours?.state == .open)
    }
    let both = VenueFilter(hours: HoursFilter(at: saturday, moment: moment))
    #expect(throws: ServiceError.self) {
      try index.ids(NearbyRequest(coordinate: center, filter: both))
    }
  }

  @Test(
    "a part of a day is matched by who opens in it; only a day has one",
    arguments: [
      (.morning, ["0", "1"]), (.afternoon, ["0", "1", "2"]), (.evening, ["0", "2", "3"]),
    ] as [(HoursFilter.DayPart, [String])])
  func part(_ part: HoursFilter.DayPart, _ expected: [String]) throws {
    let index = index([
      "24/7", "Su 11:00-13:00", "Su 17:00-19:00", "Su 20:00-23:00", "Sa 05:00-24:00",
    ])
    func ids(_ moment: HoursFilter.Moment?) throws -> [String] {
      let hours = HoursFilter(moment: moment, part: part)
      return try index.ids(
        NearbyRequest(coordinate: center, filter: VenueFilter(hours: hours))
      ).sorted()
    }
    #expect(try ids(.sunday) == expected)
    for moment in [nil, .tonight, .late, .always] as [HoursFilter.Moment?] {
      #expect(throws: ServiceError.self) { try ids(moment) }
    }
  }

  @Test("a search that nobody waits for ends, and is asked about only now and then")
  func ended() throws {
    let index = index([String?](repeating: "off", count: 20_000))
    let request = NearbyRequest(coordinate: center, filter: VenueFilter(hours: HoursFilter()))
    for (isWanted, atMost) in [(false, 1), (true, 100)] {
      var looks = 0
      let watch = SearchWatch {
        looks += 1
        return isWanted
      }
      let page = try index.nearby(request, newHoursCache(), now: saturday, watch: watch)
      #expect(page.venues.isEmpty)
      #expect(1...atMost ~= looks)
      #expect(isWanted == (looks > 1))
    }
  }

  @Test(
    "cached results equal those of an empty cache, at any time", arguments: [UInt64](1...5))
  func cache(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hoursCache = newHoursCache()
    for _ in 0..<300 {
      let value = hourValues[Int.random(in: 0..<hourValues.count, using: &random)]
      let at = saturday.secondsSince1970 + .random(in: -900_000...900_000, using: &random)
      let seconds = Int.random(in: 0...90_000, using: &random)
      let fresh = newHoursCache()
      #expect(
        hoursCache.period(of: value, at: at).state == fresh.period(of: value, at: at).state,
        "seed \(seed)")
      #expect(
        hoursCache.state(of: value, at: at, for: seconds)
          == fresh.state(of: value, at: at, for: seconds),
        "seed \(seed), \(value ?? "") at \(at) for \(seconds)")
      #expect(
        hoursCache.status(of: value, at: at) == fresh.status(of: value, at: at), "seed \(seed)")
    }
  }

  private func index(_ hours: [String?]) -> VenueIndex {
    VenueIndex(
      hours.enumerated().map { number, value in
        Venue(
          id: VenueID(rawValue: "\(number)"), name: "Plain", category: .coffee, coordinate: center,
          facts: VenueFacts(openingHours: value))
      })
  }
}
