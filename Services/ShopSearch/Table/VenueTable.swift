import Geography
import Messages

/// Venues, to be searched by place and category. Never changes.
///
/// A venue's number is its place in the order of the identifiers, so every instance answers alike.
/// In memory near venues are near one another: of ten thousand that one question finds, each would
/// otherwise have to be waited for. Candidates are read from columns, as whole venues fill four
/// cache lines and their texts more.
struct VenueTable: Sendable {
  /// In the order of their places.
  private let venues: [Venue]
  /// By the venue's number: its row in `venues`.
  private let rows: [Int32]
  /// What candidates are made of, by row.
  let shops: ShopColumns
  /// What venues are filtered by, by row.
  let filters: FilterColumns
  /// Those of one category.
  struct Shard: Sendable {
    /// Finds their numbers.
    let points: PointIndex
    /// The row of the first of `points.order`.
    let firstRow: Int
    /// What the venues of a node of `points` have together, by the node's number.
    let traits: [Traits]

    var rows: Range<Int> { firstRow..<firstRow + points.count }
  }

  let shards: [VenueCategory: Shard]

  /// O(n log n): some seconds for a million.
  ///
  /// - Parameter venues: of several with one identifier the last one counts.
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
    var placed: [Venue] = []
    placed.reserveCapacity(ordered.count)
    var texts = SharedTexts()
    var shops = ShopColumns()
    var filters = FilterColumns.Builder()
    func place(_ number: Int) {
      rows[number] = Int32(placed.count)
      placed.append(texts.compact(ordered[number]))
      filters.append(ordered[number], hours: shops.append(ordered[number]))
    }
    var firstRows: [VenueCategory: Int] = [:]
    for (category, points) in points.sorted(by: { $0.key < $1.key }) {
      firstRows[category] = placed.count
      points.order.forEach(place)
    }
    // Those that are nowhere on the globe.
    for number in ordered.indices where rows[number] < 0 { place(number) }
    self.venues = placed
    self.rows = rows
    self.shops = shops
    let columns = filters.finish()
    self.filters = columns
    shards = Dictionary(
      uniqueKeysWithValues: points.map { category, points in
        let first = firstRows[category] ?? 0
        return (
          category,
          Shard(points: points, firstRow: first, traits: columns.traits(of: points, first))
        )
      })
  }

  var count: Int { venues.count }

  /// All venues in the order of their identifiers.
  var all: [Venue] { rows.map { venues[Int($0)] } }

  subscript(number: Int) -> Venue {
    @inline(__always) _read { yield venues[Int(rows[number])] }
  }

  func venue(inRow row: Int) -> Venue { venues[row] }

  // A field without the rest, which would be copied.
  func id(inRow row: Int) -> VenueID { venues[row].id }
  func reviews(inRow row: Int) -> Int32 { venues[row].rating?.count ?? 0 }

  /// The row of a venue of that number.
  func row(_ number: Int) -> Int { Int(rows[number]) }

  /// The number of a venue; `nil` where there is none of that name. O(log n).
  func number(_ id: VenueID) -> Int? {
    var (first, last) = (0, count)
    while first < last {
      let middle = (first + last) / 2
      if self[middle].id < id { first = middle + 1 } else { last = middle }
    }
    return first < count && self[first].id == id ? first : nil
  }
}

extension FilterColumns {
  /// By the number of a node, what its venues have together.
  fileprivate func traits(of points: PointIndex, _ firstRow: Int) -> [Traits] {
    points.perNode(.none) { places in
      var sum = Traits.none
      for place in places { sum.formUnion(entries[firstRow + place].traits) }
      return sum
    } _: { one, other in
      var sum = one
      sum.formUnion(other)
      return sum
    }
  }
}

/// Keeps texts that many venues share once.
private struct SharedTexts {
  private var known: [String: String] = [:]

  mutating func compact(_ venue: Venue) -> Venue {
    var venue = venue
    venue.category = VenueCategory(rawValue: shared(venue.category.rawValue))
    venue.openingHours = venue.openingHours.map { shared($0) }
    venue.brand = venue.brand.map { shared($0) }
    venue.cuisine = venue.cuisine.map { shared($0) }
    return venue
  }

  private mutating func shared(_ text: String) -> String {
    if let first = known[text] { return first }
    known[text] = text
    return text
  }
}
