/// Finds the areas behind destination-only roads and private gates.
///
/// A part of the network that only such roads join to the rest becomes destination-only as well,
/// whatever its tags: otherwise nobody could leave it, since no path leads from an open road over a
/// destination-only one to another open one. Only small parts do, by the measure of `Islands`; two
/// large parts stay separate.
struct DestinationOnlyAreas {
  /// A disjoint-set forest. By graph node: its parent, itself at a root.
  private var parents: [UInt32]

  init(_ pieces: [RoadCutter.Piece], nodes: Int) {
    parents = (0..<UInt32(nodes)).map { $0 }
    for piece in pieces where !piece.isDestinationOnly { join(piece.tail, piece.head) }
  }

  /// Returns the pieces with the final `isDestinationOnly`.
  ///
  /// - Parameter gates: graph nodes at private gates.
  mutating func spread(over pieces: [RoadCutter.Piece], gates: [UInt32]) -> [RoadCutter.Piece] {
    var sizes = [Int](repeating: 0, count: parents.count)
    for piece in pieces where !piece.isDestinationOnly { sizes[Int(root(piece.tail))] += 2 }
    let largest = sizes.max() ?? 0
    var isBehind = [Bool](repeating: false, count: parents.count)
    let doors = gates + pieces.filter(\.isDestinationOnly).flatMap { [$0.tail, $0.head] }
    for node in doors {
      let root = Int(root(node))
      isBehind[root] = Islands.isSmall(sizes[root], beside: largest)
    }
    return pieces.map { piece in
      var piece = piece
      if isBehind[Int(root(piece.tail))] { piece.isDestinationOnly = true }
      return piece
    }
  }

  private mutating func join(_ one: UInt32, _ other: UInt32) {
    parents[Int(root(one))] = root(other)
  }

  /// With path halving, so that paths stay short. Source: Tarjan and van Leeuwen, "Worst-case
  /// analysis of set union algorithms" (1984).
  private mutating func root(_ node: UInt32) -> UInt32 {
    var node = node
    while parents[Int(node)] != node {
      let next = parents[Int(parents[Int(node)])]
      parents[Int(node)] = next
      node = next
    }
    return node
  }
}
