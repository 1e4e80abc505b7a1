import Geography
import Messages

/// All venues at one moment, to be searched by place and category. Never changes: a new one takes
/// its place.
///
/// A large table, and few changes since it was built: what of it is gone, and a small table of
/// venues that came or changed. Every search looks into both tables, and passes over what is
/// gone; so a change of one venue among a million costs what few venues cost.
package struct VenueIndex: Sendable {
  let base: VenueTable
  let fresh: VenueTable
  let gone: GoneVenues

  package init(_ venues: [Venue] = []) {
    self.init(base: VenueTable(venues), changes: [:])
  }

  init(base: VenueTable, changes: VenueChanges) {
    self.base = base
    let ids = changes.keys.sorted()
    fresh = VenueTable(ids.compactMap { changes[$0] ?? nil })
    gone = GoneVenues(ids.compactMap(base.number), of: base)
  }

  /// How many venues there are.
  package var count: Int { base.count - gone.count + fresh.count }

  /// The categories that there may be venues of.
  var categories: Set<VenueCategory> { Set(base.shards.keys).union(fresh.shards.keys) }

  /// How many venues of a category there are.
  func count(of category: VenueCategory) -> Int {
    (base.shards[category]?.points.count ?? 0) - (gone.points[category]?.count ?? 0)
      + (fresh.shards[category]?.points.count ?? 0)
  }

  /// A venue; `nil` where there is none of that name. O(log n).
  package func venue(_ id: VenueID) -> Venue? {
    if let number = fresh.number(id) { return fresh[number] }
    guard let number = base.number(id), !gone.contains(row: base.row(number)) else { return nil }
    return base[number]
  }

  /// Where a venue is kept that was found.
  package struct Place: Sendable, Hashable {
    let isFresh: Bool
    let row: Int
    /// From where the search was for.
    package let distance: Meters
  }

  package func venue(at place: Place) -> Venue {
    place.isFresh ? fresh.venue(inRow: place.row) : base.venue(inRow: place.row)
  }

  /// Puts what was found of a category in both tables into one order: by distance, of equally far
  /// ones by identifier.
  func merged(
    _ base: [PointIndex.Hit], _ fresh: [PointIndex.Hit], of category: VenueCategory
  ) -> [Place] {
    let firstOld = self.base.shards[category]?.firstRow ?? 0
    let firstNew = self.fresh.shards[category]?.firstRow ?? 0
    func place(old hit: PointIndex.Hit) -> Place {
      Place(isFresh: false, row: firstOld + hit.place, distance: hit.distance)
    }
    func place(new hit: PointIndex.Hit) -> Place {
      Place(isFresh: true, row: firstNew + hit.place, distance: hit.distance)
    }
    if fresh.isEmpty { return base.map(place(old:)) }
    var places: [Place] = []
    places.reserveCapacity(base.count + fresh.count)
    var rest = fresh[...]
    for old in base {
      while let new = rest.first, isBefore(new, old) {
        places.append(place(new: new))
        rest.removeFirst()
      }
      places.append(place(old: old))
    }
    return places + rest.map(place(new:))
  }

  private func isBefore(_ new: PointIndex.Hit, _ old: PointIndex.Hit) -> Bool {
    new.distance == old.distance
      ? fresh[new.index].id < base[old.index].id : new.distance < old.distance
  }
}

/// What became of venues since a table was built; `nil` for one that is gone.
typealias VenueChanges = [VenueID: Venue?]

/// Venues of a table, by their numbers, that are no longer as they were.
struct GoneVenues: Sendable {
  /// One bit a row, where any is gone.
  private var bits: [UInt64] = []
  let count: Int
  let points: [VenueCategory: PointIndex]

  /// - Parameter numbers: rising.
  init(_ numbers: [Int], of table: VenueTable) {
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
