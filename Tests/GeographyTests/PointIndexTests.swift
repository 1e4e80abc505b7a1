import Geography
import TestSupport
import Testing

/// The index against a scan of all points, which must agree to the last bit.
@Suite(.computing) struct PointIndexTests {
  static let seeds: [UInt64] = [1, 2, 3, 5, 8]

  @Test(arguments: seeds) func nearestAgreesWithAScan(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    for center in map.questions(40) {
      let count = Int.random(in: 1...30, using: &map.random)
      let expected = map.scan { center.distance(to: $0) }
      #expect(
        index.nearest(count, to: center) == Array(expected.prefix(count)), "seed \(seed) \(center)")
    }
  }

  @Test(arguments: seeds) func nearestCountsOnlyWantedPointsWithinTheMaximum(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    for center in map.questions(20) {
      let maximum = map.someLength()
      let expected = map.scan { center.distance(to: $0) }
        .filter { $0.index % 3 == 0 && $0.distance <= maximum }.prefix(10)
      let found = index.nearest(10, to: center, within: maximum) { $0 % 3 == 0 }
      #expect(found == Array(expected), "seed \(seed) \(center) within \(maximum)")
    }
  }

  @Test(arguments: seeds) func radiusAgreesWithAScan(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    for center in map.questions(20) {
      let radius = map.someLength()
      let found = index.all(PointSearch(around: center, to: radius))
      let expected = map.scan { center.distance(to: $0) }.filter { $0.distance <= radius }
      #expect(found == expected, "seed \(seed) \(center) radius \(radius)")
      let ring = index.all(PointSearch(around: center, from: radius / 2, to: radius))
      #expect(ring == expected.filter { $0.distance >= radius / 2 }, "seed \(seed) \(center)")
    }
  }

  @Test("the smallest detours between two points agree with a scan", arguments: seeds)
  func detours(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    let ends = map.questions(30)
    for (origin, destination) in zip(ends, ends.dropFirst()) {
      let scan = map.scan { origin.distance(to: $0) + destination.distance(to: $0) }
      #expect(
        index.nearest(15, between: origin, and: destination) == Array(scan.prefix(15)),
        "seed \(seed) \(origin) \(destination)")
    }
  }

  @Test("the count of points within a detour agrees with a scan", arguments: seeds)
  func detourCount(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    let ends = map.questions(60)
    for (origin, destination) in zip(ends, ends.dropFirst()) {
      let scan = map.scan { origin.distance(to: $0) + destination.distance(to: $0) }
      // Exactly as long as the path via some point, to the last bit, and any other length.
      for length in [scan[scan.count / 3].distance, scan[0].distance + map.someLength()] {
        #expect(
          index.count(within: length, between: origin, and: destination)
            == scan.count { $0.distance <= length }, "seed \(seed) \(origin) \(length)")
      }
    }
    #expect(index.count(within: -1, between: ends[0], and: ends[1]) == 0)
    #expect(index.count(within: .infinity, between: ends[0], and: ends[1]) == index.count)
  }

  @Test("many of the smallest detours agree with a scan", arguments: seeds)
  func manyDetours(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    let ends = map.questions(40)
    for (origin, destination) in zip(ends, ends.dropFirst()) {
      let scan = map.scan { origin.distance(to: $0) + destination.distance(to: $0) }
      let count = Int.random(in: 1...700, using: &map.random)
      let maximum = origin.distance(to: destination) + map.someLength()
      let context = "seed \(seed) \(origin) \(destination): \(count) within \(maximum)"
      let found = index.nearest(count, between: origin, and: destination, within: maximum)
      let expected = scan.filter { $0.distance <= maximum }.prefix(count)
      #expect(found == Array(expected), "\(context)")
      let all = index.nearest(count, between: origin, and: destination)
      #expect(all == Array(scan.prefix(count)), "\(context)")
      let order = index.order
      #expect(all.allSatisfy { order[$0.slot] == $0.index }, "\(context)")
    }
  }

  @Test("hits of numbered points carry their numbers", arguments: seeds)
  func numberedPoints(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let numbers = map.points.indices.filter { $0 % 3 == 1 }
    let index = PointIndex(numbered: numbers.map { ($0, map.points[$0]) })
    for center in map.questions(20) {
      let expected = map.scan { center.distance(to: $0) }.filter { $0.index % 3 == 1 }
      #expect(index.nearest(9, to: center) == Array(expected.prefix(9)), "seed \(seed)")
    }
    #expect(index.order.sorted() == numbers)
  }

  @Test(arguments: seeds) func boxAgreesWithAScan(seed: UInt64) {
    var map = ScatteredPoints(seed: seed)
    let index = PointIndex(map.points)
    for center in map.questions(40) {
      let box = BoundingBox(center).expanded(by: map.someLength())
      let found = index.all(PointSearch(around: center, in: [BoxRegion(box)]))
      let expected = map.scan { center.distance(to: $0) }
        .filter { box.contains(map.points[$0.index]) }
      #expect(found == expected, "seed \(seed) \(box)")
    }
  }

  @Test func theAntimeridianIsNoBorder() {
    let fiji = [(-17.8, 179.99), (-17.8, -179.99), (-17.8, 178.0), (17.8, 0.0)]
    let index = PointIndex(fiji.map { Coordinate(latitude: $0.0, longitude: $0.1) })
    let center = Coordinate(latitude: -17.8, longitude: -179.995)
    #expect(index.nearest(2, to: center).map(\.index) == [1, 0])
  }

  @Test func aroundThePoleAllLongitudesAreNear() {
    let ring = (0..<36).map { Coordinate(latitude: 89.99, longitude: Double($0) * 10 - 180) }
    let index = PointIndex(ring + [Coordinate(latitude: 89, longitude: 0)])
    let pole = Coordinate(latitude: 90, longitude: 77)
    let found = index.all(PointSearch(around: pole, to: 1_200))
    #expect(found.map(\.index).sorted() == Array(0..<36))
  }

  @Test func equallyNearPointsComeInTheOrderGiven() {
    let point = Coordinate(latitude: 60, longitude: 25)
    let index = PointIndex(Array(repeating: point, count: 1_000))
    #expect(index.nearest(5, to: point).map(\.index) == [0, 1, 2, 3, 4])
    #expect(index.nearest(5, to: point).allSatisfy { $0.distance == 0 })
    let there = Coordinate(latitude: 61, longitude: 25)
    #expect(index.nearest(700, between: point, and: there).map(\.index) == Array(0..<700))
  }

  @Test func emptyAndInvalidInputFindsNothing() {
    let point = Coordinate(latitude: 1, longitude: 2)
    let nowhere = Coordinate(latitude: .nan, longitude: 2)
    #expect(PointIndex([]).nearest(3, to: point).isEmpty)
    #expect(PointIndex([point]).nearest(0, to: point).isEmpty)
    #expect(PointIndex([point]).nearest(-1, to: point).isEmpty)
    #expect(PointIndex([point]).nearest(1, to: nowhere).isEmpty)
    #expect(PointIndex([point]).nearest(1, to: point, within: -1).isEmpty)
    #expect(PointIndex([nowhere, Coordinate(latitude: 91, longitude: 0)]).count == 0)
    let index = PointIndex([nowhere, point])
    #expect(index.nearest(5, to: point) == [PointIndex.Hit(index: 1, distance: 0)])
  }

  @Test func anEmptyBoxHoldsNothing() {
    let point = Coordinate(latitude: 1, longitude: 2)
    let box = BoxRegion(BoundingBox(south: 2, west: 0, north: 0, east: 4))
    #expect(PointIndex([point]).all(PointSearch(around: point, in: [box])).isEmpty)
  }
}

extension PointIndex {
  /// What a search finds, nearest first.
  fileprivate func all(_ search: PointSearch) -> [Hit] {
    struct All: PointVisitor {
      let reach: Meters
      var hits: [Hit] = []

      func mayMatch(node: Int) -> Bool { true }
      func matches(_ slot: Int) -> Bool { true }
      mutating func visit(_ hit: Hit) -> Meters {
        hits.append(hit)
        return reach
      }
    }
    var all = All(reach: search.maximum)
    walk(search, &all)
    return all.hits.sorted()
  }
}
