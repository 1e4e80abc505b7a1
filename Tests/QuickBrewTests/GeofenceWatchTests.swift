import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages
import Testing

@testable import QuickBrew

@Suite struct GeofenceWatchTests {
  private static let position = StreamPosition(epoch: "e", sequence: 1)

  private static func live(_ number: Int64) -> StreamItem<GeofenceEvent> {
    .event(Fixtures.event(number), position)
  }

  /// A bus whose log holds events `oldest` ... `count` in pages of at most `page`.
  private static func bus(
    log count: Locked<Int64>, from oldest: Int64 = 1, page: Int = 1000,
    items: [StreamItem<GeofenceEvent>]
  ) -> FakeClientBus {
    FakeClientBus().publishing(items).answering(GeofenceEventsRequest.self) { request in
      let latest = count.withLock { $0 }
      let first = max(oldest, request.since + 1)
      let numbers = first <= latest ? Array(first...latest) : []
      let limit = min(page, request.limit ?? 100)
      return GeofenceEventsReply(
        events: numbers.prefix(limit).map { Fixtures.event($0) }, first: oldest, latest: latest)
    }
  }

  private func numbers(_ run: CommandRun) -> [Int64] {
    run.output.split(separator: "\n").compactMap { line in
      try? MessageCoder.decode(GeofenceEvent.self, from: Data(line.utf8)).number
    }
  }

  @Test(
    arguments: [
      // Only new events, without repetition.
      (5, [live(5), live(6), live(6), live(7)], [6, 7]),
      // Events missing before a live event are fetched.
      (0, [live(1), live(2)], [1, 2]),
    ] as [(Int64, [StreamItem<GeofenceEvent>], [Int64])])
  func printsNewEventsOnce(
    latest: Int64, items: [StreamItem<GeofenceEvent>], printed: [Int64]
  ) async {
    let run = await CommandRun(
      ["geofence", "watch"], bus: Self.bus(log: Locked(latest), items: items))
    #expect(run.status == .success)
    #expect(numbers(run) == printed)
  }

  @Test func sinceFetchesAllPages() async {
    let bus = Self.bus(log: Locked(7), page: 2, items: [Self.live(7), Self.live(8)])
    let run = await CommandRun(["geofence", "watch", "--since", "2"], bus: bus)
    #expect(numbers(run) == [3, 4, 5, 6, 7, 8])
  }

  /// The log grows to `count` after the two requests of the start.
  private func growing(
    from first: Int64, to count: Int64, items: [StreamItem<GeofenceEvent>]
  ) -> FakeClientBus {
    let asked = Locked(0)
    return FakeClientBus().publishing(items).answering(GeofenceEventsRequest.self) { request in
      // Those are the first two requests.
      let times = asked.withLock { asked in
        asked += 1
        return asked
      }
      let latest = times <= 2 ? first : count
      let numbers = request.since < latest ? Array((request.since + 1)...latest) : []
      return GeofenceEventsReply(
        events: numbers.prefix(request.limit ?? 100).map { Fixtures.event($0) }, latest: latest)
    }
  }

  @Test(
    "missed events are fetched and printed in order",
    arguments: [
      [StreamItem<GeofenceEvent>.gap(position)], [.lost, .live(position)], [live(9)],
      [.live(position), live(7), live(8), live(9)],
    ])
  func missedEvents(items: [StreamItem<GeofenceEvent>]) async {
    let bus = growing(from: 5, to: 9, items: items + [Self.live(9), Self.live(10)])
    let run = await CommandRun(["geofence", "watch"], bus: bus)
    #expect(numbers(run) == [6, 7, 8, 9, 10])
  }

  @Test(
    "a terminal says what is waited for, or that there is nothing to wait for",
    arguments: [
      (0, "There is no fence yet: quickbrew geofence add LAT,LON sets one up"),
      (1, "Waiting for a device to enter or leave 1 fence;"),
    ])
  func announcement(fences: Int, message: String) async {
    let bus = Self.bus(log: Locked(0), items: []).answering(FenceListRequest.self) { _ in
      FenceListReply(fences: (0..<fences).map { _ in Fixtures.fence() })
    }
    let run = await CommandRun(["geofence", "watch"], bus: bus, isTerminal: true)
    #expect(run.messages.contains(message), "\(run.messages)")
    #expect(await CommandRun(["geofence", "watch"], bus: bus).messages == "")
  }

  @Test("a new log is read from its beginning")
  func newLog() async {
    let count = Locked<Int64>(5)
    let run = await CommandRun(
      ["geofence", "watch", "--since", "50"], bus: Self.bus(log: count, items: []))
    #expect(numbers(run) == [1, 2, 3, 4, 5])
    #expect(run.messages == "quickbrew: The log of events starts again.\n")
  }

  @Test("what is too old to be kept is named, and the rest printed")
  func movedLog() async {
    let rows: [(Int64, String, [Int64])] = [(4, "1", [4, 5]), (6, "3", []), (4, "3", [4, 5])]
    for (oldest, since, printed) in rows {
      let run = await CommandRun(
        ["geofence", "watch", "--since", since],
        bus: Self.bus(log: Locked(5), from: oldest, items: []))
      #expect(numbers(run) == printed)
      let first = (Int64(since) ?? 0) + 1
      #expect(
        run.messages
          == (first < oldest
            ? "quickbrew: Events \(first) to \(oldest - 1) are too old to be kept.\n" : ""))
    }
  }

  @Test func aMonitorThatIsNotRunningFailsAtOnce() async {
    let run = await CommandRun(["geofence", "watch"], bus: FakeClientBus())
    #expect(run.status == .unavailable)
  }

  @Test(
    "watching ends when the reader is gone", .timeLimit(.minutes(10))) func closedReader() async
  {
    let (endless, continuation) = AsyncStream<StreamItem<GeofenceEvent>>.makeStream()
    let bus = Self.bus(log: Locked(0), items: []).publishing(endless)
    let run = await CommandRun(["geofence", "watch"], bus: bus, closing: {})
    #expect(run.status == .success)
    withExtendedLifetime(continuation) {}
  }

  @Test("a terminal shows text")
  func terminal() async {
    let bus = Self.bus(log: Locked(0), items: [Self.live(1)])
    let run = await CommandRun(["geofence", "watch"], bus: bus, isTerminal: true)
    #expect(run.output == "2026-11-21 08:00:00 UTC-08:00  phone entered 3 “Home”  #1\n")
  }
}
