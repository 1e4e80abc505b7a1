import Geography
import Messages

/// The first few of the venues of one table in one order: a binary heap with the last on top.
struct BestVenues {
  /// A venue that was found.
  struct Found {
    let row: Int
    /// Its place in the order of the identifiers.
    let number: Int
    let distance: Meters
  }

  private let order: NearbyOrder
  private let capacity: Int
  private let table: VenueTable
  // Taken out of the table: they are looked at for every venue that is passed.
  private let entries: [FilterColumns.Entry]
  private let names: NameColumns
  private let after: After?
  private var heap: [Found] = []

  /// - Parameters:
  ///   - capacity: how many to keep; at least 1.
  ///   - after: only venues after this one count.
  init(_ order: NearbyOrder, atMost capacity: Int, of table: VenueTable, after: VenueKey?) {
    self.order = order
    self.capacity = capacity
    self.table = table
    entries = table.filters.entries
    names = table.filters.names
    self.after = after.map { After($0, in: table.filters.names) }
  }

  private var isFull: Bool { heap.count == capacity }

  /// Venues farther away than this are none of them.
  func reach(within maximum: Meters) -> Meters {
    order == .distance && isFull ? min(maximum, heap[0].distance) : maximum
  }

  /// Whether a venue of a node may be one of them, by what they have together.
  func mayHold(_ traits: Traits) -> Bool {
    order != .rating || !isFull || traits.rating >= rating(heap[0].row)
  }

  /// Whether the venue of a row may be one of them, before its distance is known.
  func mayHold(_ row: Int) -> Bool {
    switch order {
    case .distance: true
    case .rating:
      (!isFull || rating(row) >= rating(heap[0].row))
        && (after.map { rating(row) <= $0.key.rating } ?? true)
    case .name:
      (!isFull || names.order(row, heap[0].row) <= 0)
        && (after.map { $0.order(of: row, in: names) >= 0 } ?? true)
    }
  }

  /// Keeps a venue if it is one of them. O(log capacity).
  mutating func offer(_ found: Found) {
    if let after {
      let key = VenueKey(inRow: found.row, of: table, found.distance, order)
      if !after.key.precedes(key, in: order) { return }
    }
    if !isFull {
      heap.append(found)
      siftUp()
    } else if isBefore(found, heap[0]) {
      heap[0] = found
      siftDown()
    }
  }

  /// Those kept, in order.
  func sorted() -> [Found] { heap.sorted(by: isBefore) }

  private func rating(_ row: Int) -> UInt16 { entries[row].traits.rating }

  private func isBefore(_ one: Found, _ other: Found) -> Bool {
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

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0, isBefore(heap[(child - 1) / 2], heap[child]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && isBefore(heap[last], heap[child]) {
        last = child
      }
      if last == parent { return }
      heap.swapAt(parent, last)
      parent = last
    }
  }

  /// The venue that a page begins after.
  private struct After {
    let key: VenueKey
    /// Its name's words by their numbers, doubled; one that the table lacks is odd, between those
    /// around it.
    private let words: [Int32]

    init(_ key: VenueKey, in names: NameColumns) {
      self.key = key
      words = key.name.split(separator: " ").map { word in
        let letters = word.unicodeScalars.map(\.value)
        let place = names.vocabulary.firstWord(notBefore: letters)
        let isThere = !names.vocabulary.words(equal: letters).isEmpty
        return isThere ? 2 * place : 2 * place - 1
      }
    }

    /// Below 0 where the name of a row comes before; 0 for the same.
    func order(of row: Int, in names: NameColumns) -> Int {
      let mine = names[row]
      for (word, other) in zip(mine, words) where 2 * word != other {
        return 2 * word < other ? -1 : 1
      }
      return mine.count - words.count
    }
  }
}

/// What decides about a venue's place in an order, whatever table it is in.
struct VenueKey: Codable, Sendable, Hashable {
  let distance: Meters
  let id: VenueID
  /// In hundredths of a star.
  let rating: UInt16
  let reviews: Int32
  /// Folded.
  let name: String

  /// - Parameter order: what does not matter there is left out.
  init(inRow row: Int, of table: VenueTable, _ distance: Meters, _ order: NearbyOrder) {
    self.distance = distance
    id = table.id(inRow: row)
    rating = order == .rating ? table.filters.entries[row].traits.rating : 0
    reviews = order == .rating ? table.reviews(inRow: row) : 0
    name = order == .name ? table.filters.names.folded(row) : ""
  }

  /// Whether this one comes first.
  func precedes(_ other: VenueKey, in order: NearbyOrder) -> Bool {
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
