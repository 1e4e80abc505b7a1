#if canImport(Glibc)
  import Glibc
#endif

/// A node of a k-d tree of points: a range of slots, cut into two halves if it is large.
struct KDTreeNode {
  /// How many points a leaf of the tree holds at most.
  private static let leafSize = 16

  /// The root is 0, the children of n are 2n + 1 and 2n + 2.
  let number: Int
  let range: Range<Int>

  init(root count: Int) { (number, range) = (0, 0..<count) }

  private init(_ number: Int, _ range: Range<Int>) { (self.number, self.range) = (number, range) }

  /// The two halves; `nil` for a leaf.
  var children: (lower: KDTreeNode, upper: KDTreeNode)? {
    guard range.count > Self.leafSize else { return nil }
    let middle = range.lowerBound + range.count / 2
    return (
      KDTreeNode(2 * number + 1, range.lowerBound..<middle),
      KDTreeNode(2 * number + 2, middle..<range.upperBound)
    )
  }

  /// One more than the highest node number in a tree of `points` points.
  static func count(points: Int) -> Int {
    var (largest, nodes) = (points, 1)
    while largest > leafSize {
      largest -= largest / 2
      nodes = 2 * nodes + 1
    }
    return nodes
  }
}

/// An axis-aligned box in space, around vectors of the unit sphere.
struct VectorBox: Sendable {
  var low: SIMD3<Double>
  var high: SIMD3<Double>

  /// A box that holds nothing.
  init() {
    low = SIMD3(repeating: 1)
    high = SIMD3(repeating: -1)
  }

  mutating func extend(to vector: SIMD3<Double>) {
    low = pointwiseMin(low, vector)
    high = pointwiseMax(high, vector)
  }

  /// A box around every vector whose coordinate is in `box`.
  init(around box: BoundingBox) {
    let slack = 1e-12
    func longitudesOfExtremes(_ degrees: Double...) -> [Double] {
      let quarters = stride(from: -720.0, through: 720, by: 90)
      return degrees + quarters.filter { box.west <= $0 && $0 <= box.east }
    }
    let longitudes = longitudesOfExtremes(box.west, box.east).map(\.radians)
    let edges = [box.south, box.north].map { max(0, cos($0.radians)) }
    let widest = box.south <= 0 && 0 <= box.north ? 1 : max(edges[0], edges[1])
    let radii = [min(edges[0], edges[1]), widest]
    let x = radii.flatMap { radius in longitudes.map { radius * cos($0) } }
    let y = radii.flatMap { radius in longitudes.map { radius * sin($0) } }
    low = SIMD3(x.min() ?? -1, y.min() ?? -1, sin(box.south.radians)) - slack
    high = SIMD3(x.max() ?? 1, y.max() ?? 1, sin(box.north.radians)) + slack
  }

  func intersects(_ other: VectorBox) -> Bool {
    all(low .<= other.high) && all(other.low .<= high)
  }

  /// The squared distance from `vector` to the nearest point of the box.
  func squaredDistance(to vector: SIMD3<Double>) -> Double {
    let gap = pointwiseMax(pointwiseMax(low - vector, vector - high), SIMD3(repeating: 0))
    return (gap * gap).sum()
  }

  /// The squared distance from `vector` to the farthest point of the box, a corner.
  func squaredReach(from vector: SIMD3<Double>) -> Double {
    let gap = pointwiseMax(vector - low, high - vector)
    return (gap * gap).sum()
  }
}
