import CommandLineKit
import Geography

/// Where somebody is at each moment of a way.
struct Journey: Sendable {
  /// A place on the way, and when it is left.
  private struct Point: Sendable {
    let place: Coordinate
    /// From the start of the way.
    let meters: Double
    let arrival: Double
    let departure: Double
    /// Metres a second, as one comes and goes on; nothing where one waits.
    let speed: Double
  }

  private let points: [Point]

  /// How long it takes, in seconds.
  var seconds: Double { points.last?.arrival ?? 0 }
  var meters: Double { points.last?.meters ?? 0 }

  /// A way along roads: as fast as the mover or each road is, slower round corners, with stops.
  ///
  /// Speeds are the highest that the limits of every point allow, with the acceleration that there
  /// is: limits are lowered backwards, where one has to brake, and then forwards. Source of
  /// choosing speeds along a way that stands: Kant and Zucker, "Toward Efficient Trajectory
  /// Planning: The Path-Velocity Decomposition" (1986).
  ///
  /// - Parameters:
  ///   - roads: pieces of the way, each with the speed of its road in metres a second.
  init(along roads: [(line: [Coordinate], speed: Double)], by mover: Mover, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let stations = Self.stations(along: roads, by: mover, &random)
    var speeds = stations.map(\.limit)
    for index in stations.indices.dropLast().reversed() {
      speeds[index] = Self.reachable(
        speeds[index], from: speeds[index + 1], stations[index + 1].ahead, mover)
    }
    for index in stations.indices.dropFirst() {
      speeds[index] = Self.reachable(
        speeds[index], from: speeds[index - 1], stations[index].ahead, mover)
    }
    var points: [Point] = []
    var (meters, seconds) = (0.0, 0.0)
    for (index, station) in stations.enumerated() {
      meters += station.ahead
      if index > 0 {
        seconds += 2 * station.ahead / max(0.1, speeds[index] + speeds[index - 1])
      }
      points.append(
        Point(
          place: station.place, meters: meters, arrival: seconds,
          departure: seconds + station.wait, speed: speeds[index]))
      seconds += station.wait
    }
    self.points = points
  }

  /// The place after so many seconds; the first before, the last after the journey.
  func place(after seconds: Double) -> Coordinate? {
    guard let first = points.first, let last = points.last else { return nil }
    if seconds <= first.departure { return first.place }
    if seconds >= last.arrival { return last.place }
    // The first point that is reached later.
    var (low, high) = (0, points.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].arrival > seconds { high = middle } else { low = middle + 1 }
    }
    let (from, to) = (points[max(0, low - 1)], points[low])
    guard seconds > from.departure, to.arrival > from.departure else { return from.place }
    let part = Self.way(
      after: (seconds - from.departure) / (to.arrival - from.departure), from.speed, to.speed)
    return from.place.moved(
      by: part * from.place.distance(to: to.place), bearing: from.place.bearing(to: to.place))
  }
}

extension Journey {
  /// The part of the way that is gone after a part of the time, gaining or losing speed evenly.
  private static func way(after time: Double, _ first: Double, _ last: Double) -> Double {
    guard first + last > 0.1 else { return time }
    return (first * time + (last - first) * time * time / 2) / ((first + last) / 2)
  }

  private struct Station {
    let place: Coordinate
    /// From the station before.
    let ahead: Double
    var limit: Double
    var wait = 0.0
  }

  /// Stations are so far apart at most.
  private static let spacing = 20.0
  /// A bend of less than this many degrees slows nobody.
  private static let slightBend = 20.0

  private static func stations(
    along roads: [(line: [Coordinate], speed: Double)], by mover: Mover,
    _ random: inout SeededGenerator
  ) -> [Station] {
    var stations: [Station] = []
    // One keeps now a little below and now a little above the road's speed.
    var mood = 0.0
    for (line, speed) in roads {
      let cruise = mover.cruise ?? speed
      for place in line {
        guard let last = stations.last else {
          stations.append(Station(place: place, ahead: 0, limit: 0))
          continue
        }
        let meters = last.place.distance(to: place)
        if meters < 0.5 { continue }
        let steps = max(1, (meters / spacing).rounded(.up))
        let bearing = last.place.bearing(to: place)
        for step in 1...Int(steps) {
          mood = 0.95 * mood + .random(in: -0.03...0.03, using: &random)
          stations.append(
            Station(
              place: last.place.moved(by: meters * Double(step) / steps, bearing: bearing),
              ahead: meters / steps, limit: cruise * (1 + max(-0.25, min(0.1, mood)))))
        }
      }
    }
    slowDown(&stations, by: mover, &random)
    return stations
  }

  /// Round bends, and for waits at some of the corners; at both ends the speed is nothing.
  private static func slowDown(
    _ stations: inout [Station], by mover: Mover, _ random: inout SeededGenerator
  ) {
    guard stations.count > 2 else { return }
    for index in 1..<stations.count - 1 {
      let before = stations[index - 1].place.bearing(to: stations[index].place)
      let after = stations[index].place.bearing(to: stations[index + 1].place)
      let bend = abs(((after - before + 540).truncatingRemainder(dividingBy: 360)) - 180)
      if bend < slightBend { continue }
      stations[index].limit = min(stations[index].limit, mover.corner * 90 / max(45, bend))
      if bend > 45, Double.random(in: 0..<1, using: &random) < mover.waitingPart {
        stations[index].limit = 0
        stations[index].wait = .random(in: mover.waitingSeconds, using: &random)
      }
    }
    stations[stations.count - 1].limit = 0
  }

  /// The speed that there can be so many metres from where it is `other`.
  private static func reachable(
    _ limit: Double, from other: Double, _ meters: Double, _ mover: Mover
  ) -> Double {
    min(limit, (other * other + 2 * mover.acceleration * meters).squareRoot())
  }
}
