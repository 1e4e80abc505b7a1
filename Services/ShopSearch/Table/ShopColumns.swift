import Geography
import Messages

/// What candidates are made of, by row: 32 bytes each, and the bytes of the identifiers in a row.
struct ShopColumns: Sendable {
  struct Shop {
    let coordinate: Coordinate
    /// Where the identifier is in `ids`.
    let ids: Range<Int>
    /// As `Entry.hours`.
    let hours: Int32
  }

  private struct Entry {
    let coordinate: Coordinate
    /// Where the identifier ends in `ids`; it begins where the one before ends.
    let idEnd: Int
    /// The place of the opening hours in `hours`; -1 for none.
    let hours: Int32
  }

  private var entries: [Entry] = []
  private(set) var ids: [UInt8] = []
  /// Distinct values.
  private(set) var hours: [String] = []
  private var hoursNumbers: [String: Int32] = [:]

  /// Answers the number of the opening hours in `hours`; -1 for none.
  mutating func append(_ venue: Venue) -> Int32 {
    ids.append(contentsOf: venue.id.rawValue.utf8)
    let hours = number(venue.openingHours)
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

/// Shops that are put together for a reply.
struct ShopPacking {
  private var ids: [UInt8] = []
  private var idBytes: [Int32] = []
  private var coordinates: [Coordinate] = []
  private var hours: [String] = []
  /// By shop its place in `hours`; -1 for none.
  private var hoursNumbers: [Int32] = []
  /// By the number of a value in the tables: its place in `hours`, or -1.
  private var places: [Int32]

  /// - Parameter values: how many values the tables have together.
  init(capacity: Int, values: Int) {
    places = [Int32](repeating: -1, count: values)
    ids.reserveCapacity(20 * capacity)
    idBytes.reserveCapacity(capacity)
    coordinates.reserveCapacity(capacity)
    hoursNumbers.reserveCapacity(capacity)
  }

  /// - Parameter firstValue: the number among all values of the first of the columns' hours.
  mutating func add(_ shop: ShopColumns.Shop, of columns: ShopColumns, firstValue: Int) {
    ids.append(contentsOf: columns.ids[shop.ids])
    idBytes.append(Int32(shop.ids.count))
    coordinates.append(shop.coordinate)
    guard shop.hours >= 0 else { return hoursNumbers.append(-1) }
    let number = firstValue + Int(shop.hours)
    if places[number] < 0 {
      hours.append(columns.hours[Int(shop.hours)])
      places[number] = Int32(hours.count - 1)
    }
    hoursNumbers.append(places[number])
  }

  var packed: PackedShops {
    PackedShops(
      ids: PackedTexts(utf8: ids, bytes: idBytes), coordinates: coordinates, hours: hours,
      hoursNumbers: PackedNumbers(cells: hoursNumbers))
  }
}
