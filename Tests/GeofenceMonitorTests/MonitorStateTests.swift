import Foundation
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

/// A circle with a bare edge, so that the first fix confirms.
private func circle(
  at center: Coordinate = union, radius: Meters = 1_000, label: String? = nil
) -> FenceAddRequest {
  FenceAddRequest(center: center, radiusMeters: radius, label: label, confirmation: .immediate)
}

@Suite(.bothBackends) struct MonitorStateTests {
  let file = MonitorFile()

  @Test("fences are numbered and get the defaults")
  func fenceNumbers() throws {
    let monitor = try file.open()
    let first = try monitor.add(circle(label: "Work"))
    let second = try monitor.add(circle(radius: 50))
    #expect(first.id == "fence-1")
    #expect(first.area == .circle(center: union, radiusMeters: 1_000))
    #expect(second.id == "fence-2")
    #expect(monitor.fences == [first, second])
  }

  @Test("a fence name is never reused")
  func fenceNamesAreUnique() throws {
    let monitor = try file.open()
    let first = try monitor.add(circle())
    #expect(try monitor.remove(FenceRemoveRequest(id: first.id)) == first)
    let reopened = try file.open()
    #expect(try reopened.add(circle()).id == "fence-2")
  }

  @Test("events are numbered and stored")
  func eventLog() throws {
    let monitor = try file.open()
    let fence = try monitor.add(circle())
    let enter = try monitor.move(0, union)
    let exit = try monitor.move(1, union.north(3_000))
    #expect(enter.effects.positions.map(\.coordinate) == [union])
    #expect(enter.effects.positions.map(\.color) == [.green])
    #expect(exit.effects.positions.map(\.color) == [.white])
    let view = try #require(enter.effects.positions.first?.view)
    let edge = view.north - union.latitude
    #expect(abs(edge.radians * Coordinate.earthRadius - 1_500) < 0.01)
    #expect(abs(view.center.distance(to: union)) < 0.01)
    let events = enter.reply.events + exit.reply.events
    #expect(events.map(\.number) == [1, 2])
    #expect(events.map(\.kind) == [.enter, .exit])
    #expect(events.map(\.fence.id) == [fence.id, fence.id])
    #expect(try monitor.events(GeofenceEventsRequest(since: 0)).events == events)
    let later = try monitor.events(GeofenceEventsRequest(since: 1))
    #expect(later == GeofenceEventsReply(events: [events[1]], first: 1, latest: 2))
    let page = try monitor.events(GeofenceEventsRequest(since: 0, limit: 1))
    #expect(page == GeofenceEventsReply(events: [events[0]], first: 1, latest: 2))
  }

  @Test("an ignored report has a reason and changes nothing")
  func ignoredReport() throws {
    let monitor = try file.open()
    _ = try monitor.add(circle())
    _ = try monitor.move(5, union)
    let other = try monitor.move(5, union.north(3_000))
    #expect(other.reply.ignored == .duplicate)
    #expect(other.effects.positions.isEmpty)
    #expect(try monitor.position(of: "phone").coordinate == union)
    #expect(try file.open().position(of: "phone").coordinate == union)
  }

  @Test("a report without a time counts as of now")
  func reportWithoutTime() throws {
    let monitor = try file.open()
    let request = PositionReportRequest(device: "phone", coordinate: union)
    _ = try monitor.apply(request, now: Track.time(420))
    #expect(try monitor.position(of: "phone").time == Track.time(420))
  }

  @Test("an unknown device is not found")
  func unknownDevice() throws {
    let monitor = try file.open()
    let error = #expect(throws: ServiceError.self) { try monitor.position(of: "nobody") }
    #expect(error?.code == .notFound)
  }

  @Test("the events of a removed fence still describe it")
  func eventsOfRemovedFence() throws {
    let monitor = try file.open()
    let fence = try monitor.add(circle(label: "Work"))
    _ = try monitor.move(0, union)
    _ = try monitor.remove(FenceRemoveRequest(id: fence.id))
    #expect(try monitor.allEvents().map(\.kind) == [.enter, .exit])
    #expect(try monitor.allEvents().allSatisfy { $0.fence == GeofenceEvent.FenceName(fence) })
    #expect(try monitor.move(1, union.north(9_000)).reply.events == [])
  }
}

@Suite(.bothBackends) struct RestartTests {
  let file = MonitorFile()

