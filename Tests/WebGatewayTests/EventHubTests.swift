import Foundation
import MessageBus
import Messages
import Testing

@testable import WebGateway

private func at(_ sequence: UInt64) -> StreamPosition {
  StreamPosition(epoch: "e", sequence: sequence)
}

private func event(_ number: Int64, of device: String) -> StreamItem<TopicEvent> {
  .event(
    TopicEvent(json: Data("\(number)".utf8), number: number, about: [.device: device]),
    at(UInt64(number)))
}

/// Renders an item: the number of an event; else the kind of item and the number of the last event
/// before it.
private func rendered(_ item: EventHub.Item) -> String {
  let passed = item.passed.map { " after \($0)" } ?? ""
  return switch item.item {
  case .live: "live" + passed
  case .gap: "gap" + passed
  case .lost: "lost" + passed
  case .event(let event, _): String(decoding: event.json, as: UTF8.self)
  }
}

@Suite(.timeLimit(.minutes(10))) struct EventHubTests {
  /// The fake bus gives each item to one subscription only, so a second one would miss items.
  @Test("listeners of one topic share one subscription, each with its own filter")
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
    bus.endTopic()
    #expect(
      await all.reduce(into: []) { $0.append(rendered($1)) } == [
        "live", "1", "2", "gap after 2", "5",
      ])
    #expect(
      await phone.reduce(into: []) { $0.append(rendered($1)) } == ["live", "1", "gap after 2", "5"])
  }

  @Test("a later listener is live at once if the publisher is connected")
  func laterListener() async {
    let bus = FakeBus()
    let hub = EventHub(bus: bus)
    var first = hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    bus.push(event(7, of: "phone"))
    #expect(await first.next().map(rendered) == "7")
    var second = hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    #expect(await second.next().map(rendered) == "live")
    bus.push(.lost)
    #expect(await first.next().map(rendered) == "lost after 7")
    #expect(await second.next().map(rendered) == "lost")
    var third = hub.items(of: .geofenceEvent, about: [:]).makeAsyncIterator()
    bus.push(event(8, of: "phone"))
    #expect(await third.next().map(rendered) == "8")
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
    // Then all events before it have passed the slow listener, too.
    #expect(await quick.next().map(rendered) == "\(kept + 11)")
    var items = slow.makeAsyncIterator()
    for number in 1...kept { #expect(await items.next().map(rendered) == "\(number)") }
    bus.push(event(kept + 12, of: "phone"))
    bus.push(event(kept + 13, of: "phone"))
    #expect(await items.next().map(rendered) == "gap after \(kept)")
    #expect(await items.next().map(rendered) == "\(kept + 13)")
  }

  @Test("the subscription ends with its last listener, and a new one begins with the next")
  func lastListener() async {
    let bus = FakeBus()
    let hub = EventHub(bus: bus)
    do {
      var only = hub.items(of: .dealPublished, about: [:]).makeAsyncIterator()
      bus.push(.live(at(1)))
      #expect(await only.next().map(rendered) == "live")
    }
    #expect(bus.subscriptions == 1)
    let next = hub.items(of: .dealPublished, about: [:])
    while bus.subscriptions < 2 { await Task.yield() }
    // The stream of the fake bus ended with the cancelled task, so the new listener ends, too.
    #expect(await next.reduce(into: 0) { count, _ in count += 1 } == 0)
  }
}
