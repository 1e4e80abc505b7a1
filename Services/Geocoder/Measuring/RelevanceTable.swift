import Foundation

/// The tracked hit rates as a page: one table for all questions, one for those that the tests ask.
package struct RelevanceTable: Sendable {
  /// One kind of damage on one map.
  package struct Row: Sendable, Hashable {
    package let map: String
    package let damage: TrialDamage
    package let asked: Int
    package let firstRate: Double
    package let fiveRate: Double
    package let medianErrorMeters: Double

    package init(map: String, damage: TrialDamage, _ outcome: TrialOutcome) {
      self.map = map
      self.damage = damage
      asked = outcome.asked
      firstRate = outcome.firstRate
      fiveRate = outcome.fiveRate
      medianErrorMeters = outcome.medianError
    }

    /// Reads a row of the page; `nil` for any other line.
    package init?(_ line: some StringProtocol) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, let damage = TrialDamage(rawValue: cells[1]),
        let asked = Int(cells[2]), let first = Double(cells[3]), let five = Double(cells[4])
      else { return nil }
      map = cells[0]
      self.damage = damage
      self.asked = asked
      firstRate = first / 100
      fiveRate = five / 100
      medianErrorMeters = Double(cells[5]) ?? .infinity
    }

    package var line: String {
      func percent(_ rate: Double) -> String { String(format: "%.2f", rate * 100) }
      let error = medianErrorMeters.isFinite ? String(format: "%.1f", medianErrorMeters) : "–"
      return "| \(map) | \(damage.rawValue) | \(asked) | \(percent(firstRate)) | "
        + "\(percent(fiveRate)) | \(error) |"
    }
  }

  package var all: [Row] = []
  /// Of the sample that the tests ask again.
  package var sample: [Row] = []
  package var reliability = Reliability()

  /// How often first hits of some confidence and more were right, as read from a page.
  package private(set) var confidences: [(lower: Double, hits: Int, rate: Double)] = []

  package init() {}

  /// Reads a page back; its reliability as `confidences`.
  package init(page: String) {
    var isSample = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { isSample = line.hasPrefix(Self.sampleTitle) }
      if let row = Self.confidence(line) { confidences.append(row) }
      guard let row = Row(line) else { continue }
      if isSample { sample.append(row) } else { all.append(row) }
    }
  }

  /// Reads "| 0.9 – 0.95 | 8577 | 98.6 |"; `nil` for any other line.
  private static func confidence(
    _ line: some StringProtocol
  ) -> (lower: Double, hits: Int, rate: Double)? {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, let lower = Double(cells[0].prefix { $0 != " " }),
      let hits = Int(cells[1]), let rate = Double(cells[2])
    else { return nil }
    return (lower, hits, rate / 100)
  }

  private static let sampleTitle = "## The sample"

  package var page: String {
    let head = """
      | map | damage | asked | right at 1, % | right in 5, % | median error, m |
      |---|---|---|---|---|---|
      """
    let bins = Reliability.bins.indices.compactMap { bin -> String? in
      guard let rate = reliability.rate(bin) else { return nil }
      let upper = bin + 1 < Reliability.bins.count ? "\(Reliability.bins[bin + 1])" : "1"
      return "| \(Reliability.bins[bin]) – \(upper) | \(reliability.all[bin]) | "
        + String(format: "%.1f", rate * 100) + " |"
    }
    return """
      # How well the geocoder finds

      Written by `geocoder measure MAP… --table FILE`; a test asks the sample again, and fails where
      a rate has fallen. Every address and corner of the maps is asked for as it is and damaged; an
      answer is right within 50 m, without the number: of its street. “Number unknown” takes every
      fifth number out of the map and asks for it; “of another map” asks for the addresses of the
      next map, of which none is here.

      ## All questions

      \(head)
      \(all.map(\.line).joined(separator: "\n"))

      ## How often a first hit of some confidence is right

      | confidence | hits | right, % |
      |---|---|---|
      \(bins.joined(separator: "\n"))

      \(Self.sampleTitle)

      \(head)
      \(sample.map(\.line).joined(separator: "\n"))

      """
  }
}
