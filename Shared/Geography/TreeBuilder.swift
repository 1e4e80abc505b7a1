/// Sorts vectors into the order of a balanced k-d tree, and computes the box around each node's.
struct TreeBuilder {
  /// A vector and, as the last lane, its index in the array: moved together, and no larger than a
  /// vector alone.
  private typealias Item = SIMD4<Double>

  private var items: [Item]
  /// By node number.
  private(set) var cells: [VectorBox]

  init(_ vectors: [SIMD3<Double>]) {
    items = vectors.enumerated().map { SIMD4($1, Double($0)) }
    cells = [VectorBox](repeating: VectorBox(), count: KDTreeNode.count(points: items.count))
  }

  /// The vectors, and their indexes in the array, in the order of the tree.
  var vectors: [SIMD3<Double>] { items.map { SIMD3($0.x, $0.y, $0.z) } }
  var order: [Int] { items.map { Int($0.w) } }

  mutating func build() { build(KDTreeNode(root: items.count)) }

  private mutating func build(_ node: KDTreeNode) {
    var cell = VectorBox()
    for slot in node.range {
      let item = items[slot]
      cell.extend(to: SIMD3(item.x, item.y, item.z))
    }
    cells[node.number] = cell
    guard let (lower, upper) = node.children else { return }
    let extent = cell.high - cell.low
    let axis =
      extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2
    items.select(upper.range.lowerBound, in: node.range) { $0[axis] }
    build(lower)
    build(upper)
  }
}
