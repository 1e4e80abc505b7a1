import CommandLineKit
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

  /// Refuses a category that neither the tree nor any venue has.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`, with the nearest words.
  func require(_ category: VenueCategory) throws(ServiceError) {
    let isKnown = category.resolved.isInTree || categories.contains(category)
    guard !isKnown else { return }
    let words = VenueCategory.tree.map(\.rawValue) + categories.map(\.rawValue)
    throw ServiceError(
      .invalidRequest,
      """
      No venue is of the category “\(category.rawValue.prefix(60))”; `venue-store.categories` \
      lists all of them.
      """,
      suggestions: Spelling.nearest(
        to: category.rawValue, among: words, limit: SearchLimits.maximumSuggestions))
  }

  /// The number of venues of a category.
  func count(of category: VenueCategory) -> Int {
    (base.shards[category]?.points.count ?? 0) - (tombstones.points[category]?.count ?? 0)
      + (delta.shards[category]?.points.count ?? 0)
  }

  /// The venue with an identifier, or `nil`. O(log n).
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

  /// Merges hits of both tables, each of them in this order.
  func merged(
    _ base: [Hit], _ delta: [Hit], by precedes: (Hit, Hit) -> Bool
  ) -> [Hit] {
    if delta.isEmpty { return base }
    var hits: [Hit] = []
    hits.reserveCapacity(base.count + delta.count)
    var rest = delta[...]
    for hit in base {
      while let next = rest.first, precedes(next, hit) {
        hits.append(next)
        rest.removeFirst()
      }
      hits.append(hit)
    }
    return hits + rest
  }

  /// Whether a hit is nearer than another, or equally near with a lesser identifier.
  func isNearer(_ one: Hit, _ other: Hit) -> Bool {
    one.distance == other.distance ? id(of: one) < id(of: other) : one.distance < other.distance
  }

  private func id(of hit: Hit) -> VenueID { (hit.isInDelta ? delta : base).id(inRow: hit.row) }
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
