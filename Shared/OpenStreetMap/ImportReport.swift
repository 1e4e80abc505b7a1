import Memberwise

/// What an importer skipped, and why: a count and the first few examples for each reason.
///
/// Real extracts contain ways with missing nodes and unexpected tags. An importer neither stops at
/// one nor hides it: it counts it here.
package struct ImportReport: Sendable, Hashable, Codable {
  /// How often something was skipped for one reason, and the first few examples.
  @Memberwise package struct Entry: Sendable, Hashable, Codable {
    /// How often, examples included.
    package var count: Int = 0
    /// At most `ImportReport.maxExamples`, such as "way 4711".
    package var examples: [String] = []
  }

  /// How many examples a reason keeps.
  package static let maxExamples = 5

  /// What was skipped, by reason: "way with missing nodes", in the singular.
  package private(set) var entries: [String: Entry]

  /// Nothing skipped yet.
  package init() {
    entries = [:]
  }

  /// Whether nothing was skipped.
  package var isEmpty: Bool { entries.isEmpty }

  /// How much was skipped in all.
  package var total: Int { entries.values.reduce(0) { $0 + $1.count } }

  /// How often something was skipped for `reason`.
  package func count(of reason: String) -> Int { entries[reason]?.count ?? 0 }

  /// Counts one element as skipped.
  ///
  /// - Parameter reason: in the singular, without the id: a reason is counted, an id is an example.
  package mutating func skip(_ reason: String, _ kind: MapElementKind, _ id: Int64) {
    skip(reason, example: "\(kind.rawValue) \(id)")
  }

  /// Counts something as skipped; the example is evaluated only if it is kept.
  package mutating func skip(
    _ reason: String, count: Int = 1, example: @autoclosure () -> String? = nil
  ) {
    var entry = entries[reason] ?? Entry()
    entry.count += count
    if entry.examples.count < Self.maxExamples, let example = example() {
      entry.examples.append(example)
    }
    entries[reason] = entry
  }

  /// Adds the counts of another report; its examples come after this one's.
  package mutating func merge(_ other: ImportReport) {
    for (reason, more) in other.entries {
      var entry = entries[reason] ?? Entry()
      entry.count += more.count
      entry.examples += more.examples.prefix(Self.maxExamples - entry.examples.count)
      entries[reason] = entry
    }
  }

  /// One line for each reason, the most frequent first, for a log:
  /// "skipped 12 × way with missing nodes (way 5, way 9, …)".
  package var lines: [String] {
    let sorted = entries.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    return sorted.map { reason, entry in
      guard !entry.examples.isEmpty else { return "skipped \(entry.count) × \(reason)" }
      let more = entry.count > entry.examples.count ? ", …" : ""
      return "skipped \(entry.count) × \(reason) (\(entry.examples.joined(separator: ", "))\(more))"
    }
  }
}
