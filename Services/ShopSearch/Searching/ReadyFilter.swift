import Geography
import Messages

/// Wishes made ready for an index: finds the venues that fulfil them all.
///
/// For one thread, and for as long as a search takes: it knows what hours say of its moment.
package struct ReadyFilter {
  private let index: VenueIndex
  private let base: TableFilter
  private let fresh: TableFilter

  /// Costs some microseconds, and as much as there are words like those of the name.
  package init(_ wishes: VenueWishes, in index: VenueIndex, _ book: HoursBook) {
    self.index = index
    base = TableFilter(wishes, of: index.base, without: index.gone, book)
    fresh = TableFilter(wishes, of: index.fresh, without: nil, book)
  }

  /// The nearest venues that are wanted, nearest first; equally near ones by identifier.
  package func nearest(
    _ count: Int, to center: Coordinate, within maximum: Meters = .infinity
  ) -> [VenueIndex.Place] {
    guard count > 0 else { return [] }
    return first(count, in: .distance, PointSearch(around: center, to: maximum))
  }

  /// Hands over every venue that is wanted at most `radius` away, in no particular order.
  package func forEach(
    within radius: Meters, of center: Coordinate, _ body: (VenueIndex.Place) -> Void
  ) {
    let search = PointSearch(around: center, to: radius)
    for (filter, isFresh) in [(base, false), (fresh, true)] {
      for shard in filter.shards {
        withoutActuallyEscaping(body) { body in
          var visitor = ShardVisitor(filter, shard) { row, distance in
            body(VenueIndex.Place(isFresh: isFresh, row: row, distance: distance))
          }
          shard.points.walk(search, &visitor)
        }
      }
    }
  }

  /// The first venues in an order.
  func first(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch, after: VenueKey? = nil
  ) -> [VenueIndex.Place] {
    func found(_ filter: TableFilter, isFresh: Bool) -> [VenueIndex.Place] {
      filter.best(count, in: order, search, after: after).sorted().map {
        VenueIndex.Place(isFresh: isFresh, row: $0.row, distance: $0.distance)
      }
    }
    let old = found(base, isFresh: false)
    let new = found(fresh, isFresh: true)
    if new.isEmpty { return old }
    return (old + new).map { (place: $0, key: index.key(of: $0, in: order)) }
      .sorted { $0.key.precedes($1.key, in: order) }.prefix(count).map(\.place)
  }
}

extension VenueIndex {
  /// What decides about a venue's place in an order.
  func key(of place: Place, in order: NearbyOrder) -> VenueKey {
    VenueKey(inRow: place.row, of: place.isFresh ? fresh : base, place.distance, order)
  }
}

extension TableFilter {
  /// The first venues of the table in an order.
  func best(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch, after: VenueKey?
  ) -> BestVenues {
    var visitor = BestVisitor(
      filter: self, best: BestVenues(order, atMost: count, of: table, after: after),
      maximum: search.maximum)
    visitor.filter.prepare()
    let rows = rowsWorthListing(count, in: order, search)
    for shard in shards {
      visitor.begin(shard)
      // What is found narrows the search in the next category.
      let search = search.narrowed(to: visitor.best.reach(within: search.maximum))
      if let listed = rows {
        shard.points.walk(
          only: Self.rows(listed, in: shard.rows), from: shard.firstRow, search, &visitor)
      } else {
        shard.points.walk(search, &visitor)
      }
    }
    return visitor.best
  }

  /// Those of a rising list that are in a range.
  private static func rows(_ list: ArraySlice<Int32>, in range: Range<Int>) -> ArraySlice<Int32> {
    func place(of row: Int) -> Int {
      var (first, last) = (list.startIndex, list.endIndex)
      while first < last {
        let middle = (first + last) / 2
        if list[middle] < row { first = middle + 1 } else { last = middle }
      }
      return first
    }
    return list[place(of: range.lowerBound)..<place(of: range.upperBound)]
  }

  /// The listed rows, where looking at each of them is less work than looking around.
  ///
  /// With a share s of the venues wanted, one has to look at about 1 / s neighbours for each, and
  /// at no more than there are in the search. The choice of an access path by the expected number
  /// of look-ups, from counts where there are some and guesses where not, is Selinger's: "Access
  /// Path Selection in a Relational Database Management System", SIGMOD 1979.
  private func rowsWorthListing(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch
  ) -> ArraySlice<Int32>? {
    guard let listed = listedCount else { return nil }
    let around = Double(shards.reduce(0) { $0 + $1.points.estimate(search) })
    let expected = order == .distance ? min(around, Double(count) / expectedShare) : around
    guard Double(listed) * SearchLimits.listedLookCost <= expected else { return nil }
    return self.listed()
  }
}

/// Keeps the first of the venues of a filter.
private struct BestVisitor: PointVisitor {
  var filter: TableFilter
  var best: BestVenues
  let maximum: Meters
  private var firstRow = 0
  private var traits: [Traits] = []

  init(filter: TableFilter, best: BestVenues, maximum: Meters) {
    self.filter = filter
    self.best = best
    self.maximum = maximum
  }

  mutating func begin(_ shard: VenueTable.Shard) {
    firstRow = shard.firstRow
    traits = shard.traits
  }

  mutating func mayWant(node: Int) -> Bool {
    let traits = traits[node]
    return filter.mayHold(traits) && best.mayHold(traits)
  }

  mutating func wants(_ place: Int) -> Bool {
    best.mayHold(firstRow + place) && filter.admits(firstRow + place)
  }

  mutating func take(_ hit: PointIndex.Hit) -> Meters {
    best.offer(
      BestVenues.Found(row: firstRow + hit.place, number: hit.index, distance: hit.distance))
    return best.reach(within: maximum)
  }
}

/// Hands on the venues of a filter in one category.
private struct ShardVisitor: PointVisitor {
  private var filter: TableFilter
  private let shard: VenueTable.Shard
  private let body: (_ row: Int, _ distance: Meters) -> Void

  init(
    _ filter: TableFilter, _ shard: VenueTable.Shard,
    _ body: @escaping (_ row: Int, _ distance: Meters) -> Void
  ) {
    self.filter = filter
    self.shard = shard
    self.body = body
    self.filter.prepare()
  }

  mutating func mayWant(node: Int) -> Bool { filter.mayHold(shard.traits[node]) }

  mutating func wants(_ place: Int) -> Bool { filter.admits(shard.firstRow + place) }

  mutating func take(_ hit: PointIndex.Hit) -> Meters {
    body(shard.firstRow + hit.place, hit.distance)
    return .infinity
  }
}
