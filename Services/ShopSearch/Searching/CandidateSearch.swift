import FoundationEssentials
import Geography
package import Messages
import Time

/// The venues of some categories by the length of the straight way over them.
struct CandidateSearch {
  private let index: VenueIndex
  private let request: CandidatesRequest
  private let categories: [VenueCategory]
  private let filter: CandidateFilter?
  private let watch: SearchWatch

  init(
    _ index: VenueIndex, _ request: CandidatesRequest, _ filter: CandidateFilter?,
    _ watch: SearchWatch
  ) {
    self.watch = watch
    self.index = index
    self.request = request
    self.filter = filter
    let wanted = (request.categories ?? [request.category]).map(\.resolved)
    let tables = [index.base, index.delta]
    categories = Set(wanted.flatMap { wide in tables.flatMap { $0.categories(in: wide) } }).sorted()
  }

  /// The number of venues of the categories, whether or not they match the filter.
  var inCategory: Int { categories.reduce(0) { $0 + index.count(of: $1) } }

  /// How many match whose way is at most this long.
  func count(within length: Meters) -> Int {
    categories.reduce(0) { count, category in
      count + (filter == nil ? counted(category, length) : matching(category, length).count)
    }
  }

  /// Those with the shortest ways, shortest first; equal ones by identifier.
  func shortest(_ count: Int, within length: Meters) -> [VenueIndex.Hit] {
    let lists = categories.map { category in
      filter == nil ? nearest(count, category, length) : matching(category, length)
    }
    guard lists.count != 1 else { return Array(lists[0].prefix(count)) }
    return Array(lists.joined().sorted(by: index.isNearer).prefix(count))
  }

  private func counted(_ category: VenueCategory, _ length: Meters) -> Int {
    func count(_ points: PointIndex?) -> Int {
      points?.count(within: length, between: request.origin, and: request.destination) ?? 0
    }
    return count(index.base.shards[category]?.points) - count(index.tombstones.points[category])
      + count(index.delta.shards[category]?.points)
  }

  /// Those of a category without a filter.
  private func nearest(
    _ count: Int, _ category: VenueCategory, _ length: Meters
  ) -> [VenueIndex.Hit] {
    let tombstoneCount = index.tombstones.points[category]?.count ?? 0
    var inBase = hits(category, count + tombstoneCount, length, isInDelta: false)
    if tombstoneCount > 0 { inBase.removeAll { index.tombstones.contains(row: $0.row) } }
    let inDelta = hits(category, count, length, isInDelta: true)
    return index.merged(inBase, inDelta, by: index.isNearer)
  }

  /// All of a category that match the filter. Costs a test of every venue within the length.
  private func matching(_ category: VenueCategory, _ length: Meters) -> [VenueIndex.Hit] {
    let all = nearest(index.count(of: category), category, length)
    guard var filter else { return all }
    return all.filter { watch.goesOn() && filter.admits($0) }
  }

  private func hits(
    _ category: VenueCategory, _ count: Int, _ length: Meters, isInDelta: Bool
  ) -> [VenueIndex.Hit] {
    guard let shard = (isInDelta ? index.delta : index.base).shards[category] else { return [] }
    return shard.points.nearest(
      count, between: request.origin, and: request.destination, within: length
    ).map {
      VenueIndex.Hit(isInDelta: isInDelta, row: shard.firstRow + $0.slot, distance: $0.distance)
    }
  }
}

/// The criteria of a search for candidates, compiled for both tables of an index.
package struct CandidateFilter {
  private var base: TableFilter
  private var delta: TableFilter

  /// `nil` without criteria.
  ///
  /// - Parameter hoursCache: of the worker thread.
  /// - Throws: `invalidRequest` for a criterion out of range.
  package init?(
    _ filter: VenueFilter?, in index: VenueIndex, _ hoursCache: OpeningHoursCache
  ) throws(ServiceError) {
    guard var filter else { return nil }
    (filter.category, filter.hours) = (nil, nil)
    guard filter != VenueFilter() else { return nil }
    let query = try VenueQuery(filter, now: Timestamp(secondsSince1970: 0))
    base = TableFilter(query, of: index.base, without: index.tombstones, hoursCache)
    delta = TableFilter(query, of: index.delta, without: nil, hoursCache)
  }

  mutating func admits(_ hit: VenueIndex.Hit) -> Bool {
    hit.isInDelta ? delta.admits(hit.row) : base.admits(hit.row)
  }
}
