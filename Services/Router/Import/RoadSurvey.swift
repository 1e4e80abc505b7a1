import Geography
import OpenStreetMap

/// Everything of a map that matters to a driver, read in one pass.
struct RoadSurvey {
  /// One way, or what the extract holds of it.
  struct Road {
    let wayID: Int64
    let nodeIDs: [Int64]
    let points: [FixedPoint]
    /// Centimetres a second; 0 where closed.
    let forwardSpeed: UInt16
    let backwardSpeed: UInt16
    let flags: SegmentFlags
    let name: UInt32
    /// The place of its class in `RoadClass.allCases`.
    let classNumber: UInt8
    /// See `RoadTags`.
    let isStreet: Bool
    let isMinor: Bool
  }

  private(set) var roads: [Road] = []
  private(set) var nodes: [Int64: NodeTags] = [:]
  private(set) var rules: [TurnRule] = []
  private(set) var names = NameList()
  private(set) var report = ImportReport()

  static let keys: Set<String> = [
    "highway", "crossing", "barrier", "route", "restriction", "restriction:motorcar",
    "restriction:motor_vehicle", "restriction:vehicle", "restriction:conditional",
    "restriction:motorcar:conditional", "restriction:motor_vehicle:conditional",
  ]

  init(_ source: some MapSource, progress: (Double) -> Void) throws {
    let selection = MapSelection([.node, .way, .relation], keys: Self.keys, locatesWays: true)
    try source.read(selection, progress: progress) { element in
      switch element {
      case .node(let node): add(node)
      case .way(let way): add(way)
      case .relation(let relation): add(relation)
      }
    }
  }

  private mutating func add(_ node: MapNode) {
    let tags = NodeTags(node.tags)
    if !tags.isPlain { nodes[node.id] = tags }
  }

  private mutating func add(_ relation: MapRelation) {
    do {
      if let rule = try TurnRule(relation) { rules.append(rule) }
    } catch {
      report.skip(error.reason, .relation, relation.id)
    }
  }

  private mutating func add(_ way: MapWay) {
    do {
      let tags = try RoadTags(way.tags)
      for oddity in tags.oddities { report.skip(oddity, .way, way.id) }
      let parts = parts(of: way)
      if parts.count != 1 || parts[0].ids.count != way.nodeIDs.count {
        report.skip("part of a road with missing or doubled nodes", .way, way.id)
      }
      let name = names.index(of: way.tags["name"] ?? way.tags["ref"])
      let speeds = speeds(tags, parts)
      var flags: SegmentFlags = []
      if tags.isEndsOnly { flags.insert(.endsOnly) }
      if tags.isRoundabout { flags.insert(.roundabout) }
      if tags.isFerry { flags.insert(.ferry) }
      for part in parts {
        roads.append(
          Road(
            wayID: way.id, nodeIDs: part.ids, points: part.points, forwardSpeed: speeds.0,
            backwardSpeed: speeds.1, flags: flags, name: name,
            classNumber: tags.classNumber, isStreet: tags.isStreet,
            isMinor: tags.isMinor))
      }
    } catch {
      if case .closed(let reason) = error { report.skip(reason, .way, way.id) }
    }
  }

  private typealias Part = (ids: [Int64], points: [FixedPoint])

  /// The stretches of a way whose nodes are known and distinct from the one before.
  private func parts(of way: MapWay) -> [Part] {
    var parts: [Part] = []
    var part: Part = ([], [])
    for (index, id) in way.nodeIDs.enumerated() {
      let place = index < way.coordinates.count ? way.coordinates[index] : nil
      guard let place, place.isValid else {
        if part.ids.count > 1 { parts.append(part) }
        part = ([], [])
        continue
      }
      if part.ids.last == id { continue }
      part.ids.append(id)
      part.points.append(FixedPoint(place))
    }
    if part.ids.count > 1 { parts.append(part) }
    return parts
  }

  /// Centimetres a second each way.
  private func speeds(_ tags: RoadTags, _ parts: [Part]) -> (UInt16, UInt16) {
    var ferry: Double?
    if let duration = tags.duration {
      let length = parts.reduce(0) { $0 + Self.length(of: $1.points) }
      ferry = min(RoadTags.top, max(RoadSpeeds.slowest, length / duration * 3.6))
    }
    let stored = { (speed: Double?) -> UInt16 in
      // Rounded down: the promise of a top speed holds to the last digit.
      speed.map { UInt16(max(1, ((ferry ?? $0) / 3.6 * 100).rounded(.down))) } ?? 0
    }
    return (stored(tags.forwardSpeed), stored(tags.backwardSpeed))
  }

  static func length(of points: some Collection<FixedPoint>) -> Meters {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
  }
}

/// The distinct names of roads; index 0 stands for none.
struct NameList {
  private(set) var texts: [String] = [""]
  private var indices: [String: UInt32] = [:]

  mutating func index(of text: String?) -> UInt32 {
    guard let text, !text.isEmpty else { return 0 }
    if let index = indices[text] { return index }
    let index = UInt32(texts.count)
    texts.append(text)
    indices[text] = index
    return index
  }
}
