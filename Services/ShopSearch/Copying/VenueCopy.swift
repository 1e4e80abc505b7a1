package import Messages

/// The copy of the venues: a large base table and a small delta of the changes since it was built,
/// as in a log-structured merge tree.
///
/// A state machine. Changes are applied immediately and cheaply. New base tables are built in the
/// background by the caller and adopted when they are ready; changes in the meantime go to the
/// delta. A new full copy becomes visible when its table is ready; until then `index()` is `nil`
/// and the caller keeps the last index.
package struct VenueCopy: Sendable {
  /// A base table to be built, which takes some seconds for a million venues.
  package struct Build: Sendable {
    let number: Int
    /// Whether it is a new full copy, not the current table merged with its changes.
    let isFullCopy: Bool
    fileprivate let pages: [Venue]
    fileprivate let table: VenueColumnTable
    fileprivate let changes: VenueChanges

    func run() -> VenueColumnTable {
      if isFullCopy { return VenueColumnTable(pages) }
      let kept = table.all.filter { changes[$0.id] == nil }
      let changed = changes.keys.sorted().compactMap { changes[$0] ?? nil }
      // Two ascending runs, which `sorted` merges in one pass.
      return VenueColumnTable((kept + changed).sorted { $0.id < $1.id })
    }
  }

  /// The pages of a copy in progress.
  private var pages: [Venue] = []
  private var table = VenueColumnTable()
  private var building: Build?
  private var builds = 0
  /// The changes since the newest table, adopted or still being built.
  private var changes: VenueChanges = [:]

  package init() {}

  /// Whether the table of a full copy is still being built; the index in use is then of an earlier
  /// copy.
  package var isInitialBuildPending: Bool { building?.isFullCopy ?? false }
}

extension VenueCopy {
  /// Starts a new copy; the current one stays in use.
  package mutating func begin() { pages = [] }

  package mutating func add(_ page: [Venue]) { pages += page }

  /// Completes the copy: its pages, with these later changes, will replace everything.
  package mutating func finish(_ events: [VenueChanged]) -> Build {
    changes = [:]
    events.forEach { apply($0) }
    let build = begin(pages, VenueColumnTable(), [:], isFullCopy: true)
    pages = []
    return build
  }

  package mutating func apply(_ change: VenueChanged) {
    changes.updateValue(change.venue, forKey: change.id)
  }

  /// A table to be built, if the delta is too large and no build is in progress.
  ///
  /// - Parameter maximumDelta: the changes allowed even beside a small table.
  package mutating func nextBuild(
    maximumDelta: Int = SearchLimits.maximumDelta
  ) -> Build? {
    let limit = maximumDelta + table.count / SearchLimits.venuesPerDeltaChange
    guard building == nil, changes.count > limit else { return nil }
    defer { changes = [:] }
    return begin([], table, changes, isFullCopy: false)
  }

  /// Adopts a built table; `false` where a newer build has started.
  mutating func adopt(_ table: VenueColumnTable, of build: Build) -> Bool {
    guard build.number == building?.number else { return false }
    self.table = table
    building = nil
    return true
  }

  /// The current venues; `nil` while the table of a full copy is being built. The cost is that of
  /// indexing the delta.
  package func index() -> VenueIndex? {
    guard !isInitialBuildPending else { return nil }
    let earlier = building?.changes ?? [:]
    return VenueIndex(base: table, changes: earlier.merging(changes) { $1 })
  }

  private mutating func begin(
    _ pages: [Venue], _ table: VenueColumnTable, _ changes: VenueChanges, isFullCopy: Bool
  ) -> Build {
    builds += 1
    let build = Build(
      number: builds, isFullCopy: isFullCopy, pages: pages, table: table, changes: changes)
    building = build
    return build
  }
}
