import Areas
import CommandLineKit
import Foundation
import GeofenceMonitor
import Geography
import Messages
import Time

/// The engine alone, on one thread: how many reports it processes, and what a scan of all fences
/// instead of the index would cost.
struct EngineBenchmark {
  private var engine: FenceEngine
  private var fleet: SyntheticFleet

  /// - Throws: `ServiceError` with `invalidRequest`.
  init(_ fleet: SyntheticFleet) throws(ServiceError) {
    self.fleet = fleet
    engine = try fleet.engine()
  }

  /// Every device reports once per step; the first step only introduces the devices.
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
      var happened = 0
      let times = Stopwatch.times(of: reports) {
        happened += engine.report($0, now: $0.time).events.count
      }
      guard step > 0 else { continue }
      micros += times
      events += happened
    }
    let times = Percentiles(micros)
    print(
      """
      in process: \(Int(1e6 / times.mean)) reports/s of one core, \(times.text("µs")); \
      \(events) events of \(micros.count) reports
      """)
  }

  /// The fences that contain random points, by the index, and for the first `scans` of them by a
  /// scan of all fences.
  ///
  /// - Parameter answers: a file for the centers of the fences, the points, and the fences found:
  ///   one per line, longitude first, in degrees.
  mutating func compare(points: Int, scans: Int, answers: String?) throws {
    let all = engine.fences.all
    var (agreed, inside) = (0, 0)
    var (byIndex, byScan): ([Double], [Double]) = ([], [])
    var near: [FenceNumber] = []
    var lines = answers == nil ? [] : all.map { Self.line("fence", $0.shape.bounds.center) }
    for count in 0..<points {
      let point = SpaceVector(fleet.point())
      let start = Stopwatch.threadMicroseconds
      engine.fences.collect(near: Arc(point, point), into: &near)
      let found = near.filter { engine.fences[$0].map { $0.shape.depth(of: point) >= 0 } ?? false }
      let end = Stopwatch.threadMicroseconds
      byIndex.append(end - start)
      inside += found.count
      if answers != nil {
        lines.append(
          Self.line("place", point) + " " + found.map { "\($0)" }.joined(separator: ","))
      }
      guard count < scans else { continue }
      let scanned = all.filter { $0.shape.depth(of: point) >= 0 }.map(\.number)
      byScan.append(Stopwatch.threadMicroseconds - end)
      agreed += found == scanned ? 1 : 0
    }
    if let answers {
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: answers, atomically: true, encoding: .utf8)
    }
    print(
      """
      the fences around a point: index \(Percentiles(byIndex).textWithMean("µs")); a scan of all \
      fences \(Percentiles(byScan).text("µs")); the same in \(agreed) of \(byScan.count) points; \
      \(Double(inside) / Double(max(1, points))) fences each
      """)
  }

  private static func line(_ word: String, _ point: SpaceVector) -> String {
    "\(word) \(point.coordinate.longitude) \(point.coordinate.latitude)"
  }
}