  /// A monitor reopened before every report, against one that runs on.
  @Test("a restart neither repeats nor drops an event")
  func restartKeepsEvents() throws {
    let positions = [0, 500, 1_200, 1_200, 700, 2_400, 100].map { union.north(Meters($0)) }
    let other = MonitorFile()
    let whole = try other.open()
    for center in [union, union.north(1_000)] {
      _ = try whole.add(circle(at: center))
      _ = try file.open().add(circle(at: center))
    }
    for (minute, position) in positions.enumerated() {
      let expected = try whole.move(minute, position)
      #expect(try file.open().move(minute, position) == expected)
    }
    let events = try whole.allEvents()
    #expect(events.count == 8)
    #expect(events.map(\.number) == Array(1...8))
    #expect(try file.open().allEvents() == events)
    #expect(try file.open().fences == whole.fences)
    #expect(try file.open().position(of: "phone") == whole.position(of: "phone"))
  }

  @Test("a restart forgets who was inside a removed fence")
  func removalAcrossRestart() throws {
    let fence = try file.open().add(circle())
    _ = try file.open().move(0, union)
    _ = try file.open().remove(FenceRemoveRequest(id: fence.id))
    #expect(try file.open().move(1, union.north(3_000)).reply.events == [])
  }
}

@Suite(.bothBackends) struct LateAcrossRestartTests {
  let file = MonitorFile()

  /// A monitor reopened before every report, late ones included, against one that runs on; the
  /// window is so small that most of the track has left it.
  @Test("a restart before each report, late ones included, changes no event")
  func restartKeepsTrack() throws {
    var settings = EngineSettings()
    settings.windowSamples = 16
    let other = MonitorFile()
    let whole = try MonitorState(at: other.location, settings: settings)
    var apart = try MonitorState(at: file.location, settings: settings)
    for monitor in [whole, apart] {
      _ = try monitor.add(FenceAddRequest(center: union, label: "confirmed"))
      _ = try monitor.add(circle(at: union.north(1_000)))
    }
    for index in 0..<80 {
      // Every sixth comes four late.
      let minute = index % 6 == 5 ? index - 4 : index + (index % 6 > 0 ? 1 : 0)
      let position = union.north(Double((minute * 7) % 30) * 100)
      apart = try MonitorState(at: file.location, settings: settings)
      #expect(try apart.move(minute, position) == whole.move(minute, position), "\(index)")
    }
    #expect(try apart.allEvents() == whole.allEvents())
    #expect(try whole.allEvents().contains { $0.kind == .correct })
  }
}

@Suite(.bothBackends) struct BoardTests {
  let file = MonitorFile()

  private func pin(_ name: String, at center: Coordinate) -> BoardFencesRequest.Pin {
    .init(pin: name, definition: circle(at: center).definition)
  }

  @Test("a board has exactly the fences of the request")
  func boardFences() throws {
    let monitor = try file.open()
    let own = try monitor.add(circle(label: "mine"))
    let both = try monitor.set(
      BoardFencesRequest(
        board: "ann", pins: [pin("A", at: union), pin("B", at: union.north(9_000))])
    ).fences
    #expect(both.map(\.pin) == ["A", "B"])
    #expect(both.map(\.board) == ["ann", "ann"])
    let moved = try monitor.set(
      BoardFencesRequest(board: "ann", pins: [pin("A", at: union.north(500))])
    ).fences
    #expect(moved.map(\.id) == [both[0].id])
    #expect(monitor.fences(FenceListRequest(board: "ann")).fences == moved)
    #expect(try monitor.set(BoardFencesRequest(board: "ann", pins: [])).fences.isEmpty)
    #expect(monitor.fences == [own])
  }

  @Test("the same request for a board changes nothing")
  func repeatedBoard() throws {
    let monitor = try file.open()
    let request = BoardFencesRequest(board: "ann", pins: [pin("A", at: union)])
    let first = try monitor.set(request)
    _ = try monitor.move(0, union)
    #expect(try monitor.set(request) == first)
    #expect(try file.open().set(request) == first)
    #expect(try monitor.move(1, union).reply.events.isEmpty)
  }

  @Test("a fence that is moved keeps its open episode over a restart")
  func movedFenceAcrossRestart() throws {
    let monitor = try file.open()
    let request = BoardFencesRequest(board: "ann", pins: [pin("A", at: union)])
    _ = try monitor.set(request)
    _ = try monitor.move(0, union)
    _ = try monitor.set(BoardFencesRequest(board: "ann", pins: [pin("A", at: union.north(500))]))
    let reopened = try file.open()
    #expect(try reopened.move(1, union).reply.events.isEmpty)
    let exit = try reopened.move(2, union.north(-3_000)).reply.events
    #expect(exit.map(\.kind) == [.exit])
    #expect(exit.map(\.episode) == [1])
  }

  @Test("a pin named twice is refused and changes nothing")
  func duplicatePin() throws {
    let monitor = try file.open()
    let request = BoardFencesRequest(
      board: "ann", pins: [pin("A", at: union), pin("A", at: union)])
    let error = #expect(throws: ServiceError.self) { try monitor.set(request) }
    #expect(error?.code == .invalidRequest)
    #expect(monitor.fences.isEmpty)
  }

