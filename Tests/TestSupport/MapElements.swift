import Geography
package import OpenStreetMap

/// A map in memory.
package struct MapElements: MapSource, Sendable {
  /// In the order they are yielded.
  package var nodes: [MapNode]
  /// In the order they are yielded, without coordinates: `read` looks them up in `nodes`.
  package var ways: [MapWay]
  /// In the order they are yielded.
  package var relations: [MapRelation]

  /// A map of these elements.
  package init(nodes: [MapNode] = [], ways: [MapWay] = [], relations: [MapRelation] = []) {
    self.nodes = nodes
    self.ways = ways
    self.relations = relations
  }

  /// Yields the selected elements.
  ///
  /// - Throws: whatever `body` throws.
  package func read(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws {
    func isSelected(_ tags: Tags) -> Bool {
      selection.keys.isEmpty || selection.keys.contains { tags[$0] != nil }
    }
    if selection.kinds.contains(.node) {
      for node in nodes where isSelected(node.tags) { try body(.node(node)) }
    }
    if selection.kinds.contains(.way) {
      let located = selection.locatesWays ? locations() : [:]
      for way in ways where isSelected(way.tags) {
        let coordinates = selection.locatesWays ? way.nodeIDs.map { located[$0] } : []
        try body(
          .way(MapWay(id: way.id, nodeIDs: way.nodeIDs, coordinates: coordinates, tags: way.tags)))
      }
    }
    if selection.kinds.contains(.relation) {
      for relation in relations where isSelected(relation.tags) { try body(.relation(relation)) }
    }
    progress(1)
  }

  private func locations() -> [Int64: Coordinate] {
    Dictionary(nodes.map { ($0.id, $0.coordinate) }, uniquingKeysWith: { first, _ in first })
  }
}
