import Geography
import Messages

/// All venues at one moment, to be searched by place and category. Never changes: a new one takes
/// its place.
package struct VenueIndex: Sendable {
  /// The venues of one category.
  struct Shard: Sendable {
    let venues: [Venue]
    let points: PointIndex

    init(_ venues: some Sequence<Venue>) {
      // In the order of the identifiers, so that every instance answers alike.
      self.venues = venues.sorted { $0.id < $1.id }
      points = PointIndex(self.venues.map(\.coordinate))
    }
  }

  private(set) var shards: [VenueCategory: Shard] = [:]

  package init(_ venues: some Sequence<Venue> = []) {
    for (category, venues) in Dictionary(grouping: venues, by: \.category) {
      shards[category] = Shard(venues)
    }
  }

  /// How many venues there are.
  package var count: Int { shards.values.reduce(0) { $0 + $1.venues.count } }

  /// Replaces the venues of one category. O(n log n) in their number.
  mutating func replace(_ category: VenueCategory, by venues: some Collection<Venue>) {
    shards[category] = venues.isEmpty ? nil : Shard(venues)
  }
}
