import Geography
import MessageBus
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Hours share weights where their rules change the same.
@Suite("Weights by what rules change")
struct RuleEffectTests {
  private static let network = Result {
    try DrawnNetwork.network(
      RoadMap(
        """
        A--B--D--E
           |  |
           F--G
        """,
        ways: [
          "AB": [
            "highway": "residential", "maxspeed": "30",
            // Changes nothing.
            "maxspeed:conditional": "30 @ (07:00-19:00)",
          ],
          "BD": ["highway": "residential", "access:conditional": "no @ (08:00-10:00,15:00-16:00)"],
          // Closes what is closed by then, and says so in other words.
          "DE": ["highway": "residential", "maxspeed:conditional": "10 @ (15:00-16:00)"],
          "BFGD": street,
        ]
      ).elements
    ).0
  }

  private static func time(_ hour: Int, day: Int = 24) -> Timestamp? {
    Timestamp("2026-11-\(day)T\(hour < 10 ? "0" : "")\(hour):20:00+02:00")
  }

  @Test("Hours with the same changes have the same weights, also on other days")
  func sameHours() throws {
    let snapshot = RoadSnapshot(try Self.network.get(), speedSchedule: .emptyRoads)
    let usual = snapshot.metric()
    for (hour, group) in [(3, 0), (7, 0), (8, 1), (9, 1), (10, 0), (15, 2), (18, 0), (20, 0)] {
      let metrics = [24, 25].map { snapshot.metric(at: Self.time(hour, day: $0)) }
      #expect(metrics[0] === metrics[1], "\(hour)")
      let expected = [usual, snapshot.metric(at: Self.time(8)), snapshot.metric(at: Self.time(15))]
      #expect(expected.map { $0 === metrics[0] } == [0, 1, 2].map { $0 == group }, "\(hour)")
    }
    let roads = HourlyRoads(snapshot: snapshot)
    #expect(Set((0..<24).map { roads.number(at: Self.time($0)) }).count == 3)
  }

  @Test("The weights of every hour are those made for it from scratch")
  func scratch() throws {
    let network = try Self.network.get()
    let snapshot = RoadSnapshot(network, speedSchedule: .emptyRoads)
    let clock = RuleClock(network)
    let van = RoadSelection(vehicle: VehicleSize(heightMeters: 3), avoid: [.tolls])
    for hour in 0..<24 {
      for selection in [nil, van] {
        let changes = RoadChanges(network, at: clock.hour(of: Self.time(hour)))
          .choosing(selection, of: network)
        let fresh = TravelMetric(network, changes: changes)
        let metric = snapshot.metric(at: Self.time(hour), for: selection).travel
        #expect(metric.changes == changes, "\(hour)")
        #expect(metric.arcMilliseconds == fresh.arcMilliseconds, "\(hour)")
        #expect(metric.turnMilliseconds == fresh.turnMilliseconds, "\(hour)")
      }
    }
  }

  @Test("Weights are kept by their bytes, those of the last requests and always the newest")
  func kept() throws {
    let network = try Self.network.get()
    let usual = HierarchyMetric(network, TravelMetric(network))
    #expect(usual.bytes(besides: usual) == 0)
    let one = HierarchyMetric(network, TravelMetric(network)).bytes(besides: usual)
    #expect(one > 12 * network.arcCount)
    for (maximum, kept) in [(0, 1), (2 * one, 2), (3 * one + 1, 3), (100 * one, 4)] {
      let metrics = ChangedMetrics(maximumBytes: maximum)
      var made = 0
      func ask(_ effect: Int) {
        let key = ChangedMetrics.Key(period: 0, effect: effect, selection: nil)
        _ = metrics.metric(for: key, besides: usual) {
          made += 1
          return HierarchyMetric(network, TravelMetric(network))
        }
      }
      for effect in [1, 2, 3, 1, 4] { ask(effect) }
      // With room for three, the second was asked for longest ago.
      let expected = [1: 5, 2: 5, 3: 4, 4: 4][kept] ?? 0
      #expect(made == expected, "\(kept)")
      made = 0
      for effect in [4, 1, 3, 2].prefix(kept) { ask(effect) }
      #expect(made == 0, "\(kept)")
    }
  }

  @Test("What weights share with the usual ones does not count")
  func shared() throws {
    let town = RandomTown(side: 20, seed: 5)
    let (network, _) = try DrawnNetwork.network(town.elements)
    let usual = HierarchyMetric(network, TravelMetric(network))
    var changes = RoadChanges()
    changes.closed = [DirectedSegment(SegmentID(0), isBackward: false)]
    let closed = usual.updated(to: changes, under: .none)
    let bytes = closed.bytes(besides: usual)
    #expect(bytes >= 4 * network.arcCount)
    #expect(bytes < HierarchyMetric(network, closed.travel).bytes(besides: usual) / 2)
  }
}
