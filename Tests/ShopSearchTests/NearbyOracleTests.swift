import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import ShopSearch

/// Random filters, areas and orders against a scan of all venues.
@Suite(.computing) struct NearbyOracleTests {
  @Test(
    "random requests equal a scan of all venues, as a whole and page by page",
    arguments: [UInt64](1...12)) func scan(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let base = furnished(.random(in: 1...500, using: &random), &random)
    var changes: VenueChanges = [:]
    for venue in furnished(520, &random) where Int.random(in: 0..<12, using: &random) == 0 {
      changes.updateValue(Bool.random(using: &random) ? venue : nil, forKey: venue.id)
    }
    let index = VenueIndex(base: VenueColumnTable(base), changes: changes)
    let venues =
      base.filter { changes[$0.id] == nil } + changes.values.compactMap { $0 }
    #expect(index.count == venues.count)
    let oracle = NearbyOracle(venues: venues, now: saturday)
    var matches = 0
    for number in 0..<60 {
      let request = anyRequest(&random, of: venues)
      let expected = oracle.answer(request)
      matches += expected.count
      let comment = "seed \(seed), question \(number), \(request)"
      let whole = try index.ids(request.page(of: 500, after: nil))
      #expect(whole == expected.prefix(500).map(\.rawValue), "\(comment)")
      let pages = try joined(index, request, by: .random(in: 1...60, using: &random))
      #expect(pages == expected.map(\.rawValue), "\(comment)")
    }
    #expect(matches > 200, "seed \(seed)")
  }

  private func joined(
    _ index: VenueIndex, _ request: NearbyRequest, by limit: Int
  ) throws -> [String] {
    let hoursCache = newHoursCache()
    var (ids, after) = ([String](), String?.none)
    repeat {
      let page = try index.nearby(
        request.page(of: limit, after: after), hoursCache, now: saturday)
      ids += page.venues.map(\.venue.id.rawValue)
      after = page.next
    } while after != nil
    return ids
  }

  private func anyRequest(
    _ random: inout SeededGenerator, of venues: [Venue]
  ) -> NearbyRequest {
    func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    func sometimes(_ chance: Int) -> Bool { Int.random(in: 0..<chance, using: &random) == 0 }
    let corner = randomCoordinate(&random)
    let box = BoundingBox(
      south: corner.latitude, west: corner.longitude,
      north: corner.latitude + .random(in: 0...0.08, using: &random),
      east: corner.longitude + .random(in: 0...0.08, using: &random))
    let circle = FenceArea.circle(
      center: randomCoordinate(&random), radiusMeters: .random(in: 1...6_000, using: &random))
    return NearbyRequest(
      coordinate: randomCoordinate(&random),
      radiusMeters: sometimes(3) ? .random(in: 0...5_000, using: &random) : nil,
      box: sometimes(5) ? box : nil, area: sometimes(5) ? circle : nil,
      filter: sometimes(6) ? nil : anyFilter(&random, of: venues),
      order: one(of: [nil] + NearbyOrder.allCases))
  }

  private func anyFilter(_ random: inout SeededGenerator, of venues: [Venue]) -> VenueFilter {
    func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    func maybe<Value>(_ values: [Value]) -> Value? {
      Int.random(in: 0..<5, using: &random) == 0 ? one(of: values) : nil
    }
    let ids = (0..<20).map { _ in venues.isEmpty ? "x" : one(of: venues).id } + ["nowhere"]
    let times = ["2026-11-21T16:30:00-08:00", "2026-11-23T06:59:59-08:00", "2027-03-14T01:59:00Z"]
    let hours = HoursFilter(
      at: one(of: [nil] + times.map { instant($0) }), seconds: one(of: [nil, 0, 1_800, 86_400]),
      admits: one(of: [nil] + HoursFilter.MatchingStates.allCases))
    let misspelt = [
      "cofee", "BOTTEL", "roastrs", "mueller", "müler", "ofarel", "caf", "7", "blue b",
    ]
    return VenueFilter(
      category: maybe([.coffee, .hotDrinks, .root, "juice-bar"]),
      name: maybe(nameWords + misspelt),
      brand: maybe(["blue bottle", "peets", "CAFE NERO", "none"]),
      cuisine: maybe(["Thai", "coffee shop", "coffee_shop", "crepe", "none"]),
      venueIDs: maybe([ids, []]), minimumRating: maybe([1, 3.2, 3.5, 4.35, 5]),
      hours: maybe([hours]),
      amenities: VenueAmenities(
        [.outdoorSeating: maybe([true, false]), .takeaway: maybe([true, false])],
        wheelchair: maybe(WheelchairAccess.allCases), wifi: maybe(WifiOffer.allCases)))
  }
}
