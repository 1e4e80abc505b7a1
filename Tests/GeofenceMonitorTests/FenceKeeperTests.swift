import Foundation
import GeofenceMonitor
import Geography
import Messages
import Testing

/// A database file of its own for each test, gone afterwards.
final class KeeperFile {
  let path: String

  init() {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("geofence-monitor-\(UUID().uuidString).sqlite").path
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  func open() throws -> FenceKeeper { try FenceKeeper(path: path) }
}

extension FenceKeeper {
  fileprivate func move(
    _ minute: Int, _ place: Coordinate, device: DeviceID = "phone", key: String? = nil
  ) throws -> Outcome {
    let time = Track.time(minute)
    let request = PositionReportRequest(device: device, coordinate: place, time: time)
    return try report(request, now: time, key: key)
  }

  fileprivate func allEvents() throws -> [GeofenceEvent] {
    try events(GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage)).events
  }
}

@Suite struct FenceKeeperTests {
  let file = KeeperFile()

  @Test func fencesAreNumberedAndKeepTheirDefaults() throws {
    let keeper = try file.open()
    let first = try keeper.add(FenceAddRequest(center: union, label: "Work"))
    let second = try keeper.add(FenceAddRequest(center: union, radiusMeters: 50))
    #expect(first.id == "fence-1")
    #expect(first.radiusMeters == GeofenceLimits.defaultRadiusMeters)
    #expect(second.id == "fence-2")
    #expect(keeper.fences == [first, second])
  }

  @Test func aFenceNameIsNeverGivenAgain() throws {
    let keeper = try file.open()
    let first = try keeper.add(FenceAddRequest(center: union))
    #expect(try keeper.remove(FenceRemoveRequest(id: first.id)) == first)
    let reopened = try file.open()
    #expect(try reopened.add(FenceAddRequest(center: union)).id == "fence-2")
  }

  @Test func eventsAreNumberedAndKept() throws {
    let keeper = try file.open()
    let fence = try keeper.add(FenceAddRequest(center: union))
    let enter = try keeper.move(0, union)
    let exit = try keeper.move(1, union.north(3_000))
    #expect(enter.moved == DevicePosition(device: "phone", coordinate: union, time: Track.time(0)))
    let events = enter.reply.events + exit.reply.events
    #expect(events.map(\.number) == [1, 2])
    #expect(events.map(\.kind) == [.enter, .exit])
    #expect(events.map(\.fence) == [fence, fence])
    #expect(try keeper.events(GeofenceEventsRequest(since: 0)).events == events)
    let later = try keeper.events(GeofenceEventsRequest(since: 1))
    #expect(later == GeofenceEventsReply(events: [events[1]], latest: 2))
    let page = try keeper.events(GeofenceEventsRequest(since: 0, limit: 1))
    #expect(page == GeofenceEventsReply(events: [events[0]], latest: 2))
  }

  @Test func anIgnoredReportSaysWhyAndChangesNothing() throws {
    let keeper = try file.open()
    _ = try keeper.add(FenceAddRequest(center: union))
    _ = try keeper.move(5, union)
    let late = try keeper.move(4, union.north(3_000))
    #expect(late.reply.ignored == "older than the last position")
    #expect(late.moved == nil)
    #expect(try keeper.position(of: "phone").coordinate == union)
    #expect(try file.open().position(of: "phone").coordinate == union)
  }

  @Test func aReportWithoutATimeIsOfNow() throws {
    let keeper = try file.open()
    let request = PositionReportRequest(device: "phone", coordinate: union)
    _ = try keeper.report(request, now: Track.time(7))
    #expect(try keeper.position(of: "phone").time == Track.time(7))
  }

  @Test func anUnknownDeviceIsNotFound() throws {
    let keeper = try file.open()
    let error = #expect(throws: ServiceError.self) { try keeper.position(of: "nobody") }
    #expect(error?.code == .notFound)
  }

