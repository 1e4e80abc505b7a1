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
  /// Those of one category.
  struct Shard: Sendable {
    /// Finds their numbers.
    let points: PointIndex
    /// The row of the first of `points.order`.
    let firstRow: Int
  }

  let shards: [VenueCategory: Shard]

  /// O(n log n): a second or two for a million.
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
    var shards: [VenueCategory: Shard] = [:]
    var rows = [Int32](repeating: -1, count: ordered.count)
    var placed: [Venue] = []
    placed.reserveCapacity(ordered.count)
    var texts = SharedTexts()
    var shops = ShopColumns()
    func place(_ number: Int) {
      rows[number] = Int32(placed.count)
      placed.append(texts.compact(ordered[number]))
      shops.append(ordered[number])
    }
    for (category, points) in points.sorted(by: { $0.key < $1.key }) {
      shards[category] = Shard(points: points, firstRow: placed.count)
      points.order.forEach(place)
    }
    // Those that are nowhere on the globe.
    for number in ordered.indices where rows[number] < 0 { place(number) }
    self.venues = placed
    self.rows = rows
    self.shops = shops
    self.shards = shards
  }

  var count: Int { venues.count }

  /// All venues in the order of their identifiers.
  var all: [Venue] { rows.map { venues[Int($0)] } }

  subscript(number: Int) -> Venue {
    @inline(__always) _read { yield venues[Int(rows[number])] }
  }

  func venue(inRow row: Int) -> Venue { venues[row] }

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
