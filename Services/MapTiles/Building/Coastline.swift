import Geography

/// The shore of the sea, of which areas of sea are made.
///
/// Source: https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline: land lies on the left of
/// each way, water on the right.
struct Coastline {
  struct Way {
    let nodes: [Int64]
    let points: [Coordinate]
  }

  /// A ring of sea, clockwise, and the islands in it. No ring repeats its first point.
  struct Area: Equatable {
    let outer: [Coordinate]
    var islands: [[Coordinate]]
  }

  private let lines: [Way]

  /// Joins the ways where one ends and another begins.
  init(_ ways: [Way]) {
    var byStart = Dictionary(ways.map { ($0.nodes[0], $0) }) { first, _ in first }
    var (lines, joined) = ([Way](), Set<Int64>())
    let ends = Set(ways.compactMap(\.nodes.last))
    // What continues nothing begins a line; what is left then are rings.
    for way in ways.filter({ !ends.contains($0.nodes[0]) }) + ways {
      guard joined.insert(way.nodes[0]).inserted else { continue }
      var (nodes, points) = (way.nodes, way.points)
      byStart[nodes[0]] = nil
      while let end = nodes.last, end != nodes[0], let next = byStart.removeValue(forKey: end) {
        joined.insert(end)
        nodes += next.nodes.dropFirst()
        points += next.points.dropFirst()
      }
      lines.append(Way(nodes: nodes, points: points))
    }
    self.lines = lines
  }

  /// The parts of a box that are sea; none if there is no shore in it.
  func sea(in box: BoundingBox) -> [Area] {
    let frame = Frame(box)
    var (pieces, islands, areas) = ([[Coordinate]](), [[Coordinate]](), [Area]())
    for line in lines {
      let isRing = line.nodes.first == line.nodes.last
      if isRing, line.points.allSatisfy(box.contains) {
        let ring = Array(line.points.dropLast())
        guard ring.count > 2 else { continue }
        // Land on the left: a counter-clockwise ring is an island, the other a sea within land.
        if Ring.signedArea(of: ring) > 0 { islands.append(ring) } else { areas.append(Area(ring)) }
      } else {
        pieces += frame.pieces(of: line.points, isRing: isRing)
      }
    }
    if pieces.isEmpty && areas.isEmpty && !islands.isEmpty { areas = [Area(frame.corners)] }
    areas += frame.rings(closing: pieces).map(Area.init)
    for island in islands {
      if let index = areas.firstIndex(where: { Ring.contains($0.outer, island[0]) }) {
        areas[index].islands.append(island)
      }
    }
    return areas
  }
}

extension Coastline.Area {
  fileprivate init(_ outer: [Coordinate]) { self.init(outer: outer, islands: []) }
}

/// A box that lines are cut at, and whose border closes them.
private struct Frame {
  let box: BoundingBox
  /// Clockwise from the north-west.
  let corners: [Coordinate]

  /// How far inside the box a line may end and still be continued to the border, of the box's
  /// shorter side: extracts are cut at nodes.
  static let reach = 0.1

  init(_ box: BoundingBox) {
    self.box = box
    corners = [
      Coordinate(latitude: box.north, longitude: box.west),
      Coordinate(latitude: box.north, longitude: box.east),
      Coordinate(latitude: box.south, longitude: box.east),
      Coordinate(latitude: box.south, longitude: box.west),
    ]
  }

  /// The parts of a line within the box, each from border to border.
  func pieces(of points: [Coordinate], isRing: Bool) -> [[Coordinate]] {
    var points = points
    if isRing, let outside = points.firstIndex(where: { !box.contains($0) }) {
      // A ring that leaves the box is cut where it is outside.
      points = Array(points[outside...] + points[1...outside])
    }
    var (pieces, piece) = ([[Coordinate]](), [Coordinate]())
    for (from, to) in zip(points, points.dropFirst()) {
      guard let (first, last) = clip(from, to) else { continue }
      if piece.last != first {
        pieces.append(piece)
        piece = [first]
      }
      if last != first { piece.append(last) }
    }
    pieces.append(piece)
    return pieces.filter { $0.count > 1 }.compactMap(reachingBorder)
  }

