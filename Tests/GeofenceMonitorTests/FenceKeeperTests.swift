import Foundation
import Geography
import Messages
import SQL
import SQLite
import Testing
import Time

@testable import GeofenceMonitor

/// A circle that believes the first fix, so that each report is an event.
private func circle(
  at center: Coordinate = union, radius: Meters = 1_000, label: String? = nil
) -> FenceAddRequest {
  FenceAddRequest(center: center, radiusMeters: radius, label: label, confirmation: .bareEdge)
}

@Suite struct FenceKeeperTests {
  let file = KeeperFile()

  @Test func fencesAreNumberedAndKeepTheirDefaults() throws {
    let keeper = try file.open()
    let first = try keeper.add(circle(label: "Work"))
    let second = try keeper.add(circle(radius: 50))
    #expect(first.id == "fence-1")
    #expect(first.area == .circle(center: union, radiusMeters: 1_000))
    #expect(second.id == "fence-2")
    #expect(keeper.fences == [first, second])
  }

  @Test func aFenceNameIsNeverGivenAgain() throws {
    let keeper = try file.open()
    let first = try keeper.add(circle())
    #expect(try keeper.remove(FenceRemoveRequest(id: first.id)) == first)
    let reopened = try file.open()
    #expect(try reopened.add(circle()).id == "fence-2")
  }

  @Test func eventsAreNumberedAndKept() throws {
    let keeper = try file.open()
    let fence = try keeper.add(circle())
    let enter = try keeper.move(0, union)
    let exit = try keeper.move(1, union.north(3_000))
    #expect(enter.news.positions.map(\.coordinate) == [union])
    #expect(enter.news.positions.map(\.color) == [.green])
    #expect(exit.news.positions.map(\.color) == [.white])
    let view = try #require(enter.news.positions.first?.view)
    let edge = view.north - union.latitude
    #expect(abs(edge.radians * Coordinate.earthRadius - 1_500) < 0.01)
    #expect(abs(view.center.distance(to: union)) < 0.01)
    let events = enter.reply.events + exit.reply.events
    #expect(events.map(\.number) == [1, 2])
    #expect(events.map(\.kind) == [.enter, .exit])
    #expect(events.map(\.fence.id) == [fence.id, fence.id])
    #expect(try keeper.events(GeofenceEventsRequest(since: 0)).events == events)
    let later = try keeper.events(GeofenceEventsRequest(since: 1))
    #expect(later == GeofenceEventsReply(events: [events[1]], latest: 2))
    let page = try keeper.events(GeofenceEventsRequest(since: 0, limit: 1))
    #expect(page == GeofenceEventsReply(events: [events[0]], latest: 2))
  }

  @Test func anIgnoredReportSaysWhyAndChangesNothing() throws {
    let keeper = try file.open()
    _ = try keeper.add(circle())
    _ = try keeper.move(5, union)
    let other = try keeper.move(5, union.north(3_000))
    #expect(other.reply.ignored == .duplicate)
    #expect(other.news.positions.isEmpty)
    #expect(try keeper.position(of: "phone").coordinate == union)
    #expect(try file.open().position(of: "phone").coordinate == union)
  }

  @Test func aReportWithoutATimeIsOfNow() throws {
    let keeper = try file.open()
    let request = PositionReportRequest(device: "phone", coordinate: union)
    _ = try keeper.report(request, now: Track.time(420))
    #expect(try keeper.position(of: "phone").time == Track.time(420))
  }

  @Test func anUnknownDeviceIsNotFound() throws {
    let keeper = try file.open()
    let error = #expect(throws: ServiceError.self) { try keeper.position(of: "nobody") }
    #expect(error?.code == .notFound)
  }

  @Test func theEventOfARemovedFenceStillDescribesIt() throws {
    let keeper = try file.open()
    let fence = try keeper.add(circle(label: "Work"))
    _ = try keeper.move(0, union)
    _ = try keeper.remove(FenceRemoveRequest(id: fence.id))
    #expect(try keeper.allEvents().map(\.kind) == [.enter, .exit])
    #expect(try keeper.allEvents().allSatisfy { $0.fence == GeofenceEvent.FenceName(fence) })
    #expect(try keeper.move(1, union.north(9_000)).reply.events == [])
  }
}

