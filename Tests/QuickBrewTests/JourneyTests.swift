import Foundation
import Geography
import Messages
import Testing

@testable import QuickBrew

/// A road that goes 600 m east, then 400 m north.
private let corner = Fixtures.origin.moved(by: 600, bearing: 90)
private let end = corner.moved(by: 400, bearing: 0)
private let bentRoad = [Fixtures.origin, corner, end]

@Suite struct JourneyTests {
  private let models: [MotionModel] = [.cityRun, .bicycleRide, .freewayDrive]

  @Test(
    "a journey stays on its road within the limits of speed and acceleration",
    arguments: [1, 2, 3] as [UInt64]) func bounds(seed: UInt64) throws
  {
    for model in models {
      let journey = Journey(along: [(bentRoad, 14)], by: model, seed: seed)
      #expect(abs(journey.meters - 1_000) < 2)
      let start = try #require(journey.coordinate(after: 0))
      #expect(start.distance(to: bentRoad[0]) < 0.1)
      var (gone, speed) = (0.0, 0.0)
      for second in 1...Int(journey.seconds.rounded(.up)) {
        let coordinate = try #require(journey.coordinate(after: Double(second)))
        let aside = min(offRoad(coordinate, bentRoad[0], corner), offRoad(coordinate, corner, end))
        #expect(aside < 1, "second \(second)")
        let now = along(coordinate) - gone
        #expect(now >= -0.01 && now <= (model.cruiseSpeed ?? 14) * 1.1 + 0.01, "second \(second)")
        #expect(abs(now - speed) <= model.acceleration * 1.01 + 0.01, "second \(second)")
        (gone, speed) = (gone + now, now)
      }
      let last = try #require(journey.coordinate(after: journey.seconds))
      #expect(last.distance(to: end) < 0.1)
      #expect(journey.seconds >= 1_000 / ((model.cruiseSpeed ?? 14) * 1.1))
    }
  }

  @Test func waitsAtTheCorner() throws {
    let patient = MotionModel(
      profile: .car, cruiseSpeed: nil, acceleration: 2, cornerSpeed: 5, stopProbability: 1,
      stopSeconds: 20...20, journeyMeters: 1...2)
    let waiting = Journey(along: [(bentRoad, 14)], by: patient, seed: 1)
    let stands = (0..<Int(waiting.seconds)).filter { second in
      guard let here = waiting.coordinate(after: Double(second)),
        let next = waiting.coordinate(after: Double(second + 1))
      else { return false }
      return here.distance(to: next) < 0.05 && here.distance(to: corner) < 1
    }
    #expect((18...20).contains(stands.count))
  }

  @Test("the same seed gives the same journey")
  func seed() {
    let coordinate = { (seed: UInt64) in
      Journey(along: [(bentRoad, 14)], by: .cityRun, seed: seed).coordinate(after: 100)
    }
    #expect(coordinate(7) == coordinate(7))
    #expect(coordinate(7) != coordinate(8))
  }

  /// The distance along the road of a point on it.
  private func along(_ coordinate: Coordinate) -> Meters {
    offRoad(coordinate, bentRoad[0], corner) < 0.01
      ? bentRoad[0].distance(to: coordinate)
      : bentRoad[0].distance(to: corner) + corner.distance(to: coordinate)
  }

  /// The distance of a point from a short straight segment.
  private func offRoad(_ coordinate: Coordinate, _ from: Coordinate, _ to: Coordinate) -> Meters {
    let length = from.distance(to: to)
    let angle = (from.bearing(to: coordinate) - from.bearing(to: to)) * .pi / 180
    let along = max(0, min(length, from.distance(to: coordinate) * cos(angle)))
    return from.moved(by: along, bearing: from.bearing(to: to)).distance(to: coordinate)
  }
}

@Suite struct RouteSegmentsTests {
  @Test func piecesAddUpToTheLine() {
    let segments = RouteSegments.split(bentRoad, into: [200, 500, 300])
    #expect(segments.map(\.count) == [2, 3, 2])
    let lengths = segments.map { line in
      zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }.rounded()
    }
    #expect(lengths == [200, 500, 300])
    #expect(segments.last?.last == end)
  }
}
