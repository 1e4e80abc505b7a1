import FoldedText
import Messages

/// What venues are filtered by, by row: 16 bytes each, their names apart; and the rows that have a
/// brand or a cuisine.
struct FilterColumns: Sendable {
  struct Entry: Sendable {
    let traits: Traits
    /// Numbers of the folded brand, of the whole value of the cuisine, and of the opening hours as
    /// in `ShopColumns`; -1 where there is none.
    let brand: Int32
    let cuisine: Int32
    let hours: Int32
  }

  let entries: [Entry]
  let names: NameColumns
  private let brands: [String: Int32]
  private let brandRows: Postings
  private let cuisines: [String: Int32]
  private let cuisineRows: Postings
  /// By the number of a cuisine's whole value: the numbers of those in it.
  private let cuisinesOfValue: [[Int32]]

  /// A wish that a brand or cuisine be one: its number and how many rows have it.
  struct Key {
    let number: Int32
    let rows: ArraySlice<Int32>
  }

  /// `nil` where no venue has it.
  func brand(_ folded: String) -> Key? {
    brands[folded].map { Key(number: $0, rows: brandRows[$0]) }
  }

  /// `nil` where no venue has it.
  func cuisine(_ folded: String) -> Key? {
    cuisines[folded].map { Key(number: $0, rows: cuisineRows[$0]) }
  }

  /// By the number of a cuisine's whole value, whether this one is in it.
  func values(with cuisine: Int32) -> [Bool] { cuisinesOfValue.map { $0.contains(cuisine) } }

  /// Collects venues row by row.
  struct Builder {
    private var entries: [Entry] = []
    private var names = NameColumns.Builder()
    private var brands = Numbered()
    private var cuisines = Numbered()
    /// As they are written: many venues share few.
    private var brandValues: [String: Int32] = [:]
    private var cuisineValues: [String: Int32] = [:]
    private var cuisinesOfValue: [[Int32]] = []

    mutating func append(_ venue: Venue, hours: Int32) {
      names.append(venue.name)
      entries.append(
        Entry(
          traits: Traits(of: venue), brand: number(brand: venue.brand),
          cuisine: number(cuisine: venue.cuisine), hours: hours))
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

/// Numbers texts from 0 in the order they come.
private struct Numbered {
  private(set) var numbers: [String: Int32] = [:]

  /// `nil` for an empty one.
  mutating func number(_ text: String) -> Int32? {
    if text.isEmpty { return nil }
    if let known = numbers[text] { return known }
    let next = Int32(numbers.count)
    numbers[text] = next
    return next
  }
}
