import Messages

/// The venues as they are copied and changed, and the index of them.
///
/// Changes are taken at once and cheaply; `index()` then builds anew what they touched: the
/// categories, one by one.
package struct VenueCopy: Sendable {
  private var venues: [VenueCategory: [VenueID: Venue]] = [:]
  private var categories: [VenueID: VenueCategory] = [:]
  private var built = VenueIndex()
  private var changed: Set<VenueCategory> = []

  package init() {}

  /// How many venues there are.
  package var count: Int { categories.count }

  /// Whether `index()` has something to build.
  package var isChanged: Bool { !changed.isEmpty }

  package mutating func add(_ page: [Venue]) {
    for venue in page { put(venue) }
  }

  package mutating func apply(_ change: VenueChanged) {
    remove(change.id)
    if let venue = change.venue { put(venue) }
  }

  /// The venues as they are now. O(n log n) in the size of the categories that have changed.
  package mutating func index() -> VenueIndex {
    for category in changed { built.replace(category, by: (venues[category] ?? [:]).values) }
    changed = []
    return built
  }

  private mutating func put(_ venue: Venue) {
    remove(venue.id)
    categories[venue.id] = venue.category
    venues[venue.category, default: [:]][venue.id] = venue
    changed.insert(venue.category)
  }

  private mutating func remove(_ id: VenueID) {
    guard let category = categories.removeValue(forKey: id) else { return }
    venues[category]?[id] = nil
    changed.insert(category)
  }
}