@Suite struct RestartTests {
  let file = KeeperFile()

  /// The same track with the monitor opened anew before every step, and in one life.
  @Test func aRestartNeitherRepeatsNorDropsAnEvent() throws {
    let places = [0, 500, 1_200, 1_200, 700, 2_400, 100].map { union.north(Meters($0)) }
    let other = KeeperFile()
    let whole = try other.open()
    for center in [union, union.north(1_000)] {
      _ = try whole.add(circle(at: center))
      _ = try file.open().add(circle(at: center))
    }
    for (minute, place) in places.enumerated() {
      let expected = try whole.move(minute, place)
      #expect(try file.open().move(minute, place) == expected)
    }
    let events = try whole.allEvents()
    #expect(events.count == 8)
    #expect(events.map(\.number) == Array(1...8))
    #expect(try file.open().allEvents() == events)
    #expect(try file.open().fences == whole.fences)
    #expect(try file.open().position(of: "phone") == whole.position(of: "phone"))
  }

  @Test func whoWasInsideARemovedFenceIsForgottenOverARestart() throws {
    let fence = try file.open().add(circle())
    _ = try file.open().move(0, union)
    _ = try file.open().remove(FenceRemoveRequest(id: fence.id))
    #expect(try file.open().move(1, union.north(3_000)).reply.events == [])
  }
}

@Suite struct LateAcrossRestartTests {
  let file = KeeperFile()

  /// The same reports, late ones among them, with the monitor opened anew before each, and in one
  /// life, with a window so small that most of the track has left it.
  @Test func aRestartForgetsNothingOfTheTrack() throws {
    var settings = EngineSettings()
    settings.windowSamples = 16
    let other = KeeperFile()
    let whole = try FenceKeeper(path: other.path, settings: settings)
    var apart = try FenceKeeper(path: file.path, settings: settings)
    for keeper in [whole, apart] {
      _ = try keeper.add(FenceAddRequest(center: union, label: "doubts"))
      _ = try keeper.add(circle(at: union.north(1_000)))
    }
    for index in 0..<80 {
      // Every sixth comes four late.
      let minute = index % 6 == 5 ? index - 4 : index + (index % 6 > 0 ? 1 : 0)
      let place = union.north(Double((minute * 7) % 30) * 100)
      apart = try FenceKeeper(path: file.path, settings: settings)
      #expect(try apart.move(minute, place) == whole.move(minute, place), "\(index)")
    }
    #expect(try apart.allEvents() == whole.allEvents())
    #expect(try whole.allEvents().contains { $0.kind == .correct })
  }
}

@Suite struct BoardTests {
  let file = KeeperFile()

  private func pin(_ name: String, at center: Coordinate) -> BoardFencesRequest.Pin {
    .init(pin: name, definition: circle(at: center).definition)
  }

  @Test func aBoardHasExactlyTheFencesAskedFor() throws {
    let keeper = try file.open()
    let own = try keeper.add(circle(label: "mine"))
    let both = try keeper.set(
      BoardFencesRequest(
        board: "ann", pins: [pin("A", at: union), pin("B", at: union.north(9_000))])
    ).fences
    #expect(both.map(\.pin) == ["A", "B"])
    #expect(both.map(\.board) == ["ann", "ann"])
    let moved = try keeper.set(
      BoardFencesRequest(board: "ann", pins: [pin("A", at: union.north(500))])
    ).fences
    #expect(moved.map(\.id) == [both[0].id])
    #expect(keeper.fences(FenceListRequest(board: "ann")).fences == moved)
    #expect(try keeper.set(BoardFencesRequest(board: "ann", pins: [])).fences.isEmpty)
    #expect(keeper.fences == [own])
  }

  @Test func askingAgainChangesNothing() throws {
    let keeper = try file.open()
    let request = BoardFencesRequest(board: "ann", pins: [pin("A", at: union)])
    let first = try keeper.set(request)
    _ = try keeper.move(0, union)
    #expect(try keeper.set(request) == first)
    #expect(try file.open().set(request) == first)
    #expect(try keeper.move(1, union).reply.events.isEmpty)
  }

