import Algorithms
package import Geography
package import Messages

/// The roads of a map for one profile, immutable and mapped from its file.
///
/// Segments are sorted along a Hilbert curve, so that neighbours on the ground are neighbours in
/// memory. Opening verifies the checksum of all bytes and nothing else; `NetworkCheck` validates
/// the indices, in the builder and in `router check`.
package final class RoadNetwork: Sendable {
  private let file: MappedFile
  /// What it shares with the networks of other profiles.
  let roads: SharedRoads
  /// Identifies the contents: the checksum, in 16 hexadecimal digits.
  package let version: String
  /// The smallest box around all roads.
  package let box: BoundingBox
  /// The profile whose roads these are.
  package let profile: TravelProfile
  package let drivingSide: DrivingSide
  package let drivingSideReason: DrivingSideReason

  let roadNumbers: BlockNumbers<Int16>
  let firstPoint: BlockNumbers<Int16>
  let pointCounts: BlockNumbers<UInt8>
  let lengths: BlockNumbers<UInt16>
  let segmentKinds: DistinctValues<UInt64>
  private let arcs: MappedArray<UInt32>
  private let arcLists: MappedArray<UInt32>
  let directedSegments: BlockNumbers<Int16>
  let firstTurn: BlockNumbers<UInt8>
  private let turnTargets: NearNumbers<Int16>
  private let turnKinds: DistinctValues<UInt32>
  let firstIncoming: BlockNumbers<UInt8>
  private let incomingOrigins: NearNumbers<Int16>
  let firstBox: MappedArray<UInt32>
  let boxes: MappedArray<Int32>
  let segmentsByWay: MappedArray<UInt32>
  let hierarchy: Hierarchy
  let signedSegments: MappedArray<UInt32>
  let signNumbers: MappedArray<UInt32>
  let signs: MappedArray<UInt32>
  let rules: NetworkRules
  let maneuvers: NetworkManeuvers
  /// How high the roads lie; `nil` where the network was built without heights.
  let heights: HeightColumn?

  /// Opens a network, and the `SharedRoads` beside it.
  ///
  /// - Throws: each case of `NetworkFileError`. Damage since the files were built is detected; in a
  ///   file that a faulty program wrote, an index out of range traps.
  package init(path: String) throws(NetworkFileError) {
    let sections = try NetworkSections(path: path)
    file = sections.file
    let digits = String(sections.checksum, radix: 16)
    version = String(repeating: "0", count: 16 - digits.count) + digits
    let edges = try sections.array(.box, of: Int32.self)
    roads = try SharedRoads(beside: path)
    roadNumbers = try BlockNumbers(sections, .roads)
    firstPoint = try BlockNumbers(sections, .firstPoint)
    pointCounts = try BlockNumbers(sections, .pointCounts)
    lengths = try BlockNumbers(sections, .lengths)
    segmentKinds = try DistinctValues(sections, .segmentKinds)
    arcs = try sections.array(.arcs, of: UInt32.self)
    arcLists = try sections.array(.arcLists, of: UInt32.self)
    directedSegments = try BlockNumbers(sections, .directedSegments)
    firstTurn = try BlockNumbers(sections, .firstTurn)
    turnTargets = try NearNumbers(sections, .turnTargets)
    turnKinds = try DistinctValues(sections, .turnKinds)
    firstIncoming = try BlockNumbers(sections, .firstIncoming)
    incomingOrigins = try NearNumbers(sections, .incomingOrigins)
    firstBox = try sections.array(.firstBox, of: UInt32.self)
    boxes = try sections.array(.boxes, of: Int32.self)
    segmentsByWay = try sections.array(.segmentsByWay, of: UInt32.self)
    signedSegments = try sections.array(.signedSegments, of: UInt32.self)
    signNumbers = try sections.array(.signNumbers, of: UInt32.self)
    signs = try sections.array(.signs, of: UInt32.self)
    rules = try NetworkRules(sections)
    maneuvers = try NetworkManeuvers(sections)
    let properties = try sections.array(.properties, of: UInt32.self)
    hierarchy = try Hierarchy(sections)
    guard try sections.array(.sharedRoads, of: UInt64.self).first == roads.checksum else {
      throw .inconsistent(path: path, reason: "it belongs to another \(SharedRoads.fileName)")
    }
    guard edges.count == 4 else {
      throw .inconsistent(path: path, reason: "the box has \(edges.count) edges")
    }
    let profiles = TravelProfile.allCases
    guard properties.count == NetworkProperty.allCases.count,
      case let number = Int(properties[NetworkProperty.profile.rawValue]),
      profiles.indices.contains(number),
      let side = DrivingSide(rawValue: properties[NetworkProperty.drivingSide.rawValue]),
      let reason = DrivingSideReason(
        rawValue: properties[NetworkProperty.drivingSideReason.rawValue])
    else {
      throw .inconsistent(path: path, reason: "the profile or the side of driving is unknown")
    }
    profile = profiles[number]
    drivingSide = side
    drivingSideReason = reason
    heights = try HeightColumn(
      path: NetworkFormat.path(of: HeightColumn.fileName(for: profile), beside: path),
      network: version, segments: lengths.count)
    box = BoundingBox(
      south: Double(edges[0]) / 1e7, west: Double(edges[1]) / 1e7,
      north: Double(edges[2]) / 1e7, east: Double(edges[3]) / 1e7)
  }
}

