package import Geography

extension MapSource {
  /// Yields what has a place: the selected nodes and ways, then the relations that form areas
  /// (`multipolygon`, `boundary`), each with the ways of its outline.
  ///
  /// Reads the map once, and again for the outlines where a relation is wanted. Keeps those
  /// relations and outlines in memory.
  ///
  /// - Parameters:
  ///   - keys: only elements with one of these.
  ///   - maximumOutlineParts: of all wanted relations together: members, and points of their ways.
  ///   - progress: called now and then with the part read so far, 0 ... 1.
  ///   - isWanted: whether a relation is to be yielded.
  ///   - body: receives an element and the ways of its outline: none of a node, a way itself, of a
  ///     relation those `outerWays` that the map has, in the order of its members.
  /// - Returns: what the source had to skip.
  /// - Throws: as `read`; `TooManyOutlinesError`; whatever `body` throws.
  package func forEachPlace(
    _ keys: Set<String>, maximumOutlineParts: Int = .max, progress: (Double) -> Void = { _ in },
    relations isWanted: (MapRelation) -> Bool,
    _ body: (MapElement, [MapWay]) throws -> Void
  ) throws -> ImportReport {
    var relations: [MapRelation] = []
    var parts = 0
    func count(_ more: Int) throws(TooManyOutlinesError) {
      parts += more
      guard parts <= maximumOutlineParts else {
        throw TooManyOutlinesError(maximum: maximumOutlineParts)
      }
    }
    let all = MapSelection([.node, .way, .relation], keys: keys, locatesWays: true)
    let skipped = try readReporting(all, progress: { progress($0 * 0.7) }) { element in
      switch element {
      case .node: try body(element, [])
      case .way(let way): try body(element, [way])
      case .relation(let relation):
        // A site or a route is a list of elements and has no place.
        guard relation.isArea, isWanted(relation) else { return }
        try count(relation.members.count)
        relations.append(relation)
      }
    }
    let wanted = Set(relations.lazy.flatMap(\.outerWays))
    var outlines: [Int64: MapWay] = [:]
    if !wanted.isEmpty {
      let ways = MapSelection([.way], locatesWays: true)
      try read(ways, progress: { progress(0.7 + $0 * 0.3) }) { element in
        guard case .way(let way) = element, wanted.contains(way.id) else { return }
        try count(way.coordinates.count)
        outlines[way.id] = way
      }
    }
    for relation in relations {
      try body(.relation(relation), relation.outerWays.compactMap { outlines[$0] })
    }
    progress(1)
    return skipped
  }
}

extension MapRelation {
  /// Whether its ways form an area.
  package var isArea: Bool { ["multipolygon", "boundary"].contains(tags["type"]) }

  /// The ways of its outline, without those of its holes.
  package var outerWays: [Int64] {
    members.lazy.filter { $0.kind == .way && $0.role != "inner" }.map(\.id)
  }
}

extension MapWay {
  /// The points that the map has.
  package var line: [Coordinate] { coordinates.compactMap { $0 } }

  /// Whether it ends where it begins and encloses something.
  package var isClosed: Bool { nodeIDs.count > 3 && nodeIDs.first == nodeIDs.last }

  /// Joins ways into closed rings. Drops ways that close no ring, and those that the map has only
  /// in part. Quadratic in the number of ways, which is small.
  package static func rings(of ways: [MapWay]) -> [[Coordinate]] {
    joinedRings(of: ways).map(\.line)
  }

  /// As `rings`: each as a way without tags, with the id of one of those joined.
  package static func joinedRings(of ways: [MapWay]) -> [MapWay] {
    var rest = ways.filter { $0.line.count == $0.nodeIDs.count && $0.line.count > 1 }
    var rings: [MapWay] = []
    while var ring = rest.popLast() {
      while ring.nodeIDs.first != ring.nodeIDs.last {
        guard let next = rest.firstIndex(where: { $0.touches(ring.nodeIDs.last) }) else { break }
        ring = ring.continued(by: rest.remove(at: next))
      }
      if ring.isClosed { rings.append(ring) }
    }
    return rings
  }

  private func touches(_ node: Int64?) -> Bool { nodeIDs.first == node || nodeIDs.last == node }

  private func continued(by next: MapWay) -> MapWay {
    let isForward = next.nodeIDs.first == nodeIDs.last
    let ids = isForward ? next.nodeIDs : next.nodeIDs.reversed()
    let points = isForward ? next.coordinates : next.coordinates.reversed()
    return MapWay(
      id: id, nodeIDs: nodeIDs + ids.dropFirst(), coordinates: coordinates + points.dropFirst())
  }
}

/// The outlines of the relations that a reader wants exceed its limit.
package struct TooManyOutlinesError: Error, CustomStringConvertible {
  let maximum: Int

  package var description: String {
    """
    The areas of the map that are relations have more than \(maximum) members and points. \
    Cut a smaller extract, such as one country.
    """
  }
}
