package import Geography
package import Messages

/// All venues at one point in time, indexed by position and category. Immutable.
///
/// It consists of a large base table and the changes since that was built: tombstones for
/// superseded and deleted rows, and a small delta table of new and changed venues. Every search
/// reads both tables and skips rows with a tombstone. So changing one of a million venues costs as
/// little as building the small table.
package struct VenueIndex: Sendable {
  /// The large table, as of the last rebuild.
  package let base: VenueColumnTable
  let delta: VenueColumnTable
  let tombstones: Tombstones

  package init(_ venues: [Venue] = []) {
    self.init(base: VenueColumnTable(venues), changes: [:])
  }

  /// - Parameters:
  ///   - base: shared, not copied.
  ///   - changes: since `base` was built. O(n log n) in their number.
  package init(base: VenueColumnTable, changes: VenueChanges) {
    self.base = base
    let ids = changes.keys.sorted()
    delta = VenueColumnTable(ids.compactMap { changes[$0] ?? nil })
    tombstones = Tombstones(ids.compactMap(base.number), of: base)
  }

  /// The number of venues.
  package var count: Int { base.count - tombstones.count + delta.count }

  /// All categories that may have venues.
  var categories: Set<VenueCategory> { Set(base.shards.keys).union(delta.shards.keys) }

  /// The number of venues of a category.
  func count(of category: VenueCategory) -> Int {
    (base.shards[category]?.points.count ?? 0) - (tombstones.points[category]?.count ?? 0)
      + (delta.shards[category]?.points.count ?? 0)
  }

  /// The venue with an identifier; `nil` where there is none. O(log n).
  package func venue(_ id: VenueID) -> Venue? {
    if let number = delta.number(id) { return delta[number] }
    guard let number = base.number(id), !tombstones.contains(row: base.row(number)) else {
      return nil
    }
    return base[number]
  }

  /// A venue that a search found: its table and row.
  package struct Hit: Sendable, Hashable {
    let isInDelta: Bool
    let row: Int
    /// From the center of the search.
    package let distance: Meters
  }

  package func venue(of hit: Hit) -> Venue {
    hit.isInDelta ? delta.venue(inRow: hit.row) : base.venue(inRow: hit.row)
  }

  /// Merges the hits of a category in both tables by distance, equally far ones by identifier.
  func merged(
    _ base: [PointIndex.Hit], _ delta: [PointIndex.Hit], of category: VenueCategory
  ) -> [Hit] {
    let firstInBase = self.base.shards[category]?.firstRow ?? 0
    let firstInDelta = self.delta.shards[category]?.firstRow ?? 0
    func baseHit(_ hit: PointIndex.Hit) -> Hit {
      Hit(isInDelta: false, row: firstInBase + hit.slot, distance: hit.distance)
    }
    func deltaHit(_ hit: PointIndex.Hit) -> Hit {
      Hit(isInDelta: true, row: firstInDelta + hit.slot, distance: hit.distance)
    }
    if delta.isEmpty { return base.map(baseHit) }
    var hits: [Hit] = []
    hits.reserveCapacity(base.count + delta.count)
    var rest = delta[...]
    for hit in base {
      while let next = rest.first, isBefore(next, hit) {
        hits.append(deltaHit(next))
        rest.removeFirst()
      }
      hits.append(baseHit(hit))
    }
    return hits + rest.map(deltaHit)
  }

  private func isBefore(_ inDelta: PointIndex.Hit, _ inBase: PointIndex.Hit) -> Bool {
    inDelta.distance == inBase.distance
      ? delta[inDelta.index].id < base[inBase.index].id : inDelta.distance < inBase.distance
  }
}

/// The new state of changed venues; `nil` for deleted ones.
package typealias VenueChanges = [VenueID: Venue?]

/// The rows of a table that are superseded or deleted.
struct Tombstones: Sendable {
  /// One bit per row; empty where there are no tombstones.
  private var bits: [UInt64] = []
  let count: Int
  /// Their positions, to count those in a region.
  let points: [VenueCategory: PointIndex]

  /// - Parameter numbers: the numbers of the venues, ascending.
  init(_ numbers: [Int], of table: VenueColumnTable) {
    count = numbers.count
    points = Dictionary(grouping: numbers) { table[$0].category }
      .mapValues { PointIndex(numbered: $0.map { ($0, table[$0].coordinate) }) }
    guard !numbers.isEmpty else { return }
    bits = [UInt64](repeating: 0, count: (table.count + 63) / 64)
    for number in numbers {
      let row = table.row(number)
      bits[row / 64] |= 1 << UInt64(row % 64)
    }
  }

  func contains(row: Int) -> Bool {
    !bits.isEmpty && bits[row / 64] & (1 << UInt64(row % 64)) != 0
  }
}
