import Foundation
package import Geocoder
import Geography
import Messages
package import OpenStreetMap

/// A map whose index is in a folder that is deleted afterwards, with the queries about it.
package struct RelevanceRun {
  package let name: String
  /// How long the build took, and what the index contains.
  package let built: String
  package let searcher: Searcher
  private let map: MapFile
  private let gathered: GatheredMap
  /// Another map, none of whose addresses are on this one.
  private let stranger: GatheredMap?
  private let folder: URL

  /// Builds the map's index and passes the run to `body`.
  ///
  /// - Throws: what the build or `body` throws.
  package static func with<Result>(
    _ map: MapFile, stranger: MapFile? = nil, _ body: (RelevanceRun) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "geocoder-trial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The system cleans up what cannot be deleted.
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(RelevanceRun(map, stranger, folder))
  }

  /// Opens an index that is built already.
  ///
  /// - Throws: what reading the map or opening the index throws.
  package init(_ map: MapFile, index path: String) throws {
    name = path
    built = "an existing index"
    searcher = try Searcher(PlaceIndex(path: path))
    self.map = map
    folder = URL(filePath: path).deletingLastPathComponent()
    gathered = try GatheredMap(map) { _ in }
    stranger = nil
  }

  private init(_ map: MapFile, _ stranger: MapFile?, _ folder: URL) throws {
    let file = URL(filePath: map.path).lastPathComponent
    name = String(file.prefix { $0 != "." })
    let path = folder.appending(path: IndexFormat.fileName).path
    let clock = ContinuousClock()
    let start = clock.now
    let summary = try PlaceIndex.build(from: map, into: path)
    let building = clock.now - start
    let index = try PlaceIndex(path: path)
    let opening = clock.now - start - building
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    built = """
      built in \(building), opened in \(opening), \(bytes) bytes, \
      \(bytes / max(1, summary.houses)) a house number; \(summary.houses) house numbers, \
      \(summary.streets) streets, \(summary.corners) corners, \(summary.places) places, \
      \(summary.pointsOfInterest) points of interest
      """
    searcher = try Searcher(index)
    self.map = map
    self.folder = folder
    gathered = try GatheredMap(map) { _ in }
    self.stranger = try stranger.map { try GatheredMap($0) { _ in } }
  }

  /// Sends all queries, or those of a sample of `count` addresses and corners.
  ///
  /// - Throws: what a search or building the index without the held-out numbers throws.
  package func outcomes(
    count: Int?, seed: UInt64
  ) throws -> [(noise: QueryNoise, outcome: RelevanceOutcome)] {
    let style = searcher.labels.style
    let own = RelevanceQueries(gathered, style: style, count: count, seed: seed)
    var outcomes = try QueryNoise.aimed.map { noise in
      (noise, try RelevanceOutcome(own.queries(noise), of: searcher))
    }
    outcomes.append((.unknownNumber, try unknownNumbers(count: count, seed: seed)))
    if let stranger {
      let others = RelevanceQueries(stranger, style: style, count: count ?? 1_000, seed: seed)
      outcomes.append(
        (.elsewhere, try RelevanceOutcome(others.queries(.elsewhere), of: searcher)))
    }
    return outcomes
  }

  /// Sends addresses and names as people write them.
  ///
  /// - Throws: what a search throws.
  package func writtenOutcomes(
    count: Int?, seed: UInt64
  ) throws -> [(form: WrittenForm, outcome: RelevanceOutcome)] {
    let forms = WrittenForms(gathered, style: searcher.labels.style, count: count, seed: seed)
    return try WrittenForm.allCases.map { form in
      (form, try RelevanceOutcome(forms.queries(form), of: searcher))
    }
  }

  /// Sends names, alone and with another town.
  ///
  /// - Throws: what a search throws.
  package func nameOutcomes(
    count: Int?, seed: UInt64
  ) throws -> [(form: NameForm, outcome: RelevanceOutcome)] {
    let names = NameQueries(gathered, style: searcher.labels.style, count: count, seed: seed)
    return try NameForm.allCases.map { ($0, try RelevanceOutcome(names.queries($0), of: searcher)) }
  }

  /// Types names letter by letter.
  ///
  /// - Throws: what a search throws.
  package func typeAhead(_ form: NameForm, count: Int?, seed: UInt64) throws -> TypeAheadOutcome {
    let names = NameQueries(gathered, style: searcher.labels.style, count: count, seed: seed)
    return try TypeAheadOutcome(names.queries(form), of: searcher)
  }

  /// Sends texts of the one search field that mean searches.
  ///
  /// - Throws: what a search throws.
  package func findOutcome(count: Int?, seed: UInt64) throws -> FindOutcome {
    try FindOutcome(FindQueries(gathered, count: count, seed: seed).queries(), of: searcher)
  }

  private func unknownNumbers(count: Int?, seed: UInt64) throws -> RelevanceOutcome {
    let path = folder.appending(path: "held-out.sqlite").path
    if !FileManager.default.fileExists(atPath: path) {
      _ = try PlaceIndex.build(from: HoldoutMap(source: map), into: path)
    }
    var missing = gathered
    func isOut(_ house: GatheredHouse) -> Bool {
      HoldoutMap<MapFile>.isOut(number: house.numberText, street: house.street)
    }
    // "Level 57, 10" is number 10, which another element may have.
    let known = Dictionary(grouping: gathered.houses.filter { !isOut($0) }) { StreetKey($0.street) }
      .mapValues { Set($0.flatMap { HouseNumber.all(in: $0.numberText) }) }
    missing.houses.removeAll { house in
      let others = known[StreetKey(house.street)] ?? []
      return !isOut(house) || HouseNumber.all(in: house.numberText).contains(where: others.contains)
    }
    missing.roads = []
    let queries = RelevanceQueries(
      missing, style: searcher.labels.style, count: count, seed: seed)
    return try RelevanceOutcome(
      queries.queries(.asIs), of: Searcher(PlaceIndex(path: path)))
  }

  /// The rows of the sample that the tests repeat.
  ///
  /// - Throws: what a search throws.
  package func sampleRows() throws -> [RelevanceTable.Row] {
    let sample = GeocoderBenchmark.testSample
    let own = RelevanceQueries(
      gathered, style: searcher.labels.style, count: sample.count, seed: sample.seed)
    return try QueryNoise.aimed.map { noise in
      RelevanceTable.Row(
        map: name, noise: noise, try RelevanceOutcome(own.queries(noise), of: searcher))
    }
  }

  /// The times of searches by noise, of `reverse`, and of `suggest` by length.
  ///
  /// - Throws: what a search throws.
  package func times(count: Int?, seed: UInt64) throws -> String {
    let count = min(count ?? 1_000, 1_000)
    let own = RelevanceQueries(
      gathered, style: searcher.labels.style, count: count, seed: seed)
    var lines = try QueryNoise.aimed.map { noise in
      let times = try milliseconds(of: own.queries(noise)) {
        _ = try searcher.search(GeocodeRequest(text: $0.text))
      }
      return "  search \(noise.rawValue): \(times)"
    }
    let points = own.queries(.asIs).compactMap {
      $0.right.first?.first?.moved(by: 30, bearing: 45)
    }
    let reverse = try milliseconds(of: points) {
      _ = try searcher.reverse(ReverseGeocodeRequest(coordinate: $0))
    }
    lines.append("  reverse: \(reverse)")
    for length in [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 40] {
      for point in [nil, points.first] {
        let times = try milliseconds(of: own.queries(.asIs)) {
          let text = String($0.text.prefix(length))
          _ = try searcher.suggest(SuggestRequest(text: text, near: point))
        }
        lines.append("  suggest \(length) letters\(point == nil ? "" : ", near"): \(times)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Processor time, without what others do on the machine.
  private func milliseconds<Item>(
    of items: [Item], _ body: (Item) throws -> Void
  ) rethrows -> String {
    let times = try Stopwatch.microseconds(of: items, body)
    func text(_ part: Double) -> String { String(format: "%.3f ms", times.value(part) / 1_000) }
    return items.isEmpty
      ? "not measured" : "p50 \(text(0.5)), p99 \(text(0.99)), worst \(text(1))"
  }
}
