import Geography

/// Finds the names that share the most telling words with a query.
///
/// Reused from query to query: its two arrays, one slot a name, are made once and cleaned by
/// undoing what was touched.
struct CandidateFinder {
  private var scores: [Float]
  private var explained: [UInt32]
  private var touched: [UInt32] = []

  init(nameCount: Int) {
    scores = Array(repeating: 0, count: nameCount)
    explained = Array(repeating: 0, count: nameCount)
  }

  /// What a word of the name that the query lacks costs, as a part of what a found one brings.
  private static let missingCost: Float = 0.25
  private static let bucketCount = 128
  /// A name whose score is below this part of the best one's is no candidate: it shares a kind of
  /// street, or little else.
  private static let leastPart: Float = 0.3

  /// Names of entries of these kinds, or of all where none is given, in the scope's area.
  ///
  /// At most `GeocoderBounds.maximumCandidates` names, not in order. Of equally good ones the
  /// important and near are kept.
  ///
  /// Work: the posting lists of all readings, up to `GeocoderBounds.maximumPostings`; rare words
  /// come first, so that the bound drops only what tells least. While the last word is being typed
  /// only a part of every list longer than `GeocoderBounds.maximumBeginningPostings` is visited.
  mutating func candidates(
    for query: Query, in index: PlaceIndex, _ scope: SearchScope, _ kinds: Set<EntryKind>
  ) -> [UInt32] {
    defer { clean() }
    visit(query, index, scope)
    for name in touched where !query.isUnfinished {
      scores[Int(name)] -=
        Self.missingCost * max(0, index.names.weights[Int(name)] - scores[Int(name)])
    }
    let names = index.names
    guard !kinds.isEmpty || scope.area != nil else { return best(of: touched, index, scope) }
    let wanted = touched.filter { name in
      let entry = names.entries[Int(name)]
      return (kinds.isEmpty || kinds.contains(names.kind(of: entry)))
        && (scope.area?.mayHold(entry, names) ?? true)
    }
    return best(of: wanted, index, scope)
  }

  private mutating func visit(_ query: Query, _ index: PlaceIndex, _ scope: SearchScope) {
    let vocabulary = index.vocabulary
    let lists = query.readings.map { reading in
      // What is typed is completed with every letter: what is common must cost little.
      let common = query.isUnfinished ? index.beginnings.names(of: reading.words) : nil
      return (reading: reading, count: vocabulary.postings(of: reading.words).count, common: common)
    }.sorted { left, right in
      if (left.common == nil) != (right.common == nil) { return left.common == nil }
      return (right.reading.similarity, left.count) < (left.reading.similarity, right.count)
    }
    var budget = GeocoderBounds.maximumPostings
    for (reading, count, common) in lists {
      if let common {
        visitCommon(reading, important: common, index, scope)
        continue
      }
      guard count <= budget else { continue }
      budget -= count
      for word in reading.words {
        let gain = vocabulary.weights[Int(word)] * reading.similarity
        for position in vocabulary.postings.range(Int(word)) {
          add(vocabulary.postings.items[position], reading.bits, gain)
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ name: UInt32, _ explaining: UInt32, _ gain: Float) {
    let bits = explained[Int(name)]
    guard bits & explaining == 0 else { return }
    if bits == 0 { touched.append(name) }
    explained[Int(name)] = bits | explaining
    scores[Int(name)] += gain
  }

  /// Of the names that hold a common word or beginning those that other words found, the most
  /// important, and the nearest.
  private mutating func visitCommon(
    _ reading: Reading, important: [UInt32], _ index: PlaceIndex, _ scope: SearchScope
  ) {
    let names = index.names
    let gain = index.vocabulary.weights[Int(reading.word)] * reading.similarity
    for name in touched where names.holds(name, reading.words) { add(name, reading.bits, gain) }
    for name in important { add(name, reading.bits, gain) }
    // A word that is whole already need not be looked for around the point as well.
    guard let near = scope.near, reading.change == .unfinished else { return }
    // Where few are near the look around ends by taking whatever comes next.
    var looks = 0
    let entries = index.points.entries.nearest(GeocoderBounds.maximumNear, to: near) { entry in
      looks += 1
      return looks > GeocoderBounds.maximumLookedAt
        || names.names(of: UInt32(entry)).contains { names.holds($0, reading.words) }
    }
    for entry in entries {
      for name in names.names(of: UInt32(entry.index)) where names.holds(name, reading.words) {
        add(name, reading.bits, gain)
      }
    }
  }

  private func best(of names: [UInt32], _ index: PlaceIndex, _ scope: SearchScope) -> [UInt32] {
    let limit = GeocoderBounds.maximumCandidates
    let top = names.reduce(0) { max($0, scores[Int($1)]) }
    let names = names.filter { scores[Int($0)] >= Self.leastPart * top }
    guard names.count > limit else { return names }
    func bucket(_ name: UInt32) -> Int {
      let part = max(0, scores[Int(name)] / max(top, 0.001))
      return min(Self.bucketCount - 1, Int(part * Float(Self.bucketCount)))
    }
    var counts = [Int](repeating: 0, count: Self.bucketCount)
    for name in names { counts[bucket(name)] += 1 }
    var lowest = Self.bucketCount
    var sum = 0
    while lowest > 0, sum + counts[lowest - 1] <= limit {
      lowest -= 1
      sum += counts[lowest]
    }
    let kept = names.filter { bucket($0) >= lowest }
    guard lowest > 0 else { return kept }
    let tied = names.filter { bucket($0) == lowest - 1 }
      .map { ($0, Ranking.tieBreak($0, index, scope)) }.sorted { $0.1 > $1.1 }
    return kept + tied.prefix(limit - sum).map(\.0)
  }

  private mutating func clean() {
    for name in touched {
      scores[Int(name)] = 0
      explained[Int(name)] = 0
    }
    touched.removeAll(keepingCapacity: true)
  }
}

/// What decides between equally good matches.
enum Ranking {
  static func tieBreak(_ name: UInt32, _ index: PlaceIndex, _ scope: SearchScope) -> Float {
    let entry = index.names.entries[Int(name)]
    let bonus = scope.importanceBonus * index.names.importance(of: entry)
    return scope.near == nil ? bonus : bonus + scope.nearness(index.names.coordinate(of: entry))
  }
}
