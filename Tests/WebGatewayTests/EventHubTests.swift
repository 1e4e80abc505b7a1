import Foundation
import MessageBus
import Messages
import Testing

@testable import WebGateway

private func at(_ sequence: UInt64) -> StreamPosition {
  StreamPosition(epoch: "e", sequence: sequence)
}

private func event(_ number: Int64, of device: String) -> StreamItem<FeedEvent> {
  .event(
    FeedEvent(json: Data("\(number)".utf8), number: number, about: [.device: device]),
    at(UInt64(number)))
}

/// What a listener got, as words: the event's number, or what else it was and up to which number
/// events had passed before.
private func words(_ item: EventHub.Item) -> String {
  let passed = item.passed.map { " after \($0)" } ?? ""
  return switch item.item {
  case .live: "live" + passed
  case .gap: "gap" + passed
  case .lost: "lost" + passed
  case .event(let event, _): String(decoding: event.json, as: UTF8.self)
  }
}

@Suite(.timeLimit(.minutes(10))) struct EventHubTests {
  /// The bus hands each item to one follower only, so two of them would share what both should get.
  @Test("listeners of one feed share one subscription, each with its own filter")
  func sharedSubscription() async {
    let bus = FakeBus()
    let hub = EventHub(bus: bus)
    let all = hub.items(of: .geofenceEvent, about: [:])
    let phone = hub.items(of: .geofenceEvent, about: [.device: "phone"])
    bus.push(.live(at(0)))
    bus.push(event(1, of: "phone"))
    bus.push(event(2, of: "van"))
    bus.push(.gap(at(4)))
    bus.push(event(5, of: "phone"))
    bus.endFeed()
    #expect(
      await all.reduce(into: []) { $0.append(words($1)) } == ["live", "1", "2", "gap after 2", "5"])
    #expect(
      await phone.reduce(into: []) { $0.append(words($1)) } == ["live", "1", "gap after 2", "5"])
  }

  @Test("a listener that comes later is live at once where the publisher is there")
  func laterListener() async {
    let bus = FakeBus()
    let hub = EventHub(bus: bus)
    var first = hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    bus.push(event(7, of: "phone"))
    #expect(await first.next().map(words) == "7")
    var second = hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    #expect(await second.next().map(words) == "live")
    bus.push(.lost)
    #expect(await first.next().map(words) == "lost after 7")
    #expect(await second.next().map(words) == "lost")
    var third = hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    bus.push(event(8, of: "phone"))
    #expect(await third.next().map(words) == "8")
  }

  @Test("a listener that falls behind gets a gap after the last event it was given")
  func slowListener() async {
    let bus = FakeBus()
    let hub = EventHub(bus: bus)
    let slow = hub.items(of: .geofenceEvent, about: [:])
    var quick = hub.items(of: .geofenceEvent, about: [.device: "van"]).makeAsyncIterator()
    let kept = Int64(GatewayLimits.itemsPerStream)
    for number in 1...kept + 10 { bus.push(event(number, of: "phone")) }
    bus.push(event(kept + 11, of: "van"))
    // Then all the events before it have passed the slow one, too.
    #expect(await quick.next().map(words) == "\(kept + 11)")
    var items = slow.makeAsyncIterator()
    for number in 1...kept { #expect(await items.next().map(words) == "\(number)") }
    bus.push(event(kept + 12, of: "phone"))
    bus.push(event(kept + 13, of: "phone"))
    #expect(await items.next().map(words) == "gap after \(kept)")
    #expect(await items.next().map(words) == "\(kept + 13)")
  }

  @Test("the subscription ends with its last listener, and a new one begins with the next")
  func lastListener() async {
    let bus = FakeBus()
    let hub = EventHub(bus: bus)
    do {
      var only = hub.items(of: .dealPublished, about: [:]).makeAsyncIterator()
      bus.push(.live(at(1)))
      #expect(await only.next().map(words) == "live")
    }
    #expect(bus.followers == 1)
    let next = hub.items(of: .dealPublished, about: [:])
    while bus.followers < 2 { await Task.yield() }
    // The bus of this test ends with the task that was cancelled, and with it the listener.
    #expect(await next.reduce(into: 0) { count, _ in count += 1 } == 0)
  }
}