  /// Also over a restart: who is inside a fence that moves stays inside.
  @Test func aFenceThatMovesKeepsItsVisit() throws {
    let keeper = try file.open()
    let request = BoardFencesRequest(board: "ann", pins: [pin("A", at: union)])
    _ = try keeper.set(request)
    _ = try keeper.move(0, union)
    _ = try keeper.set(BoardFencesRequest(board: "ann", pins: [pin("A", at: union.north(500))]))
    let reopened = try file.open()
    #expect(try reopened.move(1, union).reply.events.isEmpty)
    let exit = try reopened.move(2, union.north(-3_000)).reply.events
    #expect(exit.map(\.kind) == [.exit])
    #expect(exit.map(\.episode) == [1])
  }

  @Test func aPinNamedTwiceIsRefusedAndChangesNothing() throws {
    let keeper = try file.open()
    let request = BoardFencesRequest(
      board: "ann", pins: [pin("A", at: union), pin("A", at: union)])
    let error = #expect(throws: ServiceError.self) { try keeper.set(request) }
    #expect(error?.code == .invalidRequest)
    #expect(keeper.fences.isEmpty)
  }
}

@Suite struct RepeatedRequestTests {
  let file = KeeperFile()

  @Test func theSameKeyAddsOneFence() throws {
    let keeper = try file.open()
    let request = circle()
    let first = try keeper.add(request, key: "k1")
    #expect(try keeper.add(request, key: "k1") == first)
    #expect(try file.open().add(request, key: "k1") == first)
    #expect(try keeper.add(request, key: "k2").id == "fence-2")
    #expect(keeper.fences.count == 2)
  }

  @Test func theSameKeyRemovesOnceAndAnswersTheSame() throws {
    let keeper = try file.open()
    let fence = try keeper.add(circle())
    let request = FenceRemoveRequest(id: fence.id)
    #expect(try keeper.remove(request, key: "k") == fence)
    #expect(try keeper.remove(request, key: "k") == fence)
    let error = #expect(throws: ServiceError.self) { try keeper.remove(request, key: "other") }
    #expect(error?.code == .notFound)
  }

  @Test func aRepeatedReportTellsTheSameEventsWithoutPublishingThemAgain() throws {
    let keeper = try file.open()
    _ = try keeper.add(circle())
    let first = try keeper.move(0, union, key: "k")
    let again = try file.open().move(0, union, key: "k")
    #expect(first.reply.events.count == 1)
    #expect(again.reply == first.reply)
    #expect(again.news == PositionNews())
    #expect(try keeper.allEvents().count == 1)
  }

  @Test func aKeyBelongsToOneOperation() throws {
    let keeper = try file.open()
    let fence = try keeper.add(circle(), key: "k")
    let error = #expect(throws: ServiceError.self) {
      try keeper.remove(FenceRemoveRequest(id: fence.id), key: "k")
    }
    #expect(error?.code == .conflict)
    #expect(keeper.fences == [fence])
  }

  @Test func aKeyBelongsToOneRequest() throws {
    let keeper = try file.open()
    let fence = try keeper.add(circle(), key: "k")
    let other = #expect(throws: ServiceError.self) {
      try keeper.add(circle(radius: 999), key: "k")
    }
    #expect(other?.code == .conflict)
    _ = try keeper.move(0, union, key: "p")
    let moved = #expect(throws: ServiceError.self) { try keeper.move(1, union, key: "p") }
    #expect(moved?.code == .conflict)
    #expect(try keeper.position(of: "phone").time == Track.time(0))
    #expect(keeper.fences == [fence])
  }
}

@Suite struct RetentionTests {
  let file = KeeperFile()

  @Test func theOldestEventsGoAndTheNumbersGoOn() throws {
    let keeper = try FenceKeeper(path: file.path, retention: Retention(events: 3, replies: 1))
    _ = try keeper.add(circle())
    for minute in 0..<5 { _ = try keeper.move(minute, union.north(minute % 2 == 0 ? 0 : 3_000)) }
    #expect(try keeper.allEvents().map(\.number) == [3, 4, 5])
    #expect(try file.open().events(GeofenceEventsRequest(since: 0)).latest == 5)
  }

