import Algorithms
package import Geography
import Messages

/// A query compiled for one index: finds the venues that match all criteria.
///
/// For one thread and one search, because it caches which opening hours match.
package struct CompiledQuery {
  private let index: VenueIndex
  private let base: TableFilter
  private let delta: TableFilter
  let watch: SearchWatch

  /// Costs some microseconds, and a scan of the name terms where the query has a name.
  package init(
    _ query: VenueQuery, in index: VenueIndex, _ hoursCache: OpeningHoursCache,
    _ watch: SearchWatch = SearchWatch()
  ) {
    self.index = index
    self.watch = watch
    base = TableFilter(query, of: index.base, without: index.tombstones, hoursCache)
    delta = TableFilter(query, of: index.delta, without: nil, hoursCache)
  }

  /// The nearest matching venues, nearest first; equally near ones by identifier.
  package func nearest(
    _ count: Int, to center: Coordinate, within maximum: Meters = .infinity
  ) -> [VenueIndex.Hit] {
    guard count > 0 else { return [] }
    return first(count, in: .distance, PointSearch(around: center, to: maximum))
  }

  /// Calls the body with every matching venue within `radius`, in no particular order.
  package func forEach(
    within radius: Meters, of center: Coordinate, _ body: (VenueIndex.Hit) -> Void
  ) {
    let search = PointSearch(around: center, to: radius)
    for (filter, isInDelta) in [(base, false), (delta, true)] {
      for shard in filter.shards {
        withoutActuallyEscaping(body) { body in
          var visitor = ShardVisitor(filter, shard) { row, distance in
            body(VenueIndex.Hit(isInDelta: isInDelta, row: row, distance: distance))
          }
          shard.points.walk(search, &visitor)
        }
      }
    }
  }

  /// The first matching venues in an order.
  func first(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch, after: VenueSortKey? = nil
  ) -> [VenueIndex.Hit] {
    func hits(_ filter: TableFilter, isInDelta: Bool) -> [VenueIndex.Hit] {
      filter.best(count, in: order, search, after: after, watch).sorted().map {
        VenueIndex.Hit(isInDelta: isInDelta, row: $0.row, distance: $0.distance)
      }
    }
    let all = index.merged(hits(base, isInDelta: false), hits(delta, isInDelta: true)) {
      index.key(of: $0, in: order).precedes(index.key(of: $1, in: order), in: order)
    }
    return Array(all.prefix(count))
  }
}

extension VenueIndex {
  func key(of hit: Hit, in order: NearbyOrder) -> VenueSortKey {
    VenueSortKey(inRow: hit.row, of: hit.isInDelta ? delta : base, hit.distance, order)
  }
}

extension TableFilter {
  /// The first matching venues of the table in an order.
  func best(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch, after: VenueSortKey?,
    _ watch: SearchWatch
  ) -> TopVenues {
    var visitor = TopVenuesVisitor(
      filter: self, best: TopVenues(order, atMost: count, of: table, after: after),
      maximum: search.maximum, watch: watch)
    visitor.filter.prepare()
    let rows = cheaperList(count, in: order, search)
    for shard in shards {
      visitor.begin(shard)
      // The result so far narrows the search in the next category.
      let search = search.narrowed(to: visitor.best.searchRadius(within: search.maximum))
      if let rows {
        shard.points.walk(
          only: Self.rows(rows, in: shard.rows), from: shard.firstRow, search, &visitor)
      } else {
        shard.points.walk(search, &visitor)
      }
    }
    return visitor.best
  }

  /// The part of an ascending list inside a range.
  private static func rows(_ list: ArraySlice<Int32>, in range: Range<Int>) -> ArraySlice<Int32> {
    let first = list.partitioningIndex { $0 >= range.lowerBound }
    let end = list.partitioningIndex { $0 >= range.upperBound }
    return list[first..<end]
  }

  /// The rows from posting lists, where visiting them costs less than a spatial search; else `nil`.
  ///
  /// With the selectivity s, a spatial search visits about 1 / s neighbours per match, and at most
  /// all venues in its region. Choosing an access path by the expected number of lookups, from
  /// counts where they exist and assumptions elsewhere, follows Selinger et al., "Access Path
  /// Selection in a Relational Database Management System", SIGMOD 1979.
  private func cheaperList(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch
  ) -> ArraySlice<Int32>? {
    guard let listed = shortestListCount else { return nil }
    let around = Double(shards.reduce(0) { $0 + $1.points.estimate(search) })
    let expected = order == .distance ? min(around, Double(count) / expectedSelectivity) : around
    guard Double(listed) * SearchLimits.listLookupCost <= expected else { return nil }
    return listedRows()
  }
}

/// Collects the first venues of a filter.
private struct TopVenuesVisitor: PointVisitor {
  var filter: TableFilter
  var best: TopVenues
  let maximum: Meters
  let watch: SearchWatch
  var firstRow = 0
  var summaries: [AmenitySummary] = []

  mutating func begin(_ shard: VenueColumnTable.Shard) {
    firstRow = shard.firstRow
    summaries = shard.summaries
  }

  mutating func mayMatch(node: Int) -> Bool {
    let summary = summaries[node]
    return watch.goesOn() && filter.mayContain(summary) && best.mayContain(summary)
  }

  mutating func matches(_ slot: Int) -> Bool {
    best.mayContain(firstRow + slot) && filter.admits(firstRow + slot)
  }

  mutating func visit(_ hit: PointIndex.Hit) -> Meters {
    best.offer(
      TopVenues.Item(row: firstRow + hit.slot, number: hit.index, distance: hit.distance))
    return best.searchRadius(within: maximum)
  }
}

/// Passes the venues of a filter in one category to a closure.
private struct ShardVisitor: PointVisitor {
  private var filter: TableFilter
  private let shard: VenueColumnTable.Shard
  private let body: (_ row: Int, _ distance: Meters) -> Void

  init(
    _ filter: TableFilter, _ shard: VenueColumnTable.Shard,
    _ body: @escaping (_ row: Int, _ distance: Meters) -> Void
  ) {
    self.filter = filter
    self.shard = shard
    self.body = body
    self.filter.prepare()
  }

  mutating func mayMatch(node: Int) -> Bool { filter.mayContain(shard.summaries[node]) }

  mutating func matches(_ slot: Int) -> Bool { filter.admits(shard.firstRow + slot) }

  mutating func visit(_ hit: PointIndex.Hit) -> Meters {
    body(shard.firstRow + hit.slot, hit.distance)
    return .infinity
  }
}
