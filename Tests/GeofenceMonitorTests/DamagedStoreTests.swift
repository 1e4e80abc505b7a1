import Geography
import Messages
import SQL
import SQLite
import TestSupport
import Testing

@testable import GeofenceMonitor

/// One damaged row costs itself, and nothing else.
@Suite struct DamagedStoreTests {
  private let file = MonitorFile()
  private let union = Coordinate(latitude: 37.788, longitude: -122.4075)

  /// A fence that a device enters and leaves three times: six events.
  private func visited() throws -> MonitorState {
    let monitor = try file.open()
    _ = try monitor.add(FenceAddRequest(center: union, radiusMeters: 500, label: "union"))
    for minute in 0..<12 {
      _ = try monitor.move(minute, minute / 2 % 2 == 0 ? union : union.north(3_000))
    }
    #expect(try log(monitor).count == 6)
    return monitor
  }

  private func log(_ monitor: MonitorState) throws -> [GeofenceEvent] {
    try monitor.events(GeofenceEventsRequest(since: 0)).events
  }

  private func damage(_ sql: String) throws {
    #expect(try Database(path: file.path, mode: .readWrite).run(sql) > 0)
  }

  @Test(
    "a damaged event is left out of its page, counted, and the rest is read",
    arguments: [
      "UPDATE event SET body = x'7b' WHERE number = 2",
      // Still valid JSON, of another time.
      "UPDATE event SET body = CAST(replace(CAST(body AS TEXT), '2026', '2025') AS BLOB) "
        + "WHERE number = 2",
    ])
  func event(_ sql: String) throws {
    let monitor = try visited()
    try damage(sql)
    let all = try monitor.events(GeofenceEventsRequest(since: 0))
    #expect(all.events.map(\.number) == [1, 3, 4, 5, 6])
    #expect(all.damaged == 1)
    let page = try monitor.events(GeofenceEventsRequest(since: 1, limit: 2))
    #expect(page.events.map(\.number) == [3, 4])
    let rest = try monitor.events(GeofenceEventsRequest(since: 4))
    #expect(rest.events.map(\.number) == [5, 6])
    #expect(rest.damaged == nil)
  }

  @Test(
    "a device with a damaged track begins a new one; no event is emitted twice",
    arguments: [
      "saved = x'7b7b'",
      // Still valid JSON, of another time.
      "saved = CAST(replace(CAST(saved AS TEXT), '\"time\":1', '\"time\":2') AS BLOB)",
      // One number of its events is another.
      "emitted = CAST(x'63' || substr(emitted, 2) AS BLOB)",
    ])
  func track(_ change: String) throws {
    let before = try log(visited())
    try damage("UPDATE device SET \(change)")
    let monitor = try file.open()
    #expect(monitor.damage == [.track("phone")])
    #expect(try monitor.move(3, union, arrival: 19).reply.events.isEmpty)
    #expect(try log(monitor) == before)
    let events = try monitor.move(20, union).reply.events
    #expect(events.map(\.kind) == [.enter])
    #expect(try file.open().damage.isEmpty)
  }

  @Test("a damaged fence is named and not watched; the others are")
  func fence() throws {
    let monitor = try file.open()
    _ = try monitor.add(FenceAddRequest(center: union, radiusMeters: 500, label: "one"))
    _ = try monitor.add(FenceAddRequest(center: union, radiusMeters: 500, label: "two"))
    try damage("UPDATE watch SET body = x'00' WHERE number = 1")
    let reopened = try file.open()
    #expect(reopened.damage == [.fence(1)])
    #expect(reopened.fences.map(\.label) == ["two"])
    #expect(try reopened.move(0, union).reply.events.count == 1)
  }

  @Test("a fence or a route with one other letter or number is named, and not watched or followed")
  func flipped() throws {
    let monitor = try file.open()
    _ = try monitor.add(FenceAddRequest(center: union, radiusMeters: 500, label: "one"))
    let route = DeviceRoute(stretches: [
      .init(
        line: EncodedPolyline([union, union.moved(by: 900, bearing: 90)]), durationSeconds: 600)
    ])
    _ = try monitor.apply(RouteSetRequest(device: "phone", route: route), now: Track.time(0))
    #expect(try file.open().damage.isEmpty)
    try damage("UPDATE watch SET body = CAST(replace(CAST(body AS TEXT), '500', '501') AS BLOB)")
    try damage("UPDATE route SET body = CAST(replace(CAST(body AS TEXT), '600', '601') AS BLOB)")
    #expect(try file.open().damage == [.fence(1), .route("phone")])
  }
}
