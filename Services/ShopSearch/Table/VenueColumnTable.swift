import Algorithms
import Geography
package import Messages

/// A table of venues, indexed by position and category. Immutable.
///
/// A venue's number is its index in the order of identifiers, so every instance breaks ties in the
/// same way. Rows are in the order of the spatial index: near venues are near each other in memory,
/// otherwise each of the ten thousand hits of one search would be a cache miss. Candidates are read
/// from columns, because a whole venue takes four cache lines and more for its texts.
package struct VenueColumnTable: Sendable {
  /// By row.
  private let venues: [Venue]
  /// The row of each venue, by its number.
  private let rows: [Int32]
  /// The columns that candidates are read from.
  let shops: ShopColumns
  /// The columns that venues are filtered by.
  let filters: FilterColumns
  /// The venues of one category.
  struct Shard: Sendable {
    /// The spatial index of their numbers.
    let points: PointIndex
    /// The row of the first point in `points.order`.
    let firstRow: Int
    /// The summary of the venues below each node of `points`, by the node's number.
    let summaries: [AmenitySummary]

    var rows: Range<Int> { firstRow..<firstRow + points.count }
  }

  let shards: [VenueCategory: Shard]
  /// For each category those of the shards that it covers, so that a search for coffee does not
  /// even look at the names of the others.
  private let covered: [VenueCategory: [VenueCategory]]

  /// O(n log n): some seconds for a million venues.
  ///
  /// - Parameter venues: where several have the same identifier, the last one is used.
  init(_ venues: [Venue] = []) {
    let isOrdered = venues.indices.dropFirst().allSatisfy { venues[$0 - 1].id < venues[$0].id }
    let ordered =
      isOrdered
      ? venues
      : Dictionary(venues.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values
        .sorted { $0.id < $1.id }
    let points = Dictionary(grouping: ordered.indices) { ordered[$0].category }
      .mapValues { PointIndex(numbered: $0.map { ($0, ordered[$0].coordinate) }) }
    var rows = [Int32](repeating: -1, count: ordered.count)
    var byRow: [Venue] = []
    byRow.reserveCapacity(ordered.count)
    var texts = StringPool()
    var shops = ShopColumns()
    var filters = FilterColumns.Builder()
    func append(_ number: Int) {
      rows[number] = Int32(byRow.count)
      byRow.append(texts.compact(ordered[number]))
      filters.append(ordered[number], hours: shops.append(ordered[number]))
    }
    var firstRows: [VenueCategory: Int] = [:]
    for (category, points) in points.sorted(by: { $0.key < $1.key }) {
      firstRows[category] = byRow.count
      points.order.forEach(append)
    }
    // Venues with an invalid coordinate are in no spatial index.
    for number in ordered.indices where rows[number] < 0 { append(number) }
    self.venues = byRow
    self.rows = rows
    self.shops = shops
    let columns = filters.finish()
    self.filters = columns
    shards = Dictionary(
      uniqueKeysWithValues: points.map { category, points in
        let first = firstRows[category] ?? 0
        return (
          category,
          Shard(points: points, firstRow: first, summaries: columns.summaries(of: points, first))
        )
      })
    var covered: [VenueCategory: [VenueCategory]] = [:]
    for category in points.keys {
      var next: VenueCategory? = category
      while let wide = next {
        covered[wide, default: []].append(category)
        next = wide.parent
      }
    }
    self.covered = covered
  }

  /// The categories of the table's venues that a category covers.
  func categories(in wide: VenueCategory) -> [VenueCategory] { covered[wide] ?? [] }

  package var count: Int { venues.count }

  /// All venues in the order of identifiers.
  var all: [Venue] { rows.map { venues[Int($0)] } }

  /// The venue with that number.
  package subscript(number: Int) -> Venue {
    @inline(__always) _read { yield venues[Int(rows[number])] }
  }

  func venue(inRow row: Int) -> Venue { venues[row] }

  // Single fields, because returning the whole venue would copy it.
  func id(inRow row: Int) -> VenueID { venues[row].id }
  func reviews(inRow row: Int) -> Int32 { venues[row].rating?.count ?? 0 }

  /// The row of the venue with that number.
  func row(_ number: Int) -> Int { Int(rows[number]) }

  /// The number of the venue with an identifier, or `nil`. O(log n).
  func number(_ id: VenueID) -> Int? {
    let number = (0..<count).partitioningIndex { self[$0].id >= id }
    return number < count && self[number].id == id ? number : nil
  }
}

extension FilterColumns {
  /// The summary of the venues below each node, by the node's number.
  fileprivate func summaries(of points: PointIndex, _ firstRow: Int) -> [AmenitySummary] {
    points.aggregated(.none) { positions in
      var union = AmenitySummary.none
      for position in positions { union.formUnion(entries[firstRow + position].summary) }
      return union
    } _: { one, other in
      var union = one
      union.formUnion(other)
      return union
    }
  }
}

/// Interns texts that many venues share.
private struct StringPool {
  private var known: [String: String] = [:]

  mutating func compact(_ venue: Venue) -> Venue {
    var venue = venue
    venue.category = VenueCategory(rawValue: interned(venue.category.rawValue))
    venue.facts.openingHours = venue.facts.openingHours.map { interned($0) }
    venue.facts.brand = venue.facts.brand.map { interned($0) }
    venue.facts.cuisine = venue.facts.cuisine.map { interned($0) }
    return venue
  }

  private mutating func interned(_ text: String) -> String {
    if let first = known[text] { return first }
    known[text] = text
    return text
  }
}
