import GeofenceMonitor
import Geography
import Messages
import Testing

@Suite struct EventSequenceTests {
  @Test func comingAndGoing() {
    var track = Track()
    track.fence("A", at: union)
    track.report(0, union.north(1_500))
    track.report(1, union.north(900))
    track.report(2, union)
    track.report(3, union.north(-999))
    track.report(4, union.north(-1_001))
    #expect(track.log == ["1 enter A", "4 exit A"])
  }

  @Test func firstPositionInsideEnters() {
    var track = Track()
    track.fence("A", at: union)
    track.report(0, union.east(10))
    #expect(track.log == ["0 enter A"])
  }

  @Test func theEdgeIsInside() {
    let edge = union.east(1_234)
    var track = Track()
    track.fence("A", at: union, radius: union.distance(to: edge))
    track.fence("B", at: union, radius: union.distance(to: edge).nextDown)
    track.report(0, edge)
    #expect(track.log == ["0 enter A"])
  }

  @Test func overlappingFencesExitBeforeEnterInTheirOrder() {
    var track = Track()
    track.fence("A", at: union)
    track.fence("B", at: union.north(1_500))
    track.fence("C", at: union.north(200))
    track.fence("D", at: union.north(1_500), radius: 300)
    track.report(0, union)
    track.report(1, union.north(800))
    track.report(2, union.north(1_400))
    #expect(
      track.log == ["0 enter A", "0 enter C", "1 enter B", "2 exit A", "2 exit C", "2 enter D"])
  }

  @Test func devicesDoNotDisturbEachOther() {
    var track = Track()
    track.fence("A", at: union)
    track.report(0, union, device: "ann")
    track.report(0, union.north(5_000), device: "bob")
    track.report(1, union.north(5_000), device: "ann")
    track.report(2, union, device: "bob")
    #expect(track.log == ["0 ann enter A", "1 ann exit A", "2 bob enter A"])
  }

  @Test func standingStillTellsNothingNew() {
    var track = Track()
    track.fence("A", at: union)
    for minute in 0..<5 { track.report(minute, union) }
    #expect(track.log == ["0 enter A"])
  }

  @Test func aFenceAroundAStandingDeviceIsEnteredWithItsNextPosition() {
    var track = Track()
    track.report(0, union)
    track.fence("A", at: union)
    #expect(track.log == [])
    track.report(1, union)
    #expect(track.log == ["1 enter A"])
  }

  @Test func aRemovedFenceIsNotLeft() {
    var track = Track()
    track.fence("A", at: union)
    track.fence("B", at: union)
    track.report(0, union)
    track.removeFence("A")
    track.report(1, union)
    track.report(2, union.north(5_000))
    #expect(track.log == ["0 enter A", "0 enter B", "2 exit B"])
  }
}

@Suite struct ClockTests {
  @Test func aClockGoingBackwardsChangesNothing() {
    var track = Track()
    track.fence("A", at: union)
    track.report(5, union)
    track.report(3, union.north(5_000))
    track.report(6, union.north(5_000))
    #expect(track.log == ["5 enter A", "3 ignored: outdated", "6 exit A"])
  }

  @Test func theSamePositionTwiceIsADuplicate() {
    var track = Track()
    track.fence("A", at: union)
    track.report(5, union)
    track.report(5, union)
    track.report(5, union.north(5_000))
    #expect(track.log == ["5 enter A", "5 ignored: duplicate", "5 ignored: contradiction"])
  }

  @Test func aPositionOfTheFutureIsIgnored() {
    var track = Track()
    track.fence("A", at: union)
    track.clock(0)
    track.reportAhead(6, union)
    track.reportAhead(5, union)
    #expect(track.log == ["6 ignored: future", "5 enter A"])
  }

  @Test func theReasonNamesTheTolerance() {
    #expect(
      IgnoreReason.future.rawValue.contains("\(MonitorLimits.futureToleranceSeconds / 60) minutes"))
  }
}

@Suite struct OddPlacesTests {
  @Test func acrossTheAntimeridian() {
    let taveuni = Coordinate(latitude: -16.85, longitude: 179.995)
    var track = Track()
    track.fence("A", at: taveuni)
    track.report(0, Coordinate(latitude: -16.85, longitude: 179.98))
    track.report(1, Coordinate(latitude: -16.85, longitude: -179.999))
    track.report(2, Coordinate(latitude: -16.85, longitude: -179.98))
    #expect(track.log == ["1 enter A", "2 exit A"])
  }

  @Test func bothNamesOfTheAntimeridianAreOnePlace() {
    var track = Track()
    track.fence("A", at: Coordinate(latitude: 10, longitude: 180), radius: 5)
    track.report(0, Coordinate(latitude: 10, longitude: -180))
    #expect(track.log == ["0 enter A"])
  }

  @Test(arguments: [90.0, -90.0]) func aroundAPole(latitude: Double) {
    let near = latitude - latitude.sign0 * 0.005
    let far = latitude - latitude.sign0 * 0.02
    var track = Track()
    track.fence("A", at: Coordinate(latitude: latitude, longitude: 12))
    for (minute, longitude) in [-180.0, -90, 0, 77, 180].enumerated() {
      track.report(2 * minute, Coordinate(latitude: near, longitude: longitude))
      track.report(2 * minute + 1, Coordinate(latitude: far, longitude: longitude))
    }
    #expect(track.log == (0..<10).map { $0 % 2 == 0 ? "\($0) enter A" : "\($0) exit A" })
  }

  @Test func acrossThePole() {
    var track = Track()
    track.fence("A", at: Coordinate(latitude: 89.999, longitude: 0), radius: 300)
    track.report(0, Coordinate(latitude: 89.999, longitude: 180))
    track.report(1, Coordinate(latitude: 89.998, longitude: 180))
    #expect(track.log == ["0 enter A", "1 exit A"])
  }

  @Test func theLargestAndTheSmallestFence() {
    let limits = GeofenceLimits.radiusMeters
    var track = Track()
    track.fence("A", at: union, radius: limits.upperBound)
    track.fence("B", at: union, radius: limits.lowerBound)
    track.report(0, union.east(limits.upperBound - 1))
    track.report(1, union.north(0.9))
    track.report(2, union.north(1.1))
    track.report(3, union.north(-limits.upperBound - 1))
    #expect(track.log == ["0 enter A", "1 enter B", "2 exit B", "3 exit A"])
  }
}

extension Double {
  fileprivate var sign0: Double { self < 0 ? -1 : 1 }
}
