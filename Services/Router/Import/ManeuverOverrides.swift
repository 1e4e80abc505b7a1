import OpenStreetMap

/// The maneuver relations of a map, resolved to its directed segments.
struct ManeuverOverrides {
  private struct Override {
    /// The directed segment that begins where the instruction is given.
    let entry: UInt32
    /// From the one before the first junction to the one after the last.
    let segments: [UInt32]
    let action: ManeuverAction
  }

  private var all: [Override] = []
  private(set) var report = ImportReport()
  var count: Int { all.count }

  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ graph: RoadGraph) {
    let relations = survey.maneuvers
    let ways = WaySegments(
      Set(relations.flatMap { [$0.from, $0.to] + $0.via }), survey, cutter, graph)
    for relation in relations {
      let found = Self.overrides(relation, survey, cutter, graph, ways)
      all += found
      if found.isEmpty {
        report.skip(
          "maneuver whose ways do not meet, or are closed to \(cutter.profile.rules.travellers)",
          .relation, relation.relationID)
      }
    }
    all.sort { $0.entry < $1.entry }
  }

  private static func overrides(
    _ relation: ManeuverRelation, _ survey: RoadSurvey, _ cutter: RoadCutter, _ graph: RoadGraph,
    _ ways: WaySegments
  ) -> [Override] {
    guard let node = survey.node(relation.node).flatMap({ cutter.graphNode(of: $0) }) else {
      return []
    }
    return ways.directedSegments([relation.from], { _ in true }).flatMap { start -> [Override] in
      let first = graph.head(start)
      guard !relation.via.isEmpty || first == node,
        let between = ways.walk(relation.via, from: first)
      else { return [] }
      let last = between.last ?? start
      let ends = ways.directedSegments([relation.to]) {
        graph.tail($0) == graph.head(last) && (relation.from == relation.to || $0 != last ^ 1)
      }
      return ends.compactMap { end in
        let segments = [start] + between + [end]
        return segments.dropFirst().first { graph.tail($0) == node }.map {
          Override(entry: $0, segments: segments, action: relation.action)
        }
      }
    }
  }

  func write(to writer: inout NetworkWriter) {
    var first: [UInt32] = [0]
    for override in all { first.append(first[first.count - 1] + UInt32(override.segments.count)) }
    writer.set(.maneuverEntries, all.map(\.entry))
    writer.set(.maneuverActions, all.map(\.action.packed))
    writer.set(.firstManeuverSegment, first)
    writer.set(.maneuverSegments, all.flatMap(\.segments))
  }
}
