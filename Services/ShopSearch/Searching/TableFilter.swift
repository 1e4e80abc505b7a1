import Foundation
import Messages

/// Wishes made ready for the venues of one table; tells of a row whether it is wanted.
///
/// For one thread, and for as long as a search takes.
struct TableFilter {
  let table: VenueTable
  // Taken out of the table: they are looked at for every venue that is passed.
  private let entries: [FilterColumns.Entry]
  private let names: NameColumns
  /// Those of the categories that are wanted, the largest first: there the nearest are found with
  /// the fewest looks, which narrows the search in the others.
  let shards: [VenueTable.Shard]
  /// The rows of each wish for a brand and the like, rising.
  private let lists: [ArraySlice<Int32>]
  private let minimumRating: UInt16
  private let marks: [VenueMarks]
  private var brand: Int32?
  /// The number of a brand or cuisine that no row has, nor one without any.
  private static let nobodys: Int32 = -2
  /// By the number of a cuisine's value.
  private var cuisines: [Bool]?
  private var among: Set<Int32>?
  private let name: [WordMatch]
  private var hours: HoursVerdicts?
  private let gone: GoneVenues?

  /// - Parameter gone: rows of the table that there are no longer.
  init(
    _ wishes: VenueWishes, of table: VenueTable, without gone: GoneVenues?, _ book: HoursBook
  ) {
    self.table = table
    entries = table.filters.entries
    names = table.filters.names
    self.gone = gone
    marks = wishes.marks
    minimumRating = wishes.minimumRating
    shards = table.shards.filter { wishes.category?.covers($0.key) ?? true }
      .map(\.value).sorted { $0.points.count > $1.points.count }
    hours = wishes.hours.map { HoursVerdicts($0, table.shops.hours, book) }
    var lists: [ArraySlice<Int32>] = []
    if let brand = wishes.brand {
      let key = table.filters.brand(brand)
      self.brand = key?.number ?? Self.nobodys
      lists.append(key?.rows ?? [])
    }
    if let cuisine = wishes.cuisine {
      let key = table.filters.cuisine(cuisine)
      cuisines = table.filters.values(with: key?.number ?? Self.nobodys)
      lists.append(key?.rows ?? [])
    }
    if let among = wishes.among {
      let rows = Set(among.compactMap(table.number).map { Int32(table.row($0)) })
      self.among = rows
      lists.append(rows.sorted()[...])
    }
    name = wishes.nameWords.map { WordMatch($0, in: table.filters.names) }
    self.lists = lists
  }

  /// How many rows the shortest list of a wish has, if any wish has one.
  var listedCount: Int? { (name.map(\.count) + lists.map(\.count)).min() }

  /// The share of the venues that is expected to be wanted, as if no wish had to do with another.
  var expectedShare: Double {
    let listed = (name.map(\.count) + lists.map(\.count)).map { count in
      min(1, Double(count) / Double(max(1, table.count)))
    }
    let guesses = marks.count + (hours == nil ? 0 : 1) + (minimumRating > 0 ? 1 : 0)
    return listed.reduce(pow(SearchLimits.guessedShare, Double(guesses)), *)
  }

