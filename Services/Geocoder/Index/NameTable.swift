import Geography

/// The names of all entries as word numbers, and what of the entries decides about ranking.
struct NameTable: Sendable {
  /// The words of each name.
  let words: Lists
  /// The entry that each name belongs to; names of an entry follow one another.
  let entries: [UInt32]
  /// The weights of each name's words, summed.
  let weights: [Float]
  /// The first name of each entry, with one more for the end.
  private let firstNames: [UInt32]
  private let kinds: [UInt32]
  private let importances: [UInt32]
  private let reaches: [UInt32]
  private let latitudes: [UInt32]
  private let longitudes: [UInt32]
  /// The words of each entry's surroundings, in order.
  private let contexts: Lists
  /// The places that each entry is in, in order.
  private let insides: Lists

  var count: Int { entries.count }
  var entryCount: Int { kinds.count }

  init(_ blocks: Blocks, _ vocabulary: Vocabulary) throws {
    words = try blocks.lists(.nameStarts, .nameWords)
    contexts = try blocks.lists(.contextStarts, .contextWords)
    entries = try blocks[.nameEntries]
    insides = try blocks.lists(.insideStarts, .insidePlaces)
    kinds = try blocks[.entryKinds]
    importances = try blocks[.entryImportance]
    latitudes = try blocks[.entryLatitudes]
    longitudes = try blocks[.entryLongitudes]
    reaches = try blocks[.entryReaches]
    let count = kinds.count
    guard words.count == entries.count, contexts.count == count, insides.count == count,
      reaches.count == count,
      latitudes.count == count, longitudes.count == count,
      importances.count == count,
      entries.allSatisfy({ $0 < count }), zip(entries, entries.dropFirst()).allSatisfy(<=),
      kinds.allSatisfy({ EntryKind(rawValue: $0) != nil }),
      words.items.allSatisfy({ $0 < vocabulary.count })
    else { throw PlaceIndexError.damaged(path: "", reason: "its names and entries do not fit") }
    var firstNames: [UInt32] = []
    for (name, entry) in entries.enumerated() {
      while firstNames.count <= entry { firstNames.append(UInt32(name)) }
    }
    while firstNames.count <= count { firstNames.append(UInt32(entries.count)) }
    self.firstNames = firstNames
    let words = words
    weights = (0..<words.count).map { name in
      words[name].reduce(0) { $0 + vocabulary.weights[Int($1)] }
    }
  }

  func kind(of entry: UInt32) -> EntryKind { EntryKind(rawValue: kinds[Int(entry)]) ?? .venue }

  func importance(of entry: UInt32) -> Float { Float(bitPattern: importances[Int(entry)]) }

  func coordinate(of entry: UInt32) -> Coordinate {
    Coordinate(fixedLatitude: latitudes[Int(entry)], longitude: longitudes[Int(entry)])
  }

  /// How far the entry reaches from its coordinate; 0 but for streets.
  func reach(of entry: UInt32) -> Meters { Meters(reaches[Int(entry)]) }

  /// The first of these words that belongs to the surroundings of the entry: its city, suburb,
  /// postcode; of a venue also its street and house number.
  func wordAround(_ entry: UInt32, _ words: ClosedRange<UInt32>) -> UInt32? {
    let range = contexts.range(Int(entry))
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if contexts.items[middle] < words.lowerBound { low = middle + 1 } else { high = middle }
    }
    guard low < range.upperBound, words.contains(contexts.items[low]) else { return nil }
    return contexts.items[low]
  }

  /// The names of the entry, the first one first.
  func names(of entry: UInt32) -> Range<UInt32> {
    firstNames[Int(entry)]..<firstNames[Int(entry) + 1]
  }

  /// Whether the name holds one of these words.
  func holds(_ name: UInt32, _ wanted: ClosedRange<UInt32>) -> Bool {
    words.range(Int(name)).contains { wanted.contains(words.items[$0]) }
  }

  /// The same for names that read alike and whose entries have the same surroundings.
  func likeness(of name: UInt32) -> Int {
    var hasher = Hasher()
    let entry = entries[Int(name)]
    hasher.combine(kinds[Int(entry)])
    for word in words[Int(name)] { hasher.combine(word) }
    for word in contexts[Int(entry)] { hasher.combine(word) }
    return hasher.finalize()
  }

  /// Whether the entry is in the place, or is the place.
  func isInside(_ entry: UInt32, of place: UInt32) -> Bool {
    insides[Int(entry)].contains(place)
  }

  /// Whether the name is its entry's first.
  func isFirst(_ name: UInt32) -> Bool { name == 0 || entries[Int(name)] != entries[Int(name) - 1] }
}