extension RoadNetwork {
  /// Opens and validates a file from any program: no later access traps.
  ///
  /// - Throws: as `init(path:)`; `inconsistent` where a number is out of range.
  static func checked(path: String) throws(NetworkFileError) -> RoadNetwork {
    let network = try RoadNetwork(path: path)
    if let fault = NetworkCheck(network).fault() {
      throw .inconsistent(path: path, reason: fault)
    }
    return network
  }

  /// Opens the file of a profile, and refuses another profile's.
  ///
  /// - Throws: as `init(path:)`; `inconsistent` where the file is another profile's.
  package convenience init(path: String, for profile: TravelProfile) throws(NetworkFileError) {
    try self.init(path: path)
    guard self.profile == profile else {
      throw .inconsistent(
        path: path, reason: "it holds the roads of another profile, \(self.profile.rawValue)")
    }
  }

  package var segmentCount: Int { lengths.count }
  package var arcCount: Int { directedSegments.count }
  /// The edges of its hierarchy.
  package var hierarchyEdgeCount: Int { hierarchy.edgeCount }
  package var turnCount: Int { turnTargets.count }

  /// The turns of the section that has them by target.
  var incomingCount: Int { incomingOrigins.count }

  package func directedSegment(of arc: ArcID) -> DirectedSegment {
    DirectedSegment(rawValue: directedSegments[arc.index])
  }

  /// Marks the entry of a directed segment that has no arc, or several, in the section `arcs`.
  static let arcListMark: UInt32 = 1 << 31

  /// The arcs of a directed segment, the least restricted first; empty where it is closed.
  func arcs(of directedSegment: DirectedSegment) -> Slice<MappedArray<UInt32>> {
    let entry = arcs[directedSegment.index]
    guard entry >= Self.arcListMark else {
      return arcs[directedSegment.index..<directedSegment.index + 1]
    }
    let first = Int(entry & ~Self.arcListMark) + 1
    return arcLists[first..<first + Int(arcLists[first - 1])]
  }

  /// Whether there is an entry for each directed segment, and the lists lie in their section.
  func hasArcLists(of directedSegments: Int) -> Bool {
    arcs.count == directedSegments
      && arcs.allSatisfy { entry in
        let list = arcLists.dropFirst(Int(entry & ~Self.arcListMark))
        return entry < Self.arcListMark || list.first.map { Int($0) < list.count } ?? false
      }
  }

  /// The least restricted arc of a directed segment.
  ///
  /// - Precondition: it is not closed.
  func firstArc(of directedSegment: DirectedSegment) -> Int {
    let arcs = arcs(of: directedSegment)
    return Int(arcs[arcs.startIndex])
  }

  /// The turns from an arc.
  @inline(__always)
  package func turns(from arc: ArcID) -> Range<Int> { firstTurn.range(at: arc.index) }

  /// The arc that a turn from another one leads to.
  @inline(__always)
  package func target(ofTurn turn: Int, from origin: ArcID) -> ArcID {
    ArcID(turnTargets[turn, near: origin.index])
  }

  /// The arcs that the turns from an arc lead to.
  func targets(from arc: ArcID) -> LazyMapCollection<Range<Int>, ArcID> {
    turns(from: arc).lazy.map { self.target(ofTurn: $0, from: arc) }
  }

  /// The arcs that have a turn onto an arc.
  @inline(__always)
  func origins(onto arc: Int) -> LazyMapCollection<Range<Int>, Int> {
    firstIncoming.range(at: arc).lazy.map { [incomingOrigins] in
      Int(incomingOrigins[$0, near: arc])
    }
  }

