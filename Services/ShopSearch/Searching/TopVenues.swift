import Algorithms
import Geography
import Messages

/// The top k venues of one table in one order.
struct TopVenues {
  struct Item {
    let row: Int
    /// Its index in the order of identifiers.
    let number: Int
    let distance: Meters
  }

  private let ranking: Ranking
  private let after: PageStart?
  private var heap: BoundedHeap<Item>

  /// - Parameters:
  ///   - capacity: k, at least 1.
  ///   - after: only venues after this one are accepted.
  init(_ order: NearbyOrder, atMost capacity: Int, of table: VenueColumnTable, after: VenueSortKey?)
  {
    ranking = Ranking(order, of: table)
    heap = BoundedHeap(atMost: capacity)
    self.after = after.map { PageStart($0, in: table.filters.names) }
  }

  /// The distance beyond which no further venue can be accepted.
  func searchRadius(within maximum: Meters) -> Meters {
    guard ranking.order == .distance, let last = heap.last else { return maximum }
    return min(maximum, last.distance)
  }

  /// Whether a venue below an index node may be accepted, by the node's summary.
  func mayContain(_ summary: AmenitySummary) -> Bool {
    guard ranking.order == .rating, let last = heap.last else { return true }
    return summary.rating >= ranking.rating(last.row)
  }

  /// Whether the venue of a row may be accepted, before its distance is known.
  func mayContain(_ row: Int) -> Bool {
    switch ranking.order {
    case .distance: true
    case .rating:
      (heap.last.map { ranking.rating(row) >= ranking.rating($0.row) } ?? true)
        && (after.map { ranking.rating(row) <= $0.key.rating } ?? true)
    case .name:
      (heap.last.map { ranking.names.order(row, $0.row) <= 0 } ?? true)
        && (after.map { $0.order(of: row, in: ranking.names) >= 0 } ?? true)
    }
  }

  /// Inserts a venue if it is one of the top k. O(log k).
  mutating func offer(_ found: Item) {
    if let after {
      let key = VenueSortKey(inRow: found.row, of: ranking.table, found.distance, ranking.order)
      if !after.key.precedes(key, in: ranking.order) { return }
    }
    heap.offer(found) { ranking.isBefore($0, $1) }
  }

  /// The top k, in order.
  func sorted() -> [Item] { heap.sorted(by: ranking.isBefore) }

  /// The order of the venues of a table.
  private struct Ranking {
    let order: NearbyOrder
    let table: VenueColumnTable
    // Copied from the table because they are read for every visited venue.
    private let entries: [FilterColumns.Entry]
    let names: NameColumns

    init(_ order: NearbyOrder, of table: VenueColumnTable) {
      self.order = order
      self.table = table
      entries = table.filters.entries
      names = table.filters.names
    }

    func rating(_ row: Int) -> UInt16 { entries[row].summary.rating }

    func isBefore(_ one: Item, _ other: Item) -> Bool {
      switch order {
      case .distance: break
      case .rating:
        let (mine, theirs) = (rating(one.row), rating(other.row))
        if mine != theirs { return mine > theirs }
        let (few, many) = (table.reviews(inRow: one.row), table.reviews(inRow: other.row))
        if few != many { return few > many }
      case .name:
        let order = names.order(one.row, other.row)
        if order != 0 { return order < 0 }
      }
      return (one.distance, one.number) < (other.distance, other.number)
    }
  }

  /// The sort key that a page starts after, compared with the names of one table.
  private struct PageStart {
    let key: VenueSortKey
    /// The terms of its name: twice their number in the table. A term that the table lacks is odd,
    /// between its neighbours.
    private let terms: [Int32]

    init(_ key: VenueSortKey, in names: NameColumns) {
      self.key = key
      terms = key.name.split(separator: " ").map { word in
        let letters = word.unicodeScalars.map(\.value)
        let term = names.dictionary.firstTerm(notBefore: letters)
        let exists = !names.dictionary.terms(equalTo: letters).isEmpty
        return exists ? 2 * term : 2 * term - 1
      }
    }

    /// Negative where the name of the row comes before the page start, 0 where it is equal.
    func order(of row: Int, in names: NameColumns) -> Int {
      let mine = names[row]
      for (term, other) in zip(mine, terms) where 2 * term != other {
        return 2 * term < other ? -1 : 1
      }
      return mine.count - terms.count
    }
  }
}

/// The sort key of a venue in any order, independent of the table. Part of the page token.
struct VenueSortKey: Codable, Sendable, Hashable {
  let distance: Meters
  let id: VenueID
  /// In hundredths of a star.
  let rating: UInt16
  let reviews: Int32
  /// Folded.
  let name: String

  /// - Parameter order: fields that it does not use are left empty.
  init(inRow row: Int, of table: VenueColumnTable, _ distance: Meters, _ order: NearbyOrder) {
    self.distance = distance
    id = table.id(inRow: row)
    rating = order == .rating ? table.filters.entries[row].summary.rating : 0
    reviews = order == .rating ? table.reviews(inRow: row) : 0
    name = order == .name ? table.filters.names.folded(row) : ""
  }

  /// Whether this key comes first.
  func precedes(_ other: VenueSortKey, in order: NearbyOrder) -> Bool {
    switch order {
    case .distance: break
    case .rating:
      if rating != other.rating { return rating > other.rating }
      if reviews != other.reviews { return reviews > other.reviews }
    case .name:
      if name != other.name {
        return name.unicodeScalars.lexicographicallyPrecedes(other.name.unicodeScalars)
      }
    }
    return (distance, id) < (other.distance, other.id)
  }
}
