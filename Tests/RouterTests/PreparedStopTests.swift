import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Sets of stops that come again.
@Suite("Prepared stops")
struct PreparedStopTests {
  /// A random town whose speeds differ from hour to hour, slow enough that drives take hours, and
  /// of whose streets some are closed from ten o'clock on.
  private static func town(
    seed: UInt64
  ) throws -> (town: RandomTown, roads: RoadSnapshot) {
    var random = SeededGenerator(seed: seed)
    let town = RandomTown(side: 7, seed: seed)
    var elements = town.elements
    elements.ways = elements.ways.map { way in
      guard Int.random(in: 0..<5, using: &random) == 0 else { return way }
      let tag: Tags.Pair = ("access:conditional", "no @ (10:00-12:00)")
      return MapWay(id: way.id, nodeIDs: way.nodeIDs, tags: Tags(Array(way.tags.pairs) + [tag]))
    }
    let factors = (0..<24).map { _ in Double.random(in: 0.05...0.15, using: &random) }
    let schedule = SpeedSchedule { hour in SpeedFactors { _ in factors[hour % 24 * 5 / 6] } }
    return (town, RoadSnapshot(try DrawnNetwork.network(elements).0, speedSchedule: schedule))
  }

  @Test("Of two workers that make a set at once, the first keeps it for all")
  func madeTwice() throws {
    let sets = StopSets()
    func make() -> StopSet { StopSet(PackedCoordinates([])) { _ in nil } }
    var first: StopSet?
    let second = sets.set(.name("one")) {
      // Another worker is as far, and quicker.
      first = sets.set(.name("one"), make)
      return make()
    }
    #expect(first !== second)
    _ = sets.set(.name("two"), make)
    // Two names are kept: "one" is there once, so "two" has not displaced it.
    #expect(sets.set(.name("one"), make) === first)
  }

  @Test(
    "All workers share sets and what is prepared for them", arguments: 1...6 as ClosedRange<UInt64>)
  func shared(seed: UInt64) throws {
    let (town, snapshot) = try Self.town(seed: seed)
    let roads = LiveRoads(snapshot)
    let workers = [ProfileRouter(roads), ProfileRouter(roads)]
    let stops = town.coordinates + [town.coordinates[0].moved(by: 9_000, bearing: 180)]
    // More weights than a sweep has.
    let departure = Timestamp("2026-11-23T06:59:50+02:00")!
    let leavings = (0..<14).map { departure.adding(seconds: 3600 * $0) }
    var detours: [DetoursReply] = []
    var best: [BestDetoursReply] = []
    for worker in [0, 1, 1, 0] {
      detours.append(
        try workers[worker].answer(
          DetoursRequest(
            origin: stops[3], destination: stops[1], stops: PackedCoordinates(stops),
            departure: departure, leavings: leavings, hourly: true)))
      best.append(
        try workers[worker].answer(
          BestDetoursRequest(
            origin: stops[3], destination: stops[1], set: "shared",
            stops: best.isEmpty ? PackedCoordinates(stops) : nil, count: 20, departure: departure,
            leavings: leavings)))
    }
    #expect((detours[0].leavingColumns.max() ?? 0) > 7)
    // The first are found without anything prepared.
    #expect(detours.allSatisfy { $0 == detours[0] }, "seed \(seed)")
    #expect(best.allSatisfy { $0 == best[0] }, "seed \(seed)")
    let there = detours[0].toStopSeconds.numbers
    let on = try #require(detours[0].toDestinationMilliseconds).numbers
    let sums = there.indices.map { stop -> Int in
      let columns = stride(from: stop, to: on.count, by: stops.count).compactMap { on[$0] }
      guard let there = there[stop], let least = columns.min() else { return .max }
      return 1000 * Int(there) + Int(least)
    }
    #expect(best[0].stops.count == min(20, sums.count { $0 < .max }))
    guard let least = best[0].leastMillisecondsOfOthers else { return }
    for stop in best[0].stops.numbers { #expect(sums[Int(stop ?? 0)] <= least + 500) }
    #expect(sums.count { $0 < least - 500 } <= 20)
  }

  @Test(
    "A sweep with several weights is that with each", arguments: 1...6 as ClosedRange<UInt64>,
    [true, false])
  func lanes(seed: UInt64, isForward: Bool) throws {
    let (town, snapshot) = try Self.town(seed: seed)
    let network = snapshot.network
    let times = [nil, "2026-11-23T08:10:00Z", "2026-11-23T11:10:00Z", "2026-11-23T17:10:00Z"]
    let metrics = times.map { snapshot.metric(at: $0.flatMap { Timestamp($0) }) }
    #expect(Set(metrics.map(ObjectIdentifier.init)).count == 4)
    let snapper = Snapper(network)
    let positions = town.coordinates.compactMap { snapper.snap($0)?.nearest }
    let stops = PreparedStops(positions, network, isForward: isForward)
    let query = HierarchyQuery(metrics[0])
    var (costs, lanes) = ([UInt32](), [SelectedRows.Lanes]())
    for count in [1, 2, 3, 4, 2] {
      let weights = metrics.prefix(count).map { metric in
        query.use(metric)
        return StopWeights(stops, query.partial, metric)
      }
      let climbs = metrics.prefix(count).map { metric in
        query.use(metric)
        return query.climb(positions[Int(seed)], isForward: isForward)
      }
      stops.rows.sweep(from: climbs, weights.map(\.edges), into: &lanes)
      for lane in 0..<count {
        stops.rows.sweep(from: climbs[lane], weights[lane].edges, into: &costs)
        #expect(lanes.map { SelectedRows.cost(of: $0[lane]) } == costs, "seed \(seed), \(lane)")
        query.use(metrics[lane])
        let cells = query.milliseconds(
          stops.costs(weights[lane]) { costs[$0] }, of: stops, at: positions, positions[Int(seed)])
        let expected =
          isForward
          ? RouteQuery(network, metrics[lane].travel).costs(
            from: positions[Int(seed)], to: positions)
          : RouteQuery(network, metrics[lane].travel).costs(
            from: positions, to: positions[Int(seed)])
        #expect(cells == expected, "seed \(seed), \(lane)")
      }
    }
  }
}
