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
        { isAll(network.classes) { RoadClass(rawValue: $0) != nil } }
      ),
      ("the segments of a way are out of order", { areWaysSorted(segments) }),
      ("a segment has no length", { isAll(network.lengths) { $0 > 0 } }),
      ("a point is not on Earth", { arePointsValid }),
      ("a name is out of range", { isAll(network.names) { Int($0) < names } }),
      (
        "a name's text is out of range",
        { isRanges(network.firstNameByte, names, into: network.nameBytes.count, least: 0) }
      ),
      (
        "the arcs of a directed segment are out of range",
        { isRanges(network.firstArc, 2 * segments, into: arcs, least: 0) }
      ),
      ("an arc belongs to another directed segment", { areDirectedSegmentsValid(segments) }),
      ("the turns of an arc are out of range", { isRanges(network.firstTurn, arcs, into: turns) }),
      ("a turn leads nowhere", { isAll(network.turnTargets) { Int($0) < arcs } }),
      ("a column of turns has another length than the others", { hasTurnColumns(turns) }),
      (
        "the turns onto an arc are out of range",
        { isRanges(network.firstIncoming, arcs, into: turns) }
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
      && network.incomingTurns.count == turns && network.incomingOrigins.count == turns
      && isAll(network.turnAngles) { abs(Int($0)) <= 120 }
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

  private func isAll<Element>(
    _ array: MappedArray<Element>, _ isFine: (Element) -> Bool
  ) -> Bool {
    for index in array.indices where !isFine(array[index]) { return false }
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
    guard network.firstArc.count == 2 * segments + 1 else { return false }
    for directedSegment in 0..<2 * segments {
      let first = Int(network.firstArc[directedSegment])
      let last = Int(network.firstArc[directedSegment + 1])
      guard first <= last, last <= network.directedSegments.count else { return false }
      // A closed directed segment has no arcs and an open one has a speed, so no division by zero
      // can occur.
      guard first == last || network.speeds[directedSegment] > 0 else { return false }
      for arc in first..<last where Int(network.directedSegments[arc]) != directedSegment {
        return false
      }
    }
    return true
  }

  private func areSignsValid(_ segments: Int, _ names: Int) -> Bool {
    let signed = network.signedSegments
    let sets = network.signs.count / RoadSigns.fieldCount
    guard network.signs.count.isMultiple(of: RoadSigns.fieldCount),
      network.signNumbers.count == signed.count, isAll(network.signNumbers, { Int($0) < sets }),
      isAll(network.signs, { Int($0) < names })
    else { return false }
    for index in signed.indices {
      guard Int(signed[index]) < segments, index == 0 || signed[index - 1] < signed[index] else {
        return false
      }
    }
    return true
  }

  private var areIncomingValid: Bool {
    for arc in network.directedSegments.indices {
      guard Int(network.firstIncoming[arc + 1]) <= network.incomingTurns.count else { return false }
      for index in Int(network.firstIncoming[arc])..<Int(network.firstIncoming[arc + 1]) {
        let turn = Int(network.incomingTurns[index])
        let origin = Int(network.incomingOrigins[index])
        guard turn < network.turnTargets.count, Int(network.turnTargets[turn]) == arc,
          origin < network.directedSegments.count,
          Int(network.firstTurn[origin]) <= turn, turn < Int(network.firstTurn[origin + 1])
        else { return false }
      }
    }
    return true
  }
}
