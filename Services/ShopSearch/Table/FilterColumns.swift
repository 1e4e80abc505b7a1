import FoldedText
import Messages

/// The columns that venues are filtered by: 28 bytes per row in addition to the names; and the
/// posting lists of brands and cuisines.
struct FilterColumns: Sendable {
  struct Entry: Sendable {
    let summary: AmenitySummary
    /// The numbers of the folded brand, of the cuisine value, and of the opening hours in
    /// `ShopColumns`; -1 if missing.
    let brand: Int32
    let cuisine: Int32
    let hours: Int32
  }

  let entries: [Entry]
  let names: NameColumns
  private let brands: [String: Int32]
  /// The folded brands, by their number.
  private let brandNames: [String]
  private let brandRows: Postings
  private let cuisines: [String: Int32]
  private let cuisineRows: Postings
  /// The numbers of the cuisines in each distinct value, such as "thai;coffee_shop".
  private let cuisinesOfValue: [[Int32]]

  /// A brand or cuisine: its number and its posting list.
  struct IndexedValue {
    let number: Int32
    let rows: ArraySlice<Int32>
  }

  /// `nil` where no venue has it.
  func brand(_ folded: String) -> IndexedValue? {
    brands[folded].map { IndexedValue(number: $0, rows: brandRows[$0]) }
  }

  /// The folded brand of a row; `nil` where it has none.
  func brandName(inRow row: Int) -> String? {
    entries[row].brand < 0 ? nil : brandNames[Int(entries[row].brand)]
  }

  /// `nil` where no venue has it.
  func cuisine(_ folded: String) -> IndexedValue? {
    cuisines[folded].map { IndexedValue(number: $0, rows: cuisineRows[$0]) }
  }

  /// Whether each distinct value contains the cuisine.
  func values(with cuisine: Int32) -> [Bool] { cuisinesOfValue.map { $0.contains(cuisine) } }

  /// Builds the columns row by row.
  struct Builder {
    private var entries: [Entry] = []
    private var names = NameColumns.Builder()
    private var brands = StringNumbering()
    private var cuisines = StringNumbering()
    /// Caches by the unfolded value, because many venues share few.
    private var brandValues: [String: Int32] = [:]
    private var cuisineValues: [String: Int32] = [:]
    private var cuisinesOfValue: [[Int32]] = []

    mutating func append(_ venue: Venue, hours: Int32) {
      names.append(([venue.name] + (venue.names?.texts ?? [])).joined(separator: " "))
      entries.append(
        Entry(
          summary: AmenitySummary(of: venue), brand: number(brand: venue.facts.brand),
          cuisine: number(cuisine: venue.facts.cuisine), hours: hours))
    }

    private mutating func number(brand: String?) -> Int32 {
      guard let brand else { return -1 }
      if let known = brandValues[brand] { return known }
      let number = brands.number(FoldedWords.joined(brand)) ?? -1
      brandValues[brand] = number
      return number
    }

    private mutating func number(cuisine: String?) -> Int32 {
      guard let cuisine else { return -1 }
      if let known = cuisineValues[cuisine] { return known }
      let parts = cuisine.split(separator: ";").compactMap {
        cuisines.number(FoldedWords.joined(String($0)))
      }
      let number = Int32(cuisinesOfValue.count)
      cuisinesOfValue.append(Array(Set(parts)))
      cuisineValues[cuisine] = number
      return number
    }

    consuming func finish() -> FilterColumns {
      let (entries, cuisinesOfValue) = (entries, cuisinesOfValue)
      return FilterColumns(
        entries: entries, names: names.finish(), brands: brands.numbers,
        brandNames: brands.texts,
        brandRows: Postings(keys: brands.numbers.count, rows: entries.count) { row, body in
          if entries[row].brand >= 0 { body(entries[row].brand) }
        },
        cuisines: cuisines.numbers,
        cuisineRows: Postings(keys: cuisines.numbers.count, rows: entries.count) { row, body in
          if entries[row].cuisine >= 0 {
            cuisinesOfValue[Int(entries[row].cuisine)].forEach(body)
          }
        },
        cuisinesOfValue: cuisinesOfValue)
    }
  }
}

/// Assigns numbers from 0 to distinct texts in insertion order.
private struct StringNumbering {
  private(set) var numbers: [String: Int32] = [:]

  /// The texts, by their number.
  var texts: [String] { numbers.sorted { $0.value < $1.value }.map(\.key) }

  /// `nil` for an empty text.
  mutating func number(_ text: String) -> Int32? {
    if text.isEmpty { return nil }
    if let known = numbers[text] { return known }
    let next = Int32(numbers.count)
    numbers[text] = next
    return next
  }
}
