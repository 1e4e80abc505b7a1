import CommandLineKit
import Geography
import Messages
import Time

/// What the words and flags of `simulate` mean.
struct SimulationPlan: Sendable {
  static let movers: [(name: String, mover: Mover)] = [
    ("city-run", .cityRun), ("bicycle-ride", .bicycleRide), ("freeway-drive", .freewayDrive),
  ]
  static let defaultAccuracy: Meters = 8

  /// `nil` for a recorded track.
  let mover: Mover?
  let word: String
  let device: DeviceID
  let speedup: Double
  let interval: Double
  let accuracy: Meters?
  let seed: UInt64

  /// - Throws: `UsageError`.
  init(_ call: Call, _ word: String) throws(UsageError) {
    self.word = word
    mover = Self.movers.first { $0.name == word }?.mover
    guard mover != nil || word.lowercased().hasSuffix(".gpx") else {
      throw UsageError(
        "There is no journey “\(word)”: \(Self.movers.map(\.name).joined(separator: ", ")), or a "
          + "recorded FILE.gpx.")
    }
    let file = word.split(separator: "/").last.map(String.init) ?? word
    device = try Place.device(call.arguments["device"] ?? file, "--device")
    speedup = try call.arguments.number("speedup", in: 1...10_000) ?? 1
    interval = Double(try call.arguments.seconds("interval", in: 1...600) ?? 1)
    accuracy = try call.arguments.number("accuracy", in: 0...500)
    seed = UInt64(try call.arguments.integer("seed", in: 0...Int.max) ?? 1)
    if mover == nil {
      for flag in ["from", "to", "interval"] where call.arguments.has(flag) {
        throw UsageError("--\(flag) does not go with a recorded track.")
      }
    }
  }

  /// Where the device says it is, and when, from the start of the journey.
  ///
  /// - Throws: `UsageError` for a file that cannot be read, `ServiceError`.
  func fixes(_ call: Call, _ bus: any ServiceBus) async throws -> [SimulatedFix] {
    guard let mover else { return try recorded() }
    let route = try await JourneyFinder(call, bus, mover, seed).route()
    let journey = Journey(along: RoadPieces.pieces(of: route), by: mover, seed: seed)
    let accuracy = accuracy ?? Self.defaultAccuracy
    var receiver = ReceiverError(accuracy: accuracy)
    var random = SeededGenerator(seed: seed)
    var fixes: [SimulatedFix] = []
    for tick in 0...Int((journey.seconds / interval).rounded(.up)) {
      let seconds = Double(tick) * interval
      guard let place = journey.place(after: seconds) else { continue }
      fixes.append(
        SimulatedFix(
          seconds: seconds, place: receiver.reading(of: place, at: seconds, using: &random),
          accuracy: accuracy))
    }
    return fixes
  }

  private func recorded() throws -> [SimulatedFix] {
    let text = try InputFile.text(word)
    var fixes: [SimulatedFix] = []
    var first: Timestamp?
    for (index, point) in GPX.points(in: text).enumerated() {
      guard let place = point.coordinate, let time = point.time.flatMap({ Timestamp($0) }) else {
        throw UsageError("\(word), point \(index + 1): it lacks a place or a time.")
      }
      let start = first ?? time
      first = start
      let seconds = Double(time.millisecondsSince1970 - start.millisecondsSince1970) / 1_000
      fixes.append(SimulatedFix(seconds: seconds, place: place, accuracy: accuracy))
    }
    if fixes.isEmpty { throw UsageError("\(word) holds no positions.") }
    return fixes.sorted { $0.seconds < $1.seconds }
  }
}

/// A position of a journey.
struct SimulatedFix: Sendable, Hashable {
  /// From the start of the journey.
  let seconds: Double
  let place: Coordinate
  let accuracy: Meters?
}
