import OpenStreetMap

/// A map without some of its house numbers: numbers whose position is known but which the index
/// lacks.
struct HoldoutMap<Source: MapSource>: MapSource {
  let source: Source
  /// One of this many numbers is held out.
  static var every: UInt64 { 5 }

  func read(
    _ selection: MapSelection, progress: (Double) -> Void, _ body: (MapElement) throws -> Void
  ) throws {
    try source.read(selection, progress: progress) { element in
      switch element {
      case .node(let node) where Self.isOut(node.tags):
        try body(
          .node(
            MapNode(id: node.id, coordinate: node.coordinate, tags: Self.without(node.tags))))
      case .way(let way) where Self.isOut(way.tags):
        try body(
          .way(
            MapWay(
              id: way.id, nodeIDs: way.nodeIDs, coordinates: way.coordinates,
              tags: Self.without(way.tags))))
      default: try body(element)
      }
    }
  }

  /// Whether this address is held out; the same for each of its occurrences.
  static func isOut(number: String, street: String) -> Bool {
    // FNV-1a: the same in every run.
    let hash = "\(number) \(street)".utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return (hash >> 17) % every == 0
  }

  private static func isOut(_ tags: Tags) -> Bool {
    guard let number = tags["addr:housenumber"] else { return false }
    return isOut(number: number, street: tags["addr:street"] ?? tags["addr:place"] ?? "")
  }

  private static func without(_ tags: Tags) -> Tags {
    Tags(tags.pairs.filter { $0.key != "addr:housenumber" })
  }
}
