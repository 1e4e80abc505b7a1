import Geography

/// Finds the names that share the most distinctive terms with a query.
///
/// One finder serves many queries. Its two arrays have one slot per name; after a query only the
/// slots it touched are cleared.
struct CandidateFinder {
  private var scores: [Float]
  private var explained: [UInt32]
  private var touched: [UInt32] = []

  init(nameCount: Int) {
    scores = Array(repeating: 0, count: nameCount)
    explained = Array(repeating: 0, count: nameCount)
  }

  /// The cost of a name's term that the query lacks, as a fraction of what a matching term adds.
  private static let missingTermCost: Float = 0.25
  private static let bucketCount = 128
  /// A name whose score is below this fraction of the best score is not a candidate. It shares only
  /// a street type, or little more.
  private static let minimumScoreRatio: Float = 0.3
  /// A name of which this fraction was typed is a candidate although a longer name, such as that of
  /// its town, has a much better score.
  private static let completeRatio: Float = 0.9

  /// Names of entries of these kinds in the area of the options; an empty set means every kind.
  ///
  /// At most `GeocoderBounds.maximumCandidates` names, in no order. Among equally good names the
  /// important and near ones are kept.
  ///
  /// Cost: the posting lists of all expansions, up to `GeocoderBounds.maximumPostings`. Rare terms
  /// are visited first, so the bound drops only the least distinctive ones. While the last word is
  /// being typed, lists longer than `GeocoderBounds.maximumPrefixPostings` are visited in part.
  mutating func candidates(
    for query: ParsedQuery, in index: PlaceIndex, _ options: SearchOptions, _ kinds: Set<EntryKind>
  ) -> [UInt32] {
    defer { clean() }
    visit(query, index, options)
    for name in touched where !query.isUnfinished {
      scores[Int(name)] -=
        Self.missingTermCost * max(0, index.names.weights[Int(name)] - scores[Int(name)])
    }
    let names = index.names
    guard !kinds.isEmpty || options.area != nil else { return best(of: touched, index, options) }
    let allowed = touched.filter { name in
      let entry = names.entries[Int(name)]
      return (kinds.isEmpty || kinds.contains(names.kind(of: entry)))
        && (options.area?.mayContain(entry, names) ?? true)
    }
    return best(of: allowed, index, options)
  }

  private mutating func visit(_ query: ParsedQuery, _ index: PlaceIndex, _ options: SearchOptions) {
    let dictionary = index.dictionary
    let lists = query.expansions.map { expansion in
      // A completion runs on every keystroke, so common prefixes must cost little.
      let common = query.isUnfinished ? index.commonPrefixes.names(of: expansion.terms) : nil
      return (
        expansion: expansion, count: dictionary.postings(of: expansion.terms).count, common: common
      )
    }.sorted { left, right in
      if (left.common == nil) != (right.common == nil) { return left.common == nil }
      return (right.expansion.similarity, left.count) < (left.expansion.similarity, right.count)
    }
    var budget = GeocoderBounds.maximumPostings
    for (expansion, count, common) in lists {
      if let common {
        visitCommon(expansion, important: common, index, options)
        continue
      }
      guard count <= budget else { continue }
      budget -= count
      for term in expansion.terms {
        let gain = dictionary.weights[Int(term)] * expansion.similarity
        for position in dictionary.postings.range(Int(term)) {
          add(dictionary.postings.items[position], expansion.bits, gain)
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ name: UInt32, _ bits: UInt32, _ gain: Float) {
    let known = explained[Int(name)]
    guard known & bits == 0 else { return }
    if known == 0 { touched.append(name) }
    explained[Int(name)] = known | bits
    scores[Int(name)] += gain
  }

  /// Scores a common term or prefix for the names that other terms matched, for the most important
  /// names and for the nearest ones. All other names that contain it are skipped.
  private mutating func visitCommon(
    _ expansion: TermExpansion, important: [UInt32], _ index: PlaceIndex, _ options: SearchOptions
  ) {
    let names = index.names
    let gain = index.dictionary.weights[Int(expansion.term)] * expansion.similarity
    for name in touched where names.contains(name, expansion.terms) {
      add(name, expansion.bits, gain)
    }
    for name in important { add(name, expansion.bits, gain) }
    // Only a prefix is searched around the point; a whole word has few enough names.
    guard let near = options.near, expansion.kind == .prefix else { return }
    // Where few matching entries are near, the search stops after a fixed number of visits and
    // accepts whatever it visits next.
    var visits = 0
    let entries = index.points.entries.nearest(GeocoderBounds.maximumNear, to: near) { entry in
      visits += 1
      return visits > GeocoderBounds.maximumNearVisited
        || names.names(of: UInt32(entry)).contains { names.contains($0, expansion.terms) }
    }
    for entry in entries {
      for name in names.names(of: UInt32(entry.index)) where names.contains(name, expansion.terms) {
        add(name, expansion.bits, gain)
      }
    }
  }

  private func best(of names: [UInt32], _ index: PlaceIndex, _ options: SearchOptions) -> [UInt32] {
    let limit = GeocoderBounds.maximumCandidates
    let top = names.reduce(0) { max($0, scores[Int($1)]) }
    let weights = index.names.weights
    let names = names.filter {
      let score = scores[Int($0)]
      return score >= Self.minimumScoreRatio * top || score >= Self.completeRatio * weights[Int($0)]
    }
    guard names.count > limit else { return names }
    func bucket(_ name: UInt32) -> Int {
      let ratio = max(0, scores[Int(name)] / max(top, 0.001))
      return min(Self.bucketCount - 1, Int(ratio * Float(Self.bucketCount)))
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
      .map { ($0, Ranking.tieBreak($0, index, options)) }.sorted { $0.1 > $1.1 }
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

/// Orders equally good matches: by importance, then by nearness.
enum Ranking {
  static func tieBreak(_ name: UInt32, _ index: PlaceIndex, _ options: SearchOptions) -> Float {
    let entry = index.names.entries[Int(name)]
    let bonus = options.importanceBonus * index.names.importance(of: entry)
    return options.near == nil ? bonus : bonus + options.nearness(index.names.coordinate(of: entry))
  }
}
