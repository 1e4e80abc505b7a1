import Geography

/// Finds the names that share the most distinctive terms with a query.
///
/// One finder serves many queries. It has one slot per name; after a query only the slots that it
/// touched are cleared.
struct CandidateFinder {
  /// What a query says of a name so far.
  private struct Slot {
    var score: Float = 0
    /// Bits of the tokens that explain it.
    var explained: UInt32 = 0
  }

  /// A name with its score, and the score that its whole name would have.
  private struct Found {
    let name: UInt32
    let score: Float
    let weight: Float
  }

  private var slots: [Slot]
  private var touched: [UInt32] = []

  init(nameCount: Int) { slots = Array(repeating: Slot(), count: nameCount) }

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
    visit(query, index, options)
    let found = takeFound(index.names, isUnfinished: query.isUnfinished) { entry, names in
      (kinds.isEmpty || kinds.contains(names.kind(of: entry)))
        && (options.area?.mayContain(entry, names) ?? true)
    }
    return Self.best(of: found, index, options)
  }

  /// The touched names that are allowed and may be candidates; clears all slots. They are read
  /// once, as there may be many thousand, which lie apart in memory.
  private mutating func takeFound(
    _ names: NameTable, isUnfinished: Bool, _ isAllowed: (UInt32, NameTable) -> Bool
  ) -> [Found] {
    let cost = isUnfinished ? 0 : Self.missingTermCost
    var found: [Found] = []
    var top: Float = 0
    for name in touched {
      let weight = names.weights[Int(name)]
      var score = slots[Int(name)].score
      slots[Int(name)] = Slot()
      score -= cost * max(0, weight - score)
      guard Self.mayBeCandidate(score, weight, top), isAllowed(names.entries[Int(name)], names)
      else { continue }
      top = max(top, score)
      found.append(Found(name: name, score: score, weight: weight))
    }
    touched.removeAll(keepingCapacity: true)
    return found.filter { Self.mayBeCandidate($0.score, $0.weight, top) }
  }

  private static func mayBeCandidate(_ score: Float, _ weight: Float, _ top: Float) -> Bool {
    score >= minimumScoreRatio * top || score >= completeRatio * weight
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
    let known = slots[Int(name)].explained
    guard known & bits == 0 else { return }
    if known == 0 { touched.append(name) }
    slots[Int(name)].explained = known | bits
    slots[Int(name)].score += gain
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

  private static func best(
    of found: [Found], _ index: PlaceIndex, _ options: SearchOptions
  ) -> [UInt32] {
    let limit = GeocoderBounds.maximumCandidates
    guard found.count > limit else { return found.map(\.name) }
    let top = found.reduce(0) { max($0, $1.score) }
    func bucket(_ one: Found) -> Int {
      let ratio = max(0, one.score / max(top, 0.001))
      return min(bucketCount - 1, Int(ratio * Float(bucketCount)))
    }
    var counts = [Int](repeating: 0, count: bucketCount)
    for one in found { counts[bucket(one)] += 1 }
    var lowest = bucketCount
    var sum = 0
    while lowest > 0, sum + counts[lowest - 1] <= limit {
      lowest -= 1
      sum += counts[lowest]
    }
    let kept = found.filter { bucket($0) >= lowest }.map(\.name)
    guard lowest > 0 else { return kept }
    let tied = found.filter { bucket($0) == lowest - 1 }
      .map { ($0.name, Ranking.tieBreak($0.name, index, options)) }.sorted { $0.1 > $1.1 }
    return kept + tied.prefix(limit - sum).map(\.0)
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
