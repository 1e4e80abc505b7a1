import Areas
import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

/// Routes that wander about a few kilometres, with stops, over themselves.
private func wander(_ random: inout SeededGenerator) -> DeviceRoute {
  var here = union
  let stretches = (0..<Int.random(in: 1...4, using: &random)).map { _ in
    var line = [here]
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      here = here.moved(
        by: .random(in: 5...900, using: &random), bearing: .random(in: 0..<360, using: &random))
      line.append(here)
    }
    return DeviceRoute.Stretch(
      line: EncodedPolyline(line), durationSeconds: .random(in: 60...900, using: &random),
      stopSeconds: Bool.random(using: &random) ? .random(in: 1...600, using: &random) : nil)
  }
  return DeviceRoute(stretches: stretches)
}

private func area(_ random: inout SeededGenerator) -> FenceArea {
  let center = union.moved(
    by: .random(in: 0...2_500, using: &random), bearing: .random(in: 0..<360, using: &random))
  let size = Double.random(in: 60...800, using: &random)
  let line = (0..<5).map {
    center.moved(by: .random(in: 0.3...1, using: &random) * size, bearing: Double($0) * 72)
  }
  return switch Int.random(in: 0..<3, using: &random) {
  case 0: .circle(center: center, radiusMeters: size)
  case 1: .polygon(rings: [line])
  default: .corridor(line: Array(line.prefix(3)), bufferMeters: size / 6)
  }
}

@Suite struct TimedRouteTests {
  /// Where a line enters and leaves areas, against a look at each five metres of it.
  @Test(
    "the intervals inside agree with samples every five metres",
    arguments: 1...3 as ClosedRange<UInt64>) func denseSamples(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    let route = try #require(TimedRoute(wander(&random)))
    let shapes = try (0..<6).map { _ in try #require(AreaShape(area(&random))) }
    let step = 5.0
    for shape in shapes {
      let intervals = route.intervalsInside(of: shape)
      #expect(zip(intervals, intervals.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      for meters in stride(from: 0, through: route.length, by: step) {
        let depth = shape.depth(of: route.position(at: meters))
        // This near the edge the rounding of the legs' lengths decides.
        if abs(depth) < 0.001 { continue }
        let isInside = intervals.contains { $0.contains(meters) }
        #expect(isInside == (depth > 0), "seed \(seed), metre \(meters), depth \(depth)")
      }
    }
  }

  /// The fence and the time that come next, against a walk along the rest of the line.
  @Test(
    "the next entry is the first of a walk along the rest of the line",
    arguments: 21...23 as ClosedRange<UInt64>) func nextEntry(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    let route = try #require(TimedRoute(wander(&random)))
    var fences = FenceSet()
    for number in 1...25 as ClosedRange<FenceNumber> {
      let fence = Fence(
        id: FenceID(number: number), definition: FenceDefinition(area: area(&random)))
      fences.add(try WatchedFence(fence, number: number, firstArrival: 1))
    }
    let walk = fences.all.map { Walk(route, $0) }
    let progress = RouteProgress(
      time: Track.time(0).millisecondsSince1970, offsetSeconds: 0)
    var follower = RouteFollower(route, departure: nil, progress: progress, fences)
    var entries = 0
    for part in 0..<20 {
      let position = route.position(at: route.length * Double(part) / 20)
      let time = Track.time(Double(part) * 60).millisecondsSince1970
      let sample = Sample(coordinate: position.coordinate, time: time, arrival: Int64(part))
      guard follower.advance(to: Fix(sample)) == .active else { break }
      let here = follower.progress
      let next = follower.upcoming(of: "phone", fences, inside: []).next
      let walked = walk.compactMap { $0.entry(after: here.meters) }.min() ?? .infinity
      guard let next else {
        #expect(walked == .infinity, "seed \(seed), part \(part)")
        continue
      }
      entries += 1
      let entry = here.meters + next.aheadMeters
      #expect(entry <= walked + 0.001, "seed \(seed), part \(part): \(walked)")
      let fence = try #require(fences.all.first { $0.fence.id == next.fence.id })
      let depths = [-0.4, 0, 0.4].map { fence.shape.depth(of: route.position(at: entry + $0)) }
      #expect(abs(depths[1]) < 0.01 && depths[0] < 0.01 && depths[2] > -0.01, "seed \(seed)")
      let seconds = route.arrival(at: entry) - here.seconds
      #expect(abs(next.aheadSeconds - seconds) < 0.001, "seed \(seed), part \(part)")
    }
    #expect(entries > 0, "seed \(seed) enters no fence")
  }

  /// Whether each position of a line, a few metres apart, is in a fence, by the depths alone.
  private struct Walk {
    private static let step = 4.0
    private let isInside: [Bool]

    init(_ route: TimedRoute, _ fence: WatchedFence) {
      isInside = stride(from: 0, through: route.length, by: Self.step).map {
        fence.shape.depth(of: route.position(at: $0)) >= 0
      }
    }

    /// The first metre after `start` from which on three positions are inside, after one that is
    /// not.
    func entry(after start: Meters) -> Meters? {
      let first = Int((start / Self.step).rounded(.up))
      guard first + 3 < isInside.count else { return nil }
      for position in first..<isInside.count - 3
      where !isInside[position] && isInside[position + 1] && isInside[position + 2]
        && isInside[position + 3]
      {
        return Meters(position + 1) * Self.step
      }
      return nil
    }
  }

  @Test(
    "arrivals, departures and distances of a timetable agree",
    arguments: 41...43 as ClosedRange<UInt64>) func timetable(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    let source = wander(&random)
    let route = try #require(TimedRoute(source))
    let whole = source.stretches.reduce(0) { $0 + $1.durationSeconds + ($1.stopSeconds ?? 0) }
    #expect(
      abs(route.seconds - Double(whole - (source.stretches.last?.stopSeconds ?? 0))) < 1e-6)
    var last = 0.0
    for meters in stride(from: 0, through: route.length, by: route.length / 100) {
      let (arrival, departure) = (route.arrival(at: meters), route.departure(at: meters))
      #expect(arrival <= departure && last <= arrival, "seed \(seed), metre \(meters)")
      #expect(abs(route.meters(after: arrival) - meters) < 1e-6, "seed \(seed), metre \(meters)")
      #expect(abs(route.meters(after: departure) - meters) < 1e-6, "seed \(seed), metre \(meters)")
      last = departure
    }
  }

  /// A position on the line, or a little beside it, is found where it is.
  @Test(
    "a match is as near as any point of the line",
    arguments: 61...62 as ClosedRange<UInt64>) func nearestMatch(
      seed: UInt64
    ) throws
  {
    var random = SeededGenerator(seed: seed)
    let route = try #require(TimedRoute(wander(&random)))
    for _ in 0..<20 {
      let truth = Double.random(in: 0...route.length, using: &random)
      let position = SpaceVector(
        route.position(at: truth).coordinate.moved(
          by: .random(in: 0...100, using: &random), bearing: .random(in: 0..<360, using: &random)))
      let match = try #require(route.match(position, within: 150, expected: truth...truth))
      let nearest =
        stride(from: 0, through: route.length, by: 1).map {
          route.position(at: $0).distance(to: position)
        }.min() ?? 0
      let distance = route.position(at: match).distance(to: position)
      #expect(distance <= nearest + MonitorLimits.ambiguousMeters + 0.001, "seed \(seed)")
      #expect(distance <= route.position(at: truth).distance(to: position) + 25.001, "seed \(seed)")
      #expect(route.match(position, within: max(0, nearest - 11), expected: truth...truth) == nil)
    }
  }
}
