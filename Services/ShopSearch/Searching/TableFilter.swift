import Messages

/// Wishes made ready for the venues of one table; tells of a row whether it is wanted.
///
/// For one thread, and for as long as a search takes.
struct TableFilter {
  let table: VenueTable
  /// Those of the categories that are wanted.
  let shards: [VenueTable.Shard]
  /// The shortest list among those of the wishes for brands, cuisines and the like.
  private let list: ArraySlice<Int32>?
  private let minimumRating: UInt16
  private let marks: [VenueMarks]
  private var brand: Int32?
  /// By the number of a cuisine's value.
  private var cuisines: [Bool]?
  private var among: Set<Int32>?
  private let name: [WordMatch]
  private let hours: HoursVerdicts?
  private let gone: GoneVenues?

  /// - Parameter gone: rows of the table that there are no longer.
  init(
    _ wishes: VenueWishes, of table: VenueTable, without gone: GoneVenues?, _ book: HoursBook
  ) {
    self.table = table
    self.gone = gone
    marks = wishes.marks
    minimumRating = wishes.minimumRating
    shards = table.shards.filter { wishes.category?.covers($0.key) ?? true }
      .sorted { $0.value.firstRow < $1.value.firstRow }.map(\.value)
    hours = wishes.hours.map { HoursVerdicts($0, table.shops.hours, book) }
    var lists: [ArraySlice<Int32>] = []
    if let brand = wishes.brand {
      let key = table.filters.brand(brand)
      self.brand = key?.number
      lists.append(key?.rows ?? [])
    }
    if let cuisine = wishes.cuisine {
      let key = table.filters.cuisine(cuisine)
      cuisines = key.map { table.filters.values(with: $0.number) }
      lists.append(key?.rows ?? [])
    }
    if let among = wishes.among {
      let rows = Set(among.compactMap(table.number).map { Int32(table.row($0)) })
      self.among = rows
      lists.append(rows.sorted()[...])
    }
    name = wishes.nameWords.map { WordMatch($0, in: table.filters.names) }
    list = lists.min { $0.count < $1.count }
  }

  /// How many rows one would have to look at that are listed by one of the wishes, if any is.
  var listedCount: Int? {
    let counts = name.map(\.count) + (list.map { [$0.count] } ?? [])
    return counts.min()
  }

  /// Rows that hold all that are wanted, at most `listedCount`, rising; all rows have to be looked
  /// at where it is `nil`.
  func listed() -> ArraySlice<Int32>? {
    guard let rarest = name.min(by: { $0.count < $1.count }), rarest.count < list?.count ?? .max
    else { return list }
    return rarest.rows(in: table.filters.names)[...]
  }

  /// Whether a venue of a node may be wanted, by what they have together.
  func mayHold(_ traits: Traits) -> Bool {
    traits.rating >= minimumRating && marks.allSatisfy { !traits.marks.isDisjoint(with: $0) }
  }

  /// Whether the venue of a row is wanted, its category and its place apart.
  func admits(_ row: Int) -> Bool {
    let entry = table.filters.entries[row]
    guard mayHold(entry.traits) else { return false }
    if let brand, entry.brand != brand { return false }
    if let cuisines, entry.cuisine < 0 || !cuisines[Int(entry.cuisine)] { return false }
    if let hours, !hours.admits(entry.hours) { return false }
    if let gone, gone.contains(row: row) { return false }
    if let among, !among.contains(Int32(row)) { return false }
    if name.isEmpty { return true }
    let words = table.filters.names[row]
    return name.allSatisfy { match in words.contains { match.contains($0) } }
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

  func contains(_ word: Int32) -> Bool {
    if same.contains(word) { return true }
    // Few: a search by halves would cost more.
    return near.contains(word)
  }

  /// The rows that have one, rising.
  func rows(in names: NameColumns) -> [Int32] {
    if near.isEmpty, same.count < 2 { return Self.unique(Array(names.postings[same])) }
    var rows = Array(names.postings[same])
    for word in near { rows += names.postings[word] }
    rows.sort()
    return Self.unique(rows)
  }

  private static func unique(_ sorted: [Int32]) -> [Int32] {
    var (rows, last) = (sorted, Int32(-1))
    rows.removeAll { row in
      defer { last = row }
      return row == last
    }
    return rows
  }
}

/// What a wish for hours says of each distinct value of a table, worked out once a search.
private final class HoursVerdicts {
  private let wish: VenueWishes.Hours
  private let values: [String]
  private let book: HoursBook
  /// By the number of a value: 0 where nobody asked yet, 1 for refused, 2 for admitted.
  private var known: [UInt8]
  private let admitsNone: Bool

  init(_ wish: VenueWishes.Hours, _ values: [String], _ book: HoursBook) {
    self.wish = wish
    self.values = values
    self.book = book
    known = [UInt8](repeating: 0, count: values.count)
    admitsNone = wish.admits(.unknown)
  }

  func admits(_ number: Int32) -> Bool {
    if number < 0 { return admitsNone }
    let verdict = known[Int(number)]
    return verdict == 0 ? ask(Int(number)) : verdict == 2
  }

  private func ask(_ number: Int) -> Bool {
    let state = book.state(of: values[number], at: wish.start, for: wish.seconds)
    let isAdmitted = wish.admits(state)
    known[number] = isAdmitted ? 2 : 1
    return isAdmitted
  }
}
