import Algorithms
import Geography

/// The names of all entries, and the properties of entries that ranking needs.
struct NameTable: Sendable {
  let spellings: Spellings
  /// The entry that each name belongs to; the names of an entry are consecutive.
  let entries: [UInt32]
  /// The first name of each entry, with one more for the end.
  private let firstNames: [UInt32]
  private let kinds: [UInt32]
  private let importances: [UInt32]
  private let reaches: [UInt32]
  private let categories: [UInt32]
  private let kindNumbers: PackedLists
  private let latitudes: [UInt32]
  private let longitudes: [UInt32]
  /// The terms of each entry's address context, ascending.
  private let contexts: PackedLists
  /// The places that contain each entry, ascending.
  private let containingPlaces: PackedLists

  var count: Int { entries.count }
  var entryCount: Int { kinds.count }

  init(_ blocks: Blocks, _ dictionary: TermDictionary) throws {
    let terms = try blocks.lists(.nameStarts, .nameTerms)
    contexts = try blocks.lists(.contextStarts, .contextTerms)
    entries = try blocks[.nameEntries]
    containingPlaces = try blocks.lists(.containingPlaceStarts, .containingPlaces)
    kinds = try blocks[.entryKinds]
    importances = try blocks[.entryImportance]
    latitudes = try blocks[.entryLatitudes]
    longitudes = try blocks[.entryLongitudes]
    reaches = try blocks[.entryReaches]
    categories = try blocks[.entryCategories]
    kindNumbers = try blocks.lists(.kindStarts, .kinds)
    let count = kinds.count
    guard terms.count == entries.count, kindNumbers.count == count, contexts.count == count,
      containingPlaces.count == count, reaches.count == count, categories.count == count,
      latitudes.count == count, longitudes.count == count, importances.count == count,
      zip(latitudes, longitudes).allSatisfy({
        Coordinate(fixedLatitude: $0, longitude: $1).isValid
      }),
      entries.allSatisfy({ $0 < count }), zip(entries, entries.dropFirst()).allSatisfy(<=),
      kinds.allSatisfy({ EntryKind(rawValue: $0) != nil }),
      terms.items.allSatisfy({ $0 < dictionary.count }),
      contexts.items.allSatisfy({ $0 < dictionary.count }),
      containingPlaces.items.allSatisfy({ $0 < count }),
      importances.allSatisfy({ Float(bitPattern: $0).isFinite })
    else { throw PlaceIndexError.damaged(path: "", reason: "its names and entries do not fit") }
    var firstNames: [UInt32] = []
    for (name, entry) in entries.enumerated() {
      while firstNames.count <= entry { firstNames.append(UInt32(name)) }
    }
    while firstNames.count <= count { firstNames.append(UInt32(entries.count)) }
    self.firstNames = firstNames
    spellings = Spellings(of: terms, dictionary)
  }

  /// The number of the name's spelling.
  func spelling(of name: UInt32) -> UInt32 { spellings.ofNames[Int(name)] }

  func terms(of name: UInt32) -> ArraySlice<UInt32> { spellings.terms[Int(spelling(of: name))] }

  func kind(of entry: UInt32) -> EntryKind {
    EntryKind(rawValue: kinds[Int(entry)]) ?? .pointOfInterest
  }

  func importance(of entry: UInt32) -> Float { Float(bitPattern: importances[Int(entry)]) }

  /// The number of the entry's category; 0 for a street.
  func category(of entry: UInt32) -> UInt32 { categories[Int(entry)] }

  /// The numbers of the kinds of venues that the entry is, and of its cuisines, as of categories.
  func kinds(of entry: UInt32) -> ArraySlice<UInt32> { kindNumbers[Int(entry)] }

  /// Whether it is found by name, too.
  func isNamed(_ entry: UInt32) -> Bool { !names(of: entry).isEmpty }

  func coordinate(of entry: UInt32) -> Coordinate {
    Coordinate(fixedLatitude: latitudes[Int(entry)], longitude: longitudes[Int(entry)])
  }

  /// The greatest distance of a part of the entry from its coordinate; 0 except for streets.
  func reach(of entry: UInt32) -> Meters { Meters(reaches[Int(entry)]) }

  /// The first of these terms in the entry's address context: city, suburb and postcode; for a
  /// point of interest also street and house number.
  func contextTerm(_ entry: UInt32, _ terms: ClosedRange<UInt32>) -> UInt32? {
    let range = contexts.range(Int(entry))
    let index = range.partitioningIndex { contexts.items[$0] >= terms.lowerBound }
    guard index < range.upperBound, terms.contains(contexts.items[index]) else { return nil }
    return contexts.items[index]
  }

  /// The terms of the entry's address context, as `TermFilter` marks them.
  func contextFilter(of entry: UInt32) -> UInt64 {
    contexts[Int(entry)].reduce(0) { $0 | TermFilter.of($1) }
  }

  /// The names of the entry, the primary one first.
  func names(of entry: UInt32) -> Range<UInt32> {
    firstNames[Int(entry)]..<firstNames[Int(entry) + 1]
  }

  /// Whether the name contains one of the terms in the range.
  func contains(_ name: UInt32, _ range: ClosedRange<UInt32>) -> Bool {
    terms(of: name).contains { range.contains($0) }
  }

  /// A hash that is equal for names with the same terms whose entries have the same kind and
  /// context.
  func duplicateKey(of name: UInt32) -> Int {
    var hasher = Hasher()
    let entry = entries[Int(name)]
    hasher.combine(kinds[Int(entry)])
    for term in terms(of: name) { hasher.combine(term) }
    for term in contexts[Int(entry)] { hasher.combine(term) }
    return hasher.finalize()
  }

  /// Whether the entry is in the place or is the place.
  func isInside(_ entry: UInt32, of place: UInt32) -> Bool {
    containingPlaces[Int(entry)].contains(place)
  }

  /// Whether the name is the primary one of its entry.
  func isPrimary(_ name: UInt32) -> Bool {
    name == 0 || entries[Int(name)] != entries[Int(name) - 1]
  }
}

/// A set of terms as one word, of which a term surely is no part where its bit is missing.
enum TermFilter {
  static func of(_ term: UInt32) -> UInt64 { 1 << UInt64(term & 63) }
}