  /// Rows that hold all that are wanted, at most `listedCount`, rising.
  func listed() -> ArraySlice<Int32> {
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

  /// The rows that are in both, rising.
  private static func common(
    _ few: ArraySlice<Int32>, _ many: ArraySlice<Int32>
  ) -> ArraySlice<Int32> {
    // Beyond that the few are looked at by themselves in less time.
    guard many.count / SearchLimits.mergedRowsPerRow <= few.count else { return few }
    var common: [Int32] = []
    var other = many.startIndex
    for row in few {
      while other < many.endIndex, many[other] < row { other += 1 }
      if other == many.endIndex { break }
      if many[other] == row, common.last != row { common.append(row) }
    }
    return common[...]
  }

  /// Whether a venue of a node may be wanted, by what they have together.
  @inline(__always)
  func mayHold(_ traits: Traits) -> Bool {
    guard traits.rating >= minimumRating else { return false }
    for wanted in marks where traits.marks.isDisjoint(with: wanted) { return false }
    return true
  }

  /// Makes ready for looking at many rows.
  mutating func prepare() { hours?.prepare() }

  /// Whether the venue of a row is wanted, its category and its place apart.
  @inline(__always)
  mutating func admits(_ row: Int) -> Bool {
    let entry = entries[row]
    guard mayHold(entry.traits) else { return false }
    if let brand, entry.brand != brand { return false }
    if let cuisines, entry.cuisine < 0 || !cuisines[Int(entry.cuisine)] { return false }
    if hours != nil, hours?.admits(entry.hours) == false { return false }
    if let gone, gone.contains(row: row) { return false }
    return (among == nil && name.isEmpty) || isOfThese(row)
  }

  private func isOfThese(_ row: Int) -> Bool {
    if let among, !among.contains(Int32(row)) { return false }
    let words = names[row]
    for match in name where !words.contains(where: { match.contains($0) }) { return false }
    return true
  }
}

/// The words of a vocabulary that a word of a wish may stand for.
private struct WordMatch {
  /// Those that it is, or begins.
  private let same: Range<Int32>
  /// Those that it misspells; rising.
  private let near: [Int32]
  /// How many rows have one, those with several counted for each.
  let count: Int

  init(_ letters: [UInt32], in names: NameColumns) {
    let words = names.vocabulary
    let same =
      letters.count < SearchLimits.shortestBeginning
      ? words.words(equal: letters) : words.words(beginning: letters)
    self.same = same
    near = words.words(within: SearchLimits.edits(in: letters), of: letters)
      .filter { !same.contains($0) }
    count =
      names.postings.count(same)
      + near.reduce(0) { $0 + names.postings.count($1..<$1 + 1) }
  }

  /// The rows, where there is one word.
  func only(in names: NameColumns) -> ArraySlice<Int32>? {
    guard same.count + near.count == 1 else { return nil }
    return near.first.map { names.postings[$0] } ?? names.postings[same]
  }

  func contains(_ word: Int32) -> Bool {
    if same.contains(word) { return true }
    // Few: a search by halves would cost more.
    return near.contains(word)
  }

  /// The rows that have one, rising.
  func rows(in names: NameColumns) -> [Int32] {
    var rows = Array(names.postings[same])
    for word in near { rows += names.postings[word] }
    rows.sort()
    var last: Int32 = -1
    rows.removeAll { row in
      defer { last = row }
      return row == last
    }
    return rows
  }
}

/// What a wish for hours says of each distinct value of a table; worked out once a search, where it
/// was made ready for one.
private struct HoursVerdicts {
  private let wish: VenueWishes.Hours
  private let values: [String]
  private let book: HoursBook
  private let isUnknownWanted: Bool
  /// By the number of a value: 0 where nobody asked yet, 1 for refused, 2 for admitted.
  private var known: [UInt8] = []

  init(_ wish: VenueWishes.Hours, _ values: [String], _ book: HoursBook) {
    self.wish = wish
    self.values = values
    self.book = book
    isUnknownWanted = wish.admits(.unknown)
  }

  mutating func prepare() { known = [UInt8](repeating: 0, count: values.count) }

  @inline(__always)
  mutating func admits(_ number: Int32) -> Bool {
    if number < 0 { return isUnknownWanted }
    let number = Int(number)
    if number < known.count, known[number] != 0 { return known[number] == 2 }
    return ask(number)
  }

  private mutating func ask(_ number: Int) -> Bool {
    let state = book.state(of: values[number], at: wish.start, for: wish.seconds)
    let isAdmitted = wish.admits(state)
    if number < known.count { known[number] = isAdmitted ? 2 : 1 }
    return isAdmitted
  }
}
