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
    let turns = network.turnTargets.count
    let names = max(0, network.firstNameByte.count - 1)
    // Closures, since a check may rely on the ones before it.
    let checks: [(String, () -> Bool)] = [
      ("a column of segments has another length than the others", { hasColumns(segments) }),
      (
        "the points of a segment are out of range",
        { isRanges(network.firstPoint, segments, into: network.points.count / 2, least: 2) }
      ),
      (
        "a segment's class is unknown",
        { network.classes.allSatisfy { RoadClass(rawValue: $0) != nil } }
      ),
      ("the segments of a way are out of order", { areWaysSorted(segments) }),
      ("a segment has no length", { network.lengths.allSatisfy { $0 > 0 } }),
      ("a point is not on Earth", { arePointsValid }),
      ("a name is out of range", { network.names.allSatisfy { Int($0) < names } }),
      (
        "a name's text is out of range",
        { isRanges(network.firstNameByte, names, into: network.nameBytes.count, least: 0) }
      ),
      (
        "the arcs of a directed segment are out of range",
        { network.hasArcLists(of: 2 * segments) }
      ),
      ("an arc belongs to another directed segment", { areDirectedSegmentsValid(segments) }),
      ("the turns of an arc are out of range", { isRanges(network.firstTurn, arcs, into: turns) }),
      ("a turn leads nowhere", { network.turnTargets.allSatisfy { Int($0) < arcs } }),
      ("a column of turns has another length than the others", { hasTurnColumns(turns) }),
      (
        "the turns onto an arc are out of range",
        {
          network.incomingOrigins.count == turns
            && isRanges(network.firstIncoming, arcs, into: turns)
        }
      ),
      ("a turn onto an arc does not leave its origin", { areIncomingValid }),
      ("a road's signs are out of range", { areSignsValid(segments, names) }),
      (
        "a rule or a limit is out of range",
        { network.rules.isSound(segments: segments, turns: turns, names: names) }
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
    network.speeds.count == 2 * segments && network.names.count == segments
      && network.flags.count == segments && network.ways.count == segments
      && network.classes.count == segments && network.segmentsByWay.count == segments
      && network.points.count.isMultiple(of: 2)
  }

  private func hasTurnColumns(_ turns: Int) -> Bool {
    network.turnAngles.count == turns && network.turnFlags.count == turns
      && network.turnCosts.count == turns
      && network.turnAngles.allSatisfy { abs(Int($0)) <= 120 }
  }

  /// Whether `starts` cuts 0 ..< `total` into `count` ranges of at least `least`.
  private func isRanges(
    _ starts: MappedArray<UInt32>, _ count: Int, into total: Int, least: UInt32 = 0
  ) -> Bool {
    guard starts.count == count + 1, starts[0] == 0, Int(starts[count]) == total else {
      return false
    }
    for index in 0..<count {
      guard starts[index] <= starts[index + 1], starts[index + 1] - starts[index] >= least else {
        return false
      }
    }
    return true
  }

  private var arePointsValid: Bool {
    for index in 0..<network.points.count / 2 {
      let point = network.point(index)
      guard abs(Int(point.latitude)) <= 900_000_000, abs(Int(point.longitude)) <= 1_800_000_000
      else { return false }
    }
    return true
  }

  private func areWaysSorted(_ segments: Int) -> Bool {
    var last = Int64.min
    for index in network.segmentsByWay.indices {
      let segment = Int(network.segmentsByWay[index])
      guard segment < segments, network.ways[segment] >= last else { return false }
      last = network.ways[segment]
    }
    return true
  }

  /// - Precondition: the ranges of arcs are valid.
  private func areDirectedSegmentsValid(_ segments: Int) -> Bool {
    (0..<2 * UInt32(segments)).allSatisfy { directedSegment in
      let arcs = network.arcs(of: DirectedSegment(rawValue: directedSegment))
      // A closed directed segment has no arcs and an open one has a speed, so no division by zero
      // can occur.
      return arcs.isEmpty
        || network.speeds[Int(directedSegment)] > 0
          && arcs.allSatisfy {
            Int($0) < network.arcCount && network.directedSegments[Int($0)] == directedSegment
          }
    }
  }

  private func areSignsValid(_ segments: Int, _ names: Int) -> Bool {
    let signed = network.signedSegments
    let sets = network.signs.count / RoadSigns.fieldCount
    guard network.signs.count.isMultiple(of: RoadSigns.fieldCount),
      network.signNumbers.count == signed.count, network.signNumbers.allSatisfy({ Int($0) < sets }),
      network.signs.allSatisfy({ Int($0) < names })
    else { return false }
    for index in signed.indices {
      guard Int(signed[index]) < segments, index == 0 || signed[index - 1] < signed[index] else {
        return false
      }
    }
    return true
  }

  private var areIncomingValid: Bool {
    network.directedSegments.indices.allSatisfy { arc in
      network.origins(onto: arc).allSatisfy { origin in
        Int(origin) < network.arcCount
          && network.turns(from: ArcID(origin)).contains { network.turnTargets[$0] == arc }
      }
    }
  }
}
