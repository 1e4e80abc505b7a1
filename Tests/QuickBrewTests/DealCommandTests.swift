import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct DealCommandTests {
  private static func deal(_ id: DealID, _ start: Int, _ end: Int) -> Deal {
    Deal(
      id: id, venueID: "osm/node/1", venueName: "Roma", text: "Cake",
      starts: Timestamp.now().adding(seconds: start), ends: Timestamp.now().adding(seconds: end))
  }

  @Test("the planner resolves clock times, and is not asked for instants")
  func clockTimes() async {
    let received = Locked<[DealAddRequest]>([])
    let bus = FakeClientBus()
      .answering(MapTimesRequest.self) { request in
        #expect(request.departure == .now)
        #expect(request.deadline == .clock(hour: 9, minute: 30))
        return MapTimesReply(departure: Fixtures.departure, deadline: Fixtures.deadline)
      }
      .answering(DealAddRequest.self) { request in
        received.withLock { $0.append(request) }
        return Deal(
          id: "7", venueID: request.venueID, venueName: "Roma", text: request.text,
          starts: request.starts, ends: request.ends)
      }
    let run = await CommandRun(["deal", "add", "osm/node/1", "Cake", "--to", "9:30"], bus: bus)
    #expect(run.output == "Kept deal 7 of Roma, 2026-11-21 08:00 to 08:45.\n")
    #expect(received.withLock { $0.map(\.ends) } == [Fixtures.deadline])
    let times = ["--from", "2026-11-21T08:00:00Z", "--to", "2026-11-21T09:00:00Z"]
    let exact = await CommandRun(["deal", "add", "osm/node/1", "Cake"] + times, bus: bus)
    #expect(exact.status == .success)
    #expect(bus.sent.withLock { $0.filter { $0 == "planner.times/1" }.count } == 1)
  }

  @Test("a damaged deal is named beside the others, of all pages")
  func damaged() async {
    let bus = FakeClientBus().answering(DealListRequest.self) { request in
      request.after == nil
        ? DealListReply(deals: [Self.deal("1", -5, 600)], next: "2", damaged: ["2"])
        : DealListReply(deals: [], next: nil, damaged: ["3"])
    }
    let run = await CommandRun(["deal", "list"], bus: bus)
    #expect(run.output.contains("Cake"))
    let named = run.messages.split(separator: "\n").map { $0.prefix(17) }
    #expect(named == ["Deal 2 is damaged", "Deal 3 is damaged"])
  }

  @Test("each deal is printed once, also over a restart of the store")
  func watch() async {
    let deals = ["1", "2", "3"].map { Self.deal(DealID(rawValue: $0), -5, 600) }
    let lists = Locked([[deals[0]], deals])
    let position = StreamPosition(epoch: "e", sequence: 1)
    let bus = FakeClientBus()
      .answering(DealListRequest.self) { _ in
        lists.withLock {
          DealListReply(deals: $0.count > 1 ? $0.removeFirst() : $0[0], next: nil)
        }
      }
      .publishing([
        .event(DealPublished(deal: deals[1]), position),
        .event(DealPublished(deal: deals[1]), position),
        .lost, .live(position), .event(DealPublished(deal: deals[2]), position),
      ])
    let run = await CommandRun(["deal", "watch"], bus: bus)
    let ids = run.output.split(separator: "\n").compactMap { line in
      (1...3).first { line.contains(#""id":"\#($0)""#) }
    }
    #expect(ids == [1, 2, 3])
    #expect(run.messages.contains("The venue store is gone"))
  }
}
