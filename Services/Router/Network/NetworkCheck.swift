/// Validates that every index and offset in a network file is in range.
///
/// After a successful check no access can be out of range, whatever program wrote the file. Linear
/// in its size.
struct NetworkCheck {
  private let network: RoadNetwork

  init(_ network: RoadNetwork) { self.network = network }

  /// The first fault; `nil` for a valid network.
  func fault() -> String? {
    let segments = network.lengths.count
    let arcs = network.directedSegments.count
    let turns = network.turnCount
    let roads = network.roads
    // Closures, since a check may rely on the ones before it.
    let checks: [(String, () -> Bool)] = [
      ("a number in \(SharedRoads.fileName) is out of range", { roads.isSound }),
      ("a column of segments does not fit the others", { hasColumns(segments) }),
      (
        "the points of a segment are out of range",
        {
          (0..<segments).map { network.pointRange(of: SegmentID($0)) }
            .allSatisfy { $0.count > 1 && $0.upperBound <= roads.pointCount }
        }
      ),
      (
        "the road of a segment is out of range",
        { network.roadNumbers.allSatisfy { Int($0) < roads.ways.count } }
      ),
      ("the segments of a way are out of order", { areWaysSorted(segments) }),
      ("a segment has no length", { network.lengths.allSatisfy { $0 > 0 } }),
      (
        "the arcs of a directed segment are out of range",
        { network.hasArcLists(of: 2 * segments) }
      ),
      ("an arc belongs to another directed segment", { areDirectedSegmentsValid(segments) }),
      ("the turns of an arc are out of range", { network.firstTurn.isStarts(of: arcs, in: turns) }),
      ("a turn leads nowhere", { areTurnsValid }),
      ("the kind of a turn is out of range", { network.hasTurnKinds }),
      (
        "the turns onto an arc are out of range",
        {
          network.incomingCount == turns
            && network.firstIncoming.isStarts(of: arcs, in: turns)
        }
      ),
      ("a turn onto an arc does not leave its origin", { areIncomingValid }),
      ("a road's signs are out of range", { areSignsValid(segments, roads.nameCount) }),
      (
        "a rule or a limit is out of range",
        { network.rules.isSound(segments: segments, turns: turns, names: roads.nameCount) }
      ),
      (
        "an instruction of the map is out of range",
        { network.maneuvers.isSound(segments: segments) }
      ),
      ("the spatial index does not fit the segments", { SegmentIndex.isSound(network) }),
      ("the hierarchy does not fit the arcs", { network.hierarchy.isSound(for: network) }),
    ]
    return checks.first { !$0.1() }?.0
  }

  private func hasColumns(_ segments: Int) -> Bool {
    network.roadNumbers.count == segments && network.firstPoint.count == segments
      && network.pointCounts.count == segments && network.segmentsByWay.count == segments
      && network.segmentKinds.isSound(count: segments)
  }

  private func areWaysSorted(_ segments: Int) -> Bool {
    let sorted = network.segmentsByWay
    return sorted.allSatisfy { Int($0) < segments }
      && zip(sorted, sorted.dropFirst()).allSatisfy {
        network.way(of: SegmentID($0)) <= network.way(of: SegmentID($1))
      }
  }

  /// - Precondition: the ranges of arcs are valid.
  private func areDirectedSegmentsValid(_ segments: Int) -> Bool {
    (0..<2 * UInt32(segments)).allSatisfy { directedSegment in
      let directed = DirectedSegment(rawValue: directedSegment)
      let arcs = network.arcs(of: directed)
      // A closed directed segment has no arcs and an open one has a speed, so no division by zero
      // can occur.
      return arcs.isEmpty
        || network.speed(of: directed) > 0
          && arcs.allSatisfy {
            Int($0) < network.arcCount && network.directedSegments[Int($0)] == directedSegment
          }
    }
  }

  private func areSignsValid(_ segments: Int, _ names: Int) -> Bool {
    let signed = network.signedSegments
    let sets = network.signs.count / RoadSigns.fieldCount
    guard network.signs.count.isMultiple(of: RoadSigns.fieldCount),
      network.signNumbers.count == signed.count, network.signNumbers.allSatisfy({ Int($0) < sets })
    else { return false }
    return signed.isAscending(below: segments) && network.signs.allSatisfy { Int($0) < names }
  }

  private var areTurnsValid: Bool {
    (0..<network.arcCount).allSatisfy { arc in
      network.targets(from: ArcID(arc)).allSatisfy { $0.index < network.arcCount }
    }
  }

  private var areIncomingValid: Bool {
    network.directedSegments.indices.allSatisfy { arc in
      network.origins(onto: arc).allSatisfy { origin in
        origin < network.arcCount && network.targets(from: ArcID(origin)).contains(ArcID(arc))
      }
    }
  }
}

extension RandomAccessCollection<UInt32> where Index == Int {
  /// Whether the numbers ascend, repeats allowed.
  func isAscending(below limit: Int) -> Bool {
    indices.allSatisfy { Int(self[$0]) < limit && ($0 == 0 || self[$0 - 1] <= self[$0]) }
  }

  /// Whether they are the starts of `count` ranges that make up 0 ..< `total`, and its end.
  func isStarts(of count: Int, in total: Int) -> Bool {
    self.count == count + 1 && self[0] == 0 && Int(self[count]) == total
      && (0..<count).allSatisfy { self[$0] <= self[$0 + 1] }
  }
}
