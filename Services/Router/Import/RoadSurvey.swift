import Algorithms
import Countries
import Geography
import Messages
import OpenStreetMap

/// Everything that the road networks need from a map, read in one pass for all profiles.
struct RoadSurvey {
  /// A way, or a stretch of it where the extract lacks some of its nodes.
  struct Road {
    let wayID: Int64
    /// The range in `nodeIndices` and `points`: at least two nodes.
    let nodes: Range<Int>
    let roadClass: RoadClass
    var name: UInt32
    /// Whether it is a part of a street, drawn apart.
    let isSidepath: Bool
    let signs: RoadSigns
    /// On a bridge or in a tunnel.
    let leavesGround: Bool
    /// By profile number.
    let attributes: (ProfileAttributes, ProfileAttributes, ProfileAttributes)

    func attributes(for profile: TravelProfile) -> ProfileAttributes {
      switch profile {
      case .car: attributes.0
      case .bicycle: attributes.1
      case .foot: attributes.2
      }
    }
  }

  /// The speeds and flags of a road for one profile.
  struct ProfileAttributes {
    /// Centimetres a second; 0 where closed.
    var forwardSpeed: UInt16 = 0
    var backwardSpeed: UInt16 = 0
    var flags: SegmentFlags = []

    var isOpen: Bool { forwardSpeed > 0 || backwardSpeed > 0 }
  }

  private(set) var roads: [Road] = []
  /// The nodes of all roads, road by road: their indices in `nodeIDs`.
  private(set) var nodeIndices: [UInt32] = []
  /// The coordinates of `nodeIndices`, element by element.
  private(set) var points: [FixedPoint] = []
  /// The IDs of all nodes of roads, ascending.
  private(set) var nodeIDs: [Int64] = []
  /// By index in `nodeIDs`; absent nodes have no relevant tags.
  private(set) var nodeTags: [UInt32: NodeTags] = [:]
  /// Of roads and exits, and the hours of rules.
  private(set) var names = NameList()
  private(set) var drivingSides = DrivingSideVotes()
  /// By profile number.
  private(set) var restrictions: [[TurnRestriction]] = [[], [], []]
  private(set) var maneuvers: [ManeuverRelation] = []
  /// By profile number and way: what holds at times.
  private(set) var conditions: [[Int64: [ConditionalRule]]] = [[:], [:], [:]]
  /// By way: the largest vehicle that fits, where there is a limit.
  private(set) var limits: [Int64: SizeLimits] = [:]
  /// What was skipped, by profile number.
  private(set) var reports = [ImportReport(), ImportReport(), ImportReport()]

  static let keys = CountryVotes.keys.union([
    "highway", "crossing", "barrier", "route", "man_made", "restriction", "restriction:motorcar",
    "restriction:motor_vehicle", "restriction:vehicle", "restriction:bicycle",
    "restriction:conditional", "restriction:motorcar:conditional",
    "restriction:motor_vehicle:conditional", "restriction:vehicle:conditional",
    "restriction:bicycle:conditional", "driving_side", "access", "vehicle", "motor_vehicle",
    "motorcar", "bicycle", "foot", "maxheight", "maxheight:physical", "maxwidth",
    "maxwidth:physical", "maxweight", "maxlength", "maneuver", "manoeuvre", "maneuvre", "bridge",
    "railway", "public_transport", "amenity", "place",
  ])

  init(_ source: some MapSource, progress: (Double) -> Void) throws {
    let selection = MapSelection([.node, .way, .relation], keys: Self.keys, locatesWays: true)
    var tagged: [(id: Int64, tags: NodeTags)] = []
    var ids: [Int64] = []
    var areas = WalkableAreas()
    try source.read(selection, progress: progress) { element in
      switch element {
      case .node(let node):
        drivingSides.count(node.tags)
        let tags = NodeTags(node.tags)
        if tags != .plain { tagged.append((node.id, tags)) }
        for text in [tags.exit?.ref, tags.exit?.name] { names.index(of: text) }
      case .way(let way):
        add(way, &ids)
        areas.add(way)
      case .relation(let relation):
        add(relation)
        areas.add(relation)
      }
    }
    try areas.readOutlines(in: source)
    for line in areas.lines(between: roads, ids, points) { add(line, &ids) }
    SidewalkNames(roads, points).forEachName { roads[$0].name = $1 }
    for id in areas.tooLarge {
      reports[TravelProfile.foot.number].skip("area with too many corners to cross", .way, id)
    }
    number(ids)
    for (id, tags) in tagged {
      if let node = node(id) { nodeTags[node] = tags }
    }
  }

  /// The index of a node in `nodeIDs`; `nil` where no road passes it.
  func node(_ id: Int64) -> UInt32? {
    let index = nodeIDs.partitioningIndex { $0 >= id }
    return index < nodeIDs.count && nodeIDs[index] == id ? UInt32(index) : nil
  }

  /// Numbers the nodes without gaps, so that per-node data fits in arrays.
  private mutating func number(_ ids: [Int64]) {
    nodeIDs = ids.sorted()
    var last = 0
    for index in nodeIDs.indices.dropFirst() where nodeIDs[index] != nodeIDs[last] {
      last += 1
      nodeIDs[last] = nodeIDs[index]
    }
    nodeIDs.removeLast(max(0, nodeIDs.count - last - 1))
    nodeIndices = ids.map { node($0) ?? 0 }
  }

