import Geography

/// Which elements a reader yields.
package struct MapSelection: Sendable {
  /// The kinds of element to yield.
  package var kinds: Set<MapElementKind>
  /// Only elements with at least one of these keys are yielded; empty: all elements.
  package var keys: Set<String>
  /// Whether ways carry the coordinates of their nodes.
  package var locatesWays: Bool

  /// Elements of these kinds, with at least one of these keys if any are given.
  package init(
    _ kinds: Set<MapElementKind>, keys: Set<String> = [], locatesWays: Bool = false
  ) {
    self.kinds = kinds
    self.keys = keys
    self.locatesWays = locatesWays
  }
}

/// A source of map elements: an extract on disk, or a map drawn in a test.
package protocol MapSource {
  /// Yields the selected elements: nodes, then ways, then relations, as in a sorted extract.
  ///
  /// - Parameter progress: called now and then with the part read so far, 0 ... 1.
  /// - Throws: `MapFileError` where the source cannot be read; whatever `body` throws.
  func read(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws

  /// Yields the selected elements as `read` does, and returns what the source had to skip.
  ///
  /// - Throws: as `read`.
  func readReporting(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws -> ImportReport
}

extension MapSource {
  /// For a source that skips nothing.
  package func readReporting(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws -> ImportReport {
    try read(selection, progress: progress, body)
    return ImportReport()
  }

  /// Yields the selected elements without reporting progress.
  package func read(_ selection: MapSelection, _ body: (MapElement) throws -> Void) throws {
    try read(selection, progress: { _ in }, body)
  }
}

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
