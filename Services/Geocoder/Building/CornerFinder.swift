import Geography

/// A point that two streets of different names share, or where a street meets an area.
struct Corner: Sendable {
  /// The numbers of the two entries; of two streets the lower one first.
  let one: Int
  let other: Int
  let coordinate: Coordinate
}

enum CornerFinder {
  /// Shared points of the same two streets within this distance are one corner, such as the four
  /// crossings of two dual carriageways.
  static let mergeDistance: Meters = 80
  /// The most streets of one point; more is a mapping error.
  static let maximumStreets = 8

  /// A square or park.
  struct Area {
    /// The number of its entry.
    let entry: Int
    let outline: [Coordinate]
  }

  /// A street that ends so near to an area ends at it.
  static let reach: Meters = 15

  /// Where streets meet areas: their points beside an outline, and its points beside them.
  ///
  /// - Parameter first: the number of the first street's entry.
  static func corners(
    of areas: [Area], with streets: [JoinedStreet], first: Int
  ) -> [Corner] {
    let boxes = streets.map { BoundingBox(around: $0.lines.joined()) }
    return areas.flatMap { area -> [Corner] in
      guard let box = BoundingBox(around: area.outline)?.expanded(by: reach) else { return [] }
      return streets.indices.flatMap { street -> [Corner] in
        guard boxes[street]?.intersects(box) == true else { return [] }
        var points: [Coordinate] = []
        for line in streets[street].lines {
          for point in line where box.contains(point) {
            guard PlanarGeometry.nearest(to: point, on: area.outline).1 <= reach else { continue }
            add(point, to: &points)
          }
          for corner in area.outline {
            let (point, distance) = PlanarGeometry.nearest(to: corner, on: line)
            if distance <= reach { add(point, to: &points) }
          }
        }
        return points.map { Corner(one: first + street, other: area.entry, coordinate: $0) }
      }
    }
  }

  /// The corners of the streets; linear in their points.
  ///
  /// - Parameter first: the number of the first street's entry.
  static func corners(of streets: [JoinedStreet], first: Int) -> [Corner] {
    var streetsByNode: [Int64: [Int]] = [:]
    var points: [Int64: Coordinate] = [:]
    for (number, street) in streets.enumerated() {
      for (ids, line) in zip(street.nodeIDs, street.lines) {
        for (node, point) in zip(ids, line) {
          guard let known = streetsByNode[node] else {
            streetsByNode[node] = [number]
            continue
          }
          points[node] = point
          if known.last != number, known.count < maximumStreets, !known.contains(number) {
            streetsByNode[node, default: []].append(number)
          }
        }
      }
    }
    var byPair: [Pair: [Coordinate]] = [:]
    for (node, point) in points.sorted(by: { $0.key < $1.key }) {
      let streets = (streetsByNode[node] ?? []).sorted()
      for (index, one) in streets.enumerated() {
        for other in streets[(index + 1)...] {
          add(point, to: &byPair[Pair(one: one, other: other), default: []])
        }
      }
    }
    return byPair.sorted { $0.key < $1.key }.flatMap { pair, points in
      points.map { Corner(one: first + pair.one, other: first + pair.other, coordinate: $0) }
    }
  }

  private static func add(_ point: Coordinate, to corners: inout [Coordinate]) {
    guard !corners.contains(where: { $0.distance(to: point) <= mergeDistance }) else { return }
    corners.append(point)
  }

  private struct Pair: Hashable, Comparable {
    let one: Int
    let other: Int

    static func < (left: Pair, right: Pair) -> Bool {
      (left.one, left.other) < (right.one, right.other)
    }
  }
}
