import Geography
import Messages
import OpenStreetMap

/// Cuts roads at their junctions: each stretch between becomes a segment with its geometry.
///
/// A node is a junction where roads of the profile meet or end, or where a tag matters. At an
/// impassable barrier each road ends at its own graph node, so nothing passes.
struct RoadCutter {
  struct Piece {
    let road: Int
    /// Graph nodes at the first and last point.
    var tail: UInt32
    var head: UInt32
    /// The range in the survey's `points`.
    let points: ClosedRange<Int>
    /// By its own tags, or because it lies in a destination-only area.
    var isDestinationOnly: Bool
  }

  /// Ends of roads that meet at one node; more are left out. Each pair of them is a turn, and the
  /// search structure grows with their cube. The largest junction of 23 extracts has 12.
  static let maximumEnds = 100

  let profile: TravelProfile
  private(set) var pieces: [Piece] = []
  /// Roads of which pieces were left out, as too many meet at a node.
  private(set) var report = ImportReport()
  /// By the survey's node: how many ends of pieces it has, up to `maximumEnds`.
  private var ends: [UInt8]
  /// By graph node: its tags.
  private(set) var tags: [NodeTags] = []
  /// By the survey's node: its graph node; `none` where it is not a junction or is a barrier.
  private var graphNodes: [UInt32]
  /// By the survey's node at a private gate: the graph nodes of the roads that end there.
  private var gates: [UInt32: [UInt32]] = [:]
  /// The graph nodes at private gates between open roads.
  private(set) var gatesBetween: Set<UInt32> = []

  private static let none = UInt32.max

  init(_ survey: RoadSurvey, for profile: TravelProfile) {
    self.profile = profile
    graphNodes = [UInt32](repeating: Self.none, count: survey.nodeIDs.count)
    ends = [UInt8](repeating: 0, count: survey.nodeIDs.count)
    let useCounts = Self.useCounts(survey, profile)
    for (index, road) in survey.roads.enumerated() where road.attributes(for: profile).isOpen {
      cut(road, index, useCounts, survey)
    }
    var areas = DestinationOnlyAreas(pieces, nodes: tags.count)
    pieces = areas.spread(over: pieces, gates: gates.values.flatMap { $0 })
    joinGates()
    sortAlongHilbertCurve(survey)
  }

  /// The graph node of a node of the survey; `nil` where it is not a junction, or is a barrier.
  func graphNode(of node: UInt32) -> UInt32? {
    let known = graphNodes[Int(node)]
    return known == Self.none ? nil : known
  }

  /// By node: how often roads use it, up to 2; nodes used more than once are junctions.
  private static func useCounts(_ survey: RoadSurvey, _ profile: TravelProfile) -> [UInt8] {
    var useCounts = [UInt8](repeating: 0, count: survey.nodeIDs.count)
    for road in survey.roads where road.attributes(for: profile).isOpen {
      for node in survey.nodeIndices[road.nodes] {
        useCounts[Int(node)] = min(2, useCounts[Int(node)] + 1)
      }
      for end in [road.nodes.lowerBound, road.nodes.upperBound - 1] {
        useCounts[Int(survey.nodeIndices[end])] = 2
      }
    }
    for (node, tags) in survey.nodeTags where !tags.isPlain(for: profile) {
      useCounts[Int(node)] = 2
    }
    return useCounts
  }

  private mutating func cut(
    _ road: RoadSurvey.Road, _ index: Int, _ useCounts: [UInt8], _ survey: RoadSurvey
  ) {
    var start = road.nodes.lowerBound
    var tail = graphNode(survey.nodeIndices[start], survey)
    for end in road.nodes.dropFirst() where useCounts[Int(survey.nodeIndices[end])] > 1 {
      let head = graphNode(survey.nodeIndices[end], survey)
      if hasRoom(survey.nodeIndices[start], survey.nodeIndices[end]) {
        pieces.append(
          Piece(
            road: index, tail: tail, head: head, points: start...end,
            isDestinationOnly: road.attributes(for: profile).flags.contains(.destinationOnly)))
      } else {
        report.skip("more roads at a node than \(Self.maximumEnds)", .way, road.wayID)
      }
      start = end
      // At a barrier the road continues from its own graph node.
      tail = graphNode(survey.nodeIndices[end], survey)
    }
  }

