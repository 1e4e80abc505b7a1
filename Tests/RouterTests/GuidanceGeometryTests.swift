import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Sides and exit numbers of random routes against the drawn line, by rules of their own.
@Suite("Guidance: geometry", .computing, .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct GuidanceGeometryTests {
  static let allMaps = [
    "baltimore_2015.osm.pbf", "boston_2020.osm.pbf", "bristol_2019.osm.pbf",
    "campo-grande_2013.osm.gz", "dreieich_brouter.osm.gz", "helsinki.osm.pbf",
    "jonkoping-conditionals.osm.pbf", "krems_2013.osm.gz", "lauf_2020.osm.pbf",
    "laufamholzstr_gh.osm", "liechtenstein_2021.osm.pbf", "malta_2016.osm.pbf",
    "melbourne-conditionals.osm.pbf", "monaco_2020.osm.pbf", "moscow-north_2013.osm.gz",
    "paris-marais.osm.pbf", "reisterstown_md.osm.pbf", "rhein-neckar_roads_2016.osm.pbf",
    "rome_2015.osm.pbf", "sf_demo_derived.osm.pbf", "singapore-bayfront_2019.osm.pbf",
    "stockholm_2020.osm.pbf", "west-oakland_osmnx.osm.bz2",
  ]
  private static let isLong = ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil

  /// Besides one map, with `QUICKBREW_LONG=1` every map.
  private static let maps = isLong ? allMaps : ["liechtenstein_2021.osm.pbf"]

  @Test("No side and no exit number contradicts the line", arguments: maps)
  func agree(map: String) throws {
    guard let path = RealMaps.path(map) else { return }
    let (network, _) = try DrawnNetwork.network(MapFile(path: path))
    let router = ProfileRouter(RoadSnapshot(network))
    let oracle = LineOracle(network)
    var random = SeededGenerator(seed: 71)
    let wanted = Self.isLong ? 1_000 : 300
    var (routes, sides, exits) = (0, 0, 0)
    var contradictions: [String] = []
    for _ in 0..<10 * wanted where routes < wanted {
      let points = (0..<2).map { _ in
        let segment = SegmentID(Int.random(in: 0..<network.segmentCount, using: &random))
        return network.point(network.pointRange(of: segment).lowerBound).coordinate
      }
      guard
        let reply = try? router.answer(
          RouteRequest(waypoints: points, geometry: true, steps: true)),
        reply.distanceMeters > 0, let line = reply.geometry?.coordinates
      else { continue }
      routes += 1
      let steps = reply.legs[0].steps ?? []
      for step in steps {
        switch oracle.verdict(on: step.maneuver, of: steps, along: line) {
        case .agrees(let isExit):
          sides += isExit ? 0 : 1
          exits += isExit ? 1 : 0
        case .contradicts(let why):
          let place = step.maneuver.coordinate
          contradictions.append(
            "\(why): “\(step.instruction)” at \(place.latitude),\(place.longitude)")
        case .silent: break
        }
      }
    }
    let found = Set(contradictions).sorted()
    print("\(map): \(routes) routes, \(sides) sides, \(exits) exits, \(found.count) contradictions")
    #expect(found.isEmpty, "\(found.prefix(20).joined(separator: "\n"))")
    #expect(routes == wanted || network.segmentCount < 500)
  }
}

/// What the line of a route says of its maneuvers.
private struct LineOracle {
  enum Verdict {
    case agrees(isExit: Bool)
    case contradicts(String)
    case silent
  }

  private struct Key: Hashable {
    let latitude: Int
    let longitude: Int

    /// The line of a reply is in millionths of a degree.
    init(_ point: Coordinate) {
      latitude = Int((point.latitude * 1e6).rounded())
      longitude = Int((point.longitude * 1e6).rounded())
    }
  }

  private let network: RoadNetwork
  /// By junction: the directed segments that leave it, open to cars, no roundabouts.
  private var leaving: [Key: [DirectedSegment]] = [:]
  private var ring: Set<[Key]> = []

  init(_ network: RoadNetwork) {
    self.network = network
    for index in 0..<network.segmentCount {
      let segment = SegmentID(index)
      let points = network.pointRange(of: segment).map { Key(network.point($0).coordinate) }
      if network.flags(of: segment).contains(.roundabout) {
        for (start, end) in zip(points, points.dropFirst()) { ring.insert([start, end]) }
        continue
      }
      for isBackward in [false, true] {
        let directed = DirectedSegment(segment, isBackward: isBackward)
        guard !network.arcs(of: directed).isEmpty else { continue }
        leaving[isBackward ? points[points.count - 1] : points[0], default: []].append(directed)
      }
    }
  }

  func verdict(
    on maneuver: Maneuver, of steps: [RouteStep], along line: [Coordinate]
  ) -> Verdict {
    let key = Key(maneuver.coordinate)
    let places = line.indices.filter { Key(line[$0]) == key }
    // A place that is passed twice says nothing about one of them.
    guard places.count == 1, let place = places.first, place > 0, place < line.count - 1 else {
      return .silent
    }
    if maneuver.kind == .roundabout {
      return maneuver.exit.map { exitVerdict($0, at: place, line) } ?? .silent
    }
    guard [.turn, .endOfRoad, .continue].contains(maneuver.kind), let told = maneuver.direction
    else { return .silent }
    // The bend of another maneuver a few metres away does not count.
    let others = Set(steps.map { Key($0.maneuver.coordinate) }).subtracting([key])
    let stretch = line.indices.filter { others.contains(Key(line[$0])) }
    let start = stretch.last { $0 < place } ?? 0
    let end = stretch.first { $0 > place } ?? line.count - 1
    return sideVerdict(told, at: place - start, Array(line[start...end]))
  }

  // MARK: Sides

  /// The told side is contradicted if the line bends to the other at every distance.
  private func sideVerdict(
    _ told: TurnDirection, at place: Int, _ line: [Coordinate]
  ) -> Verdict {
    let angles = [12.0, 25, 45, 70].map { reach in
      turn(
        from: bearing(from: place, by: -1, reach, line) + 180,
        to: bearing(from: place, by: 1, reach, line))
    }
    let clear = 30.0
    // Nearly back: which side is a matter of degrees.
    guard angles.allSatisfy({ abs($0) < 150 }) else { return .silent }
    switch told {
    case .left, .slightLeft, .sharpLeft:
      return angles.allSatisfy { $0 > clear }
        ? .contradicts("right \(angles)") : .agrees(isExit: false)
    case .right, .slightRight, .sharpRight:
      return angles.allSatisfy { $0 < -clear }
        ? .contradicts("left \(angles)") : .agrees(isExit: false)
    case .straight:
      return angles.allSatisfy { abs($0) > 60 }
        ? .contradicts("bends \(angles)") : .agrees(isExit: false)
    case .uturn: return .silent
    }
  }

  /// The compass bearing from a point of the line to the one a distance before or after it.
  private func bearing(
    from place: Int, by step: Int, _ reach: Meters, _ line: [Coordinate]
  ) -> Double {
    var (index, length) = (place, 0.0)
    while line.indices.contains(index + step) {
      let next = line[index].distance(to: line[index + step])
      if length + next >= reach {
        let target = line[index].moved(
          by: reach - length, bearing: line[index].bearing(to: line[index + step]))
        return line[place].bearing(to: target)
      }
      length += next
      index += step
    }
    return line[place].bearing(to: line[index])
  }

  private func turn(from: Double, to: Double) -> Double {
    let angle = (to - from).truncatingRemainder(dividingBy: 360)
    return angle > 180 ? angle - 360 : angle < -180 ? angle + 360 : angle
  }

  // MARK: Exits

  private func isRing(_ start: Coordinate, _ end: Coordinate) -> Bool {
    ring.contains([Key(start), Key(end)]) || ring.contains([Key(end), Key(start)])
  }

  /// Degrees swept from one bearing to another: with traffic on the right anticlockwise.
  private func swept(from: Double, to: Double) -> Double {
    let clockwise = (to - from).truncatingRemainder(dividingBy: 360)
    let angle = network.drivingSide == .right ? -clockwise : clockwise
    return (angle + 720).truncatingRemainder(dividingBy: 360)
  }

  private func away(_ directed: DirectedSegment) -> Double {
    var points = network.pointRange(of: directed.segment).map { network.point($0).coordinate }
    if directed.isBackward { points.reverse() }
    return bearing(from: 0, by: 1, 10, points)
  }

  private func exitVerdict(_ told: Int, at place: Int, _ line: [Coordinate]) -> Verdict {
    guard !isRing(line[place - 1], line[place]) else { return .silent }
    var last = place
    while last + 1 < line.count, isRing(line[last], line[last + 1]) { last += 1 }
    guard last + 1 < line.count else { return .silent }
    let approach = bearing(from: place, by: -1, 10, line)
    let taken = bearing(from: last, by: 1, 10, line)
    let isMinor = isMinor(from: line[last], to: line[last + 1])
    var count = 1
    if last > place {
      // At the entry: those between the approach and the way round, on the outer side.
      let round = line[place].bearing(to: line[place + 1])
      let own = swept(from: approach, to: round)
      count += exits(isMinor, at: line[place], besides: line[place - 1]) {
        swept(from: approach, to: $0) < own
      }
      for index in place + 1..<last { count += exits(isMinor, at: line[index]) { _ in true } }
      let behind = line[last].bearing(to: line[last - 1])
      let mine = swept(from: behind, to: taken)
      count += exits(isMinor, at: line[last], besides: line[last + 1]) {
        swept(from: behind, to: $0) < mine
      }
    } else {
      // A mini-roundabout, a node.
      let mine = swept(from: approach, to: taken)
      count += exits(isMinor, at: line[place], besides: line[place - 1], line[place + 1]) {
        swept(from: approach, to: $0) < mine
      }
    }
    return count == told
      ? .agrees(isExit: true) : .contradicts("exit \(count) of the line, \(told) told")
  }

  /// Whether the road from one point of the line to the next is a service road or less.
  private func isMinor(from start: Coordinate, to end: Coordinate) -> Bool {
    (leaving[Key(start)] ?? []).contains { directed in
      let points = network.pointRange(of: directed.segment)
      let second = directed.isBackward ? points.upperBound - 2 : points.lowerBound + 1
      return Key(network.point(second).coordinate) == Key(end)
        && network.roadClass(of: directed.segment).isMinor
    }
  }

  /// - Parameters:
  ///   - withMinor: whether service roads, tracks and paths count.
  ///   - others: points of the route, which the roads counted do not pass.
  private func exits(
    _ withMinor: Bool, at point: Coordinate, besides others: Coordinate...,
    where isPassed: (Double) -> Bool
  ) -> Int {
    let own = others.map(Key.init)
    return (leaving[Key(point)] ?? []).count { directed in
      guard withMinor || !network.roadClass(of: directed.segment).isMinor else { return false }
      let points = network.pointRange(of: directed.segment)
      let second =
        directed.isBackward ? points.upperBound - 2 : points.lowerBound + 1
      let next = network.point(second).coordinate
      // Some roads are drawn a second time over a piece of the ring.
      return !own.contains(Key(next)) && !isRing(point, next) && isPassed(away(directed))
    }
  }
}
