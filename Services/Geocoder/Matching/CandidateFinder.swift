import Geography
import Messages

/// Finds the names that share the most distinctive terms with a query.
///
/// Names of one spelling have one score. While the last word is being typed, names are scored one
/// by one, as of a common prefix only some are visited.
///
/// One finder serves many queries. It has one slot per name; after a query only the slots that it
/// touched are cleared.
struct CandidateFinder {
  /// What a query says so far of a spelling, or of a name.
  private struct Slot {
    var score: Float = 0
    /// Bits of the tokens that explain it.
    var explained: UInt32 = 0
    /// The posting list that it is in, in the order in which they are visited.
    var list: UInt32 = 0
  }

  /// A name with its score, and the score that its whole name would have.
  private struct Found {
    let name: UInt32
    let score: Float
    let weight: Float
    /// Where it was found; the order among equals.
    let order: UInt64
  }

  private var slots: [Slot]
  private var touched: [UInt32] = []
  private var lists: UInt32 = 0

  init(nameCount: Int) { slots = Array(repeating: Slot(), count: nameCount) }

  private static let bucketCount = 128

  /// Names of entries of these kinds in the area of the options; an empty set means every kind.
  ///
  /// At most `GeocoderLimits.maximumCandidates` names, in no order. Among equally good names the
  /// important and near ones are kept.
  ///
  /// Cost: the posting lists of all expansions, up to `GeocoderLimits.maximumPostings`. Rare terms
  /// are visited first, so the bound drops only the least distinctive ones. While the last word is
  /// being typed, lists longer than `GeocoderLimits.maximumPrefixPostings` are visited in part.
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
    let cost = isUnfinished ? 0 : RankingModel.missingTermCost
    let spellings = names.spellings
    var found: [Found] = []
    var top: Float = 0
    for (position, item) in touched.enumerated() {
      let weight = spellings.weights[Int(isUnfinished ? names.spelling(of: item) : item)]
      let slot = slots[Int(item)]
      slots[Int(item)] = Slot()
      let score = slot.score - cost * max(0, weight - slot.score)
      guard Self.mayBeCandidate(score, weight, top) else { continue }
      func add(_ name: UInt32, _ order: UInt64) {
        guard isAllowed(names.entries[Int(name)], names) else { return }
        top = max(top, score)
        found.append(Found(name: name, score: score, weight: weight, order: order))
      }
      if isUnfinished {
        add(item, UInt64(position))
      } else {
        for name in spellings.names[Int(item)] { add(name, UInt64(slot.list) << 32 | UInt64(name)) }
      }
    }
    touched.removeAll(keepingCapacity: true)
    lists = 0
    return found.filter { Self.mayBeCandidate($0.score, $0.weight, top) }
  }

  private static func mayBeCandidate(_ score: Float, _ weight: Float, _ top: Float) -> Bool {
    score >= RankingModel.minimumScoreRatio * top || score >= RankingModel.completeRatio * weight
  }

  private mutating func visit(_ query: ParsedQuery, _ index: PlaceIndex, _ options: SearchOptions) {
    let dictionary = index.dictionary
    let postings = query.isUnfinished ? dictionary.postings : index.names.spellings.postings
    let expansions = query.expansions.map { expansion in
      // A completion runs on every keystroke, so common prefixes must cost little.
      let common = query.isUnfinished ? index.commonPrefixes.names(of: expansion.terms) : nil
      return (
        expansion: expansion, count: dictionary.postings(of: expansion.terms).count, common: common
      )
    }.sorted { left, right in
      if (left.common == nil) != (right.common == nil) { return left.common == nil }
      return (right.expansion.similarity, left.count) < (left.expansion.similarity, right.count)
    }
    var budget = GeocoderLimits.maximumPostings
    for (expansion, count, common) in expansions {
      if let common {
        visitCommon(expansion, important: common, index, options)
        continue
      }
      guard count <= budget else { continue }
      budget -= count
      for term in expansion.terms {
        let gain = dictionary.weights[Int(term)] * expansion.similarity
        lists += 1
        for item in postings[Int(term)] { add(item, expansion.bits, gain) }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ item: UInt32, _ bits: UInt32, _ gain: Float) {
    var slot = slots[Int(item)]
    guard slot.explained & bits == 0 else { return }
    if slot.explained == 0 {
      touched.append(item)
      slot.list = lists
    }
    slot.explained |= bits
    slot.score += gain
    slots[Int(item)] = slot
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
    let entries = index.points.entries.nearest(GeocoderLimits.maximumNear, to: near) { entry in
      visits += 1
      return visits > GeocoderLimits.maximumNearVisited
        || names.names(of: UInt32(entry)).contains { names.contains($0, expansion.terms) }
    }
    for entry in entries {
      for name in names.names(of: UInt32(entry.index)) where names.contains(name, expansion.terms) {
        add(name, expansion.bits, gain)
      }
    }
  }

  /// The names with the best scores, in the order in which they were found.
  private static func best(
    of found: [Found], _ index: PlaceIndex, _ options: SearchOptions
  ) -> [UInt32] {
    let limit = GeocoderLimits.maximumCandidates
    guard found.count > limit else { return inOrder(found) }
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
    let kept = inOrder(found.filter { bucket($0) >= lowest })
    guard lowest > 0 else { return kept }
    let tied = found.filter { bucket($0) == lowest - 1 }
      .map { (name: $0.name, bonus: Ranking.tieBreak($0.name, index, options), order: $0.order) }
      .sorted { ($1.bonus, $0.order) < ($0.bonus, $1.order) }
    return kept + tied.prefix(limit - sum).map(\.name)
  }

  private static func inOrder(_ found: [Found]) -> [UInt32] {
    found.sorted { $0.order < $1.order }.map(\.name)
  }
}
