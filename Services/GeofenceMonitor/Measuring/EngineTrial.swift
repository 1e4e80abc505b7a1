import Areas
import CommandLineKit
import Foundation
import Geography
import Messages
import Time

/// The engine alone, on one thread: how many reports it takes, and what a look at every fence in
/// place of the index would cost.
struct EngineTrial {
  private var engine = FenceEngine()
  private var fleet: Fleet
  private let log: Log

  /// - Throws: `ServiceError` with `invalidRequest`.
  init(_ fleet: Fleet, log: Log) throws(ServiceError) {
    self.fleet = fleet
    self.log = log
    for (index, definition) in fleet.definitions.enumerated() {
      let number = FenceNumber(index + 1)
      try engine.add(Fence(id: FenceID(number: number), definition: definition), number: number)
    }
  }

  /// Everybody reports so often; the first time only makes them known.
  mutating func run(steps: Int) {
    var micros: [Double] = []
    var events = 0
    for step in 0...steps {
      fleet.step()
      let reports = fleet.reports(of: 0..<fleet.count).map { request in
        FenceEngine.Report(
          device: request.device, coordinate: request.coordinate,
          time: request.time ?? .now(), accuracy: request.accuracyMeters)
      }
      for report in reports {
        let start = Self.threadMicroseconds
        let outcome = engine.report(report, now: report.time)
        guard step > 0 else { continue }
        micros.append(Self.threadMicroseconds - start)
        events += outcome.events.count
      }
    }
    let mean = micros.reduce(0, +) / Double(max(1, micros.count))
    log.info(
      """
      in process: \(Int(1e6 / mean)) reports/s of one core, \(Percentiles(micros).text("µs")); \
      \(events) events of \(micros.count) reports
      """)
  }

  /// The fences around places by the index, and around the first `scans` of them by a look at every
  /// fence.
  ///
  /// - Parameter answers: where to write the fences' middles, the places, and what was found: a
  ///   line each, degrees of longitude first.
  mutating func compare(places: Int, scans: Int, answers: String?) throws {
    let all = engine.fences.all
    var (agreed, inside) = (0, 0)
    var (byIndex, byScan): ([Double], [Double]) = ([], [])
    var near: [FenceNumber] = []
    var lines = answers == nil ? [] : all.map { Self.line("fence", $0.shape.bounds.center) }
    for count in 0..<places {
      let place = SpaceVector(fleet.place())
      let start = Self.threadMicroseconds
      engine.fences.collect(near: Arc(place, place), into: &near)
      let found = near.filter { engine.fences[$0].map { $0.shape.depth(of: place) >= 0 } ?? false }
      let middle = Self.threadMicroseconds
      byIndex.append(middle - start)
      inside += found.count
      if answers != nil {
        lines.append(
          Self.line("place", place) + " " + found.map { "\($0)" }.joined(separator: ","))
      }
      guard count < scans else { continue }
      let scanned = all.filter { $0.shape.depth(of: place) >= 0 }.map(\.number)
      byScan.append(Self.threadMicroseconds - middle)
      agreed += found == scanned ? 1 : 0
    }
    if let answers {
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: answers, atomically: true, encoding: .utf8)
    }
    log.info(
      """
      the fences around a place: index \(Percentiles(byIndex).textWithMean("µs")); a look at every \
      fence \(Percentiles(byScan).text("µs")); the same in \(agreed) of \(byScan.count) places; \
      \(Double(inside) / Double(max(1, places))) of them each
      """)
  }

  private static func line(_ word: String, _ place: SpaceVector) -> String {
    "\(word) \(place.coordinate.longitude) \(place.coordinate.latitude)"
  }

  private static var threadMicroseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}

/// The middle and the tail of measured values.
struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  /// The value below which so much of all lies; 0 of none.
  func value(_ part: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  /// 0 of none.
  var mean: Double { sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count) }

  /// `mean 12 µs, p50 11.5 µs, p99 26.4 µs`.
  func textWithMean(_ unit: String) -> String {
    "mean \((mean * 100).rounded() / 100) \(unit), \(text(unit))"
  }

  /// `p50 11.5 µs, p99 26.4 µs`.
  func text(_ unit: String) -> String {
    let at = { (part: Double) in (value(part) * 100).rounded() / 100 }
    return "p50 \(at(0.5)) \(unit), p99 \(at(0.99)) \(unit)"
  }
}