  /// Counts the ends of a piece at its nodes; `false` if one has too many already.
  private mutating func hasRoom(_ tail: UInt32, _ head: UInt32) -> Bool {
    guard ends[Int(tail)] < Self.maximumEnds, ends[Int(head)] < Self.maximumEnds else {
      return false
    }
    ends[Int(tail)] += 1
    ends[Int(head)] += 1
    return true
  }

  private mutating func graphNode(_ node: UInt32, _ survey: RoadSurvey) -> UInt32 {
    if let known = graphNode(of: node) { return known }
    let graphNode = UInt32(tags.count)
    let nodeTags = survey.nodeTags[node] ?? .plain
    tags.append(nodeTags)
    if nodeTags.isDestinationOnly(for: profile) {
      gates[node, default: []].append(graphNode)
    } else if !nodeTags.isBlocked(for: profile) {
      graphNodes[Int(node)] = graphNode
    }
    return graphNode
  }

  /// Joins the roads at each private gate.
  private mutating func joinGates() {
    guard !gates.isEmpty else { return }
    var isOpen = [Bool](repeating: false, count: tags.count)
    for piece in pieces where !piece.isDestinationOnly {
      isOpen[Int(piece.tail)] = true
      isOpen[Int(piece.head)] = true
    }
    var joined: [UInt32: UInt32] = [:]
    for (node, ends) in gates {
      if ends.count(where: { isOpen[Int($0)] }) > 1 { gatesBetween.insert(ends[0]) }
      graphNodes[Int(node)] = ends[0]
      for end in ends { joined[end] = ends[0] }
    }
    for index in pieces.indices {
      pieces[index].tail = joined[pieces[index].tail] ?? pieces[index].tail
      pieces[index].head = joined[pieces[index].head] ?? pieces[index].head
    }
  }

  /// Sorts the pieces so that neighbours on the ground have close numbers.
  private mutating func sortAlongHilbertCurve(_ survey: RoadSurvey) {
    let curve = HilbertCurve(over: pieces.lazy.flatMap { survey.points[$0.points] })
    pieces = curve.order(
      of: pieces.map { survey.points[($0.points.lowerBound + $0.points.upperBound + 1) / 2] }
    ).map { pieces[$0] }
  }
}

/// A space-filling curve that keeps neighbours together.
///
/// Source: Wikipedia, "Hilbert curve", xy2d.
struct HilbertCurve {
  private static let order: UInt64 = 1 << 20
  private let box: FixedBox

  init(over points: some Sequence<FixedPoint>) { box = FixedBox(of: points) }

  /// The indices of points in their order along the curve.
  func order(of points: [FixedPoint]) -> [Int] {
    let positions = points.map(position(of:))
    return points.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
  }

  private func position(of point: FixedPoint) -> UInt64 {
    var x = cell(point.longitude, box.west, box.east)
    var y = cell(point.latitude, box.south, box.north)
    var position: UInt64 = 0
    var side = Self.order / 2
    while side > 0 {
      let right: UInt64 = x & side > 0 ? 1 : 0
      let upper: UInt64 = y & side > 0 ? 1 : 0
      position += side * side * ((3 * right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = Self.order - 1 - x
          y = Self.order - 1 - y
        }
        swap(&x, &y)
      }
      side /= 2
    }
    return position
  }

  private func cell(_ value: Int32, _ low: Int32, _ high: Int32) -> UInt64 {
    let range = max(1, Int64(high) - Int64(low))
    return UInt64((Int64(value) - Int64(low)) * Int64(Self.order - 1) / range)
  }
}