  @Test("a board whose last pin is refused keeps every fence, and positions of the same commit")
  func refusedPin() throws {
    let monitor = try file.open()
    let before = try monitor.set(
      BoardFencesRequest(board: "ann", pins: [pin("A", at: union), pin("B", at: union)])
    ).fences
    let unclear = FenceDefinition(
      area: circle(at: union).definition.area, hours: [FenceHours(from: "25:00", until: "26:00")])
    let refused = BoardFencesRequest(
      board: "ann",
      pins: [
        pin("A", at: union.north(500)), pin("C", at: union),
        .init(pin: "D", definition: unclear),
      ])
    var batch = try monitor.begin()
    _ = try batch.apply(
      PositionReportRequest(device: "phone", coordinate: union, time: Track.time(0)),
      now: Track.time(0))
    let error = #expect(throws: ServiceError.self) {
      _ = try batch.apply(refused, now: Track.time(0))
    }
    try batch.commit()
    #expect(error?.code == .invalidRequest)
    #expect(monitor.fences == before)
    #expect(try file.open().fences == before)
    #expect(try monitor.position(of: "phone") == file.open().position(of: "phone"))
    #expect(try monitor.position(of: "phone").inside?.count == 2)
  }
}

@Suite(.bothBackends) struct RepeatedRequestTests {
  let file = MonitorFile()

  @Test("the same key adds one fence")
  func sameKeyAdds() throws {
    let monitor = try file.open()
    let request = circle()
    let first = try monitor.add(request, key: "k1")
    #expect(try monitor.add(request, key: "k1") == first)
    #expect(try file.open().add(request, key: "k1") == first)
    #expect(try monitor.add(request, key: "k2").id == "fence-2")
    #expect(monitor.fences.count == 2)
  }

  @Test("the same key removes once and gets the same reply")
  func sameKeyRemoves() throws {
    let monitor = try file.open()
    let fence = try monitor.add(circle())
    let request = FenceRemoveRequest(id: fence.id)
    #expect(try monitor.remove(request, key: "k") == fence)
    #expect(try monitor.remove(request, key: "k") == fence)
    let error = #expect(throws: ServiceError.self) { try monitor.remove(request, key: "other") }
    #expect(error?.code == .notFound)
  }

  @Test("a repeated report gets the same events and publishes none")
  func repeatedReport() throws {
    let monitor = try file.open()
    _ = try monitor.add(circle())
    let first = try monitor.move(0, union, key: "k")
    let again = try file.open().move(0, union, key: "k")
    #expect(first.reply.events.count == 1)
    #expect(again.reply == first.reply)
    #expect(again.effects == RequestEffects())
    #expect(try monitor.allEvents().count == 1)
  }

  @Test("an idempotency key belongs to one operation")
  func keyOfOneOperation() throws {
    let monitor = try file.open()
    let fence = try monitor.add(circle(), key: "k")
    let error = #expect(throws: ServiceError.self) {
      try monitor.remove(FenceRemoveRequest(id: fence.id), key: "k")
    }
    #expect(error?.code == .conflict)
    #expect(monitor.fences == [fence])
  }

  @Test("an idempotency key belongs to one request")
  func keyOfOneRequest() throws {
    let monitor = try file.open()
    let fence = try monitor.add(circle(), key: "k")
    let other = #expect(throws: ServiceError.self) {
      try monitor.add(circle(radius: 999), key: "k")
    }
    #expect(other?.code == .conflict)
    _ = try monitor.move(0, union, key: "p")
    let moved = #expect(throws: ServiceError.self) { try monitor.move(1, union, key: "p") }
    #expect(moved?.code == .conflict)
    #expect(try monitor.position(of: "phone").time == Track.time(0))
    #expect(monitor.fences == [fence])
  }
}

@Suite(.bothBackends) struct RetentionTests {
  let file = MonitorFile()

  @Test("the oldest events are deleted and the numbers go on")
  func eventRetention() throws {
    let monitor = try MonitorState(at: file.location, retention: Retention(events: 3, replies: 1))
    _ = try monitor.add(circle())
    for minute in 0..<5 { _ = try monitor.move(minute, union.north(minute % 2 == 0 ? 0 : 3_000)) }
    #expect(try monitor.allEvents().map(\.number) == [3, 4, 5])
    #expect(try file.open().events(GeofenceEventsRequest(since: 0)).latest == 5)
  }

  @Test("the oldest reply is deleted")
  func replyRetention() throws {
    let monitor = try MonitorState(at: file.location, retention: Retention(events: 3, replies: 2))
    let request = circle()
    for key in ["a", "b", "c", "c", "b"] { _ = try monitor.add(request, key: IdempotencyKey(key)) }
    #expect(monitor.fences.count == 3)
    #expect(try monitor.add(request, key: "a").id == "fence-4")
  }
}
