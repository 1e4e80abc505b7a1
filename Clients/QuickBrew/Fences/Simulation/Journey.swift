import CommandLineKit
import Geography

/// A movement along a route: the position at each time.
struct Journey: Sendable {
  /// A point of the route, with the times of arrival and departure.
  private struct Point: Sendable {
    let coordinate: Coordinate
    /// From the start of the route.
    let meters: Double
    let arrival: Double
    let departure: Double
    /// In metres per second, on arrival and on departure; 0 at a stop.
    let speed: Double
  }

  private let points: [Point]

  /// The duration in seconds.
  var seconds: Double { points.last?.arrival ?? 0 }
  var meters: Double { points.last?.meters ?? 0 }

  /// A movement along roads, at the model's or each road's speed, slower in bends, with stops.
  ///
  /// The speed at each point is the highest that all limits allow at the model's acceleration: a
  /// backward pass limits it by braking, a forward pass by accelerating. Source of planning speeds
  /// along a fixed path: Kant and Zucker, "Toward Efficient Trajectory Planning: The Path-Velocity
  /// Decomposition" (1986).
  ///
  /// - Parameters:
  ///   - roads: segments of the route, each with the speed of its road in metres per second.
  init(along roads: [(line: [Coordinate], speed: Double)], by model: MotionModel, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let samples = Self.samples(along: roads, by: model, &random)
    var speeds = samples.map(\.limit)
    for index in samples.indices.dropLast().reversed() {
      speeds[index] = Self.reachable(
        speeds[index], from: speeds[index + 1], samples[index + 1].step, model)
    }
    for index in samples.indices.dropFirst() {
      speeds[index] = Self.reachable(
        speeds[index], from: speeds[index - 1], samples[index].step, model)
    }
    var points: [Point] = []
    var (meters, seconds) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      meters += sample.step
      if index > 0 {
        seconds += 2 * sample.step / max(0.1, speeds[index] + speeds[index - 1])
      }
      points.append(
        Point(
          coordinate: sample.coordinate, meters: meters, arrival: seconds,
          departure: seconds + sample.wait, speed: speeds[index]))
      seconds += sample.wait
    }
    self.points = points
  }

  /// The position after this many seconds: the first point before the start, the last one after the
  /// end.
  func coordinate(after seconds: Double) -> Coordinate? {
    guard let first = points.first, let last = points.last else { return nil }
    if seconds <= first.departure { return first.coordinate }
    if seconds >= last.arrival { return last.coordinate }
    // Binary search for the first point that is reached later.
    var (low, high) = (0, points.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].arrival > seconds { high = middle } else { low = middle + 1 }
    }
    let (from, to) = (points[max(0, low - 1)], points[low])
    guard seconds > from.departure, to.arrival > from.departure else { return from.coordinate }
    let part = Self.distanceFraction(
      after: (seconds - from.departure) / (to.arrival - from.departure), from.speed, to.speed)
    return from.coordinate.moved(
      by: part * from.coordinate.distance(to: to.coordinate),
      bearing: from.coordinate.bearing(to: to.coordinate))
  }
}

extension Journey {
  /// The fraction of a distance covered after a fraction of the time, at constant acceleration.
  private static func distanceFraction(after time: Double, _ first: Double, _ last: Double)
    -> Double
  {
    guard first + last > 0.1 else { return time }
    return (first * time + (last - first) * time * time / 2) / ((first + last) / 2)
  }

  private struct Sample {
    let coordinate: Coordinate
    /// The distance from the previous sample.
    let step: Double
    var limit: Double
    var wait = 0.0
  }

  /// The maximum distance of samples, in metres.
  private static let spacing = 20.0
  /// A bend of fewer degrees does not reduce the speed.
  private static let negligibleBend = 20.0

  private static func samples(
    along roads: [(line: [Coordinate], speed: Double)], by model: MotionModel,
    _ random: inout SeededGenerator
  ) -> [Sample] {
    var samples: [Sample] = []
    // A bounded random walk around the road's speed.
    var speedVariation = 0.0
    for (line, speed) in roads {
      let cruiseSpeed = model.cruiseSpeed ?? speed
      for coordinate in line {
        guard let last = samples.last else {
          samples.append(Sample(coordinate: coordinate, step: 0, limit: 0))
          continue
        }
        let meters = last.coordinate.distance(to: coordinate)
        if meters < 0.5 { continue }
        let steps = max(1, (meters / spacing).rounded(.up))
        let bearing = last.coordinate.bearing(to: coordinate)
        for part in 1...Int(steps) {
          speedVariation = 0.95 * speedVariation + .random(in: -0.03...0.03, using: &random)
          samples.append(
            Sample(
              coordinate: last.coordinate.moved(
                by: meters * Double(part) / steps, bearing: bearing),
              step: meters / steps, limit: cruiseSpeed * (1 + max(-0.25, min(0.1, speedVariation))))
          )
        }
      }
    }
    slowDown(&samples, by: model, &random)
    return samples
  }

  /// Limits the speed in bends, adds stops at random corners, and stops at the end.
  private static func slowDown(
    _ samples: inout [Sample], by model: MotionModel, _ random: inout SeededGenerator
  ) {
    guard samples.count > 2 else { return }
    for index in 1..<samples.count - 1 {
      let before = samples[index - 1].coordinate.bearing(to: samples[index].coordinate)
      let after = samples[index].coordinate.bearing(to: samples[index + 1].coordinate)
      let bend = abs(((after - before + 540).truncatingRemainder(dividingBy: 360)) - 180)
      if bend < negligibleBend { continue }
      samples[index].limit = min(samples[index].limit, model.cornerSpeed * 90 / max(45, bend))
      if bend > 45, Double.random(in: 0..<1, using: &random) < model.stopProbability {
        samples[index].limit = 0
        samples[index].wait = .random(in: model.stopSeconds, using: &random)
      }
    }
    samples[samples.count - 1].limit = 0
  }

  /// The highest speed within the limit that is reachable over a distance from another speed.
  private static func reachable(
    _ limit: Double, from other: Double, _ meters: Double, _ model: MotionModel
  ) -> Double {
    min(limit, (other * other + 2 * model.acceleration * meters).squareRoot())
  }
}