  private mutating func add(_ relation: MapRelation) {
    drivingSides.count(relation.tags)
    do {
      if let maneuver = try ManeuverRelation(relation) { maneuvers.append(maneuver) }
    } catch {
      for profile in TravelProfile.allCases {
        reports[profile.number].skip(error.reason, .relation, relation.id)
      }
    }
    for profile in TravelProfile.allCases {
      do {
        guard let restriction = try TurnRestriction(relation, for: profile.rules) else { continue }
        if restriction.isConditional, restriction.hours == nil {
          reports[profile.number].skip(
            "restriction under a condition that is not about times", .relation, relation.id)
        }
        names.index(of: restriction.hours)
        restrictions[profile.number].append(restriction)
      } catch {
        reports[profile.number].skip(error.reason, .relation, relation.id)
      }
    }
  }

  private mutating func add(_ way: MapWay, _ ids: inout [Int64]) {
    drivingSides.count(way.tags)
    guard let roadClass = RoadClass(way.tags) else { return }
    var readings = TravelProfile.allCases.map { read(way, roadClass, for: $0) }
    let (bicycle, foot) = (TravelProfile.bicycle.number, TravelProfile.foot.number)
    readings[bicycle] = RoadTags.bicycle(
      way.tags, ridden: readings[bicycle], walked: readings[foot])
    guard readings.contains(where: { $0 != nil }) else { return }
    for (profile, road) in readings.enumerated() {
      guard let road else { continue }
      if !road.rules.isEmpty { conditions[profile][way.id] = road.rules }
      for rule in road.rules { names.index(of: rule.hours) }
      if !road.limits.isNone { limits[way.id] = road.limits }
    }
    let parts = parts(of: way, &ids)
    let length = parts.reduce(0) { $0 + Self.length(of: points[$1]) }
    if let first = parts.first {
      drivingSides.count(way.tags, from: points[first.lowerBound].coordinate, length: length)
    }
    let attributes = readings.map {
      $0.map { ProfileAttributes($0, length: length) } ?? ProfileAttributes()
    }
    for profile in TravelProfile.allCases where readings[profile.number] != nil {
      if parts.count != 1 || parts[0].count != way.nodeIDs.count {
        reports[profile.number].skip(
          "part of a road with missing or doubled nodes", .way, way.id)
      }
    }
    let isSidepath = SidewalkNames.isSidepath(way.tags)
    let street = isSidepath ? way.tags["is_sidepath:of:name"] ?? way.tags["street:name"] : nil
    let name = names.index(of: way.tags["name"] ?? street)
    let open = readings.lazy.compactMap { $0 }.first
    let signs = SignTags(
      way.tags, isForwardOnly: open?.backwardSpeed == nil,
      isBackwardOnly: open?.forwardSpeed == nil
    ).signs(&names)
    for part in parts {
      roads.append(
        Road(
          wayID: way.id, nodes: part, roadClass: roadClass, name: name, isSidepath: isSidepath,
          signs: signs, leavesGround: Self.leavesGround(way.tags),
          attributes: (attributes[0], attributes[1], attributes[2])))
    }
  }

  private static func leavesGround(_ tags: Tags) -> Bool {
    ["bridge", "tunnel"].contains { ![nil, "no"].contains(tags[$0]) }
  }

  private mutating func read(
    _ way: MapWay, _ roadClass: RoadClass, for profile: TravelProfile
  ) -> RoadTags? {
    do {
      let tags = try RoadTags(way.tags, roadClass, for: profile.rules)
      for warning in tags.warnings { reports[profile.number].skip(warning, .way, way.id) }
      return tags
    } catch {
      if case .closed(let reason) = error { reports[profile.number].skip(reason, .way, way.id) }
      return nil
    }
  }

  /// Appends the stretches of a way whose nodes are known, without repeated nodes.
  private mutating func parts(of way: MapWay, _ ids: inout [Int64]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = ids.count
    func close(_ ids: inout [Int64], _ points: inout [FixedPoint]) {
      if ids.count > start + 1 {
        parts.append(start..<ids.count)
      } else {
        // A single node is not a road.
        ids.removeLast(ids.count - start)
        points.removeLast(points.count - start)
      }
      start = ids.count
    }
    for (index, id) in way.nodeIDs.enumerated() {
      let coordinate = index < way.coordinates.count ? way.coordinates[index] : nil
      guard let coordinate, coordinate.isValid else {
        close(&ids, &points)
        continue
      }
      if ids.count > start, ids.last == id { continue }
      ids.append(id)
      points.append(FixedPoint(coordinate))
    }
    close(&ids, &points)
    return parts
  }

  static func length(of points: some Collection<FixedPoint>) -> Meters {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
  }
}

extension RoadSurvey.ProfileAttributes {
  /// - Parameter length: of the whole way, for ferries with a `duration`.
  init(_ tags: RoadTags, length: Meters) {
    let crossing = tags.duration.map { duration in
      min(RoadTags.top, max(RoadTags.slowest, length / duration * 3.6))
    }
    let stored = { (speed: Double?) -> UInt16 in
      // Rounded down, so that the promised top speed is never exceeded.
      speed.map { UInt16(max(1, ((crossing ?? $0) / 3.6 * 100).rounded(.down))) } ?? 0
    }
    self.init(
      forwardSpeed: stored(tags.forwardSpeed), backwardSpeed: stored(tags.backwardSpeed),
      flags: tags.flags)
  }
}

/// Distinct texts; index 0 means none.
struct NameList {
  private(set) var texts: [String] = [""]
  private var indices: [String: UInt32] = [:]

  @discardableResult
  mutating func index(of text: String?) -> UInt32 {
    guard let text, !text.isEmpty else { return 0 }
    if let index = indices[text] { return index }
    let index = UInt32(texts.count)
    texts.append(text)
    indices[text] = index
    return index
  }
}
