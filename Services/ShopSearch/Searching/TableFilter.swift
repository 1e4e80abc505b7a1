import Foundation
import Geography
import OpeningHours

/// A query compiled for one table: decides for each row whether it matches.
///
/// For one thread and one search.
struct TableFilter {
  let table: VenueColumnTable
  // Copied from the table because they are read for every visited venue.
  private let entries: [FilterColumns.Entry]
  private let names: NameColumns
  /// The shards of the matching categories, the largest first: it yields near venues with the
  /// fewest lookups, which narrows the search in the others.
  let shards: [VenueColumnTable.Shard]
  /// The ascending rows of each criterion with a posting list, except the name.
  private let lists: [ArraySlice<Int32>]
  private let minimumRating: UInt16
  private let minimumPower: UInt16
  private let amenities: [AmenitySet]
  private var brand: Int32?
  /// A number that no brand or cuisine has, different from that of a missing one.
  private static let unknownValue: Int32 = -2
  /// Whether each distinct cuisine value matches, by its number.
  private var cuisines: [Bool]?
  private var allowedRows: Set<Int32>?
  private let name: [TermMatcher]
  private var hours: HoursPredicate?
  private let tombstones: Tombstones?

  /// - Parameter tombstones: rows of the table that are superseded or deleted.
  init(
    _ query: VenueQuery, of table: VenueColumnTable, without tombstones: Tombstones?,
    _ hoursCache: OpeningHoursCache
  ) {
    self.table = table
    entries = table.filters.entries
    names = table.filters.names
    self.tombstones = tombstones
    amenities = query.amenities
    minimumRating = query.minimumRating
    minimumPower = query.minimumPower
    let categories = query.category.map(table.categories(in:)) ?? Array(table.shards.keys)
    shards = categories.compactMap { table.shards[$0] }
      .sorted { $0.points.count > $1.points.count }
    hours = query.hours.map { HoursPredicate($0, table.shops.hours, hoursCache) }
    var lists: [ArraySlice<Int32>] = []
    if let brand = query.brand {
      let key = table.filters.brand(brand)
      self.brand = key?.number ?? Self.unknownValue
      lists.append(key?.rows ?? [])
    }
    if let cuisine = query.cuisine {
      let key = table.filters.cuisine(cuisine)
      cuisines = table.filters.values(with: key?.number ?? Self.unknownValue)
      lists.append(key?.rows ?? [])
    }
    if let ids = query.venueIDs {
      let rows = Set(ids.compactMap(table.number).map { Int32(table.row($0)) })
      allowedRows = rows
      lists.append(rows.sorted()[...])
    }
    name = query.nameWords.map { TermMatcher($0, in: table.filters.names) }
    self.lists = lists
  }

  /// The number of rows in the shortest posting list; `nil` where no criterion has one.
  var shortestListCount: Int? { (name.map(\.count) + lists.map(\.count)).min() }

  /// The expected fraction of matching venues, with the criteria assumed to be independent.
  var expectedSelectivity: Double {
    let listed = (name.map(\.count) + lists.map(\.count)).map { count in
      min(1, Double(count) / Double(max(1, table.count)))
    }
    let guesses =
      amenities.count + (hours == nil ? 0 : 1) + (minimumRating > 0 ? 1 : 0)
      + (minimumPower > 0 ? 1 : 0)
    return listed.reduce(pow(SearchLimits.assumedSelectivity, Double(guesses)), *)
  }

  /// Ascending rows that include all matches, at most `shortestListCount`.
  func listedRows() -> ArraySlice<Int32> {
    var all = lists
    let rarest = name.min { $0.count < $1.count }
    for match in name {
      if let rows = match.only(in: names) {
        all.append(rows)
      } else if match.count == rarest?.count {
        all.append(match.rows(in: names)[...])
      }
    }
    all.sort { $0.count < $1.count }
    guard let first = all.first else { return [] }
    return all.dropFirst().reduce(first) { Self.common($0, $1) }
  }

  /// The ascending rows in both lists. With lists of very different length, the shorter one:
  /// testing its rows one by one costs less than merging.
  private static func common(
    _ few: ArraySlice<Int32>, _ many: ArraySlice<Int32>
  ) -> ArraySlice<Int32> {
    guard many.count / SearchLimits.maximumMergeRatio <= few.count else { return few }
    var common: [Int32] = []
    var other = many.startIndex
    for row in few {
      while other < many.endIndex, many[other] < row { other += 1 }
      if other == many.endIndex { break }
      if many[other] == row, common.last != row { common.append(row) }
    }
    return common[...]
  }

