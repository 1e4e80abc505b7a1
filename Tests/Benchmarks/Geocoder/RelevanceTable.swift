import Foundation

/// The tracked hit rates as a page: a table of all queries, and one of the sample that the tests
/// repeat.
package struct RelevanceTable: Sendable {
  /// The queries with one kind of noise on one map.
  package struct Row: Sendable, Hashable {
    package let map: String
    package let noise: QueryNoise
    package let asked: Int
    package let firstRate: Double
    package let fiveRate: Double
    package let medianErrorMeters: Double

    package init(map: String, noise: QueryNoise, _ outcome: RelevanceOutcome) {
      self.map = map
      self.noise = noise
      asked = outcome.asked
      firstRate = outcome.firstRate
      fiveRate = outcome.fiveRate
      medianErrorMeters = outcome.medianError
    }

    /// Reads a row of the page; `nil` for any other line.
    package init?(_ line: some StringProtocol) {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, let noise = QueryNoise(rawValue: cells[1]),
        let asked = Int(cells[2]), let first = Double(cells[3]), let five = Double(cells[4])
      else { return nil }
      map = cells[0]
      self.noise = noise
      self.asked = asked
      firstRate = first / 100
      fiveRate = five / 100
      medianErrorMeters = Double(cells[5]) ?? .infinity
    }

    package var line: String {
      func percent(_ rate: Double) -> String { String(format: "%.2f", rate * 100) }
      let error = medianErrorMeters.isFinite ? String(format: "%.1f", medianErrorMeters) : "–"
      return "| \(map) | \(noise.rawValue) | \(asked) | \(percent(firstRate)) | "
        + "\(percent(fiveRate)) | \(error) |"
    }
  }

  package var all: [Row] = []
  /// The rows of the sample that the tests repeat.
  package var sample: [Row] = []
  package var reliability = Reliability()
  /// Of each map, by what the others let one expect.
  package var heldOut = HeldOutReliability()
  /// Of the first letters of names, which are searched for as if they were all.
  package var begun = Reliability()

  /// How often first hits of some confidence and more were right, as read from a page.
  package private(set) var confidences: [(lower: Double, hits: Int, rate: Double)] = []

  package init() {}

  mutating func add(_ outcome: RelevanceOutcome, of map: String) {
    reliability.add(outcome.confidences)
    heldOut.add(map, outcome.confidences)
  }

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

      Written by `quickbrew-bench geocoder MAP… --table FILE`; a test repeats the sample and fails
      if a rate has fallen. Every address and corner of the maps is searched as written and with
      noise. An answer is right within 50 m, without a number within 50 m of the street. “Number
      unknown” searches numbers after every fifth was removed from the map; “of another map”
      searches the addresses of the next map, none of which exist here.

      ## All queries

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