  /// The turn from an arc onto another.
  ///
  /// - Precondition: there is one.
  @inline(__always)
  func turn(from origin: Int, onto arc: Int) -> Int {
    var turn = Int(firstTurn[origin])
    while turnTargets[turn, near: origin] != arc { turn += 1 }
    return turn
  }

  /// The arc that a turn leaves. Logarithmic in the arcs.
  func origin(ofTurn turn: Int) -> ArcID {
    ArcID((0..<arcCount).partitioningIndex { Int(firstTurn[$0 + 1]) > turn })
  }

  /// Whether a directed segment is closed except at certain times.
  func isClosedByDefault(_ directedSegment: DirectedSegment) -> Bool {
    flags(of: directedSegment.segment)
      .contains(directedSegment.isBackward ? .closedBackward : .closedForward)
  }

  /// Whether a segment may be travelled in one direction at least at all times.
  func isAlwaysOpen(_ segment: SegmentID) -> Bool {
    [false, true].contains { isBackward in
      let directedSegment = DirectedSegment(segment, isBackward: isBackward)
      return !arcs(of: directedSegment).isEmpty && !isClosedByDefault(directedSegment)
    }
  }

  /// The angle of a turn in degrees: positive to the right, -180 ... 180.
  package func angle(ofTurn turn: Int) -> Double { Double(kind(ofTurn: turn).angle) * 1.5 }

  /// Milliseconds, whole hundredths of a second.
  package func cost(ofTurn turn: Int) -> UInt32 { UInt32(kind(ofTurn: turn).cost) * 10 }

  package func flags(ofTurn turn: Int) -> TurnFlags { kind(ofTurn: turn).flags }

  private func kind(ofTurn turn: Int) -> TurnKind { TurnKind(packed: turnKinds[turn]) }

  /// Whether each turn has a kind, each with a possible angle.
  var hasTurnKinds: Bool {
    turnKinds.isSound(count: turnCount)
      && turnKinds.values.allSatisfy { abs(Int(TurnKind(packed: $0).angle)) <= 120 }
  }

  package func flags(of segment: SegmentID) -> SegmentFlags {
    SegmentKind(packed: segmentKinds[segment.index]).flags
  }

  /// Whether it is only for a journey that starts or ends there.
  func isDestinationOnly(_ directedSegment: DirectedSegment) -> Bool {
    !flags(of: directedSegment.segment).isDisjoint(with: [
      .destinationOnly,
      directedSegment.isBackward ? .destinationOnlyBackward : .destinationOnlyForward,
    ])
  }

  /// Centimetres.
  package func length(of segment: SegmentID) -> UInt32 { lengths[segment.index] }

  /// Centimetres a second; 0 where the directed segment is closed.
  package func speed(of directedSegment: DirectedSegment) -> UInt16 {
    SegmentKind(packed: segmentKinds[directedSegment.segment.index])
      .speed(isBackward: directedSegment.isBackward)
  }

  /// Its number in `roads`.
  @inline(__always)
  func road(of segment: SegmentID) -> Int { Int(roadNumbers[segment.index]) }

  package func roadClass(of segment: SegmentID) -> RoadClass {
    RoadClass(rawValue: roads.classes[road(of: segment)]) ?? .road
  }

  /// The way's ID in OpenStreetMap.
  package func way(of segment: SegmentID) -> Int64 { roads.ways[road(of: segment)] }

  /// The segments of a way, in the order of its nodes; empty where the network has none of it.
  /// Logarithmic in the segments.
  package func segments(ofWay way: Int64) -> [SegmentID] {
    let first = segmentsByWay.partitioningIndex { self.way(of: SegmentID($0)) >= way }
    return segmentsByWay[first...].prefix { self.way(of: SegmentID($0)) == way }
      .map { SegmentID($0) }
  }

  /// Two segments with the same name have the same index; 0 stands for none.
  package func nameIndex(of segment: SegmentID) -> UInt32 { roads.names[road(of: segment)] }

  /// The text of a name; `nil` for index 0.
  package func name(at index: UInt32) -> String? { roads.name(at: index) }

  /// Indices of a segment's points, at least two.
  package func pointRange(of segment: SegmentID) -> Range<Int> {
    let first = Int(firstPoint[segment.index])
    return first..<first + Int(pointCounts[segment.index])
  }

  /// The first point of a directed segment.
  func start(of directedSegment: DirectedSegment) -> FixedPoint {
    let points = pointRange(of: directedSegment.segment)
    return point(directedSegment.isBackward ? points.upperBound - 1 : points.lowerBound)
  }

  package func point(_ index: Int) -> FixedPoint { roads.point(index) }
}
