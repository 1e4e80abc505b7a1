/// Keeps the closest of the hits offered, up to a fixed number.
package struct ClosestHits {
  private let capacity: Int
  /// A binary heap with the farthest hit on top.
  private var heap: [PointIndex.Hit] = []

  /// - Parameter capacity: how many hits to keep; at least 1.
  package init(atMost capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// No hit beyond this distance will be kept; infinite until `capacity` hits are held.
  package var farthest: Meters { heap.count < capacity ? .infinity : heap[0].distance }

  /// Keeps the hit if it is one of the closest so far. O(log capacity).
  package mutating func offer(_ hit: PointIndex.Hit) {
    if heap.count < capacity {
      heap.append(hit)
      siftUp()
    } else if hit < heap[0] {
      heap[0] = hit
      siftDown()
    }
  }

  /// The hits kept, closest first.
  package func sorted() -> [PointIndex.Hit] { heap.sorted() }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2] < heap[child] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var farthest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[farthest] < heap[child] {
        farthest = child
      }
      if farthest == parent { return }
      heap.swapAt(parent, farthest)
      parent = farthest
    }
  }
}
