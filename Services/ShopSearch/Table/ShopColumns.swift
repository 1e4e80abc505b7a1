import Geography
import Messages

/// What candidates are made of, by row: 32 bytes each, and the bytes of the identifiers in a row.
struct ShopColumns: Sendable {
  private struct Entry {
    let coordinate: Coordinate
    /// Where the identifier ends in `ids`; it begins where the one before ends.
    let idEnd: Int
    /// The place of the opening hours in `hours`; -1 for none.
    let hours: Int32
  }

  private var entries: [Entry] = []
  private var ids: [UInt8] = []
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

  /// Adds a shop to those of a reply.
  ///
  /// - Parameter firstValue: the number there of the first of `hours`.
  func pack(_ row: Int, into packing: inout ShopPacking, firstValue: Int) {
    let entry = entries[row]
    let start = row > 0 ? entries[row - 1].idEnd : 0
    packing.add(ids[start..<entry.idEnd], entry.coordinate)
    if entry.hours < 0 {
      packing.addNoHours()
    } else {
      packing.addHours(firstValue + Int(entry.hours)) { hours[Int(entry.hours)] }
    }
  }
}

/// Shops that are put together for a reply.
struct ShopPacking {
  private var ids: [UInt8] = []
  private var idBytes: [Int32] = []
  private var coordinates: [Coordinate] = []
  private var hours: [String] = []
  private var hoursNumbers: [Int32?] = []
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

  mutating func add(_ id: ArraySlice<UInt8>, _ coordinate: Coordinate) {
    ids.append(contentsOf: id)
    idBytes.append(Int32(id.count))
    coordinates.append(coordinate)
  }

  mutating func addNoHours() { hoursNumbers.append(nil) }

  mutating func addHours(_ number: Int, _ text: () -> String) {
    if places[number] < 0 {
      hours.append(text())
      places[number] = Int32(hours.count - 1)
    }
    hoursNumbers.append(places[number])
  }

  var packed: PackedShops {
    PackedShops(
      ids: PackedTexts(utf8: ids, bytes: idBytes), coordinates: coordinates, hours: hours,
      hoursNumbers: hoursNumbers)
  }
}