  @Test func theEventOfARemovedFenceStillDescribesIt() throws {
    let keeper = try file.open()
    let fence = try keeper.add(FenceAddRequest(center: union, label: "Work"))
    _ = try keeper.move(0, union)
    _ = try keeper.remove(FenceRemoveRequest(id: fence.id))
    #expect(try keeper.allEvents().map(\.fence) == [fence])
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
      _ = try whole.add(FenceAddRequest(center: center))
      _ = try file.open().add(FenceAddRequest(center: center))
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
    let fence = try file.open().add(FenceAddRequest(center: union))
    _ = try file.open().move(0, union)
    _ = try file.open().remove(FenceRemoveRequest(id: fence.id))
    #expect(try file.open().move(1, union.north(3_000)).reply.events == [])
  }
}

@Suite struct RepeatedRequestTests {
  let file = KeeperFile()

  @Test func theSameKeyAddsOneFence() throws {
    let keeper = try file.open()
    let request = FenceAddRequest(center: union)
    let first = try keeper.add(request, key: "k1")
    #expect(try keeper.add(request, key: "k1") == first)
    #expect(try file.open().add(request, key: "k1") == first)
    #expect(try keeper.add(request, key: "k2").id == "fence-2")
    #expect(keeper.fences.count == 2)
  }

  @Test func theSameKeyRemovesOnceAndAnswersTheSame() throws {
    let keeper = try file.open()
    let fence = try keeper.add(FenceAddRequest(center: union))
    let request = FenceRemoveRequest(id: fence.id)
    #expect(try keeper.remove(request, key: "k") == fence)
    #expect(try keeper.remove(request, key: "k") == fence)
    let error = #expect(throws: ServiceError.self) { try keeper.remove(request, key: "other") }
    #expect(error?.code == .notFound)
  }

  @Test func aRepeatedReportTellsTheSameEventsWithoutPublishingThemAgain() throws {
    let keeper = try file.open()
    _ = try keeper.add(FenceAddRequest(center: union))
    let first = try keeper.move(0, union, key: "k")
    let again = try file.open().move(0, union, key: "k")
    #expect(first.reply.events.count == 1)
    #expect(again.reply == first.reply)
    #expect(again.moved == nil)
    #expect(try keeper.allEvents().count == 1)
  }

  @Test func aKeyBelongsToOneOperation() throws {
    let keeper = try file.open()
    let fence = try keeper.add(FenceAddRequest(center: union), key: "k")
    let error = #expect(throws: ServiceError.self) {
      try keeper.remove(FenceRemoveRequest(id: fence.id), key: "k")
    }
    #expect(error?.code == .conflict)
    #expect(keeper.fences == [fence])
  }
}

@Suite struct RetentionTests {
  let file = KeeperFile()

  @Test func theOldestEventsGoAndTheNumbersGoOn() throws {
    let keeper = try FenceKeeper(path: file.path, retention: Retention(events: 3, replies: 1))
    _ = try keeper.add(FenceAddRequest(center: union))
    for minute in 0..<5 { _ = try keeper.move(minute, union.north(minute % 2 == 0 ? 0 : 3_000)) }
    #expect(try keeper.allEvents().map(\.number) == [3, 4, 5])
    #expect(try file.open().events(GeofenceEventsRequest(since: 0)).latest == 5)
  }

  @Test func theOldestReplyGoes() throws {
    let keeper = try FenceKeeper(path: file.path, retention: Retention(events: 3, replies: 2))
    let request = FenceAddRequest(center: union)
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
    FenceAddRequest(center: union, label: ""),
    FenceAddRequest(center: union, label: String(repeating: "x", count: 201)),
    FenceAddRequest(center: union, label: "a\nb"),
  ]) func badFences(request: FenceAddRequest) throws {
    let keeper = try file.open()
    let error = #expect(throws: ServiceError.self) { try keeper.add(request) }
    #expect(error?.code == .invalidRequest)
    #expect(keeper.fences.isEmpty)
  }

  @Test(arguments: [
    PositionReportRequest(device: "", coordinate: union),
    PositionReportRequest(device: "phone", coordinate: Coordinate(latitude: 0, longitude: 181)),
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
    _ = try keeper.add(FenceAddRequest(center: union))
    let error = #expect(throws: ServiceError.self) {
      try keeper.remove(FenceRemoveRequest(id: FenceID(rawValue: id)))
    }
    #expect(error?.code == .notFound)
  }
}
