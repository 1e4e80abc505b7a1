import Geography
import Messages
import Testing

@testable import GeofenceMonitor

private func circle(at center: Coordinate = union) -> FenceAddRequest {
  FenceAddRequest(center: center, confirmation: .bareEdge)
}

@Suite struct FencesThatGoTests {
  let file = KeeperFile()

  private func fleeting(until seconds: Double) -> FenceAddRequest {
    FenceAddRequest(
      FenceDefinition(
        area: .circle(center: union, radiusMeters: 1_000), expires: Track.time(seconds),
        confirmation: .bareEdge))
  }

  @Test func whoIsInsideARemovedFenceHasLeftAndIsWhite() throws {
    let keeper = try file.open()
    let fence = try keeper.add(circle())
    _ = try keeper.move(0, union)
    #expect(try keeper.position(of: "phone").color == .green)
    let outcome = try keeper.remove(FenceRemoveRequest(id: fence.id), now: Track.time(30), key: "k")
    #expect(outcome.news.events.map(Track.line) == ["30 exit fence-1 removed"])
    #expect(outcome.news.positions.map(\.color) == [.white])
    #expect(try keeper.allEvents().last == outcome.news.events.last)
    let again = try file.open()
    let repeated = try again.remove(FenceRemoveRequest(id: fence.id), now: Track.time(60), key: "k")
    #expect(repeated.news == PositionNews())
    #expect(try again.move(2, union).reply.events.isEmpty)
    #expect(try again.allEvents().count == 2)
  }

  /// A device of which nothing is heard any more leaves an hour later, as of the minute it expired.
  @Test func anExpiredFenceIsLeftByASilentDevice() throws {
    let keeper = try file.open()
    _ = try keeper.add(fleeting(until: 90))
    let far = try keeper.add(circle(at: union.north(9_000)))
    _ = try keeper.move(0, union, device: "silent")
    _ = try keeper.move(1, union, device: "phone")
    #expect(try keeper.position(of: "silent", now: Track.time(89)).color == .green)
    #expect(try keeper.position(of: "silent", now: Track.time(90)).color == .white)
    let lines = try [2, 61, 62].map { minute in
      try keeper.move(minute, union).news.events.map { "\($0.device) \(Track.line($0))" }
    }
    #expect(lines == [["phone 90 exit fence-1 expired"], [], ["silent 90 exit fence-1 expired"]])
    #expect(keeper.fences == [far])
    #expect(try file.open().fences == [far])
    #expect(try keeper.move(70, union.north(1)).news.events.isEmpty)
  }
}
