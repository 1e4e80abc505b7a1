import Geography

/// Returns the segments in order of their distance from a point.
///
/// A packed R-tree: segments are numbered along a Hilbert curve, so each box covers `fanOut`
/// consecutive numbers and stores no list of children. Source: Kamel, Faloutsos, "Hilbert R-tree"
/// (1994).
struct SegmentIndex {
  static let fanOut = 8

  private let network: RoadNetwork
  private let projection: LocalProjection
  private var queue: [Entry] = []

  /// A box or a segment in the queue, nearest first. At the same distance boxes come before
  /// segments and lower numbers before higher, so the order is deterministic.
  private struct Entry {
    let squaredDistance: Double
    /// The index; above it the level of a box, or `segmentMark`.
    let number: UInt64

    static let segmentMark: UInt64 = 1 << 63

    @inline(__always)
    static func < (left: Entry, right: Entry) -> Bool {
      left.squaredDistance < right.squaredDistance
        || left.squaredDistance == right.squaredDistance && left.number < right.number
    }
  }

  /// A segment and its distance from the point.
  struct Hit {
    let segment: SegmentID
    let squaredDistance: Double
  }

  /// Starts a query; the first segment takes about 5 microseconds in a city.
  init(_ network: RoadNetwork, from point: Coordinate) {
    self.network = network
    projection = LocalProjection(at: point)
    queue.reserveCapacity(128)
    let levels = network.firstBox.count - 1
    guard levels > 0 else { return }
    pushBox(level: levels - 1, index: 0)
  }

  /// The next segment and its squared distance in square metres; `nil` after the last.
  mutating func next() -> Hit? {
    while let entry = popFirst() {
      let index = Int(UInt32(truncatingIfNeeded: entry.number))
      if entry.number & Entry.segmentMark != 0 {
        return Hit(segment: SegmentID(index), squaredDistance: entry.squaredDistance)
      }
      let level = Int(entry.number >> 32)
      let children = index * Self.fanOut..<(index + 1) * Self.fanOut
      if level == 0 {
        for child in children.clamped(to: 0..<network.segmentCount) { pushSegment(child) }
      } else {
        let below = Int(network.firstBox[level]) - Int(network.firstBox[level - 1])
        for child in children.clamped(to: 0..<below) { pushBox(level: level - 1, index: child) }
      }
    }
    return nil
  }

  private mutating func pushBox(level: Int, index: Int) {
    let at = 4 * (Int(network.firstBox[level]) + index)
    let boxes = network.boxes
    let distance = projection.squaredDistance(
      south: boxes[at], west: boxes[at + 1], north: boxes[at + 2], east: boxes[at + 3])
    push(Entry(squaredDistance: distance, number: UInt64(level) << 32 | UInt64(index)))
  }

  private mutating func pushSegment(_ index: Int) {
    let distance = Self.squaredDistance(to: SegmentID(index), of: network, projection)
    push(Entry(squaredDistance: distance, number: Entry.segmentMark | UInt64(index)))
  }

  /// Square metres from a projection's origin to a segment.
  static func squaredDistance(
    to segment: SegmentID, of network: RoadNetwork, _ projection: LocalProjection
  ) -> Double {
    let points = network.pointRange(of: segment)
    var last = projection.project(network.point(points.lowerBound))
    var nearest = Double.infinity
    for point in points.dropFirst() {
      let next = projection.project(network.point(point))
      nearest = min(nearest, LocalProjection.squaredDistance(from: last, to: next))
      last = next
    }
    return nearest
  }

  /// Whether a network has the right number of boxes for its segments.
  static func isSound(_ network: RoadNetwork) -> Bool {
    let sizes = levelSizes(segments: network.lengths.count)
    guard network.firstBox.count == sizes.count + 1 else { return false }
    var first = 0
    for (level, size) in sizes.enumerated() {
      guard Int(network.firstBox[level]) == first else { return false }
      first += size
    }
    return Int(network.firstBox[sizes.count]) == first && network.boxes.count == 4 * first
  }

  /// How many boxes each level has, the lowest first.
  static func levelSizes(segments: Int) -> [Int] {
    var sizes: [Int] = []
    var size = segments
    while size > 1 || (sizes.isEmpty && size == 1) {
      size = (size + fanOut - 1) / fanOut
      sizes.append(size)
    }
    return sizes
  }
}

// A 4-ary heap.
extension SegmentIndex {
  private mutating func push(_ entry: Entry) {
    queue.append(entry)
    var index = queue.count - 1
    while index > 0 {
      let parent = (index - 1) / 4
      guard entry < queue[parent] else { break }
      queue[index] = queue[parent]
      index = parent
    }
    queue[index] = entry
  }

  private mutating func popFirst() -> Entry? {
    guard let first = queue.first, let last = queue.popLast() else { return nil }
    guard !queue.isEmpty else { return first }
    var index = 0
    while true {
      let children = (4 * index + 1)..<(4 * index + 5)
      var least = last
      var smallest = index
      for child in children.clamped(to: 0..<queue.count) where queue[child] < least {
        least = queue[child]
        smallest = child
      }
      queue[index] = least
      if smallest == index { return first }
      index = smallest
    }
  }
}