  @Test func theOldestReplyGoes() throws {
    let keeper = try FenceKeeper(path: file.path, retention: Retention(events: 3, replies: 2))
    let request = circle()
    for key in ["a", "b", "c", "c", "b"] { _ = try keeper.add(request, key: key) }
    #expect(keeper.fences.count == 3)
    #expect(try keeper.add(request, key: "a").id == "fence-4")
  }
}

@Suite struct ValidationTests {
  let file = KeeperFile()

  @Test(arguments: [
    FenceAddRequest(center: Coordinate(latitude: 91, longitude: 0)),
    FenceAddRequest(center: Coordinate(latitude: .nan, longitude: 0)),
    FenceAddRequest(center: union, radiusMeters: 0),
    FenceAddRequest(center: union, radiusMeters: .infinity),
    circle(label: ""), circle(label: String(repeating: "x", count: 201)), circle(label: "a\nb"),
    FenceAddRequest(FenceDefinition(area: .polygon(rings: []))),
    FenceAddRequest(FenceDefinition(area: .polygon(rings: [[union, union.east(5)]]))),
    FenceAddRequest(
      FenceDefinition(area: .corridor(line: [union, union.east(5)], bufferMeters: 0))),
    FenceAddRequest(
      FenceDefinition(
        area: .circle(center: union, radiusMeters: 5), hours: [.init(from: "25:00", until: "1")])),
    FenceAddRequest(
      FenceDefinition(area: .circle(center: union, radiusMeters: 5), dwellSeconds: 0)),
  ]) func badFences(request: FenceAddRequest) throws {
    let keeper = try file.open()
    let error = #expect(throws: ServiceError.self) { try keeper.add(request) }
    #expect(error?.code == .invalidRequest)
    #expect(keeper.fences.isEmpty)
  }

  @Test(arguments: [
    PositionReportRequest(device: "", coordinate: union),
    PositionReportRequest(
      device: "phone", coordinate: union, time: Timestamp(secondsSince1970: -1)),
  ]) func badReports(request: PositionReportRequest) throws {
    let keeper = try file.open()
    let error = #expect(throws: ServiceError.self) {
      try keeper.report(request, now: Track.time(0))
    }
    #expect(error?.code == .invalidRequest)
    #expect(keeper.deviceCount == 0)
  }

  @Test(arguments: [
    GeofenceEventsRequest(since: -1), GeofenceEventsRequest(since: 0, limit: 0),
    GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage + 1),
  ]) func badPages(request: GeofenceEventsRequest) throws {
    let keeper = try file.open()
    let error = #expect(throws: ServiceError.self) { try keeper.events(request) }
    #expect(error?.code == .invalidRequest)
  }

  @Test(arguments: ["fence-2", "fence-", "fence-01", "fence-+1", "1", ""])
  func unknownFences(id: String) throws {
    let keeper = try file.open()
    _ = try keeper.add(circle())
    let error = #expect(throws: ServiceError.self) {
      try keeper.remove(FenceRemoveRequest(id: FenceID(rawValue: id)))
    }
    #expect(error?.code == .notFound)
  }
}

@Suite struct EarlierFileTests {
  let file = KeeperFile()

  /// A file as the first schema wrote it.
  @Test func circlesOfAnEarlierFileKeepTheirNames() throws {
    do {
      let database = try Database(path: file.path, mode: .readWrite)
      try database.migrate(Array(Schema.steps.prefix(1)))
      for (latitude, label) in [(37.5, "Work"), (38.5, nil), (39.5, "Gone")] {
        try database.run(
          "INSERT INTO fence (latitude, longitude, radius_meters, label) VALUES (?, ?, ?, ?)",
          latitude, -122.25, 500.5, label)
      }
      try database.run("DELETE FROM fence WHERE number = 3")
    }
    let keeper = try file.open()
    let work = Coordinate(latitude: 37.5, longitude: -122.25)
    let home = Coordinate(latitude: 38.5, longitude: -122.25)
    #expect(
      keeper.fences == [
        Fence(id: "fence-1", center: work, radiusMeters: 500.5, label: "Work"),
        Fence(id: "fence-2", center: home, radiusMeters: 500.5),
      ])
    #expect(try keeper.add(circle()).id == "fence-4")
  }
}
