import CommandLineKit
import Geography
import Interchange
import Messages
import Time

/// The parsed arguments of `simulate`.
struct SimulationPlan: Sendable {
  static let models: [(name: String, model: MotionModel)] = [
    ("city-run", .cityRun), ("bicycle-ride", .bicycleRide), ("freeway-drive", .freewayDrive),
  ]
  static let defaultAccuracy: Meters = 8

  /// `nil` for a recorded track.
  let model: MotionModel?
  let word: String
  let device: DeviceID
  let speedup: Double
  let interval: Double
  let accuracy: Meters?
  let seed: UInt64

  /// - Throws: `UsageError`.
  init(_ context: CommandContext, _ word: String) throws(UsageError) {
    self.word = word
    model = Self.models.first { $0.name == word }?.model
    guard model != nil || word.lowercased().hasSuffix(".gpx") else {
      throw UsageError(
        "There is no journey “\(word)”: \(Self.models.map(\.name).joined(separator: ", ")), or a "
          + "recorded FILE.gpx.")
    }
    let file = word.split(separator: "/").last.map(String.init) ?? word
    device = try PlaceParser.device(context.arguments["device"] ?? file, "--device")
    speedup = try context.arguments.number("speedup", in: 1...10_000) ?? 1
    interval = Double(try context.arguments.seconds("interval", in: 1...600) ?? 1)
    accuracy = try context.arguments.meters("accuracy", in: 0...500)
    seed = UInt64(try context.arguments.integer("seed", in: 0...Int.max) ?? 1)
    if model == nil {
      for flag in ["from", "to", "interval"] where context.arguments.has(flag) {
        throw UsageError("--\(flag) does not go with a recorded track.")
      }
    }
  }

  /// The simulated or recorded positions.
  ///
  /// - Throws: `UsageError` for a file that cannot be read, `ServiceError`.
  func fixes(_ context: CommandContext) async throws -> [SimulatedFix] {
    guard let model else { return try recorded() }
    let route = try await JourneyFinder(context: context, model: model, seed: seed).route()
    let journey = Journey(along: RouteSegments.segments(of: route), by: model, seed: seed)
    let accuracy = accuracy ?? Self.defaultAccuracy
    var receiver = ReceiverNoise(accuracy: accuracy)
    var random = SeededGenerator(seed: seed)
    var fixes: [SimulatedFix] = []
    for tick in 0...Int((journey.seconds / interval).rounded(.up)) {
      let seconds = Double(tick) * interval
      guard let coordinate = journey.coordinate(after: seconds) else { continue }
      fixes.append(
        SimulatedFix(
          seconds: seconds,
          coordinate: receiver.reading(of: coordinate, at: seconds, using: &random),
          accuracy: accuracy))
    }
    return fixes
  }

  private func recorded() throws -> [SimulatedFix] {
    let text = try InputFile.text(word)
    var fixes: [SimulatedFix] = []
    var first: Timestamp?
    for (index, point) in try points(in: text).enumerated() {
      guard let coordinate = point.coordinate, let time = point.time.flatMap({ Timestamp($0) })
      else {
        throw UsageError("\(word), point \(index + 1): it lacks a place or a time.")
      }
      let start = first ?? time
      first = start
      let seconds = Double(time.millisecondsSince1970 - start.millisecondsSince1970) / 1_000
      fixes.append(SimulatedFix(seconds: seconds, coordinate: coordinate, accuracy: accuracy))
    }
    if fixes.isEmpty { throw UsageError("\(word) holds no positions.") }
    return fixes.sorted { $0.seconds < $1.seconds }
  }

  private func points(in text: String) throws -> [GPX.Point] {
    do {
      return try GPX.points(in: text)
    } catch {
      throw UsageError("\(word), \(error).")
    }
  }
}

/// A position of a journey, as a receiver reports it.
struct SimulatedFix: Sendable, Hashable {
  /// From the start of the journey.
  let seconds: Double
  let coordinate: Coordinate
  let accuracy: Meters?
}
