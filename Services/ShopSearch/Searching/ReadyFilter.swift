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

  /// Whether a venue is wanted. An array look-up for each wish.
  package func admits(_ place: VenueIndex.Place) -> Bool {
    let filter = place.isFresh ? fresh : base
    return filter.shards.contains { $0.rows.contains(place.row) } && filter.admits(place.row)
  }

  /// The nearest venues that are wanted, nearest first; equally near ones by identifier.
  package func nearest(
    _ count: Int, to center: Coordinate, within maximum: Meters = .infinity
  ) -> [VenueIndex.Place] {
    guard count > 0 else { return [] }
    return first(count, in: .distance, PointSearch(around: center, to: maximum)).map(\.place)
  }

  /// Hands over every venue that is wanted at most `radius` away, in no particular order.
  package func forEach(
    within radius: Meters, of center: Coordinate, _ body: (VenueIndex.Place) -> Void
  ) {
    let search = PointSearch(around: center, to: radius)
    for (filter, isFresh) in [(base, false), (fresh, true)] {
      for shard in filter.shards {
        shard.points.walk(
          search, through: { filter.mayHold(shard.traits[$0]) },
          where: { filter.admits(shard.firstRow + $0) },
          offer: { hit in
            body(
              VenueIndex.Place(
                isFresh: isFresh, row: shard.firstRow + hit.place, distance: hit.distance))
            return radius
          })
      }
    }
  }

  /// The first venues in an order, with what decided about their places.
  func first(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch, after: VenueKey? = nil
  ) -> [(place: VenueIndex.Place, key: VenueKey)] {
    func found(_ filter: TableFilter, isFresh: Bool)
      -> [(place: VenueIndex.Place, key: VenueKey)]
    {
      let best = filter.best(count, in: order, search, after: after)
      return best.sorted().map { found in
        let place = VenueIndex.Place(
          isFresh: isFresh, row: found.row, distance: found.distance)
        return (place, best.key(of: found))
      }
    }
    let old = found(base, isFresh: false)
    let new = found(fresh, isFresh: true)
    if new.isEmpty { return old }
    return Array((old + new).sorted { $0.key.precedes($1.key, in: order) }.prefix(count))
  }
}

extension TableFilter {
  /// The first venues of the table in an order.
  func best(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch, after: VenueKey?
  ) -> BestVenues {
    var best = BestVenues(order, atMost: count, of: table, after: after)
    var rows = rowsWorthListing(count, in: order, search)
    for shard in shards {
      // What is found narrows the search in the next category.
      let reach = best.reach(within: search.maximum)
      func isWanted(_ place: Int) -> Bool {
        let row = shard.firstRow + place
        return best.mayHold(row) && admits(row)
      }
      func offer(_ hit: PointIndex.Hit) -> Meters {
        best.offer(
          BestVenues.Found(
            row: shard.firstRow + hit.place, number: hit.index, distance: hit.distance))
        return best.reach(within: search.maximum)
      }
      let narrowed = search.narrowed(to: reach)
      if let listed = rows {
        let mine = listed.drop { $0 < shard.rows.lowerBound }.prefix { $0 < shard.rows.upperBound }
        shard.points.walk(
          only: mine, from: shard.firstRow, narrowed, where: isWanted, offer: offer)
        rows = listed[mine.endIndex...]
      } else {
        shard.points.walk(
          narrowed,
          through: { best.mayHold(shard.traits[$0]) && mayHold(shard.traits[$0]) },
          where: isWanted, offer: offer)
      }
    }
    return best
  }

  /// The listed rows, where looking at each of them is less work than looking around.
  ///
  /// With m listed among n venues, and m at most wanted, one has to look at about n / m neighbours
  /// for each that is wanted, and at no more than there are in the search. The choice of an access
  /// path by the expected number of look-ups is Selinger's: "Access Path Selection in a Relational
  /// Database Management System", SIGMOD 1979.
  private func rowsWorthListing(
    _ count: Int, in order: NearbyOrder, _ search: PointSearch
  ) -> ArraySlice<Int32>? {
    guard let listed = listedCount else { return nil }
    let around = shards.reduce(0) { $0 + $1.points.estimate(search) }
    let expected =
      order == .distance
      ? min(Double(around), Double(count) * Double(table.count) / Double(max(1, listed)))
      : Double(around)
    guard Double(listed) * SearchLimits.listedLookCost <= expected else { return nil }
    return self.listed()
  }
}
