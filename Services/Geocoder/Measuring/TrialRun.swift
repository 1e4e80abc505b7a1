import Foundation
import Geography
import Messages
import OpenStreetMap

/// A map whose index lies in a folder that is deleted afterwards, with the questions about it.
package struct TrialRun {
  package let name: String
  /// How long building took, and what came of it.
  package let built: String
  package let searcher: Searcher
  private let map: MapFile
  private let gathered: GatheredMap
  /// A map that has nothing in common with this one.
  private let stranger: GatheredMap?
  private let folder: URL

  /// Builds the map's index and hands over what can be asked.
  ///
  /// - Throws: what building throws, and `body`.
  package static func with<Result>(
    _ map: MapFile, stranger: MapFile? = nil, _ body: (TrialRun) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "geocoder-trial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // What cannot be deleted is left to the system's own cleaning.
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(TrialRun(map, stranger, folder))
  }

  /// What can be asked of an index that is built already.
  ///
  /// - Throws: what reading the map and opening the index throw.
  package init(_ map: MapFile, index path: String) throws {
    name = path
    built = "built already"
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
      \(summary.pointsOfInterest) venues
      """
    searcher = try Searcher(index)
    self.map = map
    self.folder = folder
    gathered = try GatheredMap(map) { _ in }
    self.stranger = try stranger.map { try GatheredMap($0) { _ in } }
  }

  /// Asks everything, or `count` addresses and corners by chance.
  package func outcomes(
    count: Int?, seed: UInt64
  ) throws -> [(damage: TrialDamage, outcome: TrialOutcome)] {
    let style = searcher.labels.style
    let own = TrialQuestions(gathered, style: style, count: count, seed: seed)
    var answers = try TrialDamage.aimed.map { damage in
      (damage, try TrialOutcome(own.questions(damage), of: searcher))
    }
    answers.append((.unknownNumber, try unknownNumbers(count: count, seed: seed)))
    if let stranger {
      let others = TrialQuestions(stranger, style: style, count: count ?? 1_000, seed: seed)
      answers.append(
        (.elsewhere, try TrialOutcome(others.questions(.elsewhere), of: searcher)))
    }
    return answers
  }

  private func unknownNumbers(count: Int?, seed: UInt64) throws -> TrialOutcome {
    let path = folder.appending(path: "held-out.sqlite").path
    if !FileManager.default.fileExists(atPath: path) {
      _ = try PlaceIndex.build(from: HeldOut(source: map), into: path)
    }
    var missing = gathered
    missing.houses.removeAll {
      !HeldOut<MapFile>.isOut(number: $0.numberText, street: $0.street)
    }
    missing.roads = []
    let questions = TrialQuestions(
      missing, style: searcher.labels.style, count: count, seed: seed)
    return try TrialOutcome(
      questions.questions(.asIs), of: Searcher(PlaceIndex(path: path)))
  }

  /// The rows that the tests track.
  package func sampleRows() throws -> [RelevanceTable.Row] {
    let sample = MeasureGeocoder.testSample
    let own = TrialQuestions(
      gathered, style: searcher.labels.style, count: sample.count, seed: sample.seed)
    return try TrialDamage.aimed.map { damage in
      RelevanceTable.Row(
        map: name, damage: damage, try TrialOutcome(own.questions(damage), of: searcher))
    }
  }

  /// How long searches take by damage, and `reverse`.
  package func times(count: Int?, seed: UInt64) throws -> String {
    let count = min(count ?? 1_000, 1_000)
    let own = TrialQuestions(
      gathered, style: searcher.labels.style, count: count, seed: seed)
    var lines = try TrialDamage.aimed.map { damage in
      let times = try ProcessorTimes(own.questions(damage)) {
        _ = try searcher.search(GeocodeRequest(text: $0.text))
      }
      return "  search \(damage.rawValue): \(times)"
    }
    let points = own.questions(.asIs).compactMap {
      $0.right.first?.first?.moved(by: 30, bearing: 45)
    }
    let reverse = try ProcessorTimes(points) {
      _ = try searcher.reverse(ReverseGeocodeRequest(coordinate: $0))
    }
    lines.append("  reverse: \(reverse)")
    for length in [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 40] {
      for point in [nil, points.first] {
        let times = try ProcessorTimes(own.questions(.asIs)) {
          let text = String($0.text.prefix(length))
          _ = try searcher.suggest(SuggestRequest(text: text, near: point))
        }
        lines.append("  suggest \(length) letters\(point == nil ? "" : ", near"): \(times)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// How much time of the processor some work takes: what others do on the machine does not count.
struct ProcessorTimes: CustomStringConvertible {
  private let sorted: [Double]

  init<Input>(_ inputs: [Input], _ body: (Input) throws -> Void) rethrows {
    var times: [Double] = []
    for input in inputs {
      let start = Self.now
      try body(input)
      times.append(Self.now - start)
    }
    sorted = times.sorted()
  }

  var description: String {
    guard let last = sorted.last else { return "not measured" }
    func milliseconds(_ seconds: Double) -> String { String(format: "%.3f ms", seconds * 1_000) }
    return """
      p50 \(milliseconds(sorted[sorted.count / 2])), \
      p99 \(milliseconds(sorted[sorted.count * 99 / 100])), worst \(milliseconds(last))
      """
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
