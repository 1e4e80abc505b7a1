import Geography
import Messages

/// The columns that candidates are read from: 32 bytes per row, and the concatenated identifiers.
struct ShopColumns: Sendable {
  struct Shop {
    let coordinate: Coordinate
    /// The bytes of the identifier in `ids`.
    let ids: Range<Int>
    /// The index of the opening hours in `hours`; -1 for none.
    let hours: Int32
  }

  private struct Entry {
    let coordinate: Coordinate
    /// The end of the identifier in `ids`; it starts at the end of the previous one.
    let idEnd: Int
    /// The index of the opening hours in `hours`; -1 for none.
    let hours: Int32
  }

  private var entries: [Entry] = []
  private(set) var ids: [UInt8] = []
  /// The distinct values.
  private(set) var hours: [String] = []
  private var hoursNumbers: [String: Int32] = [:]

  /// Appends a venue and returns the index of its opening hours in `hours`; -1 for none.
  mutating func append(_ venue: Venue) -> Int32 {
    ids.append(contentsOf: venue.id.rawValue.utf8)
    let hours = number(venue.facts.openingHours)
    entries.append(Entry(coordinate: venue.coordinate, idEnd: ids.count, hours: hours))
    return hours
  }

  private mutating func number(_ value: String?) -> Int32 {
    guard let value else { return -1 }
    if let number = hoursNumbers[value] { return number }
    hours.append(value)
    hoursNumbers[value] = Int32(hours.count - 1)
    return Int32(hours.count - 1)
  }

  subscript(row: Int) -> Shop {
    let entry = entries[row]
    return Shop(
      coordinate: entry.coordinate, ids: (row > 0 ? entries[row - 1].idEnd : 0)..<entry.idEnd,
      hours: entry.hours)
  }
}

/// Packs shops for a reply.
struct ShopPacking {
  private var ids: [UInt8] = []
  private var idBytes: [Int32] = []
  private var coordinates: [Coordinate] = []
  private var hours: [String] = []
  /// The index in `hours` of each shop; -1 for none.
  private var hoursNumbers: [Int32] = []
  /// The index in `hours` of each value of the tables; -1 where it is not in `hours` yet.
  private var indexes: [Int32]

  /// - Parameter values: the number of distinct values in all tables.
  init(capacity: Int, values: Int) {
    indexes = [Int32](repeating: -1, count: values)
    ids.reserveCapacity(20 * capacity)
    idBytes.reserveCapacity(capacity)
    coordinates.reserveCapacity(capacity)
    hoursNumbers.reserveCapacity(capacity)
  }

  /// - Parameter firstValue: the number of the columns' first value in the numbering of all tables.
  mutating func add(_ shop: ShopColumns.Shop, of columns: ShopColumns, firstValue: Int) {
    ids.append(contentsOf: columns.ids[shop.ids])
    idBytes.append(Int32(shop.ids.count))
    coordinates.append(shop.coordinate)
    guard shop.hours >= 0 else { return hoursNumbers.append(-1) }
    let number = firstValue + Int(shop.hours)
    if indexes[number] < 0 {
      hours.append(columns.hours[Int(shop.hours)])
      indexes[number] = Int32(hours.count - 1)
    }
    hoursNumbers.append(indexes[number])
  }

  /// - Parameter traits: the brands and ratings of the added shops, if the reply has them.
  func packed(_ traits: PackedTraits?) -> PackedShops {
    PackedShops(
      ids: PackedTexts(utf8: ids, bytes: idBytes), coordinates: coordinates, hours: hours,
      hoursNumbers: PackedNumbers(cells: hoursNumbers), traits: traits)
  }
}
