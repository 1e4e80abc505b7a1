import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Router

/// Random changes of traffic on random towns, at random hours, against brute force.
@Suite("Traffic against the slow oracle", .computing)
struct TrafficOracleTests {
  @Test(
    "After each change durations equal those of brute force, at every hour",
    arguments: 1...6 as ClosedRange<UInt64>)
  func bruteForce(seed: UInt64) throws {
    var random = SeededGenerator(seed: 700 + seed)
    var town = RandomTown(side: 5, seed: 700 + seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    var snapshot = RoadSnapshot(network)
    let query = RouteQuery(network, snapshot.metric().travel)
    for round in 0..<8 {
      let request = Self.change(&town, using: &random)
      let state = try snapshot.traffic.state.changed(by: request) {
        snapshot.traffic.locate($0, on: network)
      }
      snapshot = snapshot.applying(RoadTraffic(state, on: network, after: snapshot.traffic))
      for (text, permille) in [(nil, 1000), ("2026-11-23T08:00:00Z", 900)]
      where Int.random(in: 0..<3, using: &random) > 0 {
        query.use(snapshot.metric(at: text.flatMap { Timestamp($0) }).travel)
        try Self.expect(query, as: town, permille, "seed \(seed), round \(round)", &random)
      }
      // The weights depend on the state alone, not on the changes that led to it.
      let fresh = RoadSnapshot(network, traffic: RoadTraffic(state, on: network))
      for hour in [nil, 8, 12, 20] {
        let time = hour.map { Timestamp(secondsSince1970: Int64(4 * 24 + $0) * 3600) }
        let (old, new) = (snapshot.metric(at: time).travel, fresh.metric(at: time).travel)
        #expect(old.arcMilliseconds == new.arcMilliseconds, "seed \(seed), round \(round)")
        #expect(old.turnMilliseconds == new.turnMilliseconds, "seed \(seed), round \(round)")
      }
    }
  }

  /// Makes a random request, and applies it to the town.
  private static func change(
    _ town: inout RandomTown, using random: inout SeededGenerator
  ) -> TrafficRequest {
    var set: [TrafficChange] = []
    var clear: [RoadReference] = []
    let clearAll = Int.random(in: 0..<8, using: &random) == 0
    if clearAll { for street in town.streets.indices { town.setLiveSpeed(street, nil) } }
    for street in town.streets.indices.shuffled(using: &random).prefix(4) {
      let road = RoadReference(way: street + 1)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        clear.append(road)
        town.setLiveSpeed(street, nil)
      case 1:
        set.append(TrafficChange(road: road, state: .closed))
        town.setLiveSpeed(street, 0)
      case 2:
        let speed = Double(Int.random(in: 1...14, using: &random) * 10)
        set.append(TrafficChange(road: road, state: .speed(kilometersPerHour: speed)))
        town.setLiveSpeed(street, (speed / 3.6 * 1000).rounded(.down) / 1000)
      default:
        // One direction only; a one-way street has no other.
        let ends = town.streets[street].nodes.map { town.coordinates[$0] }
        let isForward = town.streets[street].isOneWay || Bool.random(using: &random)
        let bearing = isForward ? ends[0].bearing(to: ends[1]) : ends[1].bearing(to: ends[0])
        set.append(
          TrafficChange(
            road: RoadReference(way: street + 1, bearing: bearing), state: .closed))
        town.setLiveSpeed(street, 0, forward: isForward, backward: !isForward)
      }
    }
    return TrafficRequest(set: set, clear: clear, clearAll: clearAll)
  }

  private static func expect(
    _ query: RouteQuery, as town: RandomTown, _ permille: Int, _ label: Comment,
    _ random: inout SeededGenerator
  ) throws {
    let network = query.network
    for _ in 0..<12 {
      let ends = (0..<2).map { _ in
        (
          street: Int.random(in: town.streets.indices, using: &random),
          part: Double.random(in: 0.1...0.9, using: &random)
        )
      }
      let positions = try ends.map { end in
        let nodes = town.streets[end.street].nodes.map { town.coordinates[$0] }
        let point = Coordinate(
          latitude: nodes[0].latitude + (nodes[1].latitude - nodes[0].latitude) * end.part,
          longitude: nodes[0].longitude + (nodes[1].longitude - nodes[0].longitude) * end.part)
        let segment = try #require(network.segments(ofWay: Int64(end.street + 1)).first)
        return network.project(point, onto: segment).position
      }
      let slow = town.seconds(from: ends[0], to: ends[1], permille: permille)
      let cell = query.costs(from: positions[0], to: [positions[1]])[0]
      #expect(query.costs(from: [positions[0]], to: positions[1]) == [cell], label)
      let legs = try? query.path(through: positions)
      #expect(legs?[0].milliseconds == cell, label)
      switch (slow, cell.map { Double($0) / 1000 }) {
      case (nil, nil): break
      case (let slow?, let fast?):
        #expect(abs(slow - fast) < 0.3, "\(label): \(ends) slow \(slow) fast \(fast)")
      case (let slow, let fast):
        Issue.record("\(label): \(ends) slow \(slow as Any) fast \(fast as Any)")
      }
    }
  }
}
