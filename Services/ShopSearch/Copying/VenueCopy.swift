import Messages

/// The venues as they are copied and changed.
///
/// A state machine: changes are taken at once and cheaply; the large table of all venues is built
/// aside, by whoever is told to, and taken into use when it is ready. What changes meanwhile is
/// kept beside it. A copy made anew is not seen before its table is ready; until then `index()`
/// answers nothing, and the last index stays in use.
package struct VenueCopy: Sendable {
  /// A table to be built, which takes some seconds for a million venues.
  package struct Build: Sendable {
    let number: Int
    /// Whether it is a copy made anew, not the one in use with its changes.
    let isAnew: Bool
    fileprivate let pages: [Venue]
    fileprivate let table: VenueTable
    fileprivate let changes: VenueChanges

    func run() -> VenueTable {
      if isAnew { return VenueTable(pages) }
      let kept = table.all.filter { changes[$0.id] == nil }
      let fresh = changes.keys.sorted().compactMap { changes[$0] ?? nil }
      // Two rising runs, which `sorted` merges in one pass.
      return VenueTable((kept + fresh).sorted { $0.id < $1.id })
    }
  }

  /// Pages of a copy that is being made.
  private var pages: [Venue] = []
  private var table = VenueTable()
  private var building: Build?
  private var builds = 0
  /// What changed since the table was begun to be built that is in use, or will be next.
  private var changes: VenueChanges = [:]

  package init() {}

  /// Whether the copy waits for its first table: then the index in use is of an earlier copy.
  package var isBuiltAnew: Bool { building?.isAnew ?? false }
}

extension VenueCopy {
  /// Begins a copy aside.
  package mutating func begin() { pages = [] }

  package mutating func add(_ page: [Venue]) { pages += page }

  /// The pages are whole: they take the place of all that was, with these changes since.
  package mutating func finish(_ events: [VenueChanged]) -> Build {
    changes = [:]
    events.forEach { apply($0) }
    let build = begin(pages, VenueTable(), [:], isAnew: true)
    pages = []
    return build
  }

  package mutating func apply(_ change: VenueChanged) {
    changes.updateValue(change.venue, forKey: change.id)
  }

  /// A table to be built where there are many changes and none is being built.
  ///
  /// - Parameter kept: how many may be kept beside however small a table.
  package mutating func nextBuild(keeping kept: Int = SearchLimits.keptChanges) -> Build? {
    let many = kept + table.count / SearchLimits.venuesPerKeptChange
    guard building == nil, changes.count > many else { return nil }
    defer { changes = [:] }
    return begin([], table, changes, isAnew: false)
  }

  /// Takes a table into use; `false` where another has been begun meanwhile.
  mutating func adopt(_ table: VenueTable, of build: Build) -> Bool {
    guard build.number == building?.number else { return false }
    self.table = table
    building = nil
    return true
  }

  /// The venues as they are now; `nil` while the copy is built anew. Costs as much as there are
  /// changes since the table was built.
  package func index() -> VenueIndex? {
    guard !isBuiltAnew else { return nil }
    let earlier = building?.changes ?? [:]
    return VenueIndex(base: table, changes: earlier.merging(changes) { $1 })
  }

  private mutating func begin(
    _ pages: [Venue], _ table: VenueTable, _ changes: VenueChanges, isAnew: Bool
  ) -> Build {
    builds += 1
    let build = Build(
      number: builds, isAnew: isAnew, pages: pages, table: table, changes: changes)
    building = build
    return build
  }
}