  /// Whether a venue with these amenities, or one below a node with this summary, may match.
  @inline(__always)
  func mayContain(_ summary: AmenitySummary) -> Bool {
    guard summary.rating >= minimumRating, summary.power >= minimumPower else { return false }
    for accepted in amenities where summary.amenities.isDisjoint(with: accepted) { return false }
    return true
  }

  /// Allocates the cache for testing many rows.
  mutating func prepare() { hours?.prepare() }

  /// Whether the venue of a row matches, apart from its category and its position.
  @inline(__always)
  mutating func admits(_ row: Int) -> Bool {
    let entry = entries[row]
    guard mayContain(entry.summary) else { return false }
    if let brand, entry.brand != brand { return false }
    if let cuisines, entry.cuisine < 0 || !cuisines[Int(entry.cuisine)] { return false }
    if hours != nil, hours?.admits(entry.hours) == false { return false }
    if let tombstones, tombstones.contains(row: row) { return false }
    return (allowedRows == nil && name.isEmpty) || isListed(row)
  }

  private func isListed(_ row: Int) -> Bool {
    if let allowedRows, !allowedRows.contains(Int32(row)) { return false }
    let terms = names[row]
    for match in name where !terms.contains(where: { match.contains($0) }) { return false }
    return true
  }
}

/// The terms that a word of the query matches.
private struct TermMatcher {
  /// The terms that it equals or is a prefix of.
  private let prefixed: Range<Int32>
  /// The terms that it misspells, ascending.
  private let misspelt: [Int32]
  /// The total length of the posting lists.
  let count: Int

  init(_ letters: [UInt32], in names: NameColumns) {
    let dictionary = names.dictionary
    let prefixed =
      letters.count < SearchLimits.shortestPrefix
      ? dictionary.terms(equalTo: letters) : dictionary.terms(withPrefix: letters)
    self.prefixed = prefixed
    misspelt = dictionary.terms(within: SearchLimits.edits(in: letters), of: letters)
      .filter { !prefixed.contains($0) }
    count =
      names.postings.count(prefixed)
      + misspelt.reduce(0) { $0 + names.postings.count($1..<$1 + 1) }
  }

  /// The rows, where only one term matches.
  func only(in names: NameColumns) -> ArraySlice<Int32>? {
    guard prefixed.count + misspelt.count == 1 else { return nil }
    return misspelt.first.map { names.postings[$0] } ?? names.postings[prefixed]
  }

  func contains(_ term: Int32) -> Bool {
    if prefixed.contains(term) { return true }
    // There are few, so a binary search would cost more.
    return misspelt.contains(term)
  }

  /// The rows with any of the terms, ascending.
  func rows(in names: NameColumns) -> [Int32] {
    var rows = Array(names.postings[prefixed])
    for term in misspelt { rows += names.postings[term] }
    rows.sort()
    var last: Int32 = -1
    rows.removeAll { row in
      defer { last = row }
      return row == last
    }
    return rows
  }
}

/// Decides which distinct opening hours of a table match. After `prepare`, each value is evaluated
/// once per search.
private struct HoursPredicate {
  private let criterion: VenueQuery.HoursCriterion
  private let values: [String]
  private let hoursCache: OpeningHoursCache
  private let admitsUnknown: Bool
  /// By the number of a value: 0 not evaluated, 1 no match, 2 match.
  private var results: [UInt8] = []

  init(
    _ criterion: VenueQuery.HoursCriterion, _ values: [String], _ hoursCache: OpeningHoursCache
  ) {
    self.criterion = criterion
    self.values = values
    self.hoursCache = hoursCache
    admitsUnknown = criterion.admits(.unknown)
  }

  mutating func prepare() { results = [UInt8](repeating: 0, count: values.count) }

  @inline(__always)
  mutating func admits(_ number: Int32) -> Bool {
    if number < 0 { return admitsUnknown }
    let number = Int(number)
    if number < results.count, results[number] != 0 { return results[number] == 2 }
    return evaluate(number)
  }

  private mutating func evaluate(_ number: Int) -> Bool {
    let isAdmitted = criterion.admits(hoursCache.state(of: values[number], for: criterion).state)
    if number < results.count { results[number] = isAdmitted ? 2 : 1 }
    return isAdmitted
  }
}
