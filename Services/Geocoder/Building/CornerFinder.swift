import Geography

/// A point that two streets of different names share.
struct Corner: Sendable {
  /// The lower of the two streets' numbers.
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

  /// The corners of the streets; linear in their points.
  static func corners(of streets: [JoinedStreet]) -> [Corner] {
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
      points.map { Corner(one: pair.one, other: pair.other, coordinate: $0) }
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
