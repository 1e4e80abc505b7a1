import Algorithms

/// Finds the areas behind destination-only roads and private gates.
///
/// A part of the network that only such roads join to the rest becomes destination-only as well,
/// whatever its tags: otherwise nobody could leave it, since no path leads from an open road over a
/// destination-only one to another open one. Only small parts do, by the measure of `Islands`; two
/// large parts stay separate.
struct DestinationOnlyAreas {
  /// The graph nodes that roads for all connect.
  private var parts: DisjointSets

  init(_ pieces: [RoadCutter.Piece], nodes: Int) {
    parts = DisjointSets(count: nodes)
    for piece in pieces where !piece.isDestinationOnly {
      parts.join(Int(piece.tail), Int(piece.head))
    }
  }

  /// Returns the pieces with the final `isDestinationOnly`.
  ///
  /// - Parameter gates: graph nodes at private gates.
  mutating func spread(over pieces: [RoadCutter.Piece], gates: [UInt32]) -> [RoadCutter.Piece] {
    var sizes = [Int](repeating: 0, count: parts.count)
    for piece in pieces where !piece.isDestinationOnly { sizes[parts.find(Int(piece.tail))] += 2 }
    let largest = sizes.max() ?? 0
    var isBehind = [Bool](repeating: false, count: parts.count)
    let entrances = gates + pieces.filter(\.isDestinationOnly).flatMap { [$0.tail, $0.head] }
    for node in entrances {
      let root = parts.find(Int(node))
      isBehind[root] = Islands.isSmall(sizes[root], beside: largest)
    }
    return pieces.map { piece in
      var piece = piece
      if isBehind[parts.find(Int(piece.tail))] { piece.isDestinationOnly = true }
      return piece
    }
  }
}