  /// The part of a segment within the box, by Liang and Barsky.
  private func clip(_ a: Coordinate, _ b: Coordinate) -> (Coordinate, Coordinate)? {
    let (dx, dy) = (b.longitude - a.longitude, b.latitude - a.latitude)
    var (enter, leave) = (0.0, 1.0)
    for (p, q) in [
      (-dx, a.longitude - box.west), (dx, box.east - a.longitude),
      (-dy, a.latitude - box.south), (dy, box.north - a.latitude),
    ] {
      if p == 0 {
        if q < 0 { return nil }
      } else if p < 0 {
        enter = max(enter, q / p)
      } else {
        leave = min(leave, q / p)
      }
    }
    guard enter < leave else { return nil }
    func point(_ part: Double) -> Coordinate {
      Coordinate(latitude: a.latitude + part * dy, longitude: a.longitude + part * dx)
    }
    return (enter == 0 ? a : point(enter), leave == 1 ? b : point(leave))
  }

  /// The line continued to the border at both ends; `nil` if one ends far within.
  private func reachingBorder(_ piece: [Coordinate]) -> [Coordinate]? {
    let nearest = (onBorder(piece[0]), onBorder(piece[piece.count - 1]))
    let limit = Self.reach * min(box.north - box.south, box.east - box.west)
    guard nearest.0.distance <= limit, nearest.1.distance <= limit else { return nil }
    return [nearest.0.point] + piece + [nearest.1.point]
  }

  /// The nearest point of the border, and how far it is in degrees.
  private func onBorder(_ point: Coordinate) -> (point: Coordinate, distance: Double) {
    let (y, x) = (point.latitude, point.longitude)
    let sides = [
      (Coordinate(latitude: y, longitude: box.west), x - box.west),
      (Coordinate(latitude: y, longitude: box.east), box.east - x),
      (Coordinate(latitude: box.south, longitude: x), y - box.south),
      (Coordinate(latitude: box.north, longitude: x), box.north - y),
    ]
    return sides.map { ($0.0, abs($0.1)) }.min { $0.1 < $1.1 } ?? (point, 0)
  }

  /// The border's length up to one of its points, clockwise from the north-west, 0 ..< 4: one for
  /// each side.
  private func mark(_ point: Coordinate) -> Double {
    let (width, height) = (box.east - box.west, box.north - box.south)
    if point.latitude == box.north { return (point.longitude - box.west) / width }
    if point.longitude == box.east { return 1 + (box.north - point.latitude) / height }
    if point.latitude == box.south { return 2 + (box.east - point.longitude) / width }
    return 3 + (point.latitude - box.south) / height
  }

  /// Rings of sea: along a piece to the border, then clockwise along the border to where the next
  /// piece begins. Water is on the right of both.
  func rings(closing pieces: [[Coordinate]]) -> [[Coordinate]] {
    let starts = pieces.map { mark($0[0]) }
    var (left, rings) = (Set(pieces.indices), [[Coordinate]]())
    while let first = left.min() {
      var (ring, current) = ([Coordinate](), first)
      while left.remove(current) != nil {
        ring += pieces[current]
        let end = mark(pieces[current][pieces[current].count - 1])
        func way(to start: Double) -> Double { start >= end ? start - end : start - end + 4 }
        // Of those not yet in a ring, or the first, to which the ring returns.
        let next = (left.union([first])).min { way(to: starts[$0]) < way(to: starts[$1]) } ?? first
        ring += turns(from: end, length: way(to: starts[next]))
        current = next
      }
      if ring.count > 2 { rings.append(ring) }
    }
    return rings
  }

  private func turns(from mark: Double, length: Double) -> [Coordinate] {
    (1...8).filter { Double($0) > mark && Double($0) < mark + length }.map { corners[$0 % 4] }
  }
}
