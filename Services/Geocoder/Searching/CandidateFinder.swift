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
  /// come first, so that the bound drops only what tells least.
  mutating func candidates(
    for query: Query, in index: PlaceIndex, _ scope: SearchScope, _ kinds: Set<EntryKind>
  ) -> [UInt32] {
    defer { clean() }
    visit(query, index)
    for name in touched {
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

  private mutating func visit(_ query: Query, _ index: PlaceIndex) {
    let vocabulary = index.vocabulary
    let lists = query.readings.sorted { left, right in
      let leftCount = vocabulary.postings.range(Int(left.word)).count
      let rightCount = vocabulary.postings.range(Int(right.word)).count
      return (right.similarity, leftCount) < (left.similarity, rightCount)
    }
    var budget = GeocoderBounds.maximumPostings
    for reading in lists {
      let range = vocabulary.postings.range(Int(reading.word))
      let gain = vocabulary.weights[Int(reading.word)] * reading.similarity
      guard range.count <= budget else { continue }
      budget -= range.count
      for position in range {
        let name = Int(vocabulary.postings.items[position])
        let bits = explained[name]
        guard bits & reading.bits == 0 else { continue }
        if bits == 0 { touched.append(UInt32(name)) }
        explained[name] = bits | reading.bits
        scores[name] += gain
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
  static let importanceBonus: Float = 0.03

  static func tieBreak(_ name: UInt32, _ index: PlaceIndex, _ scope: SearchScope) -> Float {
    let entry = index.names.entries[Int(name)]
    let bonus = importanceBonus * index.names.importance(of: entry)
    return scope.near == nil ? bonus : bonus + scope.nearness(index.names.coordinate(of: entry))
  }
}
