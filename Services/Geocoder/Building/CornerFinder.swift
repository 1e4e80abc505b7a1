import Geography

/// Where two streets of different names share a point of the map.
struct Corner: Sendable {
  /// The lower of the two streets' numbers.
  let one: Int
  let other: Int
  let coordinate: Coordinate
}

enum CornerFinder {
  /// Points of the same two streets nearer than this are one corner: the four crossings of two
  /// divided roads.
  static let sameCorner: Meters = 80
  /// Streets that may meet in one point; more is a mapping error.
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
      let meeting = (streetsByNode[node] ?? []).sorted()
      for (index, one) in meeting.enumerated() {
        for other in meeting[(index + 1)...] {
          add(point, to: &byPair[Pair(one: one, other: other), default: []])
        }
      }
    }
    return byPair.sorted { $0.key < $1.key }.flatMap { pair, points in
      points.map { Corner(one: pair.one, other: pair.other, coordinate: $0) }
    }
  }

  private static func add(_ point: Coordinate, to corners: inout [Coordinate]) {
    guard !corners.contains(where: { $0.distance(to: point) <= sameCorner }) else { return }
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
