package import Geocoder
package import Geography
import Messages

/// How well many queries of one kind were answered.
package struct RelevanceOutcome: Sendable {
  package var asked = 0
  package var rightFirst = 0
  package var rightInFive = 0
  /// How many texts name several places of the map alike.
  package var ambiguous = 0
  /// How many first hits are right, and sure enough for a plan; without those of ambiguous texts.
  package var usable = 0
  /// How many first hits are wrong, and yet sure enough for a plan.
  package var wrongButConfident = 0
  /// Distances from the first hit to the position sought; replies without hits are left out.
  package var errors: [Meters] = []
  /// The confidence of each first hit, and whether it was right.
  package var confidences: [(confidence: Double, isRight: Bool)] = []
  /// Queries whose first hit was wrong, with that hit.
  package var misses: [String] = []

  /// What a plan needs to use a hit without asking.
  package static let leastUsableConfidence = 0.5

  /// Of the texts that name one place.
  package var usableRate: Double { Double(usable) / Double(max(1, asked - ambiguous)) }
  package var wrongButConfidentRate: Double { Double(wrongButConfident) / Double(max(1, asked)) }
  package var firstRate: Double { Double(rightFirst) / Double(max(1, asked)) }
  package var fiveRate: Double { Double(rightInFive) / Double(max(1, asked)) }
  package var medianError: Meters {
    errors.isEmpty ? .infinity : errors.sorted()[errors.count / 2]
  }

  /// Sends every query.
  ///
  /// - Throws: what the search throws.
  package init(_ queries: [RelevanceQuery], of searcher: Searcher) throws {
    for query in queries {
      let reply = try searcher.search(GeocodeRequest(text: query.text))
      let errors = reply.hits.prefix(5).map { query.error(of: $0.coordinate) }
      let isRight = errors.map { $0 <= RelevanceQuery.tolerance }
      asked += 1
      ambiguous += query.isAmbiguous ? 1 : 0
      rightInFive += isRight.contains(true) ? 1 : 0
      guard let first = reply.hits.first else {
        misses.append("\(query.text) → nothing")
        continue
      }
      if errors[0].isFinite { self.errors.append(errors[0]) }
      confidences.append((first.confidence, isRight[0]))
      if first.confidence >= Self.leastUsableConfidence {
        if !isRight[0] { wrongButConfident += 1 } else if !query.isAmbiguous { usable += 1 }
      }
      if isRight[0] { rightFirst += 1 }
      if !isRight[0] || first.confidence < Self.leastUsableConfidence {
        misses.append("\(query.text) → \(first.label) [\(first.matched)] \(first.confidence)")
      }
    }
  }
}

/// How often hits of some confidence are right.
package struct Reliability: Sendable {
  /// The lower bounds of the bins of confidence.
  package static let bins = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]

  package private(set) var right: [Int]
  package private(set) var all: [Int]

  package init() {
    right = Array(repeating: 0, count: Self.bins.count)
    all = right
  }

  package mutating func add(_ confidences: [(confidence: Double, isRight: Bool)]) {
    for (confidence, isRight) in confidences {
      let bin = Self.bins.lastIndex { $0 <= confidence } ?? 0
      all[bin] += 1
      right[bin] += isRight ? 1 : 0
    }
  }

  /// One line for each bin with hits.
  package func lines(_ title: String) -> String {
    Self.bins.indices.compactMap { bin in
      rate(bin).map {
        "\(title) \(Self.bins[bin])…: \(all[bin]) hits, \(($0 * 10_000).rounded() / 100) % right"
      }
    }.joined(separator: "\n")
  }

  package func rate(_ bin: Int) -> Double? {
    all[bin] == 0 ? nil : Double(right[bin]) / Double(all[bin])
  }
}
